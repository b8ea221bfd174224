import Metrics
import Values

extension ReportSection {
  static let trials = ReportSection(
    "trials", "Trial conversion", short: "Trials",
    [
      .remarks { Remark.told(WhatChanged($0).conversion) },
      .remarks { Remark.told($0.nowcastSentence) },
      .remarks { Remark.told($0.optOutSentence) },
      .remarks { $0.freeTrialRemarks },
      .exhibit(
        Exhibit(
          name: "conversion", chart: ReportCharts.conversion, isFile: true,
          caption: "Trials by month of start"
        ) { $0.trialTable($1) }),
      .exhibit(Exhibit(name: "trials", chart: ReportCharts.trials, layout: .folded)),
      .table("Trials opted out, by month of start", isFolded: true, lengths: (6, 13)) {
        $0.optOutTable($1)
      },
      .table("What running trials are expected to come to", isFolded: true) { $0.nowcastTable() },
    ]
  ) { $0.trialFinding }
}

extension ReportCharts {
  /// The matured rate with its interval, and what the youngest months can still reach.
  @Sendable static func conversion(_ figures: Figures) -> any Chart {
    let months = figures.rows(of: TrialCohorts.self).monthlyTotals
    let rows = Array(months.filter { $0.integer(TrialCohorts.trials) > 0 }.suffix(13))
    let isOpen = rows.map(\.isMaturing)
    let firstOpen = isOpen.firstIndex(of: true)
    return LineChart(
      title: "Trial conversion by month of start",
      description:
        "Share of the settled trials that led to a payment. Dashed: some are still pending.",
      unit: .percent, labels: rows.map { figures.shown($0.cell(TrialCohorts.cohort)) },
      series: [
        .init(
          name: "converted", style: "level",
          values: rows.map { row in
            row.integer(TrialCohorts.maturedTrials) < 30
              ? nil : row.magnitude(TrialCohorts.maturedRate)
          },
          openFrom: firstOpen)
      ],
      bands: [
        .init(
          name: "95% interval", style: "level",
          low: masked(rows.map { $0.magnitude(TrialCohorts.low) }, isOpen),
          high: masked(rows.map { $0.magnitude(TrialCohorts.high) }, isOpen)),
        possible(rows, isOpen, firstOpen),
      ])
  }

  /// From what has converted to what would if all that is pending did.
  private static func possible(
    _ rows: [Row<TrialCohorts>], _ isOpen: [Bool], _ firstOpen: Int?
  ) -> LineChart.Band {
    let begin = firstOpen.map { max(0, $0 - 1) } ?? rows.count
    let isHidden = rows.indices.map { $0 < begin }
    let now = rows.map { $0.magnitude(TrialCohorts.rate) }
    let best = rows.map { row -> Double? in
      let trials = row.integer(TrialCohorts.trials)
      let possible = row.sum([TrialCohorts.converted, TrialCohorts.pending])
      return trials > 0 ? Double(possible) / Double(trials) : nil
    }
    return .init(
      name: "still pending", style: "contraction", low: masked(now, isHidden),
      high: masked(best, isHidden), isHatched: true)
  }

  private static func masked(_ values: [Double?], _ hidden: [Bool]) -> [Double?] {
    zip(values, hidden).map { $1 ? nil : $0 }
  }

  /// Conversion by day since start: for the page.
  @Sendable static func trials(_ figures: Figures) -> any Chart {
    let curve = MaturingCurve(figures, grain: "week")
    let cohorts = figures.rows(of: TrialCohorts.self).totals.where(TrialCohorts.grain, is: "week")
      .suffix(13)
    return HeatMap(
      title: "Trials converted, by days since their start",
      description: "Share of each week's trials that had converted by the day since their start, "
        + "once all of them are so old.",
      columns: curve.days.map { "\($0)" },
      cohorts: cohorts.map { cohort in
        let (trials, start) = (cohort[TrialCohorts.trials], cohort.cell(TrialCohorts.cohort))
        return .init(
          label: figures.shown(start), size: trials.map(Int.init),
          values: curve.days.map { curve.rate(start, $0)?.magnitude },
          isSmall: trials ?? 0 < 30,
          isRunning: figures.isRunning(cohort))
      }, average: figures.average(.weeklyTrialConversion, at: curve.days),
      measure: "converted")
  }
}

extension Figures {
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
}
