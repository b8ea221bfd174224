/// A calendar day, as days since 1970-01-01, in the reporting time zone.
public struct Day: Hashable, Comparable, Sendable, Strideable {
  public var number: Int32

  public init(_ number: Int) { self.number = Int32(truncatingIfNeeded: number) }

  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
  public func advanced(by days: Int) -> Day { Day(Int(number) + days) }
  public func distance(to other: Day) -> Int { Int(other.number) - Int(number) }

  /// The proleptic Gregorian date; nil for dates that do not exist (2026-02-29).
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Day.length(ofMonth: month, year: year) else {
      return nil
    }
    self.init(Day.number(year: year, month: month, day: day))
  }

  /// Days since the epoch, by Howard Hinnant's civil-day formula.
  @inlinable
  public static func number(year: Int, month: Int, day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month (1…12) and day of the month, in years that begin in March (C. Neri, L. Schneider,
  /// "Euclidean affine functions and their application to calendar algorithms", 2022): from the
  /// year −32,800 on.
  public var civil: (year: Int, month: Int, day: Int) {
    let fourfold = 4 &* UInt32(truncatingIfNeeded: Int(number) + 719_468 + 146_097 * 82) &+ 3
    let dayOfCentury = fourfold % 146_097 / 4
    let product = 2_939_745 * UInt64(4 * dayOfCentury + 3)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let year = Int(100 * (fourfold / 146_097)) + Int(product >> 32) - 400 * 82
    let monthAndDay = 2141 * dayOfYear + 197_913
    let isNextYear = dayOfYear >= 306
    return (
      year + (isNextYear ? 1 : 0), Int(monthAndDay >> 16) - (isNextYear ? 12 : 0),
      Int(monthAndDay & 0xFFFF) / 2141 + 1
    )
  }

  @inlinable
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  @inlinable
  public static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public var month: Month {
    let date = civil
    return Month(year: date.year, month: date.month)
  }

  /// The Monday of this day's ISO week. Day 0 was a Thursday.
  public var week: Day { Day(Int(number) - weekday) }

  /// 0 = Monday … 6 = Sunday.
  public var weekday: Int { (((Int(number) + 3) % 7) + 7) % 7 }
}

extension Day: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    let date = civil
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }

  /// Reads `YYYY-MM-DD`, nothing else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.count == 3, parts[0].count == 4, parts[1].count == 2,
      text.utf8.allSatisfy({ $0 == 45 || ($0 &- 48) < 10 }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

/// `number` in at least `width` decimal digits.
package func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A calendar month, as months since January of year 0: 2024-01 is 24,288.
public struct Month: Hashable, Comparable, Sendable, Strideable {
  public var number: Int32

  public init(_ number: Int) { self.number = Int32(truncatingIfNeeded: number) }

  public init(year: Int, month: Int) { self.init(year * 12 + month - 1) }

  public static func < (a: Month, b: Month) -> Bool { a.number < b.number }
  public func advanced(by months: Int) -> Month { Month(Int(number) + months) }
  public func distance(to other: Month) -> Int { Int(other.number) - Int(number) }

  public var year: Int { Int(floorDivide(Int64(number), by: 12)) }
  /// 1…12.
  public var monthOfYear: Int { Int(number) - year * 12 + 1 }
  public var firstDay: Day { Day(Day.number(year: year, month: monthOfYear, day: 1)) }
  /// January, April, July or October.
  public var firstOfQuarter: Month { advanced(by: -((monthOfYear - 1) % 3)) }
  public var lastDay: Day { advanced(by: 1).firstDay.advanced(by: -1) }
  public var days: Range<Day> { firstDay..<advanced(by: 1).firstDay }
}

extension Month {
  /// The month that `YYYY-MM` spells; nil for anything else.
  public init?(_ text: String) {
    guard let first = Day(text + "-01") else { return nil }
    self = first.month
  }
}

extension Month: CustomStringConvertible {
  /// `YYYY-MM`.
  public var description: String { "\(padded(year, 4))-\(padded(monthOfYear, 2))" }
}
