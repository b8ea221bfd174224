import Foundation

/// The reporting time zone: where days begin and end.
///
/// Its offsets are read once, for the years 2001 to 2100, from the system's time zone database;
/// later years keep the last rule's offset. An unknown name is nil, never UTC.
package struct Zone: Sendable {
  package let name: String
  /// The instants at which an offset begins, ascending; the first is the distant past.
  private let starts: [Int64]
  /// Milliseconds that local time is ahead of UTC, one for each start.
  private let aheads: [Int64]
  /// The different lengths by which local time is ahead of UTC, in the order of their first use.
  package let offsets: [TimeSpan]

  package static let utc = Zone(name: "UTC", starts: [Int64.min], aheads: [0])

  private init(name: String, starts: [Int64], aheads: [Int64]) {
    self.name = name
    self.starts = starts
    self.aheads = aheads
    offsets = aheads.reduce(into: []) { offsets, ahead in
      let offset = TimeSpan(milliseconds: ahead)
      if !offsets.contains(offset) { offsets.append(offset) }
    }
  }

  package init?(named name: String) {
    guard name != "UTC" else {
      self = .utc
      return
    }
    guard TimeZone.knownTimeZoneIdentifiers.contains(name) || Zone.isInstalled(name),
      let zone = TimeZone(identifier: name)
    else { return nil }
    let (starts, aheads) = Zone.transitions(of: zone)
    self.init(name: name, starts: starts, aheads: aheads)
  }

  /// The name of the system's list that a mistyped `name` most likely meant.
  package static func nearest(to name: String) -> String? {
    nearestName(to: name, among: TimeZone.knownTimeZoneIdentifiers)
  }

  /// The calendar day in which `instant` falls.
  package func day(of instant: Instant) -> Day {
    Day(Int(floorDivide(instant.milliseconds + offset(at: instant.milliseconds), by: 86_400_000)))
  }

  /// The first instant of `day`, which is after midnight where clocks skip it.
  package func start(of day: Day) -> Instant {
    let local = Int64(day.number) * 86_400_000
    let before = local - offset(at: local - 86_400_000)
    let after = local - offset(at: local + 86_400_000)
    let early = min(before, after)
    if self.day(of: Instant(milliseconds: early)) == day { return Instant(milliseconds: early) }
    let late = max(before, after)
    if self.day(of: Instant(milliseconds: late - 1)) < day { return Instant(milliseconds: late) }
    return transition(between: early, and: late)
  }

  /// The first instant after `day`.
  package func end(of day: Day) -> Instant { start(of: day.advanced(by: 1)) }

  /// When a clock here shows `local`, milliseconds since 1970 as if it were in UTC. A time that the
  /// clock shows twice is the earlier one, one that it skips is read with the offset before the gap
  /// (RFC 5545, 3.3.5; `fold=0` of Python).
  package func instant(ofLocal local: Int64) -> Instant {
    let before = offset(at: local - 86_400_000)
    let after = offset(at: local + 86_400_000)
    let isAfter = offset(at: local - before) != before && offset(at: local - after) == after
    return Instant(milliseconds: local - (isAfter ? after : before))
  }

  private func offset(at milliseconds: Int64) -> Int64 {
    aheads[stretch(at: milliseconds)]
  }

  /// Which of `starts` holds at a time.
  private func stretch(at milliseconds: Int64) -> Int {
    // UTC has one.
    starts.count == 1 ? 0 : max(0, starts.partitioningIndex { $0 > milliseconds } - 1)
  }

  /// Milliseconds that local time is ahead of UTC, and the instants for which that holds.
  func ahead(at instant: Instant) -> (milliseconds: Int64, holds: Range<Int64>) {
    let place = stretch(at: instant.milliseconds)
    let end = place + 1 < starts.count ? starts[place + 1] : .max
    return (aheads[place], starts[place]..<end)
  }

  /// The change of offset between two instants.
  private func transition(between early: Int64, and late: Int64) -> Instant {
    Instant(milliseconds: starts.first { $0 > early && $0 <= late } ?? late)
  }

  private static func isInstalled(_ name: String) -> Bool {
    let isSafe = name.utf8.allSatisfy {
      ($0 | 32) &- 97 < 26 || $0 &- 48 < 10 || [43, 45, 47, 95].contains($0)
    }
    return isSafe && !name.isEmpty && !name.hasPrefix("/")
      && FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(name)")
      && TimeZone(identifier: name)?.identifier == name
  }

  private static func transitions(of zone: TimeZone) -> ([Int64], [Int64]) {
    var at = Date(timeIntervalSince1970: 978_307_200)
    let horizon = Date(timeIntervalSince1970: 4_133_980_800)
    var starts = [Int64.min]
    var aheads = [Int64(zone.secondsFromGMT(for: at)) * 1000]
    while let next = zone.nextDaylightSavingTimeTransition(after: at), next < horizon, next > at {
      starts.append(Int64(next.timeIntervalSince1970.rounded()) * 1000)
      aheads.append(Int64(zone.secondsFromGMT(for: next)) * 1000)
      at = next
    }
    return (starts, aheads)
  }
}
