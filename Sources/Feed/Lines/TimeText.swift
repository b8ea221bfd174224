import Values

/// Times as text (RFC 3339 §5.6, and what databases make of it) and as numbers (Definitions, "The
/// log"), in milliseconds since 1970.
enum TimeText {
  /// Nil for anything but `YYYY-MM-DDThh:mm:ss` (or a space in place of the `T`), an optional
  /// fraction of any length (cut to milliseconds), and an offset: `Z`, `±hh:mm`, `±hhmm`, `±hh` or
  /// `UTC`, which a space may precede. Letters may be in lower case. Dates that do not exist and
  /// 24:00 are nil. A leap second, which must stand at the end of a month in UTC, is read as the
  /// last millisecond before it.
  @inline(__always)
  static func milliseconds(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    var dates = DateCache()
    return milliseconds(text, count, &dates)
  }

  /// The same, for texts that mostly have the date of the text before.
  @inline(__always)
  static func milliseconds(_ text: UnsafePointer<UInt8>, _ count: Int, _ dates: inout DateCache)
    -> Int64?
  {
    var at = 0
    guard let clock = clock(text, &at, count, &dates), let offset = offset(text, at, count) else {
      return nil
    }
    let minutes = clock.minutes - offset
    if clock.isLeapSecond { return leapSecond(minutes) }
    return Int64(minutes * 60_000 + clock.milliseconds)
  }

  /// A time without any offset, as if it were in UTC; nil for anything else, and for leap seconds.
  static func millisecondsWithoutZone(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ dates: inout DateCache
  ) -> Int64? {
    var at = 0
    guard let clock = clock(text, &at, count, &dates), at == count, !clock.isLeapSecond else {
      return nil
    }
    return Int64(clock.minutes * 60_000 + clock.milliseconds)
  }

  /// What a calendar and a clock show: whole minutes since 1970, and milliseconds in the minute.
  private typealias Clock = (minutes: Int, milliseconds: Int, isLeapSecond: Bool)

  /// Reads date, time and fraction; `at` is then behind them.
  @inline(__always)
  private static func clock(
    _ text: UnsafePointer<UInt8>, _ at: inout Int, _ count: Int, _ dates: inout DateCache
  ) -> Clock? {
    guard count >= 19, text[10] | 32 == 116 || text[10] == 32, text[13] == 58, text[16] == 58,
      let day = dates.day(text)
    else { return nil }
    let hour = two(text + 11)
    let minute = two(text + 14)
    let second = two(text + 17)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    at = 19
    guard let fraction = fraction(text, &at, count) else { return nil }
    return ((day * 24 + hour) * 60 + minute, second * 1000 + fraction, second == 60)
  }

  /// An integer by its magnitude: seconds below 10¹¹, milliseconds below 10¹⁴, else microseconds;
  /// nil outside the years 1 to 9999.
  @inline(__always)
  static func milliseconds(ofInteger number: Int64) -> Int64? {
    let milliseconds =
      switch number.magnitude {
      case ..<100_000_000_000: number * 1000
      case ..<100_000_000_000_000: number
      default: floorDivide(number, by: 1000)
      }
    return inRange(milliseconds)
  }

  /// `{seconds, nanoseconds}`; nil for nanoseconds outside a second.
  static func milliseconds(seconds: Int64, nanoseconds: Int64) -> Int64? {
    guard seconds.magnitude < 1_000_000_000_000, (0..<1_000_000_000).contains(nanoseconds) else {
      return nil
    }
    return inRange(seconds * 1000 + nanoseconds / 1_000_000)
  }

  @inline(__always)
  private static func inRange(_ milliseconds: Int64) -> Int64? {
    milliseconds >= Instant.distantPast.milliseconds
      && milliseconds <= Instant.distantFuture.milliseconds ? milliseconds : nil
  }

  /// Days since 1970 of the ten bytes of a date, `YYYY-MM-DD`.
  static func day(_ text: UnsafePointer<UInt8>) -> Int? {
    guard text[4] == 45, text[7] == 45 else { return nil }
    let year = two(text) * 100 + two(text + 2)
    let month = two(text + 5)
    let day = two(text + 8)
    guard year < 10_000, month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= Day.length(ofMonth: month, year: year)
    else { return nil }
    return Day.number(year: year, month: month, day: day)
  }

  /// Two digits; 100,000 or more where there are none.
  @inline(__always)
  private static func two(_ text: UnsafePointer<UInt8>) -> Int {
    let tens = Int(text[0] &- 48)
    let ones = Int(text[1] &- 48)
    return tens < 10 && ones < 10 ? tens * 10 + ones : 100_000
  }

  /// The milliseconds of an optional fraction.
  @inline(__always)
  private static func fraction(_ text: UnsafePointer<UInt8>, _ at: inout Int, _ count: Int) -> Int?
  {
    guard at < count, text[at] == 46 else { return 0 }
    at += 1
    var milliseconds = 0
    var unit = 100
    let start = at
    while at < count, text[at] &- 48 < 10 {
      milliseconds += Int(text[at] &- 48) * unit
      unit /= 10
      at += 1
    }
    return at > start ? milliseconds : nil
  }

  /// The minutes that local time is ahead of UTC; the offset must end the text.
  @inline(__always)
  private static func offset(_ text: UnsafePointer<UInt8>, _ at: Int, _ count: Int) -> Int? {
    if at + 1 == count, text[at] | 32 == 122 { return 0 }
    return at < count ? offsetInDigits(text, at, count) : nil
  }

  /// `±hh:mm`, `±hhmm`, `±hh`, or `UTC`; a space may precede them, and `Z`.
  private static func offsetInDigits(_ text: UnsafePointer<UInt8>, _ at: Int, _ count: Int) -> Int?
  {
    let at = text[at] == 32 ? at + 1 : at
    let minutes: Int
    switch count - at {
    case 1: return text[at] | 32 == 122 ? 0 : nil
    case 3 where isUTC(text + at): return 0
    case 3: minutes = 0
    case 5: minutes = two(text + at + 3)
    case 6 where text[at + 3] == 58: minutes = two(text + at + 4)
    default: return nil
    }
    let hours = two(text + at + 1)
    guard text[at] == 43 || text[at] == 45, hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (text[at] == 45 ? -1 : 1)
  }

  private static func isUTC(_ text: UnsafePointer<UInt8>) -> Bool {
    text[0] | 32 == 117 && text[1] | 32 == 116 && text[2] | 32 == 99
  }

  /// The last millisecond of the UTC minute `minutes`, when that minute ends a month.
  private static func leapSecond(_ minutes: Int) -> Int64? {
    let next = Int64(minutes) + 1
    guard next % 1440 == 0, Day(Int(next / 1440)).civil.day == 1 else { return nil }
    return next * 60_000 - 1
  }
}

/// The date that was read last: in a log one stands beside its like.
struct DateCache {
  /// The first eight of its ten bytes, and the last eight.
  private var head: UInt64 = 0
  private var tail: UInt64 = 0
  private var day = 0

  /// Days since 1970 of the ten bytes of a date; nil when there is no such date.
  @inline(__always)
  mutating func day(_ text: UnsafePointer<UInt8>) -> Int? {
    let bytes = UnsafeRawPointer(text)
    let (head, tail) = (
      bytes.loadUnaligned(as: UInt64.self), (bytes + 2).loadUnaligned(as: UInt64.self)
    )
    return head == self.head && tail == self.tail ? day : learn(text, head, tail)
  }

  @inline(never)
  private mutating func learn(_ text: UnsafePointer<UInt8>, _ head: UInt64, _ tail: UInt64) -> Int?
  {
    guard let day = TimeText.day(text) else { return nil }
    (self.head, self.tail, self.day) = (head, tail, day)
    return day
  }
}
