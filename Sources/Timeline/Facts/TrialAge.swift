package import Values

/// How old trials are at the end of a day, and at which age they convert: both in whole 24-hour
/// days (Definitions, "Trials"). The second position of ``FactTable/trialAge``.
///
/// A trial that began on day d is a − d such days old at the end of day a, or one more if it began
/// in the first instant of d. Where clocks change, an hour decides for others, too, and not for
/// the ends of all days: it depends on the zone's offset there. So the position carries a ternary
/// digit for each of the zone's offsets, and a report asks for the one of its own end:
///
///     too young from (as-of day − d + digit) days on      digit: 0, 1 (mostly), 2
package enum TrialAge {
  /// How many offsets can be told apart; no zone has had more than four since 2001.
  private static let offsets = 6
  /// 3 to the power of `offsets`: position = age × base + digits.
  package static let base: Int32 = 729

  /// The position of what happened at an age of whole days to a trial that began at `start`.
  static func position(_ age: Int, from start: Instant, _ zone: Zone) -> Int32 {
    let digits = zone.offsets.prefix(offsets).reversed().reduce(Int32(0)) { digits, offset in
      digits * 3 + digit(start, offset, zone)
    }
    return Int32(age) * base + digits
  }

  /// The worth of the digit that is meant at `end`, the end of a day: 1, 3, 9 …
  package static func place(at end: Instant, _ zone: Zone) -> Int32 {
    let index = zone.offsets.firstIndex { (end + $0).isMidnight } ?? 0
    return (0..<min(index, offsets - 1)).reduce(1) { place, _ in place * 3 }
  }

  private static func digit(_ start: Instant, _ offset: TimeSpan, _ zone: Zone) -> Int32 {
    let calendarDay = zone.day(of: start).number
    let youngest = Instant(milliseconds: -(start + offset).milliseconds).dayNumber
    return min(2, max(0, 2 + calendarDay + youngest))
  }
}

extension Instant {
  private static let day = TimeSpan.days(1).milliseconds

  /// The number of its day in UTC.
  fileprivate var dayNumber: Int32 { Int32(floorDivide(milliseconds, by: Self.day)) }

  fileprivate var isMidnight: Bool { milliseconds % Self.day == 0 }
}
