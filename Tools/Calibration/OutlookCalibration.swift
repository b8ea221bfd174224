import Glibc
import Metrics
import Statistics
import Support
import Values

/// How often MRR comes inside the interval that was forecast, in made-up apps.
enum OutlookCalibration {
  static let seeds = 40
  private static let horizons = 1...MRRForecast.farthest

  private static let worlds = [
    OutlookWorld("steady, monthly", startsADay: 20, plans: [.monthly]),
    OutlookWorld(
      "growing 5% a month, monthly and yearly", growth: 0.05, plans: [.monthly, .yearly]),
    OutlookWorld("shrinking 5% a month, all plans", growth: -0.05, plans: OutlookWorld.Plan.all),
    OutlookWorld(
      "weekly only, no trials", startsADay: 8, conversion: 1, trialDays: 0, plans: [.weekly]),
    OutlookWorld(
      "small: 3 starts a day, monthly and yearly", startsADay: 3, plans: [.monthly, .yearly]),
    OutlookWorld(
      "starts wander by 15% a month, all plans", wander: 0.15, plans: OutlookWorld.Plan.all),
    OutlookWorld("seasons of ±25%, all plans", season: 0.25, plans: OutlookWorld.Plan.all),
    OutlookWorld("one month in twelve loses double, monthly", shock: 1.0 / 12, plans: [.monthly]),
    OutlookWorld("yearly only, over three years", months: 36, plans: [.yearly]),
    OutlookWorld(
      "10% growth, wandering by 10%, all plans", growth: 0.1, wander: 0.1,
      plans: OutlookWorld.Plan.all),
  ]

  static func report() -> String {
    """
    # Outlook

    Made-up apps whose customers start trials, convert, renew or leave by chance; \(seeds) seeds \
    each. At the end of every month from the third on MRR is forecast for the next three month \
    ends, from what was known then, and compared with what came. Intervals are as wide as the \
    errors known by then; while those are fewer than four, as the model says. Written by \
    `make calibrate`.

    | world | 1 month: inside the 80% interval | mean error | 2 months: inside | mean error | 3 months: inside | mean error | no forecast |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    \(lines.joined(separator: "\n"))

    70% to 90% inside is wanted. The mean error is that of the absolute errors, as a share of what \
    came.

    """
  }

  private static var lines: [String] {
    var all = OutlookTally()
    let rows = worlds.map { world in
      let tally = tally(world)
      all.add(tally)
      return line(world.name, tally)
    }
    return rows + [line("all", all)]
  }

  private static func line(_ name: String, _ tally: OutlookTally) -> String {
    let cells = horizons.flatMap { ahead -> [String] in
      let count = tally.made[ahead, default: 0]
      guard count > 0 else { return ["–", "–"] }
      return [
        share(tally.inside[ahead, default: 0], of: count),
        percent(tally.errors[ahead, default: 0] / Double(count)),
      ]
    }
    return "| \(name) | \(cells.joined(separator: " | ")) | \(tally.refused) |"
  }

  private static func tally(_ world: OutlookWorld) -> OutlookTally {
    var tally = OutlookTally()
    for seed in 1...UInt64(seeds) {
      let history = OutlookApp(world, seed: seed &* 104_729).history
      let closings = Dictionary(
        uniqueKeysWithValues: history.entries.map { ($0.month, $0.sum(\.closing)) })
      for entry in ForecastRecord(history).earlier {
        for outcome in entry.outcomes { tally.take(outcome, closings) }
      }
    }
    return tally
  }
}

/// What came of forecasts, by how many months they looked ahead.
struct OutlookTally {
  var made: [Int: Int] = [:]
  var inside: [Int: Int] = [:]
  var errors: [Int: Double] = [:]
  var refused = 0

  mutating func take(_ outcome: MRRForecast.Outcome, _ closings: [Month: Double]) {
    switch outcome {
    case .refused(let month, _, _): refused += closings[month] == nil ? 0 : 1
    case .forecast(let forecast):
      guard let came = closings[forecast.month], came > 0 else { return }
      made[forecast.ahead, default: 0] += 1
      inside[forecast.ahead, default: 0] += forecast.interval.contains(came) ? 1 : 0
      errors[forecast.ahead, default: 0] += abs(forecast.expected / came - 1)
    }
  }

  mutating func add(_ other: OutlookTally) {
    made.merge(other.made, uniquingKeysWith: +)
    inside.merge(other.inside, uniquingKeysWith: +)
    errors.merge(other.errors, uniquingKeysWith: +)
    refused += other.refused
  }
}
