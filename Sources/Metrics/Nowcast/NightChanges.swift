import Glibc
import Statistics
import Timeline

/// What a night did to the payments expected of trials.
///
/// Each trial in play is worth how probably it leads to a payment (``TrialChain``). A night on which
/// all goes as usual leaves the sum of these worths as it is, but for chance. So what it loses tells
/// within days what the final conversion tells in weeks.
///
/// A worked example: on a night 100 trials that are worth 0.6 each have their day of payment. Usually
/// 60 pay; if 40 do, the night took 20 payments from those expected.
struct NightChanges: Sendable {
  /// In a trial's first days, later, and at its end: a change of one is told sooner without the
  /// others' chance.
  enum Part: Int, CaseIterable, Sendable {
    case beginning, running, ending

    /// So many days tell of an onboarding.
    static let firstDays = 3

    /// As a row of the nowcast tells it.
    var text: String {
      switch self {
      case .beginning: "first 3 days"
      case .running: "later days"
      case .ending: "end"
      }
    }

    var column: String { text.replacing(" ", with: "_") }

    init(age: Int, of length: Int) {
      self = age >= length ? .ending : age < Self.firstDays ? .beginning : .running
    }
  }

  /// A change of the payments expected, and what chance makes of it if all goes as usual.
  struct Change: Sendable {
    var amount = 0.0
    var variance = 0.0
    /// How much more it varies for each night, as what is usual is known from so many trials alone.
    var doubt = 0.0
    /// The logarithms of the means of exp(−tilt × change): ``TrialChain/tilts``.
    var cumulants = TrialChain.Tilts.zero

    static func + (a: Change, b: Change) -> Change {
      Change(
        amount: a.amount + b.amount, variance: a.variance + b.variance, doubt: a.doubt + b.doubt,
        cumulants: a.cumulants + b.cumulants)
    }
  }

  private(set) var parts = [Change](repeating: Change(), count: Part.allCases.count)
  /// Trials in play before the night, or begun in it.
  private(set) var trials = 0.0
  private(set) var begun = 0.0
  /// Of those begun, the payments expected when they did.
  private(set) var worthBegun = 0.0
  /// Payments that came.
  private(set) var paid = 0.0

  /// `ratio`: how much more of the trials pay than of all.
  mutating func add(
    _ night: TrialCohort.Night, of cohort: TrialCohort, _ chain: TrialChain, ratio: Double
  ) {
    trials += night.before.inPlay
    for flow in night.flows {
      if flow.isBeginning {
        (trials, begun) = (trials + flow.trials, begun + flow.trials)
        worthBegun += flow.trials * ratio * chain.beginning.value
      }
      if flow.step.to == .paid { paid += flow.trials }
    }
    parts[Part(age: night.age, of: cohort.length).rawValue].add(night, chain)
  }

  /// What a change is a share of: payments that begun trials are worth, and those that came, on
  /// average.
  var payments: Double { (worthBegun + paid) / 2 }

  /// Of both together, `b` being the night before `a`.
  static func + (a: NightChanges, b: NightChanges) -> NightChanges {
    var sum = a
    sum.parts = zip(a.parts, b.parts).map { $0 + $1 }
    (sum.begun, sum.worthBegun) = (a.begun + b.begun, a.worthBegun + b.worthBegun)
    (sum.paid, sum.trials) = (a.paid + b.paid, a.begun + b.trials)
    return sum
  }
}

extension NightChanges.Change {
  fileprivate mutating func add(_ night: TrialCohort.Night, _ chain: TrialChain) {
    for flow in night.flows {
      let before = flow.step.from.map { chain.worth(of: $0, age: night.age - 1) } ?? chain.beginning
      amount += flow.trials * (chain.value(of: flow.step.to, age: night.age) - before.value)
      if flow.isBeginning { vary(flow.trials, before) }
    }
    for state in TrialState.inPlay where night.before[state] > 0 {
      let before = chain.worth(of: state, age: night.age - 1)
      let now = chain.value(of: state, age: night.age)
      amount += night.stayed(state) * (now - before.value)
      vary(night.before[state], before)
    }
  }

  /// By what may become of some trials by the end of the day.
  private mutating func vary(_ trials: Double, _ worth: TrialChain.Worth) {
    variance += trials * worth.variance
    let share = max(trials / max(1, worth.known), 1 / Double(TrialNowcast.reference))
    doubt += trials * worth.variance * share
    cumulants += trials * worth.cumulants
  }

  /// How many times as much as by chance so many nights vary.
  fileprivate func spread(nights: Int) -> Double {
    variance > 0 ? 1 + Double(nights) * doubt / variance : 1
  }

  /// How many times as probable it is after a fall, as logarithms, by size; `drift`: by how much of
  /// its variance it is usually higher than of all trials.
  fileprivate func logRatios(drift: Double) -> TrialChain.Tilts {
    -(amount - drift * variance) * TrialChain.tilts - cumulants
  }
}

// MARK: - Falls

/// A fall of the payments expected, in one part of the trials' days.
struct NowcastFall: Sendable, Equatable {
  /// By which share, on the nights that have most likely changed.
  let share: Double
  /// Chance alone brings as much at most once in so many nights.
  private(set) var nights: Double
  let part: NightChanges.Part
  /// How many of the newest nights have most likely changed.
  let length: Int

  /// Of fewer payments, or trials, no share says anything.
  private static let fewest = (payments: 2.0, trials: 30.0)

  /// The surest of a few parts; nil of too few trials. `nights`: the newest first. `usual`: what some
  /// segment's nights usually are.
  init?(_ nights: [NightChanges], usual: UsualNights) {
    let sums = nights.runningSums
    guard let last = sums.last, last.payments >= Self.fewest.payments,
      last.trials >= Self.fewest.trials
    else { return nil }
    let parts = NightChanges.Part.allCases
    let falls = parts.compactMap { part in NowcastFall(nights, sums, usual, part) }
    guard let surest = falls.max(by: { $0.nights < $1.nights }) else { return nil }
    self = surest
    self.nights /= Double(parts.count)
  }

  private init?(
    _ nights: [NightChanges], _ sums: [NightChanges], _ usual: UsualNights,
    _ part: NightChanges.Part
  ) {
    let place = part.rawValue
    let ratios = nights.map { $0.parts[place].logRatios(drift: usual.drifts[place]) }
    let evidence = ChangeEvidence(
      (0..<TrialChain.Tilts.scalarCount).map { size in ratios.map { $0[size] } },
      spread: sums.indices.map {
        usual.spreads[place] * sums[$0].parts[place].spread(nights: $0 + 1)
      })
    let length = evidence.length { sums[$0 - 1].payments >= Self.fewest.payments }
    guard let length else { return nil }
    (self.part, self.length) = (part, length)
    let sum = sums[length - 1]
    let amount = sum.parts[place].amount - usual.drifts[place] * sum.parts[place].variance
    share = min(1, max(0, -amount / sum.payments))
    self.nights = evidence.nights
  }
}

extension [NightChanges] {
  /// Of the first, of the first two and so on.
  fileprivate var runningSums: [NightChanges] {
    var sum = NightChanges()
    return map { night in
      sum = sum + night
      return sum
    }
  }
}

/// What nights of some trials usually are, by part: how much more than by chance alone they vary, at
/// least 1, and by how much of their variance they are better than of all trials.
struct UsualNights: Sendable {
  private(set) var spreads = [Double](repeating: 1, count: NightChanges.Part.allCases.count)
  private(set) var drifts = [Double](repeating: 0, count: NightChanges.Part.allCases.count)

  /// As many weeks as are believed to vary by chance alone before any is seen.
  private static let believed = 8.0

  init() {}

  /// `nights`: of whole weeks, of all trials.
  init(weeks nights: [NightChanges]) {
    let weeks = stride(from: 0, to: nights.count, by: TrialNowcast.newest).map { first in
      nights[first..<(first + TrialNowcast.newest)].reduce(NightChanges()) { $0 + $1 }
    }
    spreads = spreads.indices.map { part in Self.excess(weeks.map { $0.parts[part] }) }
  }

  private static func excess(_ changes: [NightChanges.Change]) -> Double {
    let scores = changes.filter { $0.variance > 0 }.map { $0.amount * $0.amount / $0.variance }
    let freedom = Double(max(1, scores.count) - 1)
    return max(1, (believed + scores.reduce(0, +)) / (believed + freedom))
  }

  var largest: Double { spreads.max() ?? 1 }

  /// Those of segments of one dimension, by what their nights were: as far as these differ beyond chance.
  func ofSegments(_ nights: [NightChanges]) -> [UsualNights] {
    var all = [UsualNights](repeating: self, count: nights.count)
    for part in spreads.indices {
      let counts = nights.map {
        let change = $0.parts[part]
        return (observed: change.variance + change.amount, expected: change.variance)
      }
      for (place, ratio) in PartialPooling.ratios(counts, spread: spreads[part]).enumerated() {
        all[place].drifts[part] = ratio - 1
      }
    }
    return all
  }
}

// MARK: - What the newest nights come to

extension NightChanges {
  /// Of fewer payments no distribution is near enough.
  private static let fewestPayments = 5.0

  /// The share of begun trials that usually pays; nil of too few.
  var usualShare: Double? {
    payments >= Self.fewestPayments && begun > 0 ? worthBegun / begun : nil
  }

  /// The share that pays of trials which go all their days as trials went in these nights, and half the
  /// width of its interval; nil of too few. `z`: of the interval; `count`: of the nights.
  func expected(_ z: Double, usual: UsualNights, nights count: Int)
    -> (share: Double, half: Double)?
  {
    usualShare.map { share in
      let places = parts.indices
      let amount = places.reduce(0) {
        $0 + parts[$1].amount - usual.drifts[$1] * parts[$1].variance
      }
      let variance = places.reduce(0) {
        $0 + parts[$1].variance * usual.spreads[$1] * parts[$1].spread(nights: count)
      }
      let half = share * z * variance.squareRoot() / payments
      return (max(0, share * (1 + amount / payments)), half)
    }
  }
}
