import Metrics
import Values

/// The tables that people read, each made once for the summary and the page.
extension Figures {
  var headlineTable: FigureTable {
    var table = FigureTable(
      header: ["", "Now", "Before", "Change", "Compared with", "Based on"], lastWords: 2)
    table.rows = headlines.map { line in
      let worse = line.isBetter == false ? " (worse)" : ""
      return [
        line.name, shown(line.value), shown(line.before), isStale ? "" : line.change + worse,
        isStale ? "" : line.comparison, line.detail,
      ]
    }
    return table
  }

  /// The last day, week, month, and the month so far, unless that is one of them.
  var periodTable: FigureTable {
    let isApart = ![1, 7, 30].contains(asOf.civil.day)
    var table = FigureTable(
      header: [
        "", DisplayFormat.dayName(asOf), "7 days", "vs before", "30 days", "vs before",
      ] + (isApart ? ["\(DisplayFormat.monthName(asOf.month)) to date"] : []))
    guard !rows(of: Daily.self).isEmpty else { return table }
    table.rows = periodLines.map { line in
      [
        line.name, shown(line.day), shown(line.week),
        DisplayFormat.change(line.week, from: line.weekBefore), shown(line.month),
        DisplayFormat.change(line.month, from: line.monthBefore),
      ] + (isApart ? [shown(line.toDate)] : [])
    }
    return table
  }

  func movementTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "", "Opening", "New", "Reactiv.", "Expansion", "Contraction", "Churn", "FX", "Closing",
        "Subscribers",
      ])
    table.fill(rows(of: MRRMovements.self).totals.suffix(months)) { row in
      let isOver = row[MRRMovements.complete] == true
      return [label(row.cell(MRRMovements.month), isOver: isOver)]
        + row.cells([
          MRRMovements.opening, MRRMovements.new, MRRMovements.reactivation,
          MRRMovements.expansion, MRRMovements.contraction, MRRMovements.churn, MRRMovements.fx,
          MRRMovements.closing, MRRMovements.closingSubscribers,
        ]).map(shown)
    }
    return table
  }

  func revenueTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "", "Charges", "Gross", "Refunds", "Reversed", "Net", "Tax", "Commission", "Proceeds",
        "ARPPU",
        "Refund rate",
      ])
    let split = RefundSplit(self)
    table.fill(rows(of: Revenue.self).monthlyTotals.suffix(months)) { row in
      let isOver = isOver(row[Revenue.period]?.month)
      let cells =
        row.cells([Revenue.charges, Revenue.gross]) + split.parts(of: row)
        + row.cells([
          Revenue.net, Revenue.tax, Revenue.commission, Revenue.proceeds, Revenue.arppu,
          Revenue.refundRate,
        ])
      return [label(row.cell(Revenue.period), isOver: isOver)] + cells.map(shown)
    }
    return table
  }

  func churnTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "", "Opening", "Churned", "Churn", "Voluntary", "Billing", "Refund", "Other", "MRR churn",
        "NRR",
      ])
    let rows = rows(of: Churn.self).totals.filter { $0[Churn.month] != Churn.previous }
    table.fill(rows.suffix(months + 1)) { row in
      let month = label(row.cell(Churn.month), isOver: row[Churn.complete] == true)
      return [row.isTrailing ? "last 30 days" : month]
        + row.cells([
          Churn.openingCustomers, Churn.churnedCustomers, Churn.churnRate, Churn.voluntary,
          Churn.billing, Churn.refund, Churn.other, Churn.grossMRRChurn, Churn.nrr,
        ]).map(shown)
    }
    return table
  }

  func trialTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "Begun in", "Trials", "Converted", "Pending", "Abandoned", "So far", "Matured",
        "95% interval",
      ])
    table.fill(rows(of: TrialCohorts.self).monthlyTotals.suffix(months)) { row in
      let isOver = isOver(row[TrialCohorts.cohort]?.month)
      return [label(row.cell(TrialCohorts.cohort), isOver: isOver)]
        + row.cells([
          TrialCohorts.trials, TrialCohorts.converted, TrialCohorts.pending,
          TrialCohorts.abandoned, TrialCohorts.rate,
        ]).map(shown) + [matured(row), interval(row)]
    }
    return table
  }

  /// `36.8% of 266`, so that nobody reads a rate of a few trials as one of many.
  private func matured(_ row: Row<TrialCohorts>) -> String {
    guard let rate = row[TrialCohorts.maturedRate] else { return DisplayFormat.unknown }
    return "\(shown(rate)) of \(shown(row.cell(TrialCohorts.maturedTrials)))"
  }

  private func interval(_ row: Row<TrialCohorts>) -> String {
    guard let low = row[TrialCohorts.low], let high = row[TrialCohorts.high] else {
      return DisplayFormat.unknown
    }
    return "\(shown(low))–\(shown(high))"
  }

  private func label(_ period: Cell, isOver: Bool) -> String {
    shown(period) + (isOver ? "" : " (not over)")
  }

  func funnelTable(_ steps: [Row<FunnelSteps>]) -> FigureTable {
    let name = steps.first?.text(FunnelSteps.funnel) ?? ""
    let cohort = steps.first?.cell(FunnelSteps.cohort) ?? .missing
    var table = FigureTable(
      header: ["\(name), \(shown(cohort))", "Customers", "Of the step before", "Of all"])
    table.fill(steps) { step in
      [step.text(FunnelSteps.event) + (step.isWorst(in: steps) ? " ← biggest drop-off" : "")]
        + step.cells([FunnelSteps.customers, FunnelSteps.fromPrevious, FunnelSteps.fromFirst])
        .map(shown)
    }
    return table
  }
}
