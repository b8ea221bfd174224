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

  /// `1 · Thu 18 Jun 2026, Incident: payments are declined.`: those of a day and after it; nil: all.
  func annotationRemarks(since first: Day? = nil) -> [ReportSection.Remark] {
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
  func annotationSentence(of days: ClosedRange<Day>) -> String {
    let noted = annotations.filter { days.contains($0.day) }.suffix(3).map {
      "\(DisplayFormat.shortDay($0.day)): \($0.text)"
    }
    return noted.isEmpty ? "" : " Noted on \(noted.joined(separator: "; "))."
  }
}

/// What is missing for want of exchange rates, prices and billing periods, as the forms of a report
/// say it: in red above the headline, and as a mark on every figure and picture that is too small
/// for it.
extension Figures {
  /// What MRR and subscribers lack; nil where they are whole.
  var mrrMark: String? {
    joined(MissingRatesNotice(self)?.mark, IncompleteChargesNotice(.period, self)?.mark)
  }

  /// What revenue lacks; nil where it is whole.
  var revenueMark: String? { joined(MissingRatesNotice(self)?.chargesMark) }

  func markedMRR(_ title: String) -> String { marked(title, mrrMark) }

  func markedRevenue(_ title: String) -> String { marked(title, revenueMark) }

  var incompleteMoneyRemarks: [ReportSection.Remark] {
    let rates = MissingRatesNotice(self)
    let periods = IncompleteChargesNotice(.period, self)
    let parts = [rates?.mark, rates?.chargesMark, pricesMark, periods?.mark].compactMap(\.self)
    return parts.isEmpty
      ? [] : [ReportSection.Remark(text: parts.joined(separator: ", ") + ".", isBad: true)]
  }

  private var pricesMark: String? { IncompleteChargesNotice(.price, self)?.mark }

  private func joined(_ marks: String?...) -> String? {
    let marks = (marks + [pricesMark]).compactMap(\.self)
    return marks.isEmpty ? nil : marks.joined(separator: ", ")
  }

  private func marked(_ title: String, _ mark: String?) -> String {
    mark.map { "\(title) (\($0))" } ?? title
  }
}
