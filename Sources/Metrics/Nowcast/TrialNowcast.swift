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
  /// How much more than by chance alone payments expected vary from week to week.
  private var spread = NightChanges.Spread()

  /// `cohorts`: of all customers; what came after `day` is not looked at.
  init(_ cohorts: [TrialCohort], day: Int) {
    self.day = day
    let last = day - Self.newest
    let lengths = Set(cohorts.lazy.filter { $0.start <= last }.map(\.length))
    chains = lengths.reduce(into: [:]) { chains, length in
      chains[length] = TrialChain(
        cohorts, length: length, in: (last - Self.reference + 1)...last)
    }
    spread = NightChanges.Spread(
      (1...(Self.reference / Self.newest)).map { back in
        changes(cohorts, in: nights(Self.newest, upTo: day - back * Self.newest))
      })
  }

  /// Whether what is usual is known of trials of a length.
  func knows(_ length: Int) -> Bool { chains[length] != nil }

  private func nights(_ count: Int, upTo last: Int) -> ClosedRange<Int> {
    (last - count + 1)...last
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
        sum.variance += counts[state] * single * spread.largest
        sum.variance += counts[state] * counts[state] * single / max(1, chain.ended)
      }
    }
  }

  /// Of the last 3 nights, in which a large fall shows, and of the last 7.
  func changes(_ cohorts: [TrialCohort], ratio: Double = 1) -> [NightChanges] {
    [3, Self.newest].map { count in
      var found = changes(cohorts, in: nights(count, upTo: day), ratio: ratio)
      // What is usual is itself known from so many days alone.
      found.widen(by: spread, times: 1 + Double(count) / Double(Self.reference))
      return found
    }
  }

  private func changes(
    _ cohorts: [TrialCohort], in nights: ClosedRange<Int>, ratio: Double = 1
  ) -> NightChanges {
    var changes = NightChanges()
    for cohort in cohorts {
      guard let chain = chains[cohort.length] else { continue }
      cohort.forEachNight(of: nights) { night in
        let isFirst = cohort.start + night.age == nights.lowerBound
        changes.add(night, of: cohort, chain, ratio: ratio, isFirst: isFirst)
      }
    }
    return changes
  }
}
