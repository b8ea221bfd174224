import Metrics
import Values

/// When a question is about, as its words say it, and which numbers of days or months it names.
struct AskedTime: Sendable {
  enum Span: Sendable, Equatable {
    case day(Day), month(Month), week(Day), days(ClosedRange<Day>)
    /// So many days up to the report's.
    case trailing(Int)
    case now
  }

  private(set) var span: Span?
  /// What it is to be compared with.
  private var compared: Span?
  /// `90 days`, `month 3`: of what age, or how far ahead.
  private(set) var numbers: [(number: Int64, unit: Table.Unit)] = []
  /// Whether it asks for what is still to come.
  private(set) var isAhead: Bool
  /// The words that say it.
  private(set) var taken: Set<Int> = []

  private let words: [String]
  private let tokens: [TimeWord]
  private let report: Day

  /// `words`: as ``Words`` splits them.
  init(_ words: [String], _ report: Day) {
    (self.words, self.report) = (words, report)
    tokens = words.map(TimeWord.init)
    isAhead =
      words.contains(where: Self.ahead.contains)
      || words.joined(separator: " ").contains("come up")
    var index = 0
    while index < words.count { index += max(1, read(at: index)) }
  }

  /// Words that ask for what is still to come.
  static let ahead: Set = [
    "will", "next", "forecast", "expected", "expect", "upcoming", "projected",
  ]

  /// `31/03/2026` as `2026-03-31`, where only one number can be the month.
  static func withISODays(_ text: String) -> String {
    text.replacing(/\b([0-9]{1,2})[\/.]([0-9]{1,2})[\/.](20[0-9]{2})\b/) { match in
      guard let one = Int(match.1), let other = Int(match.2), let year = Int(match.3),
        max(one, other) > 12 || one == other,
        let day = Day(year: year, month: min(one, other), day: max(one, other))
      else { return String(match.0) }
      return day.description
    }
  }

  /// The same of what it is to be compared with; nil where that is nothing.
  var other: AskedTime? {
    guard let compared else { return nil }
    var other = self
    other.span = compared
    return other
  }

  /// The age that a table by days, or months, has for one that is asked for in the other unit.
  func age(in unit: Table.Unit?) -> Int64? {
    if let same = numbers.first(where: { $0.unit == unit }) { return same.number }
    guard let (number, own) = numbers.first else { return nil }
    switch (own, unit) {
    case (.months, .days): return number % 12 == 0 ? number / 12 * 365 : number * 30
    case (.days, .months): return number >= 28 ? (number + 15) / 30 : nil
    default: return nil
    }
  }
}

// MARK: - One after the other

extension AskedTime {
  private func token(_ index: Int) -> TimeWord {
    tokens.indices.contains(index) ? tokens[index] : .word("")
  }

  private func says(_ index: Int, _ any: Set<String>) -> Bool {
    words.indices.contains(index) && any.contains(words[index])
  }

  /// How many words are read.
  private mutating func read(at index: Int) -> Int {
    if let (span, count) = span(at: index) {
      set(span, index..<index + count)
      return count
    }
    let (number, count) = number(at: index)
    guard let number else { return count }
    numbers.append(number)
    taken.formUnion(index..<index + count)
    return count
  }

  /// Joined to what stands before by the words between.
  private mutating func set(_ span: Span, _ places: Range<Int>) {
    taken.formUnion(places)
    let before = places.lowerBound - 2..<places.lowerBound
    let last = end(before: places.lowerBound)
    let end = last == nil ? span : span.end
    taken.formUnion((last ?? places.lowerBound)..<places.lowerBound)
    func joins(_ words: Set<String>) -> Bool { before.contains { says($0, words) } }
    if joins(["than", "vs", "versus", "compared", "against"]) {
      compared = compared ?? end
    } else if joins(["since"]) {
      self.span = .days(min(end.days(report).lowerBound, report)...report)
    } else if let first = self.span, joins(["to", "until", "till", "through"]) || isBetween(before)
    {
      let (from, to) = (first.days(report).lowerBound, end.days(report).upperBound)
      if from <= to { self.span = .days(from...min(to, max(from, report))) }
    } else {
      self.span = self.span ?? end
    }
  }

  private func isBetween(_ before: Range<Int>) -> Bool {
    says(before.upperBound - 1, ["and"]) && words[..<before.upperBound].contains("between")
  }

  /// Where `end of` stands, as in `end of Q2`, `close of the year`, `year end 2025`.
  private func end(before index: Int) -> Int? {
    (1...3).map { index - $0 }.first { place in
      says(place, ["end", "close"])
        && (place + 1..<index).allSatisfy { says($0, ["of", "the", "at"]) }
    }
  }

  private func span(at index: Int) -> (Span, Int)? {
    switch (token(index), token(index + 1), token(index + 2)) {
    case (.day(let day), _, _): (week(of: day, at: index), 1)
    case (.month(let month), _, _): (.month(month), 1)
    case (.year(let year), _, _): (days(of: 12, from: Month(year: year, month: 1)), 1)
    case (.number(let day), .word("of"), .part(let month, of: 12)):
      part(month, of: 12, day, index..<index + 3)
    case (.number(let day), .part(let month, of: 12), _),
      (.part(let month, of: 12), .number(let day), _):
      part(month, of: 12, day, index..<index + 2)
    case (.part(let number, let parts), _, _) where !isVerb(index):
      part(number, of: parts, nil, index..<index + 1)
    case (.number(let number), .unit(.months, 3), _) where number < 5:
      part(Int(number), of: 4, nil, index..<index + 2)
    case (.number(let number), .word("half"), _) where number < 3:
      part(Int(number), of: 2, nil, index..<index + 2)
    default: relative(at: index)
    }
  }

  /// As the report's day has it.
  private func relative(at index: Int) -> (Span, Int)? {
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
    case (.word("today"), _, _), (.word("now"), _, _), (.word("currently"), _, _): (.now, 1)
    case (.word("ytd"), _, _): calendar(0, .months, 12).map { ($0, 1) }
    case (.word("mtd"), _, _): (.month(report.month), 1)
    case (.unit(let unit, let count), .word("to"), .word("date")):
      calendar(0, unit, count).map { ($0, 3) }
    default: nil
    }
  }

  /// How old, or how far ahead, and of how many words.
  private mutating func number(at index: Int) -> ((Int64, Table.Unit)?, Int) {
    switch (token(index), token(index + 1)) {
    case (.age(let number, let unit), _): return ((number, unit), 1)
    case (.word("tomorrow"), _):
      isAhead = true
      return ((1, .days), 1)
    case (.number(let number), .unit(let unit, let factor)),
      (.unit(let unit, let factor), .number(let number)):
      return ((number * factor, unit), 2)
    case (.word("a"), .unit(let unit, let factor)) where says(index - 1, ["within", "after", "in"]):
      return ((factor, unit), 2)
    case (.offset(1), .unit(.days, 7)):
      isAhead = true
      numbers.append((7, .days))
    case (.number, .word("before")): taken.insert(index)
    default: break
    }
    return (nil, 1)
  }
}

// MARK: - Which days

extension AskedTime {
  private func week(of day: Day, at index: Int) -> Span {
    (1...4).contains { says(index - $0, ["week"]) } ? .week(day.week) : .day(day)
  }

  /// A month, quarter or half of a year that can stand behind it, or a day of the month.
  private func part(
    _ number: Int, of parts: Int, _ day: Int64?, _ places: Range<Int>
  ) -> (Span, Int)? {
    let next = says(places.upperBound, ["of"]) ? 2 : 1
    let year: Int? =
      if case .year(let year) = token(places.upperBound + next - 1) { year } else { nil }
    let (months, count) = (12 / parts, places.count + (year == nil ? 0 : next))
    let month = (number - 1) * months + 1
    let first = year.map { Month(year: $0, month: month) } ?? usual(month)
    if let day {
      let day = Day(year: first.year, month: first.monthOfYear, day: Int(min(day, 32)))
      return day.map { (week(of: $0, at: places.lowerBound), count) }
    }
    guard months > 1 else { return (.month(first), count) }
    return (.days(first.firstDay...first.advanced(by: months - 1).lastDay), count)
  }

  /// `may` is a verb after these.
  private func isVerb(_ index: Int) -> Bool {
    says(index, ["may"]) && says(index - 1, ["we", "it", "they", "you", "that", "i"])
  }

  private static let past: Set = ["was", "were", "did", "had", "last"]
  private static let planned: Set = ["budget", "budgeted", "planned", "target", "goal"]

  /// The latest one that has begun, or the next one where it is to come.
  private func usual(_ number: Int) -> Month {
    let this = Month(year: report.month.year, month: number)
    if isAhead { return this > report.month ? this : this.advanced(by: 12) }
    if words.contains(where: Self.planned.contains) { return this }
    // The month that is about to begin is still to come unless something was in it.
    let isPast = words.contains(where: Self.past.contains)
    if this == report.month.advanced(by: 1), !isPast { return this }
    return this > report.month ? this.advanced(by: -12) : this
  }

  /// Of the year that is named, or the latest one.
  private func christmas(_ day: Int, _ index: Int) -> Span {
    let years = tokens[index...].lazy.compactMap {
      if case .year(let year) = $0 { year } else { nil }
    }
    return Day(year: years.first ?? usual(12).year, month: 12, day: day).map(Span.day) ?? .now
  }

  /// The last, this or the next one; nil for a week to come, which is no calendar's.
  private func calendar(_ offset: Int, _ unit: Table.Unit, _ count: Int64) -> Span? {
    switch (unit, count) {
    case (.days, 7): offset < 0 ? .trailing(7) : offset == 0 ? .week(report.week) : nil
    case (.months, 1): .month(offset < 0 ? lastMonth : report.month.advanced(by: offset))
    case (.months, 3):
      days(
        of: 3,
        from: (offset < 0 ? lastMonth.advanced(by: -2) : report.month.advanced(by: 3 * offset))
          .firstOfQuarter)
    case (.months, _): days(of: 12, from: Month(year: report.month.year + offset, month: 1))
    default: nil
    }
  }

  /// The last one that is over.
  private var lastMonth: Month {
    report == report.month.lastDay ? report.month : report.month.advanced(by: -1)
  }

  /// So many months, up to the report.
  private func days(of months: Int, from first: Month) -> Span {
    let last = first.advanced(by: months - 1).lastDay
    return .days(first.firstDay...(isAhead ? last : min(last, max(report, first.firstDay))))
  }

  private func ago(_ number: Int, _ unit: Table.Unit) -> Span {
    guard unit == .months else { return .day(report.advanced(by: -number)) }
    let month = report.month.advanced(by: -number)
    let place = report.month.firstDay.distance(to: report)
    return .day(min(month.firstDay.advanced(by: place), month.lastDay))
  }
}

extension AskedTime.Span {
  /// Several days as the last one of them.
  fileprivate var end: Self {
    if case .days(let days) = self { .day(days.upperBound) } else { self }
  }

  /// All its days.
  fileprivate func days(_ report: Day) -> ClosedRange<Day> {
    switch self {
    case .day(let day): day...day
    case .month(let month): month.firstDay...month.lastDay
    case .week(let monday): monday...monday.advanced(by: 6)
    case .days(let days): days
    case .trailing(let count): report.advanced(by: 1 - count)...report
    case .now: report...report
    }
  }
}
