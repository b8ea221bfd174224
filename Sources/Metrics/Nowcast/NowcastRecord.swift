import Statistics
import Timeline

/// How far earlier nowcasts of trials were off, of what was known then, beside what came: of each
/// week's trials, at the ends of the weeks after it. Intervals are as wide as four of five of these
/// errors (normalized conformal prediction, by how old the week is).
struct NowcastRecord: Sendable {
  /// By the age of the week's trials in weeks: errors in half widths of the model's own 80 % interval.
  private var errors: [Int: [Double]] = [:]

  private static let quantile = ConformalQuantile(share: 0.8)
  private static let weeks = 20
  /// That of 80 % of a normal distribution.
  static let z = -Normal.quantile(0.1)

  /// `cohorts`: of all customers, up to the end of a day.
  init(_ cohorts: [TrialCohort], day: Int) {
    let weeks = TrialWeek.all(cohorts).filter { $0.isOver }
    for back in 1...Self.weeks {
      let known = day - 7 * back
      let nowcast = TrialNowcast(cohorts, day: known)
      for week in weeks where week.first + 6 <= known {
        guard week.cohorts.allSatisfy({ nowcast.knows($0.length) }) else { continue }
        let found = nowcast.expectation(week.cohorts)
        guard found.decided < found.trials, found.variance > 0 else { continue }
        let error = (week.paid - found.expected) / (Self.z * found.variance.squareRoot())
        errors[week.age(on: known), default: []].append(error)
      }
    }
  }

  /// The share of earlier intervals of weeks so old that held what came; nil of too few.
  func held(age: Int) -> Double? {
    guard let errors = errors[age], errors.count >= Self.quantile.needed else { return nil }
    return Double(errors.count { abs($0) <= 1 }) / Double(errors.count)
  }

  /// How many times as wide as the model's own an interval has to be.
  func width(age: Int) -> Double {
    errors[age].flatMap(Self.quantile.width) ?? 1
  }
}

/// The trials that began in a week, from Monday on.
struct TrialWeek: Sendable {
  /// The number of the Monday.
  let first: Int
  let cohorts: [TrialCohort]

  /// In the order of time. Day 0 was a Thursday.
  static func all(_ cohorts: [TrialCohort]) -> [TrialWeek] {
    Dictionary(grouping: cohorts) { $0.start - (($0.start + 3) % 7 + 7) % 7 }
      .sorted { $0.key < $1.key }.map(TrialWeek.init)
  }

  /// In whole weeks; 0 while it lasts.
  func age(on day: Int) -> Int { (day - first) / 7 }

  private var flows: some Sequence<TrialFlow> { cohorts.lazy.flatMap(\.flows) }

  /// Those that led to a payment, whenever it came.
  var paid: Double { flows.reduce(0) { $0 + ($1.step.to == .paid ? $1.trials : 0) } }

  var isOver: Bool {
    let decided = flows.reduce(0) { $0 + ([.paid, .over].contains($1.step.to) ? $1.trials : 0) }
    return decided > 0 && decided == cohorts.reduce(0) { $0 + $1.trials }
  }
}
