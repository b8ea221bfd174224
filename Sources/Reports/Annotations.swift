import Metrics
import Settings
import Values

/// What happened, numbered as charts mark it.
extension Figures {
  /// Numbers by the index of the day on which something happened.
  func annotationMarks(_ days: [Day?]) -> [Int: String] { marks(days) { $0 } }

  /// Numbers by the index of the month in which something happened.
  func annotationMarks(_ months: [Month?]) -> [Int: String] { marks(months, of: \.month) }

  private func marks<Span: Equatable>(
    _ spans: [Span?], of span: (Day) -> Span
  ) -> [Int: String] {
    let numbered = annotations.enumerated().compactMap { number, annotation in
      spans.firstIndex(of: span(annotation.day)).map { ($0, "\(number + 1)") }
    }
    return Dictionary(numbered, uniquingKeysWith: { "\($0),\($1)" })
  }

  /// `1 · Thu 18 Jun 2026, Incident: payments are declined.`
  var annotationRemarks: [ReportSection.Remark] {
    annotations.enumerated().map { number, annotation in
      let day = DisplayFormat.dayName(annotation.day)
      let year = padded(annotation.day.civil.year, 4)
      let link = annotation.link.map { " (\($0))" } ?? ""
      return ReportSection.Remark(
        lead: "\(number + 1) · \(day) \(year), \(annotation.kind.title):",
        text: annotation.text + link)
    }
  }

  /// ` Noted on 18 Jun: payments are declined.`; empty where nothing is.
  func annotationSentence(since first: Day) -> String {
    let noted = annotations.filter { $0.day >= first }.suffix(3).map {
      "\(DisplayFormat.shortDay($0.day)): \($0.text)"
    }
    return noted.isEmpty ? "" : " Noted on \(noted.joined(separator: "; "))."
  }
}
