/// The canonical events (Definitions, "The log"). Raw values are stored in the database: never
/// renumber. A new one needs its names and meaning below, and a line in `EventRules` of Timeline:
/// what the fold does with it.
public enum EventKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
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
  /// Belongs to no customer: see ``LogAnnotation``.
  case annotation = 37
  case restoreStarted = 38
  case restoreFailed = 39
  case entitlementRefreshed = 40
  case notificationSent = 41
  case syncConflict = 42
  case jailbreakDetected = 43
  case receiptTampered = 44
  case trialBypass = 45
  case usageReported = 46
  case offerCodeAssigned = 47
  case paymentLinked = 48
}

extension EventKind {
  /// Whether the payment that it names says whose it is, so that it needs no customer.
  var isOfPayment: Bool { isRefund || self == .paymentLinked }

  /// A refund, or the reversal of one.
  package var isRefund: Bool { self == .refunded || self == .refundReversed }

  /// Whether a price can make a payment of it.
  package var isSale: Bool { FieldKinds.sales.contains(self) }

  /// The name that reports, funnels and the documentation use.
  package var canonicalName: String { EventKind.canonicalNames[Int(rawValue)] }

  private static let canonicalNames = declarations.map { $0.names[0] }

  /// The canonical name first, then the spellings also accepted, in lower case; matched without
  /// regard to it.
  package var names: [String] { declaration.names }

  /// What has happened, for the guide.
  package var meaning: String { declaration.meaning }

  private struct Declaration {
    let kind: EventKind
    let names: [String]
    let meaning: String

    /// The names, then the meaning.
    init(_ kind: EventKind, _ texts: String...) {
      self.kind = kind
      names = Array(texts.dropLast())
      meaning = texts[texts.count - 1]
    }
  }

  private var declaration: Declaration { EventKind.declarations[Int(rawValue)] }

  /// In the order of the raw values.
  private static let declarations: [Declaration] = [
    Declaration(.custom, "", "an event that only the configuration knows"),
    Declaration(
      .appInstalled, "app_installed", "first_open", "app_install",
      "the app was opened for the first time"),
    Declaration(
      .userAliased, "user_aliased", "identified", "`previous_id` and the customer are one"),
    Declaration(
      .paywallShown, "paywall_shown", "paywall_impression", "paywall_viewed",
      "a paywall was on the screen"),
    Declaration(
      .paywallDismissed, "paywall_dismissed", "paywall_closed",
      "it was closed, and nothing was bought"),
    Declaration(
      .purchaseStarted, "purchase_started", "purchase_initiated", "the payment sheet was asked for"),
    Declaration(.purchaseFailed, "purchase_failed", "the payment did not go through"),
    Declaration(.purchaseCancelled, "purchase_cancelled", "the customer closed the payment sheet"),
    Declaration(.purchasePending, "purchase_pending", "the payment waits for somebody; a note"),
    Declaration(
      .purchaseRestored, "purchase_restored", "restore", "restore_succeeded", "restore_completed",
      "earlier purchases were restored; a note"),
    Declaration(.trialStarted, "trial_started", "trial_start", "a trial begins"),
    Declaration(
      .trialConverted, "trial_converted",
      "a trial became paid: a payment where it says a price or a transaction, else a note"),
    Declaration(.purchased, "purchased", "purchase", "purchase_completed", "a payment"),
    Declaration(
      .renewed, "renewed", "renewal", "subscription_renewed", "did_renew",
      "a payment for the next period"),
    Declaration(
      .productChanged, "product_changed", "plan_changed", "did_change_renewal_pref",
      "another plan: at once where it says a price above 0 or a `recurring_price`, else from the "
        + "next renewal on"),
    Declaration(
      .cancelled, "cancelled", "cancellation", "subscription_cancelled",
      "auto-renew was switched off"),
    Declaration(.uncancelled, "uncancelled", "reactivated", "auto-renew was switched on again"),
    Declaration(
      .renewalStatusChanged, "did_change_renewal_status",
      "`cancelled` or `uncancelled`, as `auto_renew` or `subtype` says; else a note"),
    Declaration(
      .subscriptionExtended, "subscription_extended", "trial_extended", "renewal_extended",
      "the running access now ends at `expires_at`"),
    Declaration(
      .gracePeriodEntered, "grace_period_entered",
      "billing failed, and the access goes on for a while"),
    Declaration(
      .billingFailed, "billing_failed", "billing_issue", "did_fail_to_renew",
      "billing failed; the access goes on only until `grace_expires_at`"),
    Declaration(
      .billingRecovered, "billing_recovered",
      "billing works again; the payment comes with `renewed`; a note"),
    Declaration(
      .expired, "expired", "expiration", "subscription_expired", "churn", "the access ended"),
    Declaration(.refunded, "refunded", "refund", "a payment was given back, all of it or `price`"),
    Declaration(.refundReversed, "refund_reversed", "a refund was undone"),
    Declaration(.revoked, "revoked", "revoke", "the access was taken away, and no money moved"),
    Declaration(
      .offerRedeemed, "offer_redeemed",
      "an offer was used: a payment where it says a price above 0, else free access"),
    Declaration(
      .accessGranted, "access_granted", "manual_override",
      "somebody may use the product without paying"),
    Declaration(.accessRevoked, "access_revoked", "and no longer may"),
    Declaration(.referralRecorded, "referral_recorded", "the customer came through `referrer_id`"),
    Declaration(.referralCompleted, "referral_completed", "the reward for that is earned"),
    Declaration(
      .featureUsed, "feature_used", "feature_gated", "challenge_created", "child_device_paired",
      "a feature was used, or asked for in vain"),
    Declaration(.experimentExposed, "experiment_exposed", "a variant of an experiment was shown"),
    Declaration(.receiptValidated, "receipt_validated", "a receipt was checked"),
    Declaration(
      .entitlementSynced, "entitlement_synced", "sync_completed", "cloudkit_sync",
      "what the customer may use was brought up to date"),
    Declaration(.storeError, "store_error", "storekit_error", "the store answered with an error"),
    Declaration(.appSession, "app_session", "the app was used"),
    Declaration(
      .annotation, "annotation",
      "something happened to everybody: charts mark it with its `text`; it needs no customer"),
    Declaration(
      .restoreStarted, "restore_started", "restore_initiated", "earlier purchases were asked for"),
    Declaration(.restoreFailed, "restore_failed", "no earlier purchase came back"),
    Declaration(
      .entitlementRefreshed, "entitlement_refreshed", "entitlement_refresh",
      "what the customer may use was asked of the server"),
    Declaration(
      .notificationSent, "notification_sent", "notification_delivered", "push_sent",
      "a notification went out; with `ok: false` it was not delivered"),
    Declaration(
      .syncConflict, "sync_conflict", "conflict_resolved",
      "two devices said different things; with `ok: false` a person had to decide"),
    Declaration(
      .jailbreakDetected, "jailbreak_detected", "root_detected", "device_compromised",
      "the device's own protection was off"),
    Declaration(
      .receiptTampered, "receipt_tampered", "receipt_forged", "a receipt was not the store's"),
    Declaration(
      .trialBypass, "trial_bypass", "trial_bypass_detected", "a trial was begun around its rules"),
    Declaration(.usageReported, "usage_reported", "there are `value` of what `metric` names"),
    Declaration(
      .offerCodeAssigned, "offer_code_assigned", "code_assigned", "a code was given to the customer"
    ),
    Declaration(
      .paymentLinked, "payment_linked", "`payment_id` and `transaction_id` name one payment"),
  ]
}
