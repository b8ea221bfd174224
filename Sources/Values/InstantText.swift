extension Instant {
  /// `2026-05-17T23:59:01.250Z`: RFC 3339 in UTC, to the millisecond.
  package var iso8601: String {
    let day = Day(Int(floorDivide(milliseconds, by: 86_400_000)))
    let time = Int(milliseconds - Int64(day.number) * 86_400_000)
    return "\(day)T\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2))"
      + ":\(padded(time / 1000 % 60, 2)).\(padded(time % 1000, 3))Z"
  }
}
