import Metrics
import Values

/// The pictures by cohort.
extension ReportCharts {
  /// The matured rate with its interval, and what the youngest months can still reach.
  @Sendable static func conversion(_ figures: Figures) -> any Chart {
    let rows = figures.monthly("trial_cohorts").filter { $0.int("trials") > 0 }.suffix(13).map {
      $0
    }
    let isOpen = rows.map { $0.int("matured_trials") < $0.int("trials") }
    let firstOpen = isOpen.firstIndex(of: true)
    return LineChart(
      title: "Trial conversion by month of start",
      description: "Share of trials that led to a payment. Dashed: trials are still pending.",
      unit: .percent, labels: rows.map { figures.shown($0["cohort"]) },
      series: [
        .init(
          name: "converted", style: "level",
          values: rows.map {
            $0.double($0.int("matured_trials") < $0.int("trials") ? "rate" : "matured_rate")
          },
          openFrom: firstOpen)
      ],
      bands: [
        .init(
          name: "95% interval", style: "level",
          low: masked(rows.map { $0.double("low") }, isOpen),
          high: masked(rows.map { $0.double("high") }, isOpen)),
        possible(rows, isOpen, firstOpen),
      ])
  }

  /// From what has converted to what would if all that is pending did.
  private static func possible(_ rows: [Row], _ isOpen: [Bool], _ firstOpen: Int?) -> LineChart.Band
  {
    let begin = firstOpen.map { max(0, $0 - 1) } ?? rows.count
    let isHidden = rows.indices.map { $0 < begin }
    let now = rows.map { $0.double("rate") }
    let best = rows.map { row -> Double? in
      let trials = row.int("trials")
      return trials > 0 ? Double(row.int("converted") + row.int("pending")) / Double(trials) : nil
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
    let months = cohorts.months.suffix(18)
    let ages = Array(cohorts.ages.prefix(19))
    return HeatMap(
      title: figures.markedMRR("Subscribers retained, by months since their first"),
      description: "Share of each month's new subscribers who have MRR at the end of later months.",
      columns: ages.map { "M\($0)" },
      cohorts: months.map { month in
        let size = cohorts.row(month, 0)?["customers"].count.map(Int.init)
        return .init(
          label: month.description, size: size,
          values: ages.map { cohorts.row(month, $0)?.double("rate") }, isSmall: size ?? 0 < 30)
      }, measure: "retained")
  }

  /// Conversion by day since start: for the page.
  @Sendable static func trials(_ figures: Figures) -> any Chart {
    let curve = MaturingCurve(figures, grain: "week")
    let cohorts = figures.totals("trial_cohorts").filter { $0.text("grain") == "week" }.suffix(16)
    return HeatMap(
      title: "Trials converted, by days since their start",
      description: "Share of each week's trials that had converted by the day since their start, "
        + "once all of them are so old.",
      columns: curve.days.map { "\($0)" },
      cohorts: cohorts.map { cohort in
        let trials = cohort["trials"].count.map(Int.init)
        return .init(
          label: figures.shown(cohort["cohort"]), size: trials,
          values: curve.days.map { curve.rate(cohort["cohort"], $0)?.magnitude },
          isSmall: trials ?? 0 < 30,
          isRunning: figures.isRunning(cohort["grain"], cohort["cohort"]))
      }, full: 0.6, measure: "converted")
  }

  /// Monthly churn of customers: for the page.
  @Sendable static func churn(_ figures: Figures) -> any Chart {
    let rows = figures.totals("churn").filter { MonthText.month($0.text("month")) != nil }.suffix(
      13)
    let open = rows.firstIndex { !$0["complete"].isSet }.map { $0 - rows.startIndex }
    return LineChart(
      title: figures.markedMRR("Churn by month"),
      description: "Share of the subscribers and the MRR at a month's opening that were lost.",
      unit: .percent, labels: rows.map { $0.text("month") },
      series: [
        .init(
          name: "subscribers", style: "churn", values: rows.map { $0.double("churn_rate") },
          openFrom: open),
        .init(
          name: "MRR, gross", style: "level", values: rows.map { $0.double("gross_mrr_churn") },
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
          values: ages.map { values.point(month, $0)?.double("per_customer") })
      }, positions: ages.map(Double.init), first: "Age")
  }
}
