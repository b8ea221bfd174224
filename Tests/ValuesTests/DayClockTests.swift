import Testing

@testable import Values

struct DayClockTests {
  private static let hour: Int64 = 3_600_000

  @Test(
    "A clock says the day that its zone says, in any order of instants",
    arguments: ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"])
  func asTheZone(name: String) throws {
    let zone = try #require(Zone(named: name))
    var clock = DayClock(zone)
    let start = try #require(Day("2011-12-25")).number
    let hours = 24 * 400
    // In their order, then to and fro: each once, for the step has no divisor in common with their
    // number.
    for step in [1, 7919] {
      for place in 0..<hours {
        let hour = Int64(start) * 24 + Int64(place * step % hours)
        for milliseconds in [hour * Self.hour - 1, hour * Self.hour] {
          let instant = Instant(milliseconds: milliseconds)
          #expect(clock.day(of: instant) == zone.day(of: instant))
        }
      }
    }
  }

  @Test("A clock knows the days before and behind all changes of its zone")
  func farAway() throws {
    let zone = try #require(Zone(named: "Europe/Berlin"))
    var clock = DayClock(zone)
    for instant in [Instant.distantPast, .distantFuture, .appStoreOpening, .distantFuture] {
      #expect(clock.day(of: instant) == zone.day(of: instant))
    }
  }

  @Test("The days of a month are from its first to its last")
  func days() {
    for number in 24_000..<24_100 {
      let month = Month(number)
      #expect(month.days.lowerBound == month.firstDay)
      #expect(month.days.last == month.lastDay)
      #expect(month.days.allSatisfy { $0.month == month })
    }
  }
}
