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

  let words: [String]
  let tokens: [TimeWord]
  /// The report's day, and the first one that it tells of.
  let report, first: Day

  /// `words`: as ``Words`` splits them.
  init(_ words: [String], _ report: Day, since first: Day) {
    (self.words, self.report, self.first) = (words, report, first)
    tokens = words.map(TimeWord.init)
    isAhead =
      !Self.aheadPlaces(words).isEmpty || words.joined(separator: " ").contains("come up")
    var index = 0
    while index < words.count { index += max(1, read(at: index)) }
    takeWeeks()
    compareWithBefore()
  }

  /// `installs per week`: the last one, where no time is said.
  private mutating func takeWeeks() {
    let each = words.indices.first { place in
      guard says(place, ["per", "by"]), token(place + 1) == .unit(.days, 7) else { return false }
      if case .number = token(place + 2) { return false }
      return true
    }
    guard span == nil, let each else { return }
    span = .week(lastWeek)
    taken.formUnion([each, each + 1])
  }

  /// Where `yoy` or `year over year` stands.
  private var yearOverYear: Range<Int>? {
    let year = TimeWord.unit(.months, 12)
    return words.indices.lazy.compactMap { place in
      if words[place] == "yoy" { return place..<place + 1 }
      let isSaid =
        token(place) == year && says(place + 1, ["over", "on"]) && token(place + 2) == year
      return isSaid ? place..<place + 3 : nil
    }.first
  }

  /// `down compared to last week` and `did it fall in May` ask for a time and for the one before it.
  private mutating func compareWithBefore() {
    if let places = yearOverYear {
      taken.formUnion(places)
      compared = (span ?? .now).aYearBefore(report)
      return
    }
    if span == nil, compared == .trailing(7) { span = compared }
    guard let span, compared == span || compared == nil && tellsOfMoves else { return }
    compared = span.before(report)
  }

  private static let moves = changes.subtracting(["growth", "vs", "versus", "compared"])
    .union(["decline", "declined", "down", "up"])
  private static let particles: Set = [
    "sign", "signs", "signed", "signing", "broken", "break", "split", "set", "top", "coming",
    "come",
    "came", "ended", "followed",
  ]

  /// Whether it asks how something moved; nobody does with `signed up`, `broken down`.
  private var tellsOfMoves: Bool {
    words.indices.contains { place in
      let isParticle =
        says(place, ["up", "down"]) && says(place - 1, Self.particles)
        || says(place + 1, ["off", "out"])
      return Self.moves.contains(words[place]) && !isParticle
    }
  }

  /// Words that ask for what is still to come.
  static func aheadPlaces(_ words: [String]) -> Set<Int> {
    Set(
      words.indices.filter { place in
        ahead.contains(words[place])
          || words[place] == "going" && words[place...].dropFirst().first == "to"
            && words[..<place].last != "not"
      })
  }

  private static let ahead: Set = [
    "will", "next", "forecast", "expected", "expect", "upcoming", "projected",
  ]

  /// `31/03/2026` as `2026-03-31`, where only one number can be the month.
  static func withISODays(_ text: String) -> String {
    text.replacing(writtenDay) { match in
      guard let one = Int(match.1), let other = Int(match.2), let year = Int(match.3),
        max(one, other) > 12 || one == other,
        let day = Day(year: year, month: min(one, other), day: max(one, other))
      else { return String(match.0) }
      return day.description
    }
  }

  private nonisolated(unsafe) static let writtenDay =
    /\b([0-9]{1,2})[\/.]([0-9]{1,2})[\/.](20[0-9]{2})\b/

  /// The same of what it is to be compared with; nil where that is nothing.
  var other: AskedTime? {
    guard let compared else { return nil }
    var other = self
    other.span = compared
    return other
  }

  /// Whether it is to be compared with another time than the month before the report's.
  var isBesideOtherTime: Bool {
    guard let compared else { return false }
    return ![.month(report.month.advanced(by: -1)), .trailing(30)].contains(compared)
  }

  /// The same without the month or quarter that ends tonight, which `last month` may not mean.
  var withoutNewest: AskedTime? {
    let units = tokens.indices.compactMap { place -> Int? in
      guard case .offset(-1) = token(place), case .unit(.months, let count) = token(place + 1),
        count < 12
      else { return nil }
      return Int(count)
    }
    guard report == report.month.lastDay, let count = units.first else { return nil }
    let newest = report.month.advanced(by: 1 - count)
    var other = self
    other.span =
      count == 1
      ? .month(newest.advanced(by: -1)) : days(of: count, from: newest.advanced(by: -count))
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
  func token(_ index: Int) -> TimeWord {
    tokens.indices.contains(index) ? tokens[index] : .word("")
  }

  func says(_ index: Int, _ any: Set<String>) -> Bool {
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
    if joins(["than", "vs", "versus", "compared", "against"])
      || self.span != nil && says(places.lowerBound - 1, ["over"])
    {
      compared = compared ?? end
    } else if joins(["after"]), end.days(report).upperBound < report {
      self.span = .days(end.days(report).upperBound.advanced(by: 1)...report)
    } else if joins(["since"]) {
      self.span = .days(min(end.days(report).lowerBound, report)...report)
      if tellsOfMoves { compared = end }
    } else if let first = self.span, joins(["to"]), !Self.changes.isDisjoint(with: words) {
      (self.span, compared) = (end, first.end)
    } else if let first = self.span, joins(["to", "until", "till", "through"]) || isBetween(before)
    {
      let (from, to) = (first.days(report).lowerBound, end.days(report).upperBound)
      if from <= to { self.span = .days(from...min(to, max(from, report))) }
    } else {
      self.span = self.span ?? end
    }
  }

  /// `growth from Q1 to Q2` is of the two, and not of all days of both.
  static let changes: Set = [
    "growth", "grow", "grew", "change", "changed", "increase", "increased", "decrease", "decreased",
    "rise", "rose", "fall", "fell", "drop", "dropped", "vs", "versus", "compared",
  ]

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

extension AskedTime.Span {
  /// Several days as the last one of them.
  fileprivate var end: Self {
    if case .days(let days) = self { .day(days.upperBound) } else { self }
  }

  /// As many days, or the month, before it; nil where nothing is before it.
  fileprivate func before(_ report: Day) -> Self? {
    switch self {
    case .now: return nil
    case .month(let month): return .month(month.advanced(by: -1))
    case .day(let day): return .day(day.advanced(by: -1))
    case .week(let monday): return .week(monday.advanced(by: -7))
    case .days, .trailing:
      let days = days(report)
      let (first, last) = (days.lowerBound.month, days.upperBound.month)
      if days == first.firstDay...last.lastDay {
        let before = first.advanced(by: -(first.distance(to: last) + 1))
        return .days(before.firstDay...first.advanced(by: -1).lastDay)
      }
      return .days(days.lowerBound.advanced(by: -days.count)...days.lowerBound.advanced(by: -1))
    }
  }

  fileprivate func aYearBefore(_ report: Day) -> Self {
    if case .month(let month) = self { return .month(month.advanced(by: -12)) }
    func before(_ day: Day) -> Day {
      let month = day.month.advanced(by: -12)
      return min(month.firstDay.advanced(by: day.month.firstDay.distance(to: day)), month.lastDay)
    }
    let days = days(report)
    return days.count == 1
      ? .day(before(days.lowerBound)) : .days(before(days.lowerBound)...before(days.upperBound))
  }

  /// The month that it is exactly.
  func wholeMonth(_ report: Day) -> Month? {
    let days = days(report)
    let month = days.lowerBound.month
    return month.firstDay...month.lastDay == days ? month : nil
  }

  /// All its days.
  func days(_ report: Day) -> ClosedRange<Day> {
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
