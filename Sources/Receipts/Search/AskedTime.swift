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
  private(set) var isAhead = false
  /// The words that say it.
  private(set) var taken: Set<Int> = []

  private let words: [String]
  private let report: Day

  /// `words`: as ``Words`` splits them.
  init(_ words: [String], _ report: Day) {
    (self.words, self.report) = (words, report)
    isAhead =
      words.contains(where: Self.ahead.contains)
      || words.joined(separator: " ").contains("come up")
    for index in words.indices where !taken.contains(index) { read(at: index) }
  }

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

  private func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }

  private mutating func set(_ span: Span, _ places: Range<Int>) {
    let before = words[..<places.lowerBound].suffix(2)
    let isCompared = before.contains(where: Self.comparing.contains)
    let end = isEnd(places.lowerBound) ? span.end : span
    taken.formUnion(places)
    if isCompared {
      compared = compared ?? end
    } else if before.contains("since") {
      self.span = .days(min(end.days(report).lowerBound, report)...report)
    } else if let first = self.span, before.last.map(Self.upTo.contains) ?? false {
      let (from, to) = (first.days(report).lowerBound, end.days(report).upperBound)
      if from <= to { self.span = .days(from...to) }
    } else {
      self.span = self.span ?? end
    }
  }

  /// What follows is only what something is compared with.
  private static let comparing: Set = ["than", "vs", "versus", "compared", "against"]
  private static let upTo: Set = ["to", "until", "till", "through"]

  /// `end of Q2`, `end of the year`, `year end 2025`.
  private func isEnd(_ index: Int) -> Bool {
    word(index - 1) == "end" || word(index - 1) == "of" && word(index - 2) == "end"
      || word(index - 2) == "of" && word(index - 3) == "end"
  }

  private mutating func read(at index: Int) {
    let word = words[index]
    if let day = Day(word) {
      self.word(index - 2) == "week" || self.word(index - 1) == "week"
        ? set(.week(day.week), index..<index + 1) : set(.day(day), index..<index + 1)
    } else if let month = Month(word) {
      set(.month(month), index..<index + 1)
    } else if let month = Self.month(named: word) {
      readMonth(month, at: index)
    } else if let quarter = Self.quarter(word) {
      readQuarter(quarter, at: index)
    } else if let year = Self.year(word) {
      set(days(of: 12, from: Month(year: year, month: 1)), index..<index + 1)
    } else {
      readRelative(at: index)
    }
  }

  private mutating func readRelative(at index: Int) {
    let (word, next, third) = (words[index], word(index + 1), word(index + 2))
    let offset = Self.offsets[word]
    if let offset, let span = span(offset, next) {
      return set(span, index..<index + 2)
    }
    switch (word, next) {
    case ("yesterday", _): set(.day(report), index..<index + 1)
    case ("today", _), ("now", _), ("currently", _): set(.now, index..<index + 1)
    case ("ytd", _), ("mtd", _):
      if let span = span(0, word == "ytd" ? "year" : "month") { set(span, index..<index + 1) }
    case (_, "to") where third == "date":
      if let span = span(0, word) { set(span, index..<index + 3) }
    case (_, "week") where offset == 1 || word == "a":
      numbers.append((7, .days))
      isAhead = isAhead || offset == 1
    case ("a", "day") where ["within", "after"].contains(self.word(index - 1)):
      numbers.append((1, .days))
    case ("half", "a"): numbers.append((6, .months))
    case ("a", "year") where third != "ago": numbers.append((12, .months))
    case (_, "quarter"):
      guard let number = Self.ordinal(word), number < 5 else { break }
      readQuarter(Int(number), at: index + 1)
    default: readNumber(at: index, isPast: offset == -1)
    }
  }

  private static let offsets = [
    "last": -1, "past": -1, "trailing": -1, "previous": -1, "rolling": -1, "this": 0, "next": 1,
    "coming": 1,
  ]

  /// The last, this or the next one; nil for a week to come, which is no calendar's.
  private func span(_ offset: Int, _ unit: String) -> Span? {
    switch unit {
    case "week": offset < 0 ? .trailing(7) : offset == 0 ? .week(report.week) : nil
    case "month": .month(offset < 0 ? lastMonth : report.month.advanced(by: offset))
    case "quarter":
      days(
        of: 3,
        from: (offset < 0 ? lastMonth.advanced(by: -2) : report.month.advanced(by: 3 * offset))
          .firstOfQuarter)
    case "year": days(of: 12, from: Month(year: report.month.year + offset, month: 1))
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
    return .days(first.firstDay...min(last, max(report, first.firstDay)))
  }

  private mutating func readNumber(at index: Int, isPast: Bool) {
    if isPast, let number = Self.number(word(index + 1)) {
      let (count, places) = (Int(number), index..<min(index + 3, words.count))
      switch word(index + 2) {
      case "day", "days": return set(.trailing(count), places)
      case "month", "months":
        return set(days(of: count, from: lastMonth.advanced(by: 1 - count)), places)
      default: break
      }
    }
    if let age = Self.age(words[index]) {
      numbers.append(age)
      taken.insert(index)
      return
    }
    guard let number = words[index] == "a" ? 1 : Self.number(words[index]) else { return }
    if word(index + 2) == "ago", let (unit, factor) = Self.unit(word(index + 1)) {
      return set(ago(Int(number * factor), unit), index..<index + 3)
    }
    guard words[index] != "a" else { return }
    if word(index + 1) == "before" { taken.insert(index) }
    if let (unit, factor) = Self.unit(word(index + 1)) {
      numbers.append((number * factor, unit))
      taken.formUnion(index..<index + 2)
    } else if let (unit, factor) = Self.unit(word(index - 1)) {
      numbers.append((number * factor, unit))
      taken.insert(index)
    }
  }

  private func ago(_ number: Int, _ unit: Table.Unit) -> Span {
    guard unit == .months else { return .day(report.advanced(by: -number)) }
    let month = report.month.advanced(by: -number)
    let place = report.month.firstDay.distance(to: report)
    return .day(min(month.firstDay.advanced(by: place), month.lastDay))
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

  /// `12 june 2026`, `june 12`, `june 2026`, `june`.
  private mutating func readMonth(_ number: Int, at index: Int) {
    // A verb, unless a number says otherwise.
    if words[index] == "may", index > 0,
      ["we", "it", "they", "you", "that"].contains(word(index - 1))
    {
      return
    }
    let before = (word(index - 1) == "of" ? index - 2 : index - 1)
    var (first, last) = (index, index)
    var day = Self.dayNumber(word(before))
    if day != nil {
      first = before
    } else if let after = Self.dayNumber(word(index + 1)) {
      (day, last) = (after, index + 1)
    }
    let year = Self.year(word(last + 1))
    if year != nil { last += 1 }
    let month = year.map { Month(year: $0, month: number) } ?? usual(number)
    let places = first..<last + 1
    guard let day else { return set(.month(month), places) }
    guard let date = Day(year: month.year, month: number, day: day) else { return }
    let isWeek = (max(0, first - 4)..<first).contains { word($0) == "week" }
    set(isWeek ? .week(date.week) : .day(date), places)
  }

  /// The latest one that has begun, or the next one where it is to come.
  private func usual(_ number: Int) -> Month {
    let this = Month(year: report.month.year, month: number)
    if isAhead { return this > report.month ? this : this.advanced(by: 12) }
    if words.contains(where: { $0.hasPrefix("budget") || $0 == "planned" }) { return this }
    return this > report.month ? this.advanced(by: -12) : this
  }

  private mutating func readQuarter(_ quarter: Int, at index: Int) {
    let year = Self.year(word(index + 1))
    let first = year.map { Month(year: $0, month: quarter * 3 - 2) } ?? usual(quarter * 3 - 2)
    set(
      .days(first.firstDay...first.advanced(by: 2).lastDay),
      index..<(year == nil ? index + 1 : index + 2))
  }

  // MARK: - Words

  /// Words that ask for what is still to come.
  static let ahead: Set = [
    "will", "next", "forecast", "expected", "expect", "upcoming", "projected",
  ]

  private static let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"]

  static func ordinal(_ word: String) -> Int64? {
    ordinals.firstIndex(of: word).map { Int64($0 + 1) }
  }

  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private static func month(named word: String) -> Int? {
    let short = word == "sept" ? "sep" : word
    guard short.count >= 3 else { return nil }
    return months.firstIndex { $0 == word || ($0.prefix(3) == short && short.count == 3) }.map {
      $0 + 1
    }
  }

  private static func quarter(_ word: String) -> Int? {
    word.count == 2 && word.hasPrefix("q")
      ? Int(word.dropFirst()).flatMap { (1...4).contains($0) ? $0 : nil } : nil
  }

  private static func year(_ word: String) -> Int? {
    word.count == 4 ? Int(word).flatMap { (2008...2099).contains($0) ? $0 : nil } : nil
  }

  private static func dayNumber(_ word: String) -> Int? {
    let digits = word.prefix { $0.isNumber }
    guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
    return Int(digits).flatMap { (1...31).contains($0) ? $0 : nil }
  }

  private static let named = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]

  /// `90`, `six`, `2nd`.
  static func number(_ word: String) -> Int64? {
    if let place = named.firstIndex(of: word) { return Int64(place + 1) }
    let digits = word.prefix { $0.isNumber }
    guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
    return Int64(digits)
  }

  private static func unit(_ word: String) -> (Table.Unit, Int64)? {
    switch word {
    case "day", "days": (.days, 1)
    case "week", "weeks": (.days, 7)
    case "month", "months": (.months, 1)
    case "year", "years": (.months, 12)
    default: nil
    }
  }

  /// `M3`, `D30`.
  private static func age(_ word: String) -> (number: Int64, unit: Table.Unit)? {
    guard let number = Int64(word.dropFirst()), number < 1000 else { return nil }
    return word.hasPrefix("m") ? (number, .months) : word.hasPrefix("d") ? (number, .days) : nil
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
