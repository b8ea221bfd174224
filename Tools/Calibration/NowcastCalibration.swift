import Metrics
import Support
import Timeline

/// How often what trials of a week came to is inside the interval of their nowcast, in made-up apps.
enum NowcastCalibration {
  static let seeds = 12
  /// Since the last of the week's trials began.
  private static let ages = [1, 3, 7, 14]
  private static let days = 540
  /// Weeks that are judged: those before tell what is usual, those after have no end yet.
  private static let weeks = 30..<64

  private static let worlds: [TrialWorld] = {
    var (seasons, wander, mixed) = (
      TrialWorld("seasons of ±25%"), TrialWorld("a level that wanders, more on Mondays"),
      TrialWorld("14 and 30 days, seasons of ±15%")
    )
    seasons.season = 0.25
    (wander.wander, wander.weekdays) = (0.15, 0.6)
    (mixed.lengths, mixed.season) = ([(0.65, 14), (0.35, 30)], 0.15)
    var (few, many, contracts) = (
      TrialWorld("3 a day"), TrialWorld("200 a day, a level that wanders"),
      TrialWorld("three kinds of contract, most pay (like Telco churn)")
    )
    few.starts = 3
    (many.starts, many.wander) = (200, 0.15)
    // Of month to month, one year and two years 55 %, 21 % and 24 %, of whom 57 %, 89 % and 97 % stay.
    contracts.conversion = 0.735
    contracts.kinds = [(0.55, 0.775), (0.21, 1.21), (0.24, 1.32)]
    contracts.lengths = [(1, 30)]
    return [seasons, wander, mixed, few, many, contracts]
  }()

  static func report() -> String {
    """
    # Nowcast of trials

    Made-up apps whose trials opt out, fail to pay or pay by chance; \(seeds) seeds each, \
    \(weeks.count) weeks of trials. So many days after the last trial of a week began, its payments \
    are forecast from what was known then, and compared with what came. Written by `make calibrate`.

    Inside the 80% interval, and inside it without the highest number of payments that it holds:

    | world | \(ages.map { "\($0) day\($0 == 1 ? "" : "s")" }.joined(separator: " | ")) |
    | --- |\(ages.map { _ in " ---: |" }.joined())
    \(worlds.map(line).joined(separator: "\n"))

    75% to 85% inside is wanted. Payments are whole: where more is inside, and with one payment less far less than 80%,
    no narrower interval would do.

    """
  }

  private static func line(_ world: TrialWorld) -> String {
    var tally = [(held: Int, less: Int, all: Int)](repeating: (0, 0, 0), count: ages.count)
    for seed in 1...UInt64(seeds) {
      let flows = world.flows(days: days, seed: seed)
      let paid = flows.reduce(into: [Int: Double]()) { sums, flow in
        if flow.step.to == .paid { sums[monday(flow.start), default: 0] += flow.trials }
      }
      for first in weeks.map({ monday($0 * 7 + 3) }) {
        for (place, age) in ages.enumerated() {
          let found = WeekNowcast.all(flows, day: first + 6 + age).first { $0.first == first }
          guard let found else { continue }
          let came = paid[first] ?? 0
          tally[place].all += 1
          guard found.low <= came, came <= found.high else { continue }
          tally[place].held += 1
          tally[place].less += came + 1 <= found.high ? 1 : 0
        }
      }
    }
    let cells = tally.map {
      "\(share($0.held, of: $0.all)); \(share($0.less, of: $0.all))"
    }
    return "| \(world.name) | \(cells.joined(separator: " | ")) |"
  }

  /// Day 0 was a Thursday.
  private static func monday(_ day: Int) -> Int { day - (day + 3) % 7 }
}
