import Metrics
import Settings
import Values

/// The triangles of the workbook, each declared over its tables.
extension Figures {
  var retentionBlock: CohortBlock {
    let rows = published(Retention.self)
    return CohortBlock(
      cube: Cube(
        "retention", factNames: ["customers", "cohort_mrr"],
        facts: rows.where(Retention.age, is: 0)
          .facts(Retention.cohort, [Retention.customers, Retention.cohortMRR]),
        points: rows.points(
          Retention.cohort, at: Retention.age, [Retention.rate, Retention.mrrRate]),
        averages: [averages(.retention), averages(.mrrRetention)]), cohortHead: "New in",
      facts: [("Subscribers", .count), ("New MRR", .money)],
      ageHead: .number(.monthAge),
      measures: [.init("Subscribers", .percent), .init("MRR", .percent)],
      shows: "retention_shows")
  }

  /// Trials by the month of their start, over ages that the whole month has reached.
  var trialBlock: CohortBlock {
    let cohorts = published(TrialCohorts.self).where(TrialCohorts.grain, is: "month")
    let curve = MaturingCurve(self, grain: "month")
    let days = Set(curve.days)
    let points = published(TrialCurve.self).where(TrialCurve.grain, is: "month").filter { row in
      let day = Int(row.integer(TrialCurve.day))
      return days.contains(day) && curve.rate(row.cell(TrialCurve.cohort), day) != nil
    }
    return CohortBlock(
      cube: Cube(
        "trials", factNames: ["trials", "converted", "pending", "matured_rate"],
        facts: cohorts.facts(
          TrialCohorts.cohort,
          [
            TrialCohorts.trials, TrialCohorts.converted, TrialCohorts.pending,
            TrialCohorts.maturedRate,
          ]),
        points: points.points(TrialCurve.cohort, at: TrialCurve.day, [TrialCurve.rate]),
        averages: [averages(.trialConversion)]), cohortHead: "Began in",
      facts: [
        ("Trials", .count), ("Converted", .count), ("Pending", .count), ("Matured rate", .percent),
      ], ageHead: .number(.dayAge), measures: [.init("Trials", .percent)],
      openCohorts: Set(
        cohorts.totals.filter(\.isMaturing).map { $0.cell(TrialCohorts.cohort) }),
      runningCohorts: Set(
        cohorts.totals.filter(isRunning).map { $0.cell(TrialCohorts.cohort) }))
  }

  var valueBlock: CohortBlock {
    let rows = published(LTV.self)
    let first = rows.map(\.age).min() ?? 0
    return CohortBlock(
      cube: Cube(
        "ltv", factNames: ["customers"],
        facts: rows.where(LTV.days, is: Int64(first)).facts(LTV.cohort, [LTV.customers]),
        points: rows.points(LTV.cohort, at: LTV.days, [LTV.perCustomer, LTV.perPayer]),
        averages: [averages(.ltvPerCustomer), averages(.ltvPerPayer)]),
      cohortHead: "First seen in", facts: [("Installs", .count)], ageHead: .number(.days),
      measures: [.init("Per install", .money), .init("Per payer", .money)], shows: "ltv_shows")
  }

  /// A block for every funnel: of those who entered in a month, which part each step keeps.
  var funnelBlocks: [CohortBlock] {
    let unreached = unreachedSteps
    let rows = published(FunnelSteps.self).where(FunnelSteps.grain, is: "month")
    return Array(rows).groups(by: FunnelSteps.funnel).enumerated().map { index, funnel in
      funnelBlock(
        funnel.value, number: index + 1,
        funnel.rows.filter { !unreached.block(funnel.value, $0.integer(FunnelSteps.step)) })
    }.filter { !$0.isEmpty }
  }

  private func funnelBlock(
    _ name: String, number: Int, _ rows: [Row<FunnelSteps>]
  ) -> CohortBlock {
    let totals = rows.filter { $0.text(FunnelSteps.dimension) == "all" }
    let cohorts = Set(totals.map { $0.cell(FunnelSteps.cohort) })
    let open = Set(
      totals.filter { $0[FunnelSteps.matured] != true }.map { $0.cell(FunnelSteps.cohort) })
    // By number: two steps can be the same event.
    let steps = Dictionary(
      firstOf: totals.map { (Int($0.integer(FunnelSteps.step)), $0.text(FunnelSteps.event)) })
    return CohortBlock(
      cube: Cube(
        BlockName("funnel", number), factNames: ["customers"],
        facts: rows.filter { $0[FunnelSteps.step] == 1 }
          .facts(FunnelSteps.cohort, [FunnelSteps.customers]),
        points: rows.filter { $0.integer(FunnelSteps.step) > 1 }
          .points(FunnelSteps.cohort, at: FunnelSteps.step, [FunnelSteps.fromPrevious]),
        averages: [
          averages(.funnelStep).filter { $0.text(CohortAverages.funnel) == name }
        ]), heading: UntrustedText.cleaned(name).capitalizedFirst, cohortHead: "Entered in",
      facts: [(SegmentWords.plain(steps[1] ?? ""), .count)],
      ageHead: .words(steps.mapValues { "→ " + SegmentWords.plain($0) }),
      measures: [.init("Customers", .percent)], openCohorts: open,
      runningCohorts: cohorts.filter { isRunning(.text("month"), $0) })
  }

  /// Those of a figure, of all and of what can be chosen.
  private func averages(_ figure: CohortAverages.Figure) -> [Row<CohortAverages>] {
    Array(published(CohortAverages.self).where(CohortAverages.figure, is: figure.rawValue))
  }

  /// The rows of all, and of what can be chosen.
  private func published<Owner: BySegment>(_ table: Owner.Type) -> Rows<Owner> {
    var rows = published(self.table(table))
    let dimension = Owner.dimension.index
    rows.rows.removeAll { !Choices.dimensions.contains($0[dimension].text ?? "") }
    return Rows(rows)
  }
}

extension Sequence {
  fileprivate func facts<Owner: BySegment>(
    _ cohort: any ReportColumn<Owner>, _ columns: [any ReportColumn<Owner>]
  ) -> [Cube.Fact] where Element == Row<Owner> {
    map { .init(segment: $0.choice, cohort: $0.cell(cohort), cells: $0.cells(columns)) }
  }

  fileprivate func points<Owner: BySegment>(
    _ cohort: any ReportColumn<Owner>, at age: Column<Owner, Int64>,
    _ columns: [any ReportColumn<Owner>]
  ) -> [Cube.Point] where Element == Row<Owner> {
    map {
      .init(
        segment: $0.choice, cohort: $0.cell(cohort), age: Int($0.integer(age)),
        values: $0.cells(columns))
    }
  }
}

extension CohortBlock.Measure {
  init(_ title: StaticString, _ format: Style.Format) { self.init(title: title, format: format) }
}

extension Row where Owner: BySegment {
  /// Which of the drop-downs shows it.
  var choice: Choices.Segment {
    Choices.Segment(dimension: text(Owner.dimension), value: text(Owner.value))
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
