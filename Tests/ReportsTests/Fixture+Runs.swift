@testable import Metrics
import Values

/// What a run tells of itself.
extension Fixture {
  static let inputs = [
    InputSummary(
      path: "logs/2026-05-16.ndjson.gz", read: 5210, accepted: 5180, duplicate: 21, ignored: 7,
      rejected: 2, status: .unchanged),
    InputSummary(
      path: "logs/2026-05-17.ndjson.gz", read: 4893, accepted: 4870, duplicate: 14, ignored: 9),
    InputSummary(path: "logs/broken|name<b>.ndjson.gz", status: .refused),
  ]

  static let dataQuality = DataQuality.schema.table([
    [.text("lines"), .text("accepted"), .count(10_050), rate(10_050, 10_103), .missing],
    [.text("lines"), .text("duplicate"), .count(35), rate(35, 10_103), .missing],
    [.text("lines"), .text("ignored"), .count(16), rate(16, 10_103), .missing],
    [.text("lines"), .text("rejected"), .count(2), rate(2, 10_103), .text("line 88: bad time")],
    [.text("products"), .text("unknown product"), .count(3), .missing, .text("com.x.legacy")],
    [.text("late"), .text("more than 48 h"), .count(12), .missing, .text("oldest: 9 days")],
  ])

  static let upcoming = Upcoming.schema.table(
    [(1, 9, 21), (3, 24, 60), (7, 61, 140), (30, 106, 590)].map(upcomingRow))

  private static func upcomingRow(_ days: Int, _ trials: Int, _ renewals: Int) -> [Cell] {
    func money(_ cases: Int, _ price: Int64) -> Cell {
      .money(Amount(micros: Int64(cases) * price))
    }
    return [
      count(days), count(trials), count(trials / 10), money(trials, 9_990_000),
      money(trials, 3_190_000), money(trials, 2_710_000), money(trials, 3_720_000),
      count(renewals), money(renewals, 9_180_000), money(renewals, 11_400_000),
      count(renewals / 20), money(renewals / 20, 9_180_000),
    ]
  }

  static var subscribers: Table {
    let states = ["active", "trial", "set_to_cancel", "grace", "expired"]
    return Subscribers.schema.table(
      town.people.suffix(60).enumerated().map { index, person in
        [
          .text("c" + String(1_000_003 * (index + 7), radix: 16)), .text(states[index % 5]),
          .text("com.example.\(person.tier).monthly"),
          .money(index % 5 == 0 ? person.price : .zero), .day(person.first),
          .day(person.first.advanced(by: 30)), .money(person.price),
          index % 5 < 4 ? .flag(index % 5 != 2) : .missing,
        ]
      })
  }

  static let checks = [
    Check(
      name: "opening + movements = closing", scope: "every month and segment", compared: 48,
      left: .money(Amount(micros: 9_412_330_000)), right: .money(Amount(micros: 9_412_330_000)),
      difference: .money(.zero), passed: true),
    Check(
      name: "closing MRR = MRR of active coverage", scope: "2026-05-17", compared: 1,
      left: .money(Amount(micros: 9_412_330_000)), right: .money(Amount(micros: 9_412_330_000)),
      difference: .money(.zero), passed: true),
    Check(
      name: "trials = converted + pending + abandoned", scope: "every cohort", compared: 0,
      left: .count(2731), right: .count(2731), difference: .count(0), passed: true),
    Check(
      name: "lines read = accepted + duplicate + ignored + rejected", scope: "every input",
      compared: 3,
      left: .count(10_103), right: .count(10_103), difference: .count(0), passed: true),
  ]

  static let alerts = [
    AlertLine(
      name: "paywall-start", severity: .critical, state: .firing,
      message: "same-day start rate 31.0% (155 of 500) is 45% below the same weekdays' 56.1%",
      since: Day(20_588)),
    AlertLine(
      name: "payment-failure", severity: .warning, state: .firing,
      message: "payment failures 3.1% (14 of 452; at least 2.0%) are above 2%",
      since: Day(20_590)),
    AlertLine(
      name: "freshness", severity: .critical, state: .ok,
      message: "newest event 4.2 hours before the end of the as-of day"),
    AlertLine(
      name: "crashes", severity: .warning, state: .notEnoughData,
      message: "0 of 2,000 sessions needed"),
  ]

  static let targets = [
    Target(
      name: "trial start rate", actual: .rate(Rate(millionths: 620_000)),
      low: .rate(Rate(millionths: 800_000))),
    Target(
      name: "trial to paid", actual: .rate(Rate(millionths: 331_000)),
      low: .rate(Rate(millionths: 150_000)), high: .missing),
    Target(
      name: "monthly churn", actual: .rate(Rate(millionths: 82_000)),
      high: .rate(Rate(millionths: 50_000))),
    Target(
      name: "ARPPU", actual: .money(Amount(micros: 8_940_000)),
      low: .money(Amount(micros: 8_000_000)), high: .money(Amount(micros: 10_000_000))),
    Target(name: "cost per customer", actual: .missing, high: .money(Amount(micros: 30_000_000))),
  ]
}
