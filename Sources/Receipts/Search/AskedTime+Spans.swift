import Metrics
import Values

// Which days some words mean, and how many words they are.

extension AskedTime {
  func span(at index: Int) -> (Span, Int)? {
    if let days = daysOfMonth(at: index) ?? weekday(at: index) { return days }
    return switch (token(index), token(index + 1), token(index + 2)) {
    case (.day(let day), _, _): (week(of: day, at: index), 1)
    case (.month(let month), _, _): (.month(month), 1)
    case (.year(let year), _, _): (days(of: 12, from: Month(year: year, month: 1)), 1)
    case (.number(let day), _, _) where 1...31 ~= day && isDayOfThisMonth(index):
      (.day(dayOfThisMonth(Int(day))), 1)
    case (.number(let day), .word("of"), .part(let month, of: 12)):
      part(month, of: 12, day, index..<index + 3)
    case (.number(let day), .part(let month, of: 12), _),
      (.part(let month, of: 12), .number(let day), _):
      part(month, of: 12, day, index..<index + 2)
    case (.part(let number, let parts), _, _) where !isVerb(index):
      part(number, of: parts, nil, index..<index + 1)
    case (.number(let number), .unit(.months, 3), _) where number < 5:
      part(Int(number), of: 4, nil, index..<index + 2)
    case (.number(let number), .word("half"), .word("of")) where number < 3 && isMonth(index + 3):
      halfOfMonth(Int(number), index)
    case (.number(let number), .word("half"), _) where number < 3:
      part(Int(number), of: 2, nil, index..<index + 2)
    default: relative(at: index)
    }
  }

  /// As the report's day has it.
  func relative(at index: Int) -> (Span, Int)? {
    switch (token(index), token(index + 1), token(index + 2)) {
    case (.offset(-1), .number(let count), .unit(.days, let days)):
      (.trailing(Int(count * days)), 3)
    case (.offset(-1), .number(let count), .unit(_, let months)):
      (days(of: Int(count * months), from: lastMonth.advanced(by: 1 - Int(count * months))), 3)
    case (.offset(let offset), .unit(let unit, let count), _):
      calendar(offset, unit, count).map { ($0, 2) }
    case (.number(let count), .unit(let unit, let factor), .word("ago")):
      (ago(Int(count * factor), unit), 3)
    case (.word("a"), .unit(let unit, let factor), .word("ago")): (ago(Int(factor), unit), 3)
    case (.word("yesterday"), _, _): (.day(report), 1)
    case (.word("christmas"), _, _):
      (
        christmas(says(index + 1, ["eve"]) ? 24 : 25, index),
        says(index + 1, ["eve", "day"]) ? 2 : 1
      )
    case (.word("today"), _, _): (.day(report), 1)
    case (.word("now"), _, _), (.word("currently"), _, _): (.now, 1)
    case (.word("all"), .word("time"), _): (.days(first...report), 2)
    case (.word("since"), .word(let start), _) where Self.starts.contains(start):
      since(startAt: index + 1, from: index)
    case (.word("since"), .word("the"), .word(let start)) where Self.starts.contains(start):
      since(startAt: index + 2, from: index)
    case (.word("ytd"), _, _): calendar(0, .months, 12).map { ($0, 1) }
    case (.word("mtd"), _, _): (.month(report.month), 1)
    case (.unit(let unit, let count), .word("to"), .word("date")):
      calendar(0, unit, count).map { ($0, 3) }
    default: nil
    }
  }

  /// From the start whose word stands at `place`: of all, or `of the year`, so far.
  private func since(startAt place: Int, from index: Int) -> (Span, Int) {
    guard says(place + 1, ["of"]), says(place + 2, ["the", "this"]),
      case .unit(let unit, let count) = token(place + 3), let span = calendar(0, unit, count)
    else { return (.days(first...report), place + 1 - index) }
    return (span, place + 4 - index)
  }

  private static let starts: Set = ["launch", "start", "beginning", "inception"]
}
