package import Values

/// What the figures should be: usual benchmarks, shown beside the
/// figures without a verdict, and the targets that the configuration sets in their place, which a
/// report judges.
package struct Targets: Sendable, Hashable {
  package var goals: [Figure: Goal]
  /// The wanted split of first payments by tier.
  package var firstPayments: [String: Fraction]
  /// What the configuration itself says.
  package private(set) var set: Set<Figure> = []
  package private(set) var setsFirstPayments = false
  /// Those on steps of funnels, in the order of the configuration.
  package private(set) var steps: [StepTarget] = []

  package enum Figure: String, CaseIterable, Sendable {
    case trialStartRate, trialToPaid, paywallToPurchase
    case churnMonth1, churnMonth3, churnMonth6, monthlyChurn
    case arppu, ltv, costPerCustomer, costPerPayer
    case paymentFailure, validationLatency, syncFailure
    case syncLatency, conflictsResolved, notificationsDelivered, restoreSuccess
  }

  /// From `atLeast` to `atMost`, either of which may be missing.
  package struct Goal: Sendable, Hashable {
    package var atLeast: Fraction?
    package var atMost: Fraction?
    package var stretch: Fraction?

    package init(atLeast: Fraction? = nil, atMost: Fraction? = nil, stretch: Fraction? = nil) {
      self.atLeast = atLeast
      self.atMost = atMost
      self.stretch = stretch
    }
  }

  package init() {
    goals = Targets.defaultGoals
    firstPayments = ["individual": hundredths(60), "family": hundredths(40)]
  }

  private static let defaultGoals: [Figure: Goal] = [
    .trialStartRate: Goal(atLeast: hundredths(80)),
    .trialToPaid: Goal(atLeast: hundredths(15), atMost: hundredths(25), stretch: hundredths(30)),
    .paywallToPurchase: Goal(atLeast: hundredths(60)),
    .churnMonth1: Goal(atMost: hundredths(10)),
    .churnMonth3: Goal(atMost: hundredths(20)),
    .churnMonth6: Goal(atMost: hundredths(30)),
    .monthlyChurn: Goal(atMost: hundredths(5)),
    .arppu: Goal(atLeast: Fraction(8, over: 1), atMost: Fraction(10, over: 1)),
    .ltv: Goal(atLeast: Fraction(100, over: 1), atMost: Fraction(150, over: 1)),
    .costPerCustomer: Goal(atMost: Fraction(30, over: 1)),
    .paymentFailure: Goal(atMost: hundredths(2)),
    .validationLatency: Goal(atMost: .one),
    .syncFailure: Goal(atMost: Fraction(1, over: 1000)),
    .syncLatency: Goal(atMost: Fraction(5, over: 1)),
    .conflictsResolved: Goal(atLeast: hundredths(95)),
    .notificationsDelivered: Goal(atLeast: hundredths(99)),
  ]
}

private func hundredths(_ number: Int64) -> Fraction { Fraction(number, over: 100) }

extension Targets {
  /// A target of the configuration replaces the default of its name; `firstPayments` replaces
  /// the whole split, `steps` lists those on steps of `funnels`.
  init(_ entry: Entry, funnels: [Funnel]) throws(SettingsError) {
    self.init()
    let names = Figure.allCases.map(\.rawValue) + ["firstPayments", "steps"]
    for (name, value) in try entry.table() {
      if name == "firstPayments" {
        firstPayments = try Targets.shares(value)
        setsFirstPayments = true
      } else if name == "steps" {
        for step in try value.list() { steps.append(try StepTarget(step, among: funnels)) }
      } else if let figure = Figure(rawValue: name) {
        goals[figure] = try Goal(value)
        set.insert(figure)
      } else {
        throw value.error(.unknown(nearest: NearestName(to: name, among: names)))
      }
    }
  }

  private static func shares(_ entry: Entry) throws(SettingsError) -> [String: Fraction] {
    var shares: [String: Fraction] = [:]
    for (tier, share) in try entry.table() { shares[tier] = try share.share() }
    return shares
  }
}

extension Targets.Goal {
  private enum Key: String, CaseIterable { case atLeast, atMost, stretch }

  init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    self.init(
      atLeast: try section[.atLeast]?.number(), atMost: try section[.atMost]?.number(),
      stretch: try section[.stretch]?.number())
    guard atLeast != nil || atMost != nil else {
      throw entry.wrongValue(.nonEmpty("of atLeast and atMost"))
    }
  }
}
