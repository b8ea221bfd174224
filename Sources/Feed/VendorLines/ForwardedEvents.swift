import Values

// What subscription platforms and SDKs send through analytics tools under names of their own.

struct ForwardedEvents: Sendable {
  /// Begins the event of a name and its properties; false where it concerns neither access nor
  /// money, nil where the name is not the platform's.
  let start:
    @Sendable (inout LineReader, _ name: LineValue, _ properties: LineValue) throws(Rejection)
      -> Bool?

  static let all: [ForwardedEvents] = [.revenueCat, .superwall, .superwallApp, .adapty, .tools]

  /// As its webhooks tell them: https://adapty.io/docs/events
  private static let adapty = ForwardedEvents { reader, name, event throws(Rejection) in
    guard event["vendor_product_id"].isNamed || event["profile_event_id"].isNamed else {
      return nil
    }
    return try reader.startAdapty(event, name)
  }

  /// As its webhooks tell them: https://superwall.com/docs/integrations/amplitude, .../mixpanel
  private static let superwall = ForwardedEvents { reader, name, event throws(Rejection) in
    guard name.begins(with: "[Superwall] ") || name.begins(with: "sw_"), event["name"].isText else {
      return nil
    }
    return try reader.startSuperwall(event, event["name"])
  }

  /// What tools tell of the app by themselves:
  /// https://segment.com/docs/connections/spec/mobile, https://amplitude.com/docs/sdks/analytics/ios,
  /// https://docs.mixpanel.com/docs/tracking-methods/sdks/swift
  private static let tools = ForwardedEvents { reader, name, _ in
    switch name {
    case "Application Installed", "[Amplitude] Application Installed", "$ae_first_open":
      reader.draft.start(.appInstalled)
    case "Application Opened", "[Amplitude] Application Opened", "$ae_session", "session_start":
      reader.draft.start(.appSession)
    default: return nil
    }
    return true
  }
}

// MARK: - RevenueCat

extension ForwardedEvents {
  /// https://www.revenuecat.com/docs/integrations/third-party-integrations/amplitude, .../mixpanel,
  /// .../segment, under the default names. Money is in the currency that is named, else in dollars.
  fileprivate static let revenueCat = ForwardedEvents { reader, name, event throws(Rejection) in
    guard name.begins(with: "rc_") else { return nil }
    guard let kind = event.forwardedRevenueCat(name) else { return false }
    reader.draft.isSandbox = reader.isSandbox(event["environment"])
    reader.draft.start(kind, isNote: kind == .productChanged)
    try reader.putForwardedRevenueCat(event)
    return true
  }
}

extension LineReader {
  fileprivate mutating func putForwardedRevenueCat(_ event: LineValue) throws(Rejection) {
    let isChange = draft.kind == .productChanged
    draft.put(.productID, event[isChange ? "new_product_id" : "product_id"].or(event["product_id"]))
    draft.put(.transactionID, event["transaction_id"])
    draft.put(.originalTransactionID, event["original_transaction_id"])
    draft.put(.expiresAt, utc: event["expiration_at"].or(event["expires_at"]))
    draft.put(.graceExpiresAt, utc: event["grace_period_expiration_at"])
    if let platform = event["store"].storePlatform { draft.put(.platform, platform) }
    try draft.put(.reason, lowerCase: event["expiration_reason"].or(event["cancel_reason"]))
    let amount = event["revenue"].or(event["price"]).amount()
    draft.put(.price, draft.kind == .refunded ? amount.refunded : amount)
    let currency = event["currency"]
    if currency.isPresent { draft.put(.currency, currency) } else { draft.put(.currency, "USD") }
    draft.put(.offerID, event["offer_code"])
  }
}

extension LineValue {
  fileprivate func forwardedRevenueCat(_ name: LineValue) -> EventKind? {
    if self["revenue"].or(self["price"]).isNegative { return .refunded }
    switch name {
    case "rc_initial_purchase_event", "rc_non_subscription_purchase_event": return .purchased
    case "rc_trial_started_event": return .trialStarted
    case "rc_trial_converted_event": return .trialConverted
    case "rc_renewal_event": return .renewed
    // `rc_billing_issue_event` says the same failure, and a cancellation would forbid grace.
    case "rc_cancellation_event", "rc_trial_cancelled_event":
      return self["cancel_reason"] == "BILLING_ERROR" ? nil : .cancelled
    case "rc_subscription_paused_event": return .cancelled
    case "rc_uncancellation_event": return .uncancelled
    case "rc_expiration_event": return .expired
    case "rc_billing_issue_event":
      return self["grace_period_expiration_at"].isPresent ? .gracePeriodEntered : .billingFailed
    case "rc_product_change_event": return .productChanged
    case "rc_subscription_extended_event": return .subscriptionExtended
    default: return nil
    }
  }
}

// MARK: - Superwall's SDK

extension ForwardedEvents {
  /// https://superwall.com/docs/ios/guides/3rd-party-analytics/tracking-analytics. A transaction
  /// that is complete comes a second time as what it starts.
  fileprivate static let superwallApp = ForwardedEvents { reader, name, event throws(Rejection) in
    guard let kind = name.superwallApp else {
      return name == "transaction_complete" || name == "paywall_close" ? false : nil
    }
    reader.draft.start(kind)
    reader.draft.put(.productID, event["product_id"].or(event["product_identifier"]))
    reader.draft.put(.paywallID, event["paywall_identifier"].or(event["paywall_name"]))
    reader.draft.put(.trigger, event["presented_by_event_name"])
    reader.draft.put(.experiment, event["experiment_id"])
    reader.draft.put(.variant, event["variant_id"])
    reader.draft.put(.transactionID, event["store_transaction_id"])
    reader.draft.put(.originalTransactionID, event["original_transaction_identifier"])
    reader.draft.put(.error, event["message"])
    if reader.draft.canHave(.price) {
      reader.draft.put(.price, event["product_raw_price"].or(event["product_price"]).amount())
      reader.draft.put(.currency, event["product_currency_code"])
    }
    return true
  }
}

extension LineValue {
  fileprivate var superwallApp: EventKind? {
    switch self {
    case "paywall_open": .paywallShown
    case "paywall_decline": .paywallDismissed
    case "transaction_start": .purchaseStarted
    case "transaction_fail": .purchaseFailed
    case "transaction_abandon": .purchaseCancelled
    case "transaction_restore", "restoreComplete": .purchaseRestored
    case "restoreStart": .restoreStarted
    case "restoreFail": .restoreFailed
    case "freeTrial_start": .trialStarted
    case "subscription_start", "nonRecurringProduct_purchase": .purchased
    default: nil
    }
  }
}
