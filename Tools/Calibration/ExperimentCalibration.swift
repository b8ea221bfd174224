import Glibc
import Metrics
import Settings
import Statistics
import Support
import Values

/// How often experiments declare a winner where there is none, and how often intervals hold the
/// true difference.
enum ExperimentCalibration {
  static let experiments = 2000
  /// As many as it takes to tell a share of 5% to within a third of a point.
  static let manyExperiments = 20_000
  static let days = 30
  /// What payments cost, and how many of a hundred payers choose each.
  private static let prices = [(4.99, 25), (9.99, 55), (59.99, 20)]

  /// What is true of one arm.
  struct Arm {
    let rate: Double
    var customersADay = 34

    var customers: Int64 { Int64(days * customersADay) }
    var revenue: Double {
      ExperimentCalibration.prices.reduce(0) { $0 + $1.0 * Double($1.1) / 100 } * rate
    }
  }

  /// What is true of an experiment.
  struct World {
    let name: String
    var metric = Experiment.Metric.paid
    let control: Arm
    let new: Arm
    let seed: UInt64

    var settings: Experiment {
      var settings = Experiment(name: "made up")
      settings.metric = metric
      settings.split = [
        "control": Fraction(control.customers, over: 1), "new": Fraction(new.customers, over: 1),
      ]
      return settings
    }
    var difference: Double {
      metric == .revenue ? new.revenue - control.revenue : new.rate - control.rate
    }
    /// Revenue and payers alike.
    var relative: Double { new.rate / control.rate - 1 }
  }

  private static let alike = [
    World(name: "payers, 10% of both", control: Arm(rate: 0.1), new: Arm(rate: 0.1), seed: 1),
    World(name: "payers, 3% of both", control: Arm(rate: 0.03), new: Arm(rate: 0.03), seed: 3),
    World(
      name: "revenue, the same of both", metric: .revenue, control: Arm(rate: 0.1),
      new: Arm(rate: 0.1), seed: 2),
    World(
      name: "payers, 10% of both, split 9 to 1", control: Arm(rate: 0.1, customersADay: 61),
      new: Arm(rate: 0.1, customersADay: 7), seed: 6),
    World(
      name: "revenue, the same of both, split 9 to 1", metric: .revenue,
      control: Arm(rate: 0.1, customersADay: 61), new: Arm(rate: 0.1, customersADay: 7), seed: 7),
  ]
  private static let different = [
    World(name: "payers, 10% and 14%", control: Arm(rate: 0.1), new: Arm(rate: 0.14), seed: 4),
    World(
      name: "revenue, 40% more", metric: .revenue, control: Arm(rate: 0.1), new: Arm(rate: 0.14),
      seed: 5),
  ]
}

// MARK: - The report

extension ExperimentCalibration {
  static func report() -> String {
    let none = alike.map { ($0, watched($0), looked($0)) }
    let some = different.map { ($0, watched($0), looked($0)) }
    return """
      # Experiments

      \(experiments) experiments of \(Arm(rate: 0).customers) customers an arm, who arrive over \
      \(days) days; split 9 to 1 they are \(alike[3].control.customers) and \
      \(alike[3].new.customers). Written by `make calibrate`.

      ## No true difference: how many declare a winner

      | | one look, at the end | the same, \(manyExperiments) experiments | a look every day, interval for every look | a look every day, interval for one look |
      | --- | ---: | ---: | ---: | ---: |
      \(none.map(falseAlarms).joined(separator: "\n"))

      The first three must be at most 5%: \(experiments) experiments tell a share of 5% to within \
      one point, \(manyExperiments) to within a third of one. The last is why the third exists.

      Added up over all outcomes that two arms can have, one look declares a winner in so many of \
      the cases in which there is none:

      | customers | 3% pay | 10% pay | 50% pay |
      | --- | ---: | ---: | ---: |
      \([(100, 100), (1000, 1000), (900, 100)].map(exactLine).joined(separator: "\n"))

      ## How many 95% intervals hold the true difference

      | | difference | relative difference | difference, \(manyExperiments) | relative, \(manyExperiments) |
      | --- | ---: | ---: | ---: | ---: |
      \((none.prefix(3) + some).map(coverage).joined(separator: "\n"))

      94% to 96% is wanted.

      ## A true difference: how many find it

      | | one look, at the end | a look every day |
      | --- | ---: | ---: |
      \(some.map(found).joined(separator: "\n"))

      """
  }

  private static func falseAlarms(_ world: World, _ few: Tally, _ many: Tally) -> String {
    "| \(world.name) | \(share(few.onceWon, of: experiments)) "
      + "| \(share(many.onceWon, of: manyExperiments)) "
      + "| \(share(few.everWon, of: experiments)) | \(share(few.peekedWon, of: experiments)) |"
  }

  private static func coverage(_ world: World, _ few: Tally, _ many: Tally) -> String {
    let shares = [few, many].flatMap {
      [share($0.held, of: $0.intervals), share($0.heldRelative, of: $0.intervals)]
    }
    return "| \(world.name) | \(shares.joined(separator: " | ")) |"
  }

  private static func found(_ world: World, _ few: Tally, _: Tally) -> String {
    "| \(world.name) | \(share(few.onceWon, of: experiments)) "
      + "| \(share(few.everWon, of: experiments)) |"
  }
}

// MARK: - All outcomes

extension ExperimentCalibration {
  private static func exactLine(_ control: Int64, _ new: Int64) -> String {
    let levels = [0.03, 0.1, 0.5].map { percent(exactLevel($0, control, new)) }
    return "| \(control) and \(new) | \(levels.joined(separator: " | ")) |"
  }

  /// How often there is a winner where both arms have this rate: the sum over all outcomes.
  private static func exactLevel(_ rate: Double, _ control: Int64, _ new: Int64) -> Double {
    var settings = Experiment(name: "made up")
    settings.split = ["control": Fraction(control, over: 1), "new": Fraction(new, over: 1)]
    return outcomes(rate, control).reduce(0) { sum, first in
      outcomes(rate, new).reduce(sum) { sum, second in
        let arms = [
          VariantOutcome(exposed: control, payers: first.payers),
          VariantOutcome(exposed: new, payers: second.payers),
        ]
        return experiment(settings, arms).verdict.word == .winner
          ? sum + first.probability * second.probability : sum
      }
    }
  }

  private static func outcomes(
    _ rate: Double, _ customers: Int64
  ) -> [(payers: Int64, probability: Double)] {
    (0...customers).map { ($0, binomial($0, of: customers, rate)) }.filter { $0.1 > 1e-7 }
  }

  private static func binomial(_ k: Int64, of n: Int64, _ p: Double) -> Double {
    let (k, n) = (Double(k), Double(n))
    return exp(
      lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p))
  }
}

// MARK: - One experiment after the other

extension ExperimentCalibration {
  struct Tally {
    var onceWon = 0
    /// By intervals that hold at every look, on any day.
    var everWon = 0
    /// By p-values meant for one look, on any day.
    var peekedWon = 0
    var intervals = 0
    var held = 0
    var heldRelative = 0
  }

  /// Experiments that somebody looks at every day.
  private static func watched(_ world: World) -> Tally {
    var chance = SplitMix(seed: world.seed)
    var tally = Tally()
    for _ in 0..<experiments {
      let looks = looks(world, &chance)
      tally.everWon += looks.contains { $0.verdictOnAnyDay.word == .winner } ? 1 : 0
      tally.peekedWon += looks.contains { $0.verdict.word == .winner } ? 1 : 0
      tally.take(looks[looks.count - 1], world)
    }
    return tally
  }

  /// The experiment as it stood at the end of each day.
  private static func looks(_ world: World, _ chance: inout SplitMix) -> [ExperimentCase] {
    var arms = [VariantOutcome(), VariantOutcome()]
    return (0..<days).map { _ in
      arms[0].arrive(world.control.customersADay, world.control, &chance)
      arms[1].arrive(world.new.customersADay, world.new, &chance)
      return experiment(world.settings, arms)
    }
  }

  /// Many experiments that somebody looks at once, at the end.
  private static func looked(_ world: World) -> Tally {
    var chance = SplitMix(seed: world.seed + 100)
    var tally = Tally()
    for _ in 0..<manyExperiments {
      var arms = [VariantOutcome(), VariantOutcome()]
      arms[0].arrive(Int(world.control.customers), world.control, &chance)
      arms[1].arrive(Int(world.new.customers), world.new, &chance)
      tally.take(experiment(world.settings, arms), world)
    }
    return tally
  }

  private static func experiment(
    _ settings: Experiment, _ arms: [VariantOutcome]
  ) -> ExperimentCase {
    ExperimentCase(
      settings, zip(["control", "new"], arms).map { Variant(name: $0, soFar: $1, matured: $1) })
  }
}

extension ExperimentCalibration.Tally {
  /// Notes the last look.
  fileprivate mutating func take(
    _ last: ExperimentCase, _ world: ExperimentCalibration.World
  ) {
    onceWon += last.verdict.word == .winner ? 1 : 0
    guard case let comparison?? = last.comparisons(world.metric, .matured).first else { return }
    intervals += 1
    held += comparison.interval.contains(world.difference) ? 1 : 0
    let relative = comparison.relative?.interval()
    heldRelative += relative?.contains(world.relative) == true ? 1 : 0
  }
}

extension VariantOutcome {
  fileprivate mutating func arrive(
    _ customers: Int, _ truth: ExperimentCalibration.Arm, _ chance: inout SplitMix
  ) {
    exposed += Int64(customers)
    for _ in 0..<customers where chance.happens(truth.rate) {
      payers += 1
      trials += 1
      let price = ExperimentCalibration.price(&chance)
      revenue = revenue + Amount(micros: Int64((price * 1_000_000).rounded()))
      squares += price * price
    }
  }
}

extension ExperimentCalibration {
  fileprivate static func price(_ chance: inout SplitMix) -> Double {
    var left = Int.random(in: 0..<100, using: &chance)
    for (price, weight) in prices {
      if left < weight { return price }
      left -= weight
    }
    return prices[0].0
  }
}
