/// The canonical events (Definitions, "The log"). Raw values are stored in the database: never
/// renumber. A new one needs its names below, and a line in `EventRules` of Timeline: what the fold
/// does with it.
package enum EventKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// An event that only the configuration knows (`eventNames`, a funnel's step); `Event.name`
  /// says which.
  case custom = 0
  case appInstalled = 1
  case userAliased = 2
  case paywallShown = 3
  case paywallDismissed = 4
  case purchaseStarted = 5
  case purchaseFailed = 6
  case purchaseCancelled = 7
  case purchasePending = 8
  case purchaseRestored = 9
  case trialStarted = 10
  case trialConverted = 11
  case purchased = 12
  case renewed = 13
  case productChanged = 14
  case cancelled = 15
  case uncancelled = 16
  /// DID_CHANGE_RENEWAL_STATUS that says neither on nor off: a note.
  case renewalStatusChanged = 17
  case subscriptionExtended = 18
  case gracePeriodEntered = 19
  case billingFailed = 20
  case billingRecovered = 21
  case expired = 22
  case refunded = 23
  case refundReversed = 24
  case revoked = 25
  case offerRedeemed = 26
  case accessGranted = 27
  case accessRevoked = 28
  case referralRecorded = 29
  case referralCompleted = 30
  case featureUsed = 31
  case experimentExposed = 32
  case receiptValidated = 33
  case entitlementSynced = 34
  case storeError = 35
  case appSession = 36
}

extension EventKind {
  /// The name that reports, funnels and the documentation use.
  package var canonicalName: String { EventKind.canonicalNames[Int(rawValue)] }

  private static let canonicalNames = allCases.map { $0.names[0] }

  /// The canonical name first, then the spellings also accepted (Definitions, "The log"), in lower
  /// case; matched without regard to it.
  package var names: [String] {
    switch self {
    case .custom: [""]
    case .appInstalled: ["app_installed", "first_open", "app_install"]
    case .userAliased: ["user_aliased", "identified"]
    case .paywallShown: ["paywall_shown", "paywall_impression", "paywall_viewed"]
    case .paywallDismissed: ["paywall_dismissed", "paywall_closed"]
    case .purchaseStarted: ["purchase_started", "purchase_initiated"]
    case .purchaseFailed: ["purchase_failed"]
    case .purchaseCancelled: ["purchase_cancelled"]
    case .purchasePending: ["purchase_pending"]
    case .purchaseRestored: ["purchase_restored", "restore"]
    case .trialStarted: ["trial_started", "trial_start"]
    case .trialConverted: ["trial_converted"]
    case .purchased: ["purchased", "purchase", "purchase_completed"]
    case .renewed: ["renewed", "renewal", "subscription_renewed", "did_renew"]
    case .productChanged: ["product_changed", "plan_changed", "did_change_renewal_pref"]
    case .cancelled: ["cancelled", "cancellation", "subscription_cancelled"]
    case .uncancelled: ["uncancelled", "reactivated"]
    case .renewalStatusChanged: ["did_change_renewal_status"]
    case .subscriptionExtended: ["subscription_extended", "trial_extended", "renewal_extended"]
    case .gracePeriodEntered: ["grace_period_entered"]
    case .billingFailed: ["billing_failed", "billing_issue", "did_fail_to_renew"]
    case .billingRecovered: ["billing_recovered"]
    case .expired: ["expired", "expiration", "subscription_expired", "churn"]
    case .refunded: ["refunded", "refund"]
    case .refundReversed: ["refund_reversed"]
    case .revoked: ["revoked", "revoke"]
    case .offerRedeemed: ["offer_redeemed"]
    case .accessGranted: ["access_granted", "manual_override"]
    case .accessRevoked: ["access_revoked"]
    case .referralRecorded: ["referral_recorded"]
    case .referralCompleted: ["referral_completed"]
    case .featureUsed:
      ["feature_used", "feature_gated", "challenge_created", "child_device_paired"]
    case .experimentExposed: ["experiment_exposed"]
    case .receiptValidated: ["receipt_validated"]
    case .entitlementSynced: ["entitlement_synced", "sync_completed", "cloudkit_sync"]
    case .storeError: ["store_error", "storekit_error"]
    case .appSession: ["app_session"]
    }
  }
}
