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
  package struct Goal: SettingsSection, Hashable {
    package var atLeast: Fraction?
    package var atMost: Fraction?
    package var stretch: Fraction?

    package init() {}

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

extension Targets: SettingsSection {
  /// A target of the configuration replaces the benchmark of its name, `firstPayments` the whole
  /// split.
  static let settings: [Setting<Self>] =
    Figure.allCases.map { figure in
      let goal = Kind<Goal>.object.described(
        as: "`{ atLeast, atMost, stretch }`", defaultGoals[figure]?.text ?? "{ atLeast: 0.5 }")
      return Setting(figure.rawValue, \.[figure], goal, "\(figure.title); given in \(figure.unit).")
    } + [
      Setting(
        "firstPayments", \.ownFirstPayments, .table(of: .share, example: "family"), .judged,
        "The wanted split of first payments by tier."),
      Setting("steps", \.steps, .list(of: .object), "Targets on steps of funnels."),
    ]

  private subscript(figure: Figure) -> Goal? {
    get { set.contains(figure) ? goals[figure] : nil }
    set {
      goals[figure] = newValue
      set.insert(figure)
    }
  }

  private var ownFirstPayments: [String: Fraction]? {
    get { setsFirstPayments ? firstPayments : nil }
    set {
      firstPayments = newValue ?? [:]
      setsFirstPayments = true
    }
  }
}

extension Targets.Goal {
  static let settings: [Setting<Self>] = [
    Setting("atLeast", \.atLeast, .number, .judged, "The figure is to be this at least."),
    Setting("atMost", \.atMost, .number, .judged, "The figure is to be this at most."),
    Setting("stretch", \.stretch, .number, .judged, "A stretch goal; nothing is judged by it."),
  ]

  mutating func check(_ entries: Entries) throws(SettingsError) {
    guard atLeast != nil || atMost != nil else {
      throw entries.entry.wrongValue(.nonEmpty("of atLeast and atMost"))
    }
  }

  /// `{ atLeast: 0.15, atMost: 0.25 }`
  fileprivate var text: String? {
    let bounds = [("atLeast", atLeast), ("atMost", atMost), ("stretch", stretch)]
    let shown = bounds.compactMap { key, bound in bound.map { "\(key): \($0.decimalText)" } }
    return "{ \(shown.joined(separator: ", ")) }"
  }
}
