import Statistics
import Timeline

/// What running trials are expected to come to, by what they did so far, beside what as many usually
/// come to (Definitions, "Nowcast").
struct TrialNowcast: Sendable {
  /// Expected payments of some trials.
  struct Expectation: Sendable, Equatable {
    var trials = 0.0
    /// Paid, or over.
    var decided = 0.0
    var paid = 0.0
    var expected = 0.0
    /// What as many come to as usual.
    var usual = 0.0
    /// Of `expected`, for what only chance decides, and for how well the worth of trials is known.
    var variance = 0.0
  }

  /// The newest nights, which tell of a change; those before are what is usual.
  static let newest = 7
  /// Days that what is usual is taken from.
  static let reference = 56

  /// The number of the day that the nowcast is made at the end of.
  let day: Int
  private let chains: [Int: TrialChain]
  /// Days without a log, ascending: what trials did on them is not known, and so neither what they are
  /// worth from then on.
  private let untold: [Int]
  /// How much more than by chance alone payments expected vary from week to week.
  private(set) var usual = UsualNights()

  /// `cohorts`: of all customers; what came after `day` is not looked at. `untold`: days without a log,
  /// ascending.
  init(_ cohorts: [TrialCohort], day: Int, untold: [Int] = []) {
    self.day = day
    self.untold = untold
    let last = day - Self.newest
    let lengths = Set(cohorts.lazy.filter { $0.start <= last }.map(\.length))
    chains = lengths.reduce(into: [:]) { chains, length in
      chains[length] = TrialChain(
        cohorts, length: length, in: (last - Self.reference + 1)...last)
    }
    usual = UsualNights(weeks: changes(cohorts, in: usualNights))
  }

  /// Whether what is usual is known of trials of a length.
  func knows(_ length: Int) -> Bool { chains[length] != nil }

  /// The nights that what is usual is taken from.
  private var usualNights: ClosedRange<Int> {
    (day - Self.newest - Self.reference + 1)...(day - Self.newest)
  }

  /// What some trials are expected to come to. `ratio`: how much more of them pay than of all.
  func expectation(_ cohorts: [TrialCohort], ratio: Double = 1) -> Expectation {
    cohorts.reduce(into: Expectation()) { sum, cohort in
      guard let chain = chains[cohort.length] else { return }
      let counts = cohort.counts(at: day)
      sum.trials += cohort.trials
      sum.paid += counts[.paid]
      sum.decided += counts.decided
      sum.expected += counts[.paid]
      sum.usual += cohort.trials * min(1, ratio * chain.beginning.value)
      for state in TrialState.inPlay {
        let value = min(1, ratio * chain.value(of: state, age: day - cohort.start))
        sum.expected += counts[state] * value
        let single = value * (1 - value)
        sum.variance += counts[state] * single * usual.largest
        sum.variance += counts[state] * counts[state] * single / max(1, chain.ended)
      }
    }
  }

  /// What the newest nights did to the payments expected of some trials, the newest first, and what such
  /// nights are usually together. `ratio`: how much more of them pay than of all.
  func changes(_ cohorts: [TrialCohort], ratio: Double = 1)
    -> (newest: [NightChanges], usual: NightChanges)
  {
    let all = changes(cohorts, in: usualNights.lowerBound...day, ratio: ratio)
    return (
      Array(all.suffix(Self.newest).reversed()),
      all.dropLast(Self.newest).reduce(NightChanges()) { $0 + $1 }
    )
  }

  private func changes(
    _ cohorts: [TrialCohort], in nights: ClosedRange<Int>, ratio: Double = 1
  ) -> [NightChanges] {
    var changes = [NightChanges](repeating: NightChanges(), count: nights.count)
    for cohort in cohorts {
      guard let chain = chains[cohort.length] else { continue }
      let end = self.untold.first { $0 >= cohort.start } ?? .max
      cohort.forEachNight(of: nights) { night in
        let day = cohort.start + night.age
        guard day < end else { return }
        changes[day - nights.lowerBound].add(night, of: cohort, chain, ratio: ratio)
      }
    }
    return changes
  }
}
