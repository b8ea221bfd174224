import Glibc
import Statistics
import Timeline

/// What some nights did to the payments expected of trials.
///
/// Each trial in play is worth how probably it leads to a payment (``TrialChain``). A night on which
/// all goes as usual leaves the sum of these worths as it is, but for chance. So what it loses over
/// some nights tells within days what the final conversion tells in weeks.
///
/// A worked example: on a night 100 trials that are worth 0.6 each have their day of payment. Usually
/// 60 pay; if 40 do, the night took 20 payments from those expected.
struct NightChanges: Sendable {
  /// A change of the payments expected, and its second and third central moments if all goes as usual.
  struct Change: Sendable {
    var amount = 0.0
    var variance = 0.0
    var third = 0.0
  }

  /// Of such changes, how much more than by chance alone they vary, at least 1.
  struct Spread: Sendable {
    private(set) var running = 1.0
    private(set) var ending = 1.0

    init() {}

    init(_ stretches: [NightChanges]) {
      running = Self.excess(stretches.map(\.running))
      ending = Self.excess(stretches.map(\.ending))
    }

    var largest: Double { max(running, ending) }

    private static func excess(_ changes: [Change]) -> Double {
      let known = changes.filter { $0.variance > 0 }
      guard !known.isEmpty else { return 1 }
      let scores = known.map { $0.amount * $0.amount / $0.variance }
      return max(1, scores.reduce(0, +) / Double(scores.count))
    }
  }

  /// Of fewer payments no distribution is near enough.
  private static let fewestPayments = 5.0
  /// Fewer trials say nothing of a rate.
  private static let fewestTrials = 100.0

  /// Trials in play before the nights, or begun in them.
  private(set) var trials = 0.0
  private var begun = 0.0
  /// Of those begun, the payments expected when they did.
  private var worthBegun = 0.0
  /// Payments that came.
  private var paid = 0.0
  /// While trials ran, and at their ends: each is told sooner without the other's chance.
  private(set) var running = Change()
  private(set) var ending = Change()

  /// `ratio`: how much more of the trials pay than of all. `isFirst`: the first of the nights.
  mutating func add(
    _ night: TrialCohort.Night, of cohort: TrialCohort, _ chain: TrialChain, ratio: Double,
    isFirst: Bool
  ) {
    if isFirst { trials += night.before.inPlay }
    for flow in night.flows {
      if flow.isBeginning {
        (trials, begun) = (trials + flow.trials, begun + flow.trials)
        worthBegun += flow.trials * ratio * chain.beginning.value
      }
      if flow.step.to == .paid { paid += flow.trials }
    }
    let change = Self.change(night, chain, ratio: ratio)
    if night.age + 1 < cohort.length { running.add(change) } else { ending.add(change) }
  }

  private static func change(
    _ night: TrialCohort.Night, _ chain: TrialChain, ratio: Double
  ) -> Change {
    var change = Change()
    for flow in night.flows {
      let before = flow.step.from.map { chain.worth(of: $0, age: night.age - 1) } ?? chain.beginning
      let now = flow.step.to == .paid ? 1 : ratio * chain.value(of: flow.step.to, age: night.age)
      change.amount += flow.trials * (now - ratio * before.value)
      if flow.isBeginning { change.vary(flow.trials, before, ratio) }
    }
    for state in TrialState.inPlay where night.before[state] > 0 {
      let before = chain.worth(of: state, age: night.age - 1)
      let now = chain.value(of: state, age: night.age)
      change.amount += night.stayed(state) * ratio * (now - before.value)
      change.vary(night.before[state], before, ratio)
    }
    return change
  }

  mutating func widen(by spread: Spread, times more: Double) {
    running.widen(by: spread.running * more)
    ending.widen(by: spread.ending * more)
  }
}

extension NightChanges.Change {
  fileprivate mutating func add(_ other: NightChanges.Change) {
    amount += other.amount
    variance += other.variance
    third += other.third
  }

  /// By what may become of some trials by the end of the day.
  fileprivate mutating func vary(
    _ trials: Double, _ worth: TrialChain.Worth, _ ratio: Double
  ) {
    variance += trials * ratio * ratio * worth.variance
    third += trials * ratio * ratio * ratio * worth.third
  }

  fileprivate mutating func widen(by spread: Double) {
    variance *= spread
    third *= spread * spread.squareRoot()
  }

  /// Whether chance alone brings such a fall more rarely than `outside`. Failed payments, where hardly any
  /// is usual, are no bell curve: by the skewness, too.
  fileprivate func isFall(outside: Double) -> Bool {
    guard variance > 0 else { return amount < 0 }
    let deviation = variance.squareRoot()
    return amount
      < deviation * Normal.quantile(outside, skewness: third / (variance * deviation))
  }
}

// MARK: - What it comes to

extension NightChanges {
  /// What a change is a share of: the mean of payments begun and payments that came.
  private var payments: Double { (worthBegun + paid) / 2 }

  private var isEnough: Bool {
    payments >= Self.fewestPayments && trials >= Self.fewestTrials
  }

  /// The share of begun trials that usually pays; nil of too few.
  var usual: Double? { isEnough && begun > 0 ? worthBegun / begun : nil }

  /// The share that pays if trials go on as in these nights, ± its interval; nil of too few.
  func expected(_ z: Double) -> (share: Double, half: Double)? {
    usual.map { usual in
      let share = (running.amount + ending.amount) / payments
      let deviation = (running.variance + ending.variance).squareRoot()
      return (max(0, usual * (1 + share)), usual * z * deviation / payments)
    }
  }

  /// The fall as a share of the usual; 0 where chance does as much; nil of too few.
  func reliableFall(outside: Double) -> Double? {
    guard isEnough else { return nil }
    return [running, ending].reduce(0) { fall, change in
      change.isFall(outside: outside / 2) ? max(fall, -change.amount / payments) : fall
    }
  }

  /// The same of all nights that are looked at.
  static func reliableFall(_ changes: [NightChanges], outside: Double) -> Double? {
    changes.compactMap { $0.reliableFall(outside: outside / Double(changes.count)) }.max()
  }
}
