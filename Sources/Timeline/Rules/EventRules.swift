package import Feed

/// Which parts of the fold look at events of a kind.
package struct EventRules: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Charges, coverages and trials (`SubscriptionFold`).
  package static let subscription = EventRules(rawValue: 1)
  /// Complimentary access (`Grant`).
  package static let access = EventRules(rawValue: 2)
  /// What became of the views of a paywall (`PaywallLog`).
  static let paywall = EventRules(rawValue: 4)
  /// The counts of a day's operations (`OperationScan`).
  static let operation = EventRules(rawValue: 8)
  /// Who brought whom (`Referral`).
  static let referral = EventRules(rawValue: 16)
  /// Who was active, and what was used (`FeatureLog`).
  static let activity = EventRules(rawValue: 32)
  /// Which ids are one person (`Links`, `AnomalyFlag`).
  static let identity = EventRules(rawValue: 64)
  /// Exposures to experiments (`Exposure`).
  static let experiment = EventRules(rawValue: 128)
  /// Signs that somebody goes around the rules (`IntegrityLog`).
  static let integrity = EventRules(rawValue: 256)
  /// How much of a plan is used (`UsageLog`).
  static let usage = EventRules(rawValue: 512)
  /// Codes that were handed out (`OfferLog`).
  static let offer = EventRules(rawValue: 1024)
}

extension EventRules {
  func contains(any others: EventRules) -> Bool { !isDisjoint(with: others) }
}

extension EventKind {
  /// The rules of this kind. The one place that has to know every kind: a new one does not compile
  /// without a line here. An event of any kind also counts as a sign of life, can be a step of a
  /// funnel, and tells the dimensions that it carries.
  package var rules: EventRules {
    switch self {
    case .custom, .appInstalled, .renewalStatusChanged, .billingRecovered, .annotation: []
    case .userAliased, .paymentLinked: .identity
    case .paywallShown, .paywallDismissed, .purchaseStarted, .purchaseFailed, .purchaseCancelled:
      [.paywall, .operation]
    case .purchasePending, .receiptValidated, .entitlementSynced, .storeError, .purchaseRestored,
      .restoreStarted, .restoreFailed, .entitlementRefreshed, .notificationSent, .syncConflict:
      .operation
    case .jailbreakDetected, .receiptTampered, .trialBypass: [.operation, .integrity]
    case .usageReported: .usage
    case .offerCodeAssigned: .offer
    case .trialStarted, .gracePeriodEntered, .billingFailed: [.subscription, .operation]
    case .trialConverted, .purchased, .renewed, .productChanged, .cancelled, .uncancelled,
      .subscriptionExtended, .expired, .refunded, .refundReversed, .revoked, .offerRedeemed:
      .subscription
    case .accessGranted, .accessRevoked: .access
    case .referralRecorded, .referralCompleted: .referral
    case .featureUsed: .activity
    case .experimentExposed: .experiment
    case .appSession: [.activity, .operation]
    }
  }

  /// Whether one of `rules` is a rule of this kind.
  package func has(_ rules: EventRules) -> Bool { !self.rules.isDisjoint(with: rules) }
}
