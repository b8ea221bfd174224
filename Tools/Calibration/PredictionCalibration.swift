import Metrics
import Statistics
import Support
import Values

/// How near predicted values come to the truth.
enum PredictionCalibration {
  static let seeds = 200
  static let subscribers = 2000

  /// What is true, and how much of it is seen.
  private struct World {
    let alpha: Double
    let beta: Double
    /// Subscribers begin evenly over so many months, and are seen to the end of them.
    let months: Int
  }

  private static let worlds = [
    World(alpha: 0.668, beta: 3.806, months: 12), World(alpha: 0.704, beta: 1.182, months: 12),
    World(alpha: 1, beta: 9, months: 12), World(alpha: 2, beta: 8, months: 12),
    World(alpha: 0.5, beta: 4.5, months: 9), World(alpha: 3, beta: 57, months: 12),
    World(alpha: 1, beta: 9, months: 24),
  ]

  static func report() -> String {
    """
    # Predicted value

    \(subscribers) subscribers who pay by the month and whose renewal probabilities are beta \
    distributed begin evenly over some months, and are seen to the end of them; \(seeds) seeds \
    each. The truth is the expected number of payments of the beta distribution they were drawn \
    from, money a year later being worth 10 % less. Written by `make calibrate`.

    | α | β | months seen | 24 months, the truth | predicted within 10% | error of nine in ten | 95% interval holds the truth |
    | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    \(worlds.map(line).joined(separator: "\n"))

    Within 10% for nine seeds of ten is wanted.

    """
  }

  private static func line(_ world: World) -> String {
    let truth = ShiftedBetaGeometric(alpha: world.alpha, beta: world.beta).payments(
      limit: 24, discount: PredictedValue.discount(Period(1, .month)))
    var errors: [Double] = []
    var held = 0
    for seed in 1...UInt64(seeds) {
      let history = RenewalHistory(
        product: "made up", period: Period(1, .month), decisions: decisions(world, seed))
      guard let value = PredictedValue(history, payment: 1).value(.twoYears) else { continue }
      errors.append(abs(value.value / truth - 1))
      held += value.interval.contains(truth) ? 1 : 0
    }
    errors.sort()
    let within = errors.count { $0 <= 0.1 }
    let hundredths = Int((truth * 100).rounded())
    return "| \(world.alpha) | \(world.beta) | \(world.months) | "
      + "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) payments | "
      + "\(share(within, of: seeds)) | \(percent(errors[errors.count * 9 / 10])) | "
      + "\(share(held, of: seeds)) |"
  }

  private static func decisions(
    _ world: World, _ seed: UInt64
  ) -> [(row: RenewalCounts.Row, monthsAgo: Int)] {
    var chance = SplitMix(seed: seed &* 7919)
    var due = Array(repeating: Int64(0), count: world.months)
    var renewed = due
    for subscriber in 0..<subscribers {
      let leaving = chance.beta(world.alpha, world.beta)
      let begun = subscriber * world.months / subscribers
      for number in 0..<(world.months - begun) {
        due[number] += 1
        if chance.happens(leaving) { break }
        renewed[number] += 1
      }
    }
    return zip(due, renewed).enumerated().map { index, counts in
      (RenewalCounts.Row(number: index + 1, due: counts.0, renewed: counts.1), 0)
    }
  }
}
