package import Values

/// What the figures should be, as the configuration says; a report judges them by it.
package struct Targets: Sendable, Hashable {
  package var goals: [Figure: Goal] = [:]
  /// The wanted split of first payments by tier.
  package var firstPayments: [String: Fraction] = [:]
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
  }

  package init() {}
}

extension Targets: SettingsSection {
  static let settings: [Setting<Self>] =
    Figure.allCases.map { figure in
      let goal = Kind<Goal>.object.described(
        as: "`{ atLeast, atMost, stretch }`", "{ atLeast: 0.5 }")
      let unit = figure.unit.map { "; given in \($0)" } ?? ""
      return Setting(figure.rawValue, \.[figure], goal, "\(figure.title)\(unit).")
    } + [
      Setting(
        "firstPayments", \.firstPayments, .table(of: .share, example: "family"), .judged,
        "The wanted split of first payments by tier."),
      Setting("steps", \.steps, .list(of: .object), "Targets on steps of funnels."),
    ]

  private subscript(figure: Figure) -> Goal? {
    get { goals[figure] }
    set { goals[figure] = newValue }
  }
}

extension Targets.Goal {
  static let settings: [Setting<Self>] = [
    Setting("atLeast", \.atLeast, .number, .judged, "The figure is to be this at least."),
    Setting("atMost", \.atMost, .number, .judged, "The figure is to be this at most."),
    Setting("stretch", \.stretch, .number, .judged, "A stretch goal; nothing is judged by it."),
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    guard atLeast != nil || atMost != nil else {
      throw entries.entry.wrongValue("at least one of atLeast and atMost")
    }
  }
}

extension Targets.Figure {
  /// What reports and guides call the figure.
  package var title: String {
    switch self {
    case .trialStartRate: "Trial starts ÷ installs"
    case .trialToPaid: "Trial to paid, newest matured month of starts"
    case .paywallToPurchase: "Paywall to purchase"
    case .churnMonth1: "Churn in month 1"
    case .churnMonth3: "Churn by month 3"
    case .churnMonth6: "Churn by month 6"
    case .monthlyChurn: "Churn, 30 days"
    case .arppu: "ARPPU of the last whole month"
    case .ltv: "Lifetime value: MRR per subscriber ÷ churn"
    case .costPerCustomer: "Blended cost per install, last whole month"
    case .costPerPayer: "Blended CAC, newest month with 90 days to pay"
    case .paymentFailure: "Payment failures, 7 days"
    case .validationLatency: "Validation p95, milliseconds"
    case .syncFailure: "Sync failures, 7 days"
    case .syncLatency: "Sync p95, milliseconds"
    case .conflictsResolved: "Conflicts resolved without a person, 7 days"
    case .notificationsDelivered: "Notifications delivered, 7 days"
    case .restoreSuccess: "Restores that succeeded, 7 days"
    }
  }

  /// What a target of it is given in; nil: a share of 1.
  package var unit: String? {
    switch self {
    case .arppu, .ltv, .costPerCustomer, .costPerPayer: "the reporting currency"
    case .validationLatency, .syncLatency: "seconds"
    default: nil
    }
  }
}

/// A target on a step of a funnel: of those who entered it, the share that reached the step within
/// the funnel's window. A task that a customer is to finish is a funnel of its begin and its end.
package struct StepTarget: SettingsSection, Hashable {
  package var funnel = ""
  /// Nil for the last one.
  package var step: Int64?
  /// Nil for the funnel's name and the step.
  package var name: String?
  package var goal = Targets.Goal()

  package init() {}

  static let settings: [Setting<Self>] = [
    Setting(
      "funnel", Form(words: "text", example: "\"trial\""), .judged, "One of the funnels."
    ) { (entry, target) throws(Failure) in
      target.funnel = try entry.funnel().name
    } write: { target, _ in
      .string(target.funnel)
    }.required,
    Setting(
      "step", Form(words: "2 to the last", example: "2"), .judged,
      "The number of the step; else the last one."
    ) { (entry, target) throws(Failure) in
      let steps = entry.known.funnels.first { $0.name == target.funnel }?.steps.count ?? 2
      target.step = Int64(try entry.wholeNumber(in: 2...max(2, steps)))
    } write: { target, _ in
      target.step.map(JSONValue.number)
    },
    Setting("name", \.name, .name, .judged, "What reports call it."),
    Setting("atLeast", \.goal.atLeast, .share, .judged, "The share that is to reach it."),
    Setting("atMost", \.goal.atMost, .share, .judged, "The share that is not to be exceeded."),
    Setting("stretch", \.goal.stretch, .share, .judged, "A stretch goal; nothing is judged by it."),
  ]

  mutating func check(_ entries: Entries) throws(Failure) { try goal.check(entries) }
}

extension Entry {
  func funnel() throws(Failure) -> Funnel {
    let named = try name()
    guard let funnel = known.funnels.first(where: { $0.name == named }) else {
      let names = known.funnels.map(\.name)
      throw wrongName(named, among: names)
    }
    return funnel
  }
}
