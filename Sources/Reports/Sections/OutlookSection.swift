import Metrics
import Values

extension ReportSection {
  static let outlook = ReportSection(
    "outlook", "Outlook",
    [
      .sentences { $0.outlookSentences },
      .exhibit(
        Exhibit(
          name: "outlook", chart: { ReportCharts.outlook.drawing($0, $0.outlookMonths) },
          isFile: true,
          caption: "From committed to expected MRR, at the end of"
        ) { figures, _ in figures.bridgeTable }),
      .table("Committed, expected and due", isFolded: true) { $0.outlookTable },
      .table("Month-end MRR forecasts, and earlier forecasts vs actuals", isFolded: true) {
        $0.forecastTable
      },
    ]
  ) { $0.outlookFinding }
}

/// One future in one picture: MRR at month ends as it came, then committed and expected MRR with the
/// interval that widens month by month; what is planned are dots.
extension ReportCharts {
  static let outlook = TableChart<MRROutlook>(
    shape: .lines, title: { _ in "MRR, committed and expected" },
    description: { $0.outlookPicture }, measure: "MRR",
    series: [
      .init(MRROutlook.mrr, .level, "MRR"),
      .init(MRROutlook.expected, .level, "Expected", .dashed),
      .init(MRROutlook.committedMRR, .reactivation, "Committed", .dashed),
      .init(MRROutlook.budget, .contraction, "Budget", .none),
    ], interval: .init(name: "80% interval", low: MRROutlook.low, high: MRROutlook.high),
    label: { $0.monthEnd($1) }, labels: "Month end")
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
