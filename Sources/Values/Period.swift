/// A billing period, ISO 8601 (`P1W`, `P1M`, `P3M`, `P1Y`, `P10D`): one count of one unit.
public struct Period: Hashable, Sendable {
  public enum Unit: UInt8, Sendable, CaseIterable { case day, week, month, year }

  public let unit: Unit
  /// 1…9999.
  public let count: Int16

  public init(_ count: Int, _ unit: Unit) {
    precondition((1...9999).contains(count), "a period counts 1 to 9999 units")
    self.unit = unit
    self.count = Int16(count)
  }

  /// Reads `P<count><D|W|M|Y>` in either case; nil for anything else.
  public init?(_ text: UnsafeRawBufferPointer) {
    guard (3...6).contains(text.count), text[0] | 32 == UInt8(ascii: "p"),
      let unit = Unit(letter: text[text.count - 1])
    else { return nil }
    var count = 0
    for byte in text[1..<(text.count - 1)] {
      guard byte &- 48 < 10 else { return nil }
      count = count * 10 + Int(byte &- 48)
    }
    guard count > 0 else { return nil }
    self.init(count, unit)
  }

  public init?(_ text: String) {
    var text = text
    guard let period = text.withUTF8({ Period(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = period
  }

  /// The period that a stretch of time most likely was sold as (Definitions, "MRR and its
  /// movements"): rounded to whole days, 6–8 are a week, 27–33 a month, 363–375 a year; what fits
  /// nothing stays a count of days. Nil for less than half a day.
  public init?(length: TimeSpan) {
    let days = (Int(length.milliseconds) + 43_200_000) / 86_400_000
    switch days {
    case ..<1: return nil
    case 6...8: self.init(1, .week)
    case 12...16: self.init(2, .week)
    case 27...33: self.init(1, .month)
    case 58...62: self.init(2, .month)
    case 88...95: self.init(3, .month)
    case 179...185: self.init(6, .month)
    case 363...375: self.init(1, .year)
    default: self.init(min(days, 9999), .day)
    }
  }

  /// The period that access from `start` to `end` was sold as. Exactly 28 days are four weeks, unless
  /// they are a calendar month, and `previous`, the period before, was not of four weeks.
  public init?(from start: Instant, to end: Instant, after previous: Period?) {
    self.init(length: end - start)
    let fourWeeks = Period(4, .week)
    let isMonth = start.adding(months: 1).utcDay == end.utcDay
    let days = (end - start + .hours(12)).wholeDays
    if days == 28, !isMonth || previous == fourWeeks { self = fourWeeks }
  }

  /// What a price for this period is multiplied with for a month's worth: P{n}M = 1/n,
  /// P{n}Y = 1/12n, P{n}W = 52/12n, P{n}D = 365.25/12n (Definitions, "MRR and its movements").
  public var monthlyShare: Fraction {
    let n = Int64(count)
    return switch unit {
    case .day: Fraction(36_525, over: 1200 * n)
    case .week: Fraction(52, over: 12 * n)
    case .month: Fraction(1, over: n)
    case .year: Fraction(1, over: 12 * n)
    }
  }

  /// What an amount that is paid for `other` is for this period.
  package func worth(_ micros: Int64, paidFor other: Period) -> Int128 {
    let (share, its) = (other.monthlyShare, monthlyShare)
    return roundedHalfToEven(
      Int128(micros) * Int128(share.numerator) * Int128(its.denominator),
      over: Int128(share.denominator) * Int128(its.numerator))
  }

  /// `start` plus this period: calendar months in UTC, clamped to the month's last day.
  public func end(from start: Instant) -> Instant {
    switch unit {
    case .day: start + .days(Int(count))
    case .week: start + .days(7 * Int(count))
    case .month: start.adding(months: Int(count))
    case .year: start.adding(months: 12 * Int(count))
    }
  }

  /// `end` less this period.
  package func start(endingAt end: Instant) -> Instant {
    months.map { end.adding(months: -$0) } ?? end - (self.end(from: end) - end)
  }

  /// How many calendar months it is; nil for weeks and days.
  public var months: Int? {
    switch unit {
    case .day, .week: nil
    case .month: Int(count)
    case .year: 12 * Int(count)
    }
  }

  /// One integer for storage; 0 is never a period.
  public var packed: Int32 { Int32(count) * 4 + Int32(unit.rawValue) }

  public init?(packed: Int32) {
    guard packed >= 4, packed / 4 <= 9999, let unit = Unit(rawValue: UInt8(packed % 4)) else {
      return nil
    }
    self.init(Int(packed / 4), unit)
  }
}

extension Period.Unit {
  fileprivate init?(letter: UInt8) {
    switch letter | 32 {
    case UInt8(ascii: "d"): self = .day
    case UInt8(ascii: "w"): self = .week
    case UInt8(ascii: "m"): self = .month
    case UInt8(ascii: "y"): self = .year
    default: return nil
    }
  }
}

extension Period: CustomStringConvertible {
  public var description: String {
    let letter =
      switch unit {
      case .day: "D"
      case .week: "W"
      case .month: "M"
      case .year: "Y"
      }
    return "P\(count)\(letter)"
  }
}

extension Instant {
  /// The same time of day in UTC `months` calendar months later, on the month's last day where
  /// the day does not exist: 31 January plus one month is 28 February.
  public func adding(months: Int) -> Instant {
    let dayNumber = floorDivide(milliseconds, by: 86_400_000)
    let date = Day(Int(dayNumber)).civil
    let target = Month(year: date.year, month: date.month).advanced(by: months)
    return moved(to: target, day: date.day)
  }

  /// The same time of day in UTC on a day of `month`, or on its last day where it is shorter.
  public func moved(to month: Month, day: Int) -> Instant {
    let dayNumber = floorDivide(milliseconds, by: 86_400_000)
    let day = min(day, Day.length(ofMonth: month.monthOfYear, year: month.year))
    let moved = Day.number(year: month.year, month: month.monthOfYear, day: day)
    return Instant(milliseconds: milliseconds + (Int64(moved) - dayNumber) * 86_400_000)
  }

  /// Its day in UTC.
  public var utcDay: Day { Day(Int(floorDivide(milliseconds, by: 86_400_000))) }
}
