import Metrics
import Values

/// What a word says of a time.
enum TimeWord: Equatable, Sendable {
  case day(Day), month(Month), year(Int)
  /// Of a year: `june` is part 6 of 12, `q2` part 2 of 4.
  case part(Int, of: Int)
  /// `90`, `six`, `2nd`.
  case number(Int64)
  case unit(Table.Unit, Int64)
  /// -1 for the last one, 0 for this one, 1 for the next one.
  case offset(Int)
  /// `M3`, `D30`.
  case age(Int64, Table.Unit)
  case word(String)

  init(_ word: String) {
    switch (word.first, Int64(word.drop { $0.isLetter })) {
    case ("q"?, let number?) where 1...4 ~= number: self = .part(Int(number), of: 4)
    case ("h"?, let number?) where 1...2 ~= number: self = .part(Int(number), of: 2)
    case ("m"?, let number?) where number < 1000: self = .age(number, .months)
    case ("d"?, let number?) where number < 1000: self = .age(number, .days)
    case (_, let number?) where word.count == 4 && 2008...2099 ~= number: self = .year(Int(number))
    default: self = Self.named(word)
    }
  }

  private static func named(_ word: String) -> TimeWord {
    if let day = Day(word) { return .day(day) }
    if let month = Month(word) { return .month(month) }
    if let number = number(word), 1...10_000 ~= number { return .number(number) }
    if let month = months.firstIndex(where: { $0 == word || short($0, is: word) }) {
      return .part(month + 1, of: 12)
    }
    if let offset = offsets[word] { return .offset(offset) }
    if let (unit, count) = units[word.last == "s" ? String(word.dropLast()) : word] {
      return .unit(unit, count)
    }
    return .word(word)
  }

  static func number(_ word: String) -> Int64? {
    for names in [cardinals, ordinals] {
      if let place = names.firstIndex(of: word) { return Int64(place + 1) }
    }
    let digits = word.prefix { $0.isNumber }
    guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
    return Int64(digits)
  }

  static func isOrdinal(_ word: String) -> Bool {
    ordinals.contains(word) || word.first?.isNumber ?? false && word.last?.isLetter ?? false
  }

  private static func short(_ month: String, is word: String) -> Bool {
    word == "sept" ? month == "september" : word.count == 3 && month.hasPrefix(word)
  }

  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  static let names = months + weekdays + ordinals + cardinals
  private static let cardinals = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]
  private static let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"]
  private static let offsets = [
    "last": -1, "past": -1, "trailing": -1, "previous": -1, "rolling": -1, "this": 0, "current": 0,
    "next": 1, "coming": 1,
  ]
  private static let units: [String: (Table.Unit, Int64)] = [
    "day": (.days, 1), "week": (.days, 7), "month": (.months, 1), "quarter": (.months, 3),
    "year": (.months, 12),
  ]
}
