import Metrics
import Values

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

  @Sendable static func retention(_ figures: Figures) -> any Chart {
    let cohorts = Cohorts(figures)
    let months = cohorts.months.suffix(13)
    let ages = cohorts.ages.prefix(14).filter { age in
      months.contains { cohorts.row($0, age) != nil }
    }
    return HeatMap(
      title: figures.markedMRR("Subscribers retained, by months since their first"),
      description: "Share of each month's new subscribers who have MRR at the end of later months.",
      columns: ages.map { "M\($0)" },
      cohorts: months.map { month in
        let size = cohorts.row(month, 0)?[Retention.customers].map(Int.init)
        return .init(
          label: month.description, size: size,
          values: ages.map { cohorts.row(month, $0)?.magnitude(Retention.rate) },
          isSmall: size ?? 0 < 30)
      }, average: figures.average(.retention, at: ages), measure: "retained")
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

  /// Monthly churn of customers: for the page.
  @Sendable static func churn(_ figures: Figures) -> any Chart {
    let months = figures.rows(of: Churn.self).totals.filter { $0.calendarMonth != nil }
    let rows = Array(months.suffix(13))
    let open = rows.firstIndex { $0[Churn.complete] != true }
    return LineChart(
      title: figures.markedMRR("Churn by month"),
      description: "Share of the subscribers and the MRR at a month's opening that were lost.",
      unit: .percent, labels: rows.map { $0.text(Churn.month) },
      series: [
        .init(
          name: "subscribers", style: "churn", values: rows.map { $0.magnitude(Churn.churnRate) },
          openFrom: open),
        .init(
          name: "MRR, gross", style: "level",
          values: rows.map { $0.magnitude(Churn.grossMRRChurn) },
          openFrom: open),
      ])
  }

  /// Realised lifetime value by age, a line for each of three cohorts: for the page.
  @Sendable static func ltv(_ figures: Figures) -> any Chart {
    let values = ValueCohorts(figures)
    let ages = values.shownAges
    return LineChart(
      title: figures.markedRevenue("Lifetime value, realised, by age"),
      description: "Net revenue per install by days since the first event, for three cohorts.",
      unit: .money(currency: figures.currency), labels: ages.map { "\($0) days" },
      series: values.shown.map { month, _, style in
        .init(
          name: "first seen in \(month)", style: style,
          values: ages.map { values.point(month, $0)?.magnitude(LTV.perCustomer) })
      }, positions: ages.map(Double.init), first: "Age")
  }
}

extension Figures {
  /// Nil where no age has one.
  fileprivate func average(
    _ figure: CohortAverages.Figure, at ages: [Int]
  ) -> HeatMap.Average? {
    let averages = averages(figure)
    let rows = ages.map { averages[$0] }
    let cohorts = rows.compactMap { $0?.integer(CohortAverages.cohorts) }.max()
    return cohorts.map { .init(cohorts: $0, values: rows.map { $0?.average.magnitude }) }
  }
}
