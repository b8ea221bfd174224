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

    package init(atLeast: Fraction? = nil, atMost: Fraction? = nil, stretch: Fraction? = nil) {
      self.atLeast = atLeast
      self.atMost = atMost
      self.stretch = stretch
    }
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

  mutating func check(_ entries: Entries) throws(SettingsError) {
    guard atLeast != nil || atMost != nil else {
      throw entries.entry.wrongValue(.nonEmpty("of atLeast and atMost"))
    }
  }
}
