import Feed

/// What an app logs of itself besides purchases and sessions (Definitions, "App health"). Raw
/// values are positions of ``FactTable/signal``: never renumber.
package enum AppSignal: Int32, CaseIterable, Sendable {
  case restore = 1
  /// What the customer may use was asked of the server.
  case refresh = 2
  case notification = 3
  /// Two devices said different things.
  case syncConflict = 4
  case jailbreak = 5
  case tamperedReceipt = 6
  case trialBypass = 7

  /// Those that say that somebody goes around the rules.
  static let ofIntegrity: [AppSignal] = [.jailbreak, .tamperedReceipt, .trialBypass]

  /// What an event of `kind` tells the end of, or that it happened.
  init?(_ kind: EventKind) {
    switch kind {
    case .purchaseRestored, .restoreFailed: self = .restore
    case .entitlementRefreshed: self = .refresh
    case .notificationSent: self = .notification
    case .syncConflict: self = .syncConflict
    case .jailbreakDetected: self = .jailbreak
    case .receiptTampered: self = .tamperedReceipt
    case .trialBypass: self = .trialBypass
    default: return nil
    }
  }
}

/// The measures of ``FactTable/signal``.
package enum SignalMeasure: Int, FactMeasure {
  /// Of restores: those that were asked for.
  case started
  /// Of which it is known how they ended, or which need no end.
  case events
  case failed
  /// Trials begun within a day of a restore that failed.
  case trials
}

/// What failed, of ``FactTable/failure``: its measures.
package enum FailureMeasure: Int, FactMeasure {
  case purchases, billings, validations, syncs, refreshes, notifications, restores
  /// The store answered with an error.
  case store

  /// What failed where an event of `kind` says that something did.
  init?(_ kind: EventKind) {
    switch kind {
    case .purchaseFailed: self = .purchases
    case .billingFailed, .gracePeriodEntered: self = .billings
    case .receiptValidated: self = .validations
    case .entitlementSynced: self = .syncs
    case .entitlementRefreshed: self = .refreshes
    case .notificationSent: self = .notifications
    case .restoreFailed, .purchaseRestored: self = .restores
    case .storeError: self = .store
    default: return nil
    }
  }
}

/// What took how long, of ``FactTable/latency``: its measures.
package enum DurationMeasure: Int, FactMeasure {
  case receipts, syncs, refreshes, notifications

  init?(_ kind: EventKind) {
    switch kind {
    case .receiptValidated: self = .receipts
    case .entitlementSynced: self = .syncs
    case .entitlementRefreshed: self = .refreshes
    case .notificationSent: self = .notifications
    default: return nil
    }
  }
}

extension Event {
  /// Whether the event says that what it tells of failed.
  var isFailure: Bool {
    switch kind {
    case .purchaseFailed, .billingFailed, .gracePeriodEntered, .restoreFailed, .storeError: true
    default: flags.contains(.notOK)
    }
  }

  /// Why, in the log's own words; 0 where it does not say.
  var cause: StringID { error != 0 ? error : reason }
}
