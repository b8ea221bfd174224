import SQLite
import Settings
import Values

/// That the outlook begins with today's MRR, and is measured by what months closed with.
extension Reconciliation {
  var outlookAddsUp: [CheckDeclaration] {
    [committed, bridge, trialsOfProducts, renewalsAhead, actuals]
  }

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
        (expected(.mrr), Self.cents(today?[Daily.mrr])),
        (expected(.setToCancel), Self.cents(today?[Daily.setToCancelMRR])),
      ]
    }
  }

  private static func cents(_ amount: Amount?) -> Int64 { (amount ?? .zero).wholeCents.micros }

  /// Both ends of it are those of `outlook.csv`.
  private var bridge: CheckDeclaration {
    .worst(
      "expected MRR = committed MRR + the parts of the bridge", "every month end to come",
      of: [
        MRROutlook.expected, MRROutlook.committedMRR, MRROutlook.stillPaid, MRROutlook.churn,
        MRROutlook.trials, MRROutlook.new, Outlook.expected,
      ]
    ) {
      let committed = rows(.committedMRR).sum(Outlook.expected)
      return figures.rows(of: MRROutlook.self).filter { $0[MRROutlook.expected] != nil }.flatMap {
        row in
        let ahead = row.integer(MRROutlook.monthsAhead)
        let forecast = rows(ahead == 0 ? .mrr : .forecast).first {
          $0.integer(Outlook.monthsAhead) == ahead
        }
        return [
          (
            row.integer(MRROutlook.expected),
            committed
              + row.sum([
                MRROutlook.stillPaid, MRROutlook.churn, MRROutlook.trials, MRROutlook.new,
              ])
          ), (row.integer(MRROutlook.expected), forecast?.integer(Outlook.expected) ?? 0),
        ]
      }
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
    .pair(
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
      let months = figures.rows(of: MRRMovements.self).totals
      let closings = Dictionary(
        firstOf: months.map {
          ($0[MRRMovements.month]?.description ?? "", $0.integer(MRRMovements.closing))
        })
      return rows(.backtest).map {
        ($0.integer(Outlook.actual), closings[$0.text(Outlook.month)] ?? 0)
      }
    }
  }
}

/// Proceeds by the stores' months, from facts and from charges and refunds.
extension Reconciliation {
  var payoutsAddUp: [CheckDeclaration] {
    guard scope.settings.payouts != nil else { return [] }
    return [
      .worst(
        "proceeds of a store's month = of its customers' charges and refunds", "every month",
        of: [Payouts.proceeds]
      ) {
        try figures.rows(of: Payouts.self).map { row in
          (row.integer(Payouts.proceeds), try proceeds(row))
        }
      }
    ]
  }

  private func proceeds(_ row: Row<Payouts>) throws -> Int64 {
    guard let store = PayoutCalendar.Store(rawValue: row.text(Payouts.store)),
      let first = row[Payouts.firstDay], let last = row[Payouts.lastDay]
    else { return 0 }
    let names = store.platforms.map { "'\($0)'" }.joined(separator: ", ")
    let days = "BETWEEN \(first.number) AND \(min(last, figures.asOf).number)"
    return try database.integer(
      """
      SELECT coalesce(sum(amount), 0) FROM (
        SELECT coalesce(c.gross - c.tax - c.commission, 0) AS amount, c.customer
        FROM charge AS c WHERE c.day \(days)
        UNION ALL
        SELECT f.tax + f.commission - f.amount, f.customer FROM refund AS f WHERE f.day \(days)
      ) AS m
      INNER JOIN customer AS k ON k.id = m.customer
      INNER JOIN string AS s ON s.id = k.platform
      WHERE lower(s.value) IN (\(names))
      """)
  }
}
