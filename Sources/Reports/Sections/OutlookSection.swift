import Metrics
import Values

extension ReportSection {
  static let outlook = ReportSection(
    "outlook", "Outlook",
    [
      .remarks { figures in figures.outlookSentences.map { Remark(text: $0) } },
      .exhibit(
        Exhibit(
          name: "outlook", chart: ReportCharts.outlook, isFile: true,
          caption: "From committed to expected MRR, at the end of"
        ) { figures, _ in figures.bridgeTable }),
      .tables(
        Tables(caption: "Committed, expected and due", isFolded: true) { figures, _ in
          [figures.outlookTable]
        }),
      .tables(
        Tables(
          caption: "Month-end MRR forecasts, and earlier forecasts vs actuals", isFolded: true
        ) { figures, _ in [figures.forecastTable] }),
    ]
  ) { $0.outlookFinding }
}

/// One future in one picture: MRR at month ends as it came, then committed and expected MRR with the
/// interval that widens month by month; what is planned are dots.
extension ReportCharts {
  @Sendable static func outlook(_ figures: Figures) -> any Chart {
    let rows = figures.outlookMonths
    func values(_ column: Column<MRROutlook, Amount>) -> [Double?] {
      rows.map { $0.magnitude(column) }
    }
    return LineChart(
      title: "MRR, committed and expected", description: figures.outlookPicture,
      unit: .money(currency: figures.currency), labels: rows.map { figures.monthEnd($0) },
      series: [
        .init(name: "MRR", style: "level", values: values(MRROutlook.mrr)),
        .init(
          name: "expected", style: "level", values: values(MRROutlook.expected), stroke: .dashed),
        .init(
          name: "committed", style: "reactivation", values: values(MRROutlook.committedMRR),
          stroke: .dashed),
        .init(
          name: "budget", style: "contraction", values: values(MRROutlook.budget), stroke: .none),
      ].filter { $0.values.contains { $0 != nil } },
      bands: [
        .init(
          name: "80% interval", style: "level", low: values(MRROutlook.low),
          high: values(MRROutlook.high))
      ], first: "Month end")
  }
}

extension MRROutlook {
  /// What is drawn.
  static let fan = [mrr, expected, low, high, committedMRR, budget]
}

extension Figures {
  private static let shownMonths = 13

  /// The newest month ends up to the as-of day, and those to come.
  var outlookMonths: [Row<MRROutlook>] {
    let rows = rows(of: MRROutlook.self)
    return rows.where(MRROutlook.monthsAhead, is: 0).suffix(Self.shownMonths) + comingMonths
  }

  /// The month ends to come.
  var comingMonths: [Row<MRROutlook>] {
    rows(of: MRROutlook.self).filter { $0.integer(MRROutlook.monthsAhead) > 0 }
  }

  /// `Jul 2026`; of a day within a month the day.
  func monthEnd(_ row: Row<MRROutlook>) -> String {
    guard let month = row[MRROutlook.month], let day = row[MRROutlook.day] else { return "" }
    return day == month.lastDay
      ? DisplayFormat.monthAndYear(month) : DisplayFormat.shortDay(day)
  }

  /// What a screen reader says of it.
  var outlookPicture: String {
    guard let last = comingMonths.last(where: { $0[MRROutlook.expected] != nil }) else {
      return "MRR at month ends to \(asOf), and what of it is committed."
    }
    return "MRR at month ends to \(asOf), then committed and expected MRR with its 80% interval; "
      + "\(shown(last[MRROutlook.expected])) expected at the end of \(monthEnd(last))."
  }
}
