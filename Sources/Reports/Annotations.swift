import Metrics
import Settings
import Values

/// What happened, numbered as charts mark it: 1 is the newest, which every chart shows.
extension Figures {
  private var numbered: [(number: Int, annotation: Annotation)] {
    annotations.reversed().enumerated().map { ($0 + 1, $1) }
  }

  /// Numbers by the index of the day on which something happened.
  func annotationMarks(_ days: [Day?]) -> [Int: String] { marks(days) { $0 } }

  /// Numbers by the index of the month in which something happened.
  func annotationMarks(_ months: [Month?]) -> [Int: String] { marks(months, of: \.month) }

  private func marks<Span: Equatable>(
    _ spans: [Span?], of span: (Day) -> Span
  ) -> [Int: String] {
    let found = numbered.compactMap { number, annotation in
      spans.firstIndex(of: span(annotation.day)).map { ($0, "\(number)") }
    }
    return Dictionary(found, uniquingKeysWith: { "\($0),\($1)" })
  }

  /// `1 · Thu 18 Jun 2026, Incident: payments are declined.`
  var annotationRemarks: [ReportSection.Remark] { annotationRemarks(since: nil) }

  /// Those of a day and after it; nil: all.
  func annotationRemarks(since first: Day?) -> [ReportSection.Remark] {
    numbered.filter { $0.annotation.day >= first ?? $0.annotation.day }.map { number, annotation in
      let day = DisplayFormat.dayName(annotation.day)
      let year = padded(annotation.day.civil.year, 4)
      let link = annotation.link.map { " (\($0))" } ?? ""
      return ReportSection.Remark(
        lead: "\(number) · \(day) \(year), \(annotation.kind.title):",
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
