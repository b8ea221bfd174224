package import Feed

/// Which parts of the fold look at events of a kind.
package struct EventRules: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

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
}

extension EventKind {
  /// The rules of this kind. The one place that has to know every kind: a new one does not compile
  /// without a line here. An event of any kind also counts as a sign of life, can be a step of a
  /// funnel, and tells the dimensions that it carries.
  package var rules: EventRules {
    switch self {
    case .custom, .appInstalled, .purchaseRestored, .renewalStatusChanged, .billingRecovered,
      .annotation:
      []
    case .userAliased: .identity
    case .paywallShown, .paywallDismissed, .purchaseStarted, .purchaseFailed, .purchaseCancelled:
      [.paywall, .operation]
    case .purchasePending, .receiptValidated, .entitlementSynced, .storeError: .operation
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
