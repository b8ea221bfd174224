import Metrics

extension CohortSheet {
  /// All of them, in the order of the workbook; without blocks where there are no figures.
  static func declared(_ figures: Figures) -> [CohortSheet] {
    [retention(figures), trials(figures), funnels(figures), value(figures)]
  }

  private static func retention(_ figures: Figures) -> CohortSheet {
    CohortSheet(
      name: "Retention", title: figures.markedMRR("Retention"),
      explanation:
        "Share of a month's new subscribers, or of their first MRR, that is there at the "
        + "end of the months after (M0: the same month). Grey: fewer than 30 subscribers.",
      blocks: [figures.retentionBlock].filter { !$0.isEmpty },
      finding: Finding(
        ages: [6, 3, 2, 1], before: "Retention: ", between: "after",
        unit: " months"),
      chart: Chart(
        title: "Average retention",
        description: "Weighted average retention by months since the "
          + "first payment, of what is chosen.", unit: "share", numberFormat: "0%",
        ageFormat: "\"M\"0"))
  }

  private static func trials(_ figures: Figures) -> CohortSheet {
    CohortSheet(
      name: "Trials", title: "Trials",
      explanation: "Share of a month's trials that had converted by the day since their start "
        + "(D13, D14 …), once the whole month is that old. Grey: fewer than 30 trials, or some can "
        + "still convert.",
      blocks: [figures.trialBlock].filter { !$0.isEmpty },
      finding: Finding(
        ages: [37, 30, 21, 15, 14, 7], before: "Trials: ", between: "have converted by day",
        unit: ""),
      chart: Chart(
        title: "Average conversion by day since the start",
        description: "Weighted average share of trials converted by days since their start.",
        unit: "share", numberFormat: "0%", ageFormat: "\"D\"0"),
      tables: SheetTable.nowcasts + SheetTable.optOuts)
  }

  private static func funnels(_ figures: Figures) -> CohortSheet {
    CohortSheet(
      name: "Funnel and paywalls", title: figures.funnelTitle,
      explanation:
        "Of the customers who entered in a month: the share of the step before that went "
        + "on, in time. Grey: fewer than 30 entered, or they still have time.",
      blocks: figures.funnelBlocks, tables: SheetTable.paywalls)
  }

  private static func value(_ figures: Figures) -> CohortSheet {
    CohortSheet(
      name: "Value (LTV, CAC)", title: figures.markedRevenue(figures.valueTitle),
      explanation: "Net revenue per install, or per payer, by days since the first event, in "
        + "\(figures.currency). Only cohorts that are old enough as a whole. Grey: fewer than 30 "
        + "installs.",
      blocks: [figures.valueBlock].filter { !$0.isEmpty },
      chart: Chart(
        title: "Net revenue by age",
        description: "Realised lifetime value by days since the first "
          + "event: the average, and three cohorts.", unit: "net revenue", numberFormat: "#,##0.00",
        isMoney: true, ageFormat: "0\" days\"",
        cohorts: ValueCohorts(figures).shown.map { ($0.month, $0.colour) }),
      tables: SheetTable.costs)
  }
}
