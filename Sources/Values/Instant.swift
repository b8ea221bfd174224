/// A point in time: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
  @inlinable
  public static func + (a: Instant, b: TimeSpan) -> Instant {
    Instant(milliseconds: a.milliseconds + b.milliseconds)
  }
  @inlinable
  public static func - (a: Instant, b: TimeSpan) -> Instant {
    Instant(milliseconds: a.milliseconds - b.milliseconds)
  }
  @inlinable
  public static func - (a: Instant, b: Instant) -> TimeSpan {
    TimeSpan(milliseconds: a.milliseconds - b.milliseconds)
  }

  public static var distantPast: Instant { Instant(milliseconds: -62_135_596_800_000) }
  public static var distantFuture: Instant { Instant(milliseconds: 253_402_300_799_999) }

  /// The App Store's first day: no event is older (Definitions, "The log").
  public static let appStoreOpening = Instant(milliseconds: 1_215_648_000_000)
}

/// `dividend ÷ divisor` rounded towards minus infinity.
@inlinable
package func floorDivide(_ dividend: Int64, by divisor: Int64) -> Int64 {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient - 1 : quotient
}

/// A length of time in milliseconds. An hour is always 3,600,000 of them.
public struct TimeSpan: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func hours(_ hours: Int) -> TimeSpan {
    TimeSpan(milliseconds: Int64(hours) * 3_600_000)
  }
  /// Whole 24-hour days, whatever the calendar does.
  public static func days(_ days: Int) -> TimeSpan { hours(24 * days) }

  public static var zero: TimeSpan { TimeSpan(milliseconds: 0) }

  public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.milliseconds < b.milliseconds }
  @inlinable
  public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(milliseconds: a.milliseconds + b.milliseconds)
  }

  /// Whole 24-hour days in this length, rounded down.
  public var wholeDays: Int { Int(floorDivide(milliseconds, by: 86_400_000)) }
}

extension Instant {
  /// `2026-05-17T23:59:01.250Z`: RFC 3339 in UTC, to the millisecond.
  package var iso8601: String {
    let day = Day(Int(floorDivide(milliseconds, by: 86_400_000)))
    let time = Int(milliseconds - Int64(day.number) * 86_400_000)
    return "\(day)T\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2))"
      + ":\(padded(time / 1000 % 60, 2)).\(padded(time % 1000, 3))Z"
  }
}

/// The days of instants, asking the zone for its offset only where that changes.
package struct DayClock: Sendable {
  private let zone: Zone
  @usableFromInline
  var ahead: Int64 = 0
  /// When `ahead` holds.
  @usableFromInline
  var holds: Range<Int64> = 0..<0

  package init(_ zone: Zone = .utc) { self.zone = zone }

  /// The calendar day in which `instant` falls, as ``Zone/day(of:)`` says it.
  @inlinable
  package mutating func day(of instant: Instant) -> Day {
    if !holds.contains(instant.milliseconds) { look(at: instant) }
    return Day(Int(floorDivide(instant.milliseconds + ahead, by: 86_400_000)))
  }

  @usableFromInline
  mutating func look(at instant: Instant) { (ahead, holds) = zone.ahead(at: instant) }
}
