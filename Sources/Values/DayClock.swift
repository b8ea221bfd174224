/// The days of instants that mostly lie near one another: asks the zone for its offset only where
/// that changes.
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
