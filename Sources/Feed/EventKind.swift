/// The canonical events (Definitions, "The log"). Raw values are stored in the database: never
/// renumber.
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
  package var canonicalName: String { EventKind.spellings[Int(rawValue)].names[0] }

  /// Every kind with its names, in the order of the raw values: the canonical name first, then
  /// the spellings also accepted (Definitions, "The log"). Matched without regard to case.
  package static let spellings: [(kind: EventKind, names: [String])] = [
    (.custom, [""]),
    (.appInstalled, ["app_installed", "first_open", "app_install"]),
    (.userAliased, ["user_aliased", "identified"]),
    (.paywallShown, ["paywall_shown", "paywall_impression", "paywall_viewed"]),
    (.paywallDismissed, ["paywall_dismissed", "paywall_closed"]),
    (.purchaseStarted, ["purchase_started", "purchase_initiated"]),
    (.purchaseFailed, ["purchase_failed"]),
    (.purchaseCancelled, ["purchase_cancelled"]),
    (.purchasePending, ["purchase_pending"]),
    (.purchaseRestored, ["purchase_restored", "restore"]),
    (.trialStarted, ["trial_started", "trial_start"]),
    (.trialConverted, ["trial_converted"]),
    (.purchased, ["purchased", "purchase", "purchase_completed"]),
    (.renewed, ["renewed", "renewal", "subscription_renewed", "did_renew"]),
    (.productChanged, ["product_changed", "plan_changed", "did_change_renewal_pref"]),
    (.cancelled, ["cancelled", "cancellation", "subscription_cancelled"]),
    (.uncancelled, ["uncancelled", "reactivated"]),
    (.renewalStatusChanged, ["did_change_renewal_status"]),
    (.subscriptionExtended, ["subscription_extended", "trial_extended", "renewal_extended"]),
    (.gracePeriodEntered, ["grace_period_entered"]),
    (.billingFailed, ["billing_failed", "billing_issue", "did_fail_to_renew"]),
    (.billingRecovered, ["billing_recovered"]),
    (.expired, ["expired", "expiration", "subscription_expired", "churn"]),
    (.refunded, ["refunded", "refund"]),
    (.refundReversed, ["refund_reversed"]),
    (.revoked, ["revoked", "revoke"]),
    (.offerRedeemed, ["offer_redeemed"]),
    (.accessGranted, ["access_granted", "manual_override"]),
    (.accessRevoked, ["access_revoked"]),
    (.referralRecorded, ["referral_recorded"]),
    (.referralCompleted, ["referral_completed"]),
    (.featureUsed, ["feature_used", "feature_gated", "challenge_created", "child_device_paired"]),
    (.experimentExposed, ["experiment_exposed"]),
    (.receiptValidated, ["receipt_validated"]),
    (.entitlementSynced, ["entitlement_synced", "sync_completed", "cloudkit_sync"]),
    (.storeError, ["store_error", "storekit_error"]),
    (.appSession, ["app_session"]),
  ]
}
