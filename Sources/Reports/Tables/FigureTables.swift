import Metrics
import Values

/// The tables that people read, each made once for the summary and the page.
extension Figures {
  var headlineTable: FigureTable {
    FigureTable(
      headlines, self, lastWords: 2,
      [
        .text("") { $0.name }, .text("Now") { shown($0.value) },
        .text("Before") { shown($0.before) },
        .text("Change") {
          isStale ? "" : $0.change + ($0.isBetter == false ? " (worse)" : "")
        },
        .text("Compared with") { isStale ? "" : $0.comparison }, .text("Based on") { $0.detail },
      ])
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
    FigureTable(
      citing: rows(of: MRRMovements.self).totals.suffix(months), self,
      [
        .text("") {
          label($0.cell(MRRMovements.month), isOver: $0[MRRMovements.complete] == true)
        },
        .of("Opening", MRRMovements.opening), .of("New", MRRMovements.new),
        .of("Reactiv.", MRRMovements.reactivation), .of("Expansion", MRRMovements.expansion),
        .of("Contraction", MRRMovements.contraction), .of("Churn", MRRMovements.churn),
        .of("FX", MRRMovements.fx), .of("Closing", MRRMovements.closing),
        .of("Subscribers", MRRMovements.closingSubscribers),
      ])
  }

  func revenueTable(_ months: Int) -> FigureTable {
    let split = RefundSplit(self)
    return FigureTable(
      citing: rows(of: Revenue.self).monthlyTotals.suffix(months), self,
      [
        .text("") { label($0.cell(Revenue.period), isOver: isOver($0[Revenue.period]?.month)) },
        .of("Charges", Revenue.charges), .of("Gross", Revenue.gross),
        .text("Refunds") { shown(split.parts(of: $0)[0]) },
        .text("Reversed") { shown(split.parts(of: $0)[1]) },
        .of("Net", Revenue.net), .of("Tax", Revenue.tax), .of("Commission", Revenue.commission),
        .of("Proceeds", Revenue.proceeds), .of("ARPPU", Revenue.arppu),
        .of("Refund rate", Revenue.refundRate),
      ])
  }

  func churnTable(_ months: Int) -> FigureTable {
    let rows = rows(of: Churn.self).totals.filter { $0[Churn.month] != Churn.previous }
    return FigureTable(
      citing: rows.suffix(months + 1), self,
      [
        .text("") { row in
          row.isTrailing
            ? "last 30 days" : label(row.cell(Churn.month), isOver: row[Churn.complete] == true)
        },
        .of("Opening", Churn.openingCustomers), .of("Churned", Churn.churnedCustomers),
        .of("Churn", Churn.churnRate), .of("Voluntary", Churn.voluntary),
        .of("Billing", Churn.billing), .of("Refund", Churn.refund), .of("Other", Churn.other),
        .of("MRR churn", Churn.grossMRRChurn), .of("NRR", Churn.nrr),
      ])
  }

  func trialTable(_ months: Int) -> FigureTable {
    FigureTable(
      citing: rows(of: TrialCohorts.self).monthlyTotals.suffix(months), self,
      [
        .text("Begun in") {
          label($0.cell(TrialCohorts.cohort), isOver: isOver($0[TrialCohorts.cohort]?.month))
        },
        .of("Trials", TrialCohorts.trials), .of("Converted", TrialCohorts.converted),
        .of("Pending", TrialCohorts.pending), .of("Abandoned", TrialCohorts.abandoned),
        .of("So far", TrialCohorts.rate), .text("Matured", matured),
        .interval(TrialCohorts.low, TrialCohorts.high),
      ])
  }

  /// `36.8% of 266`, so that nobody reads a rate of a few trials as one of many.
  private func matured(_ row: Row<TrialCohorts>) -> String {
    guard let rate = row[TrialCohorts.maturedRate] else { return DisplayFormat.unknown }
    return "\(shown(rate)) of \(shown(row.cell(TrialCohorts.maturedTrials)))"
  }

  private func label(_ period: Cell, isOver: Bool) -> String {
    shown(period) + (isOver ? "" : " (not over)")
  }

  func funnelTable(_ steps: [Row<FunnelSteps>]) -> FigureTable {
    let name = steps.first?.text(FunnelSteps.funnel) ?? ""
    let cohort = steps.first?.cell(FunnelSteps.cohort) ?? .missing
    return FigureTable(
      citing: steps, self,
      [
        .text("\(name), \(shown(cohort))") {
          $0.text(FunnelSteps.event) + ($0.isWorst(in: steps) ? " ← biggest drop-off" : "")
        },
        .of("Customers", FunnelSteps.customers),
        .of("Of the step before", FunnelSteps.fromPrevious),
        .of("Of all", FunnelSteps.fromFirst),
      ])
  }
}
