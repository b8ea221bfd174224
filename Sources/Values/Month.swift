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
  /// All days of it.
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
