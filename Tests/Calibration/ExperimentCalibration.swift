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
  static let days = 30
  static let customersADay = 34
  /// What payments cost, and how many of a hundred payers choose each.
  private static let prices = [(4.99, 25), (9.99, 55), (59.99, 20)]

  /// What is true of one arm.
  struct Truth {
    let rate: Double
    var revenue: Double {
      ExperimentCalibration.prices.reduce(0) { $0 + $1.0 * Double($1.1) / 100 } * rate
    }
  }

  static func report() -> String {
    let none = run(Truth(rate: 0.1), Truth(rate: 0.1), metric: .paid, seed: 1)
    let money = run(Truth(rate: 0.1), Truth(rate: 0.1), metric: .revenue, seed: 2)
    let rare = run(Truth(rate: 0.03), Truth(rate: 0.03), metric: .paid, seed: 3)
    let some = run(Truth(rate: 0.1), Truth(rate: 0.14), metric: .paid, seed: 4)
    let someMoney = run(Truth(rate: 0.1), Truth(rate: 0.14), metric: .revenue, seed: 5)
    return """
      # Experiments

      \(experiments) experiments of \(days * customersADay) customers an arm, who arrive over \
      \(days) days. Written by `make calibrate`.

      ## No true difference: how many declare a winner

      | | looked at once, at the end | looked at every day, interval for every look | looked at every day, interval for one look |
      | --- | ---: | ---: | ---: |
      \(falseAlarms("payers, 10% of both", none))
      \(falseAlarms("payers, 3% of both", rare))
      \(falseAlarms("revenue, the same of both", money))

      The first two must be at most 5%; \(experiments) experiments tell a share of 5% to within one \
      point. Added up over all outcomes that two arms of \(days * customersADay) can have, one look at \
      the end declares a winner in \(exact(0.1)) of experiments with 10% of payers in both, and in \
      \(exact(0.03)) with 3%. The third is why the second exists.

      ## How many 95% intervals hold the true difference

      | | difference | relative difference |
      | --- | ---: | ---: |
      \(coverage("payers, 10% of both", none))
      \(coverage("payers, 3% of both", rare))
      \(coverage("payers, 10% and 14%", some))
      \(coverage("revenue, the same of both", money))
      \(coverage("revenue, 40% more", someMoney))

      94% to 96% is wanted.

      ## A true difference: how many find it

      | | looked at once, at the end | looked at every day |
      | --- | ---: | ---: |
      | payers, 10% and 14% | \(share(some.onceWon, of: experiments)) | \
      \(share(some.everWon, of: experiments)) |

      """
  }

  /// How often p is below 0.05 where both arms have this rate: the sum over all outcomes.
  private static func exact(_ rate: Double) -> String {
    let customers = Int64(days * customersADay)
    let outcomes = (0...customers).map { ($0, binomial($0, of: customers, rate)) }
      .filter { $0.1 > 1e-9 }
    var level = 0.0
    for (a, first) in outcomes {
      for (b, second) in outcomes {
        let test = Welch(Sample(a, of: customers), against: Sample(b, of: customers))
        if let test, test.pValue < 0.05 { level += first * second }
      }
    }
    return "\(Double(Int((level * 10_000).rounded())) / 100)%"
  }

  private static func binomial(_ k: Int64, of n: Int64, _ p: Double) -> Double {
    let (k, n) = (Double(k), Double(n))
    return exp(
      lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p))
  }

  private static func falseAlarms(_ name: String, _ tally: Tally) -> String {
    "| \(name) | \(share(tally.onceWon, of: experiments)) "
      + "| \(share(tally.everWon, of: experiments)) | \(share(tally.peekedWon, of: experiments)) |"
  }

  private static func coverage(_ name: String, _ tally: Tally) -> String {
    "| \(name) | \(share(tally.held, of: tally.intervals)) "
      + "| \(share(tally.heldRelative, of: tally.intervals)) |"
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

  private static func run(
    _ a: Truth, _ b: Truth, metric: Experiment.Metric, seed: UInt64
  ) -> Tally {
    var chance = SplitMix(seed: seed)
    var settings = Experiment(name: "made up")
    settings.metric = metric
    var tally = Tally()
    for _ in 0..<experiments {
      let looks = looks(a, b, settings, &chance)
      tally.everWon += looks.contains { $0.verdictOnAnyDay.word == .winner } ? 1 : 0
      tally.peekedWon += looks.contains { $0.verdict.word == .winner } ? 1 : 0
      tally.take(looks[looks.count - 1], a, b, metric)
    }
    return tally
  }

  /// The experiment as it stood at the end of each day.
  private static func looks(
    _ a: Truth, _ b: Truth, _ settings: Experiment, _ chance: inout SplitMix
  ) -> [ExperimentCase] {
    var arms = [VariantOutcome(), VariantOutcome()]
    return (0..<days).map { _ in
      arms[0].arrive(customersADay, a, &chance)
      arms[1].arrive(customersADay, b, &chance)
      return ExperimentCase(
        settings,
        zip(["control", "new"], arms).map { Variant(name: $0, soFar: $1, matured: $1) })
    }
  }
}

extension ExperimentCalibration.Tally {
  /// Notes the last look.
  fileprivate mutating func take(
    _ last: ExperimentCase, _ a: ExperimentCalibration.Truth, _ b: ExperimentCalibration.Truth,
    _ metric: Experiment.Metric
  ) {
    onceWon += last.verdict.word == .winner ? 1 : 0
    guard case let comparison?? = last.comparisons(metric, .matured).first else { return }
    let truth = metric == .revenue ? (a.revenue, b.revenue) : (a.rate, b.rate)
    intervals += 1
    held += comparison.interval.contains(truth.1 - truth.0) ? 1 : 0
    let relative = comparison.relative?.interval()
    heldRelative += relative?.contains(truth.1 / truth.0 - 1) == true ? 1 : 0
  }
}

extension VariantOutcome {
  fileprivate mutating func arrive(
    _ customers: Int, _ truth: ExperimentCalibration.Truth, _ chance: inout SplitMix
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
