import Metrics
import Settings
import Values

/// The tables of the visible sheets, each declared once over a table of the report.
extension SheetTable {
  /// So many months, and so many weeks.
  private static let recent = 13

  static let movements = SheetTable(
    "movements", "How opening MRR became closing MRR", "Month",
    [
      MRRMovements.opening, MRRMovements.new, MRRMovements.reactivation, MRRMovements.expansion,
      MRRMovements.contraction, MRRMovements.churn, MRRMovements.fx, MRRMovements.closing,
      MRRMovements.newSubscribers, MRRMovements.reactivatedSubscribers,
      MRRMovements.churnedSubscribers, MRRMovements.closingSubscribers,
    ],
    { $0.rows(of: MRRMovements.self).totals.suffix(24) }, charts: [ReportCharts.movements]
  ) { $0.cell(MRRMovements.month) }

  static let movementsBySegment = SheetTable(
    "movements_by_segment", "The last month that is over, by segment", "Segment",
    [
      MRRMovements.opening, MRRMovements.new, MRRMovements.reactivation, MRRMovements.expansion,
      MRRMovements.contraction, MRRMovements.churn, MRRMovements.fx, MRRMovements.movedIn,
      MRRMovements.movedOut, MRRMovements.closing, MRRMovements.closingSubscribers,
    ],
    { figures in
      figures.newest(1, by: MRRMovements.month) { $0[MRRMovements.complete] == true }
        .filter { $0.integer(MRRMovements.opening) != 0 || $0.integer(MRRMovements.closing) != 0 }
    }
  ) { .text(SegmentWords.of($0)) }

  private static let churnColumns: [any ReportColumn<Churn>] = [
    Churn.openingCustomers, Churn.churnedCustomers, Churn.churnRate, Churn.voluntary,
    Churn.billing, Churn.refund, Churn.other, Churn.openingMRR, Churn.churnedMRR,
    Churn.grossMRRChurn, Churn.netMRRChurn, Churn.nrr, Churn.grr,
  ]

  static let churn = SheetTable(
    "churn", "By month", "Month", churnColumns,
    { $0.churnMonths.suffix(24) }, charts: [ReportCharts.churn, ReportCharts.churnReasons]
  ) { $0.calendarMonth.map { .month($0) } ?? .missing }

  static let trailingChurn = SheetTable(
    "churn_by_segment", "The last 30 days, by segment", "Segment", churnColumns,
    { figures in
      figures.rows(of: Churn.self).filter {
        $0.isTrailing && $0.integer(Churn.openingCustomers) > 0
      }
    }
  ) { .text(SegmentWords.of($0)) }

  static let cancellations = SheetTable(
    "cancellations", "Reasons for cancelling, in the last month that is over", "Reason",
    [Cancellations.cancellations, Cancellations.inTrial, Cancellations.share],
    { figures in
      let rows = figures.rows(of: Cancellations.self).totals
        .filter { figures.isOver($0[Cancellations.month]) }
      return rows.filter { $0[Cancellations.month] == rows.last?[Cancellations.month] }
    }
  ) { .text(SegmentWords.plain($0.text(Cancellations.reason))) }

  static let paywalls: [SheetTable] = [
    SheetTable(
      "paywalls",
      "Paywalls: viewers of the newest month that had 60 days to pay; 95% interval of the paid rate",
      "Seen",
      [
        Paywalls.viewers, Paywalls.bounceRate, Paywalls.startRate, Paywalls.trialRate,
        Paywalls.paid, Paywalls.paidRate, Paywalls.low, Paywalls.high, Paywalls.netRevenue,
        Paywalls.revenuePerViewer,
      ],
      { figures in
        figures.newest(1, by: Paywalls.month) { $0[Paywalls.matured] == true }
          .filter { $0.integer(Paywalls.viewers) > 0 }
      }
    ) { .text(SegmentWords.of($0)) },
    SheetTable(
      "funnel_losses", "What each step lost, of the newest month whose time is over", "Step",
      [
        FunnelLosses.entered, FunnelLosses.customers, FunnelLosses.lost, FunnelLosses.lostRate,
        FunnelLosses.netRevenue, FunnelLosses.revenuePerCustomer, FunnelLosses.loss,
      ],
      { figures in
        figures.rows(of: FunnelLosses.self).groups(by: FunnelLosses.funnel).flatMap { funnel in
          funnel.rows.filter { $0[FunnelLosses.cohort] == funnel.rows.last?[FunnelLosses.cohort] }
        }
      }
    ) { row in
      .text(
        "\(SegmentWords.plain(row.text(FunnelLosses.funnel))): "
          + SegmentWords.plain(row.text(FunnelLosses.event)))
    },
  ]

  static let optOuts: [SheetTable] = [
    SheetTable(
      "opt_outs", "Trials set not to renew, by days since the start", "Month", optOutColumns,
      { $0.rows(of: TrialOptOuts.self).monthlyTotals.suffix(recent) }
    ) { $0.cell(TrialOptOuts.cohort) },
    SheetTable(
      "opt_outs_by_segment", "The same by segment, of the newest month that is two days old",
      "Segment", optOutColumns,
      { figures in
        let rows = figures.rows(of: TrialOptOuts.self)
        let newest = rows.monthlyTotals.last { $0[TrialOptOuts.rate2d] != nil }
        return newest.map { newest in
          rows.where(TrialOptOuts.grain, is: "month").filter {
            $0.cell(TrialOptOuts.cohort) == newest.cell(TrialOptOuts.cohort)
          }
        } ?? []
      }
    ) { .text(SegmentWords.of($0)) },
  ]

  static let nowcasts: [SheetTable] = [
    SheetTable(
      "nowcasts",
      "Running trials by week of start, and those of the last 7 nights: expected to pay",
      "Week",
      [TrialNowcasts.trials, TrialNowcasts.paid, TrialNowcasts.decided] + expectedColumns,
      { Array($0.rows(of: TrialNowcasts.self).totals) }
    ) { row in
      Day(row.text(TrialNowcasts.cohort)).map(Cell.day) ?? row.cell(TrialNowcasts.cohort)
    },
    SheetTable(
      "nowcasts_by_segment", "The same of the last 7 nights, by segment",
      "Segment", [TrialNowcasts.trials] + expectedColumns,
      {
        $0.rows(of: TrialNowcasts.self)
          .where(TrialNowcasts.cohort, is: TrialNowcasts.newestNights)
          .filter { $0[TrialNowcasts.expected] != nil }
      }
    ) { .text(SegmentWords.of($0)) },
  ]

  private static let expectedColumns: [any ReportColumn<TrialNowcasts>] = [
    TrialNowcasts.expected, TrialNowcasts.low, TrialNowcasts.high, TrialNowcasts.usual,
    TrialNowcasts.fall,
  ]

  private static let optOutColumns: [any ReportColumn<TrialOptOuts>] = [
    TrialOptOuts.trials, TrialOptOuts.rate1d, TrialOptOuts.rate2d, TrialOptOuts.rate5d,
    TrialOptOuts.rate7d, TrialOptOuts.rate, TrialOptOuts.medianHours,
  ]

  static let costs: [SheetTable] = [
    SheetTable(
      "acquisition_cost",
      "Blended CAC: spend, and what all customers have brought so far (grey: not 90 days old)",
      "Month",
      costColumns,
      { figures in
        figures.costsByChannel.filter { $0[AcquisitionCost.channel] == "all" }.suffix(recent)
      }, isYoung: { !$0.isRipe($1) }
    ) { $0.cell(AcquisitionCost.month) },
    SheetTable(
      "acquisition_by_channel", "The same by channel, of the newest month that is 90 days old",
      "Channel", costColumns,
      { $0.ripeCosts }
    ) { row in
      let channel = row.text(AcquisitionCost.channel)
      return .text(channel == "all" ? "All channels (blended)" : SegmentWords.plain(channel))
    },
    SheetTable(
      "predicted", "What a new subscriber is expected to pay, with 95% intervals", "Plan",
      [
        PredictedLTV.subscribers, PredictedLTV.value12Months, PredictedLTV.low12Months,
        PredictedLTV.high12Months, PredictedLTV.value24Months, PredictedLTV.low24Months,
        PredictedLTV.high24Months, PredictedLTV.trialConversion, PredictedLTV.trialValue,
      ],
      { $0.rows(of: PredictedLTV.self).filter { $0[PredictedLTV.value12Months] != nil } }
    ) { .text($0.text(PredictedLTV.product)) },
    SheetTable(
      "lifetimes", "How many days subscribers pay (Kaplan–Meier)", "Segment",
      [
        Lifetimes.customers, Lifetimes.ended, Lifetimes.paying, Lifetimes.medianDays,
        Lifetimes.medianLow, Lifetimes.medianHigh,
      ],
      { $0.lifetimes(10) }
    ) { .text(SegmentWords.of($0.text(Lifetimes.dimension), $0.text(Lifetimes.value))) },
  ]

  private static let costColumns: [any ReportColumn<AcquisitionCost>] = [
    AcquisitionCost.spend, AcquisitionCost.customers, AcquisitionCost.costPerCustomer,
    AcquisitionCost.payers, AcquisitionCost.costPerPayer, AcquisitionCost.netRevenue,
    AcquisitionCost.revenuePerCustomer, AcquisitionCost.ltvToCost, AcquisitionCost.monthsToPayBack,
  ]

  static let plans: [SheetTable] = [
    SheetTable(
      "plans", "Plans", "Plan",
      [
        Plans.subscriptions, Plans.share, Plans.mrr, Plans.paidMonthly, Plans.listMonthly,
        Plans.firstPayments, Plans.changedTo, Plans.changedFrom,
      ],
      { $0.rows(of: Plans.self).largest(LongTail.bound, by: Plans.subscriptions) }
    ) { row in .text("\(row.text(Plans.product)) (\(PeriodWords.title(row.text(Plans.period))))") },
    .segments,
    SheetTable(
      "plan_changes", "Changes of plan, in the last month that is over", "Change",
      [
        PlanChanges.changes, PlanChanges.mrrBefore, PlanChanges.mrrAfter, PlanChanges.mrrChange,
      ],
      { figures in
        figures.newest(1, by: PlanChanges.month) { figures.isOver($0[PlanChanges.month]) }
      }
    ) { .text("\($0.text(PlanChanges.fromProduct)) → \($0.text(PlanChanges.toProduct))") },
    SheetTable(
      "plan_limits", "Limits of plans", "Limit",
      [
        PlanLimits.allowed, PlanLimits.customers, PlanLimits.below, PlanLimits.near,
        PlanLimits.atLimit, PlanLimits.above, PlanLimits.fullShare, PlanLimits.denied,
        PlanLimits.upgradeRate, PlanLimits.mrrAtStake,
      ],
      { Array($0.rows(of: PlanLimits.self).prefix(LongTail.bound)) }
    ) { row in
      .text("\(row.text(PlanLimits.product)): \(SegmentWords.plain(row.text(PlanLimits.metric)))")
    },
  ]

  static let revenue: [SheetTable] = [
    revenue(
      "revenue", "By month", "Month", { $0.rows(of: Revenue.self).monthlyTotals.suffix(24) },
      charts: [ReportCharts.revenue]
    ) { $0.cell(Revenue.period) },
    revenue(
      "revenue_weeks", "By week, from its Monday", "Week",
      { figures in
        figures.rows(of: Revenue.self).totals.where(Revenue.grain, is: "week").suffix(recent)
      }
    ) { $0.cell(Revenue.period) },
    revenue(
      "revenue_by_segment", "The last month that is over, by segment", "Segment",
      { figures in
        let months = figures.rows(of: Revenue.self).where(Revenue.grain, is: "month")
          .filter { figures.isOver($0[Revenue.period]?.month) }
        let last = months.compactMap { $0[Revenue.period]?.month }.max()
        return months.filter {
          $0[Revenue.period]?.month == last && $0.integer(Revenue.charges) > 0
        }
      }
    ) { .text(SegmentWords.of($0)) },
  ]

  /// With what was paid back and what was reversed of it in the place of their difference.
  private static func revenue(
    _ block: BlockName, _ heading: String, _ head: String,
    _ rows: @escaping @Sendable (Figures) -> [Row<Revenue>],
    charts: [TableChart<Revenue>] = [], name: @escaping @Sendable (Row<Revenue>) -> Cell
  ) -> SheetTable {
    var table = SheetTable(
      block, heading, head,
      [
        Revenue.charges, Revenue.gross, Revenue.refunds, Revenue.refunded, Revenue.refundRate,
        Revenue.net, Revenue.tax, Revenue.commission, Revenue.proceeds, Revenue.arpu, Revenue.arppu,
      ], rows, charts: charts, name: name)
    let make = table.make
    table.make = { figures in
      var content = make(figures)
      content.table = RefundSplit(figures).split(content.table, of: rows(figures))
      return content
    }
    return table
  }

  static let outlook: [SheetTable] = [
    SheetTable(
      "mrr_outlook", "MRR at month ends: as it came, expected and committed", "Month end",
      [
        MRROutlook.mrr, MRROutlook.expected, MRROutlook.low, MRROutlook.high,
        MRROutlook.committedMRR, MRROutlook.budget,
      ], { $0.outlookMonths }, charts: [ReportCharts.outlook]
    ) { $0.cell(MRROutlook.day) },
    SheetTable(
      "mrr_bridge", "From committed to expected MRR: the parts add up from left to right",
      "Month end", MRROutlook.bridge.map(\.column), { $0.comingMonths }
    ) { $0.cell(MRROutlook.day) },
    SheetTable(
      "budget", "Budget", "Month",
      [Budgets.budget, Budgets.actual, Budgets.difference, Budgets.attainment],
      { $0.plannedMonths.suffix(24) }
    ) { row in .text("\(row[Budgets.month].map { "\($0)" } ?? "") \(SegmentWords.budget(row))") },
    SheetTable(
      "outlook", "Committed and expected", "What",
      [Outlook.cases, Outlook.amount, Outlook.rate, Outlook.expected],
      { figures in
        figures.rows(of: Outlook.self).filter { row in
          row.words != nil && row[Outlook.part] == "all"
        }
      }
    ) { .text($0.words ?? "") },
    SheetTable(
      "forecasts", "MRR at month ends: forecasts with their 80% interval, and how earlier ones did",
      "Month end",
      [
        Outlook.madeOn, Outlook.expected, Outlook.low, Outlook.high, Outlook.actual, Outlook.error,
      ],
      { $0.forecasts(earlier: 12) }
    ) { Month($0.text(Outlook.month)).map { .month($0) } ?? .missing },
    SheetTable(
      "upcoming", "Trials that end, and renewals that fall due, in the next days", "Days ahead",
      [
        Upcoming.trialsEnding, Upcoming.trialsCancelled, Upcoming.trialsAmount,
        Upcoming.trialsExpected, Upcoming.trialsExpectedLow, Upcoming.trialsExpectedHigh,
        Upcoming.renewalsDue, Upcoming.renewalsAmount, Upcoming.lapsing, Upcoming.lapsingMRR,
      ], { Array($0.rows(of: Upcoming.self)) }
    ) { .text(counted($0.integer(Upcoming.days), "day")) },
    SheetTable(
      "payouts", "Payouts, by the stores' own months", "Store and month",
      [
        Payouts.firstDay, Payouts.lastDay, Payouts.proceeds, Payouts.payDay, Payouts.expected,
        Payouts.low, Payouts.high, Payouts.paid, Payouts.paidOn, Payouts.difference,
      ],
      { Array($0.rows(of: Payouts.self)).groups(by: Payouts.store).flatMap { $0.rows.suffix(8) } }
    ) { row in
      let store = row.text(Payouts.store) == "app_store" ? "App Store" : "Google Play"
      return .text("\(store) \(row[Payouts.month].map { "\($0)" } ?? "")")
    },
  ]
}

/// What tells rows apart, in words.
enum SegmentWords {
  /// `Plan st.family.monthly`, `Period monthly`; `All` for everything.
  static func of<Owner: BySegment>(_ row: Row<Owner>) -> String {
    of(row.text(Owner.dimension), row.text(Owner.value))
  }

  static func of(_ dimension: String, _ value: String) -> String {
    switch Dimension(named: dimension) {
    case .all: "All"
    case .product: "Plan \(value)"
    case .period: "\(PeriodWords.title(value)) payments"
    default: "\(plain(dimension)) \(value)"
    }
  }

  /// `Set to cancel`.
  static func plain(_ name: String) -> String {
    name.replacing("_", with: " ").capitalizedFirst
  }

  /// `MRR`, `Net revenue, tier family`.
  static func budget(_ row: Row<Budgets>) -> String {
    let metric = Heading.of(row.text(Budgets.metric))
    return row.text(Budgets.dimension) == Dimension.all.name
      ? metric : "\(metric), \(row.text(Budgets.dimension)) \(row.text(Budgets.value))"
  }
}

extension Row<Outlook> {
  /// What it is about, of what is no forecast; nil of these.
  fileprivate var words: String? {
    Outlook.Item(rawValue: text(Outlook.item)).flatMap(\.words)
  }
}
