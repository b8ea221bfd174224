import Foundation
import Testing

@testable import Values

/// Days, zones and periods against Foundation's calendar, which counts in another way.
@Suite struct CalendarTests {
  private func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  @Test("Every day of 1970 to 2105 has the date that the calendar gives it, leap days too")
  func civilDates() throws {
    let utc = try calendar("UTC")
    var day = Day(0)
    while day < Day(49_674) {
      let date = Date(timeIntervalSince1970: Double(day.number) * 86_400)
      let parts = utc.dateComponents([.year, .month, .day, .weekday], from: date)
      let civil = day.civil
      #expect(civil.year == parts.year && civil.month == parts.month && civil.day == parts.day)
      #expect((day.weekday + 1) % 7 + 1 == parts.weekday)
      #expect(Day(year: civil.year, month: civil.month, day: civil.day) == day)
      day = day.advanced(by: 1)
    }
  }

  /// Zones whose clocks change at night, at midnight, by half an hour, or skip a day.
  @Test(
    "Every hour of ten years falls on the day that the zone's calendar says",
    arguments: [
      "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Havana", "Asia/Kolkata",
      "Pacific/Apia",
    ])
  func zoneDays(name: String) throws {
    let zone = try #require(Zone(named: name))
    let local = try calendar(name)
    let first = Int64(1_293_840_000)
    for hour in stride(from: first, to: first + 10 * 366 * 86_400, by: 3600) {
      let date = Date(timeIntervalSince1970: Double(hour))
      let parts = local.dateComponents([.year, .month, .day], from: date)
      let day = zone.day(of: Instant(milliseconds: hour * 1000))
      let civil = day.civil
      if civil.year != parts.year || civil.month != parts.month || civil.day != parts.day {
        Issue.record("\(name) \(hour): \(day)")
        return
      }
    }
  }

  @Test(
    "A day begins with its first millisecond and ends where the next begins, clock change or not",
    arguments: [
      "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Havana", "Pacific/Apia",
    ])
  func starts(name: String) throws {
    let zone = try #require(Zone(named: name))
    for number in 15_000..<23_000 {
      let day = Day(number)
      let start = zone.start(of: day)
      let before = Instant(milliseconds: start.milliseconds - 1)
      #expect(zone.end(of: day.advanced(by: -1)) == start)
      #expect(zone.day(of: before) < day)
      // A day that a zone skipped is empty: it begins where the next one does.
      #expect(zone.day(of: start) == day || zone.start(of: day.advanced(by: 1)) == start)
    }
  }

  @Test("The day of a clock change has 23 or 25 hours, in four zones")
  func clockChanges() throws {
    for (name, spring, autumn) in [
      ("America/New_York", (2026, 3, 8), (2026, 11, 1)),
      ("Europe/Berlin", (2026, 3, 29), (2026, 10, 25)),
      ("Australia/Sydney", (2026, 10, 4), (2026, 4, 5)),
      ("America/Santiago", (2026, 9, 6), (2026, 4, 4)),
    ] {
      let zone = try #require(Zone(named: name))
      for (date, hours) in [(spring, 23), (autumn, 25)] {
        let day = try #require(Day(year: date.0, month: date.1, day: date.2))
        #expect(zone.end(of: day) - zone.start(of: day) == .hours(hours), "\(name) \(day)")
      }
    }
  }

  @Test("Months end at the month's last day, from every day of eight years")
  func monthEnds() throws {
    let utc = try calendar("UTC")
    for number in 18_262..<21_184 {
      let start = Instant(milliseconds: Int64(number) * 86_400_000 + 36_000_000)
      let date = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000)
      for months in [1, 2, 3, 6, 12, 24] {
        let end = try #require(utc.date(byAdding: .month, value: months, to: date))
        #expect(
          Period(months, .month).end(from: start).milliseconds
            == Int64(end.timeIntervalSince1970 * 1000))
      }
      let nextYear = try #require(utc.date(byAdding: .year, value: 1, to: date))
      #expect(
        Period(1, .year).end(from: start).milliseconds
          == Int64(nextYear.timeIntervalSince1970 * 1000))
    }
  }
}
