import Settings

/// What a subscription can do, as far as Apple's counts and ours can be compared. Raw values are
/// what the column `class` says.
enum AppStoreEvent: String, CaseIterable, Sendable {
  case trialStarted = "trial started"
  case converted = "first payment after a trial"
  case subscribed = "first payment without a trial"
  case renewed
  case reactivated
  case changed = "plan changed"
  case cancelled
  case refunded

  /// The class of a row; nil for what is not compared. Apple extends the names: they are told by
  /// how they begin.
  init?(_ row: SubscriptionReport.Row) {
    let begins = { (word: String) in row.event.lowercased().hasPrefix(word.lowercased()) }
    if begins("Start Introductory") {
      guard row.offerType.lowercased() == "free trial" else { return nil }
      self = .trialStarted
    } else if begins("Paid Subscription from Introductory") {
      self = .converted
    } else if let found = AppStoreEvent.beginnings.first(where: { begins($0.word) }) {
      self = found.event
    } else {
      return nil
    }
  }

  private static let beginnings: [(word: String, event: AppStoreEvent)] = [
    ("Subscribe", .subscribed), ("Renew", .renewed), ("Reactivat", .reactivated),
    ("Upgrade", .changed), ("Downgrade", .changed), ("Crossgrade", .changed),
    ("Cancel", .cancelled), ("Refund", .refunded),
  ]
}
