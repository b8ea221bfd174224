import Values

/// That the outlook begins with today's MRR, and is measured by what months closed with.
extension Reconciliation {
  var outlookAddsUp: [CheckDeclaration] { [committed, trialsOfProducts, renewalsAhead, actuals] }

  private var outlook: Rows<Outlook> { figures.rows(of: Outlook.self) }

  private func rows(_ item: Outlook.Item) -> Rows<Outlook> {
    outlook.where(Outlook.item, is: item.rawValue)
  }

  private var committed: CheckDeclaration {
    func expected(_ item: Outlook.Item) -> Int64 { rows(item).sum(Outlook.expected) }
    return .worst(
      "committed MRR = MRR − set to cancel − expected losses of grace", "the as-of day",
      of: [Outlook.expected, Daily.mrr, Daily.setToCancelMRR]
    ) {
      let today = figures.rows(of: Daily.self).last
      return [
        (
          expected(.committedMRR),
          expected(.mrr) - expected(.setToCancel) - expected(.graceLosses)
        ),
        (expected(.mrr), today?.integer(Daily.mrr) ?? 0),
        (expected(.setToCancel), today?.integer(Daily.setToCancelMRR) ?? 0),
      ]
    }
  }

  private var trialsOfProducts: CheckDeclaration {
    let columns: [any ReportColumn<Outlook>] = [Outlook.amount, Outlook.expected]
    return .worst("running trials = those of all products", "the as-of day", of: columns) {
      columns.map { column in
        let all = rows(.trials).where(Outlook.part, is: "all").sum(column)
        return (all, rows(.trials).sum(column) - all)
      }
    }
  }

  /// One side from the coverages that run, the other from the facts of who renews when.
  private var renewalsAhead: CheckDeclaration {
    .amounts(
      "cash of renewals = renewals due", "the next 30 days",
      of: [Outlook.amount, Upcoming.renewalsAmount]
    ) {
      let ahead = figures.rows(of: Upcoming.self).first { $0[Upcoming.days] == 30 }
      return (rows(.renewals30).sum(Outlook.amount), ahead?.integer(Upcoming.renewalsAmount) ?? 0)
    }
  }

  private var actuals: CheckDeclaration {
    .worst(
      "what came of earlier forecasts = closing of the month", "every month",
      of: [Outlook.actual, MRRMovements.closing]
    ) {
      var closings: [String: Int64] = [:]
      for row in figures.rows(of: MRRMovements.self).totals {
        closings[row[MRRMovements.month]?.description ?? ""] = row.integer(MRRMovements.closing)
      }
      return rows(.backtest).map {
        ($0.integer(Outlook.actual), closings[$0.text(Outlook.month)] ?? 0)
      }
    }
  }
}
