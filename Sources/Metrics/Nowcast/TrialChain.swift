import Glibc
import Timeline

/// How probably trials of one length lead to a payment, by age and by how they stand.
///
/// Competing risks by age (Aalen and Johansen 1978): on each day a trial that will renew may be set
/// not to, one that will not may be set to, a payment may fail, come after all, or come; or the trial
/// is over. How often each happened at an age in the reference days is how probable it is there.
///
/// A worked example, trials of two days: of 100 that will renew, 20 are set not to on day 1, and of
/// the 80 others 60 pay on day 2. So one that begins is worth 0.6, one that will renew after day 1
/// 0.75, one that will not 0.
struct TrialChain: Sendable {
  /// Of one age and state before it: how many there were, and how many went where.
  private struct Risk {
    var trials = 0.0
    var steps = SIMD8<Double>.zero
  }

  /// How much more probable a fall by one payment is made: from one that is hardly seen to one of nearly
  /// all payments.
  static let tilts = Tilts(0.5, 1, 2, 4)
  typealias Tilts = SIMD4<Double>

  /// What one trial is worth: how probably it pays; and how that will vary by the end of the next day.
  struct Worth: Sendable {
    var value = 0.0
    var variance = 0.0
    /// The logarithms of the means of exp(−tilt × change).
    var cumulants = Tilts.zero
    /// The trials that tell of it.
    var known = 0.0
  }

  /// Days after the end of a trial that a payment which has failed may come in.
  private static let after = 75
  private static let states = TrialState.allCases.count

  /// By age × states + state, at the end of that day.
  private var worths: [Worth]
  /// Of a trial that begins.
  private(set) var beginning = Worth()
  /// Trials that the reference days saw end.
  private(set) var ended = 0.0

  /// Nil where the reference days lack trials of an age.
  init?(_ cohorts: [TrialCohort], length: Int, in days: ClosedRange<Int>) {
    let ages = length + Self.after
    let (start, risks) = Self.risks(
      cohorts.filter { $0.length == length }, upTo: ages, in: days)
    guard start.trials > 0,
      (1...max(1, length)).allSatisfy({ risks[$0 * Self.states].trials > 0 })
    else { return nil }
    worths = [Worth](repeating: Worth(), count: (ages + 1) * Self.states)
    for age in (0..<ages).reversed() {
      for state in TrialState.inPlay {
        let place = Int(state.rawValue)
        worths[age * Self.states + place] = worth(
          risks[(age + 1) * Self.states + place], staying: value(of: state, age: age + 1),
          age: age + 1)
      }
    }
    beginning = worth(start, staying: 0, age: 0)
    ended = risks[length * Self.states].trials
  }

  /// Of trials that begin, and of each age × states + state.
  private static func risks(
    _ cohorts: [TrialCohort], upTo ages: Int, in days: ClosedRange<Int>
  ) -> (start: Risk, risks: [Risk]) {
    var risks = [Risk](repeating: Risk(), count: (ages + 1) * states)
    var start = Risk()
    for cohort in cohorts {
      cohort.forEachNight(of: days) { night in
        guard night.age <= ages else { return }
        let place = night.age * states
        for state in TrialState.inPlay {
          risks[place + Int(state.rawValue)].trials += night.before[state]
        }
        for flow in night.flows {
          let to = Int(flow.step.to.rawValue)
          guard let from = flow.step.from else {
            start.trials += flow.trials
            start.steps[to] += flow.trials
            continue
          }
          risks[place + Int(from.rawValue)].steps[to] += flow.trials
        }
      }
    }
    return (start, risks)
  }

  /// `staying`: the value of those that go nowhere.
  private func worth(_ risk: Risk, staying: Double, age: Int) -> Worth {
    guard risk.trials > 0 else { return Worth(value: staying) }
    let rest = max(0, risk.trials - risk.steps.sum())
    let values = TrialState.allCases.map { (risk.steps[Int($0.rawValue)], value(of: $0, age: age)) }
    var worth = Worth(
      (values + [(rest, staying)]).filter { $0.0 > 0 }
        .map { (share: $0.0 / risk.trials, value: $0.1) })
    worth.known = risk.trials
    return worth
  }

  /// What a trial is worth that stands so at the end of the day of an age.
  func worth(of state: TrialState, age: Int) -> Worth {
    switch state {
    case .paid: return Worth(value: 1)
    case .over: return Worth()
    case .on, .off, .failing:
      let place = age * Self.states + Int(state.rawValue)
      return place < worths.count ? worths[place] : Worth()
    }
  }

  func value(of state: TrialState, age: Int) -> Double { worth(of: state, age: age).value }
}

extension TrialChain.Worth {
  fileprivate init(_ outcomes: [(share: Double, value: Double)]) {
    value = outcomes.reduce(0) { $0 + $1.share * $1.value }
    var means = TrialChain.Tilts.zero
    for (share, outcome) in outcomes {
      let change = outcome - value
      variance += share * change * change
      means += share * (-change * TrialChain.tilts).exponentials
    }
    cumulants = means.logarithms
  }
}

extension TrialChain.Tilts {
  fileprivate var exponentials: Self {
    Self(exp(self[0]), exp(self[1]), exp(self[2]), exp(self[3]))
  }
  fileprivate var logarithms: Self { Self(log(self[0]), log(self[1]), log(self[2]), log(self[3])) }
}
