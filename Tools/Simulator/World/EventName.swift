/// The events that the apps and the store log: the canonical name, and another spelling of it.
enum EventName: Int, CaseIterable {
  case appInstalled, userAliased, paywallShown, paywallDismissed, purchaseStarted, purchaseFailed
  case purchaseCancelled, purchasePending, purchaseRestored, trialStarted, trialConverted
  case purchased, renewed, productChanged, cancelled, uncancelled, subscriptionExtended
  case gracePeriodEntered, billingFailed, billingRecovered, expired, refunded, refundReversed
  case revoked, offerRedeemed, accessGranted, accessRevoked, referralRecorded, referralCompleted
  case featureUsed, experimentExposed, receiptValidated, entitlementSynced, storeError, appSession
  case settingsOpened, notificationSeen
  case restoreStarted, restoreFailed, entitlementRefreshed, notificationSent, syncConflict
  case jailbreakDetected, receiptTampered, trialBypass, usageReported, offerCodeAssigned

  var spellings: (canonical: StaticString, other: StaticString) {
    EventName.table[rawValue]
  }

  /// In the order of the cases.
  static let table: [(canonical: StaticString, other: StaticString)] = [
    ("app_installed", "first_open"),
    ("user_aliased", "identified"),
    ("paywall_shown", "paywall_impression"),
    ("paywall_dismissed", "paywall_closed"),
    ("purchase_started", "purchase_initiated"),
    ("purchase_failed", "purchase_failed"),
    ("purchase_cancelled", "purchase_cancelled"),
    ("purchase_pending", "purchase_pending"),
    ("purchase_restored", "restore"),
    ("trial_started", "trial_start"),
    ("trial_converted", "trial_converted"),
    ("purchased", "purchase_completed"),
    ("renewed", "subscription_renewed"),
    ("product_changed", "plan_changed"),
    ("cancelled", "cancellation"),
    ("uncancelled", "reactivated"),
    ("subscription_extended", "renewal_extended"),
    ("grace_period_entered", "grace_period_entered"),
    ("billing_failed", "billing_issue"),
    ("billing_recovered", "billing_recovered"),
    ("expired", "subscription_expired"),
    ("refunded", "refund"),
    ("refund_reversed", "refund_reversed"),
    ("revoked", "revoke"),
    ("offer_redeemed", "offer_redeemed"),
    ("access_granted", "manual_override"),
    ("access_revoked", "access_revoked"),
    ("referral_recorded", "referral_recorded"),
    ("referral_completed", "referral_completed"),
    ("feature_used", "feature_gated"),
    ("experiment_exposed", "experiment_exposed"),
    ("receipt_validated", "receipt_validated"),
    ("entitlement_synced", "sync_completed"),
    ("store_error", "storekit_error"),
    ("app_session", "app_session"),
    ("settings_opened", "settings_opened"),
    ("notification_seen", "notification_seen"),
    ("restore_started", "restore_initiated"),
    ("restore_failed", "restore_failed"),
    ("entitlement_refreshed", "entitlement_refresh"),
    ("notification_sent", "push_sent"),
    ("sync_conflict", "conflict_resolved"),
    ("jailbreak_detected", "root_detected"),
    ("receipt_tampered", "receipt_forged"),
    ("trial_bypass", "trial_bypass_detected"),
    ("usage_reported", "usage_reported"),
    ("offer_code_assigned", "code_assigned"),
  ]
}
