import Feed
import Profiling

/// A part of the report, and what a log has to tell for it.
struct ReportPrerequisite {
  let part: String
  /// What brings it, where the log lacks it.
  let remedy: String
  let isThere: Bool

  /// In the order of the report.
  static func all(_ events: EventProfile) -> [ReportPrerequisite] {
    func part(_ part: String, log remedy: String, _ isThere: Bool) -> ReportPrerequisite {
      ReportPrerequisite(part: part, remedy: remedy, isThere: isThere)
    }
    return [
      part(
        "Revenue and MRR",
        log: "price and currency of purchased and renewed, or write prices of products",
        events.events(with: .price) > 0),
      part("Renewals and churn", log: "renewed and expired", events.has(.renewed, .expired)),
      part("Refunds", log: "refunded with transaction_id", events.has(.refunded)),
      part("Trials and their conversion", log: "trial_started", events.has(.trialStarted)),
      part("The funnel from the paywall", log: "paywall_shown", events.has(.paywallShown)),
      part(
        "Started, failed and cancelled purchases", log: "purchase_started and purchase_failed",
        events.has(.purchaseStarted, .purchaseFailed)),
      part(
        "Reasons of cancellations", log: "cancelled with reason",
        events.has(.cancelled) && events.events(with: .reason) > 0),
      part(
        "Failed renewals and their recovery", log: "billing_failed and billing_recovered",
        events.has(.billingFailed, .gracePeriodEntered)),
      part("New users and their conversion", log: "app_installed", events.has(.appInstalled)),
      part(
        "Channels, CAC and ROAS", log: "channel and campaign, and a file of spend",
        events.events(with: .channel) > 0),
      part("Countries", log: "country", events.events(with: .country) > 0),
      part("Platforms", log: "platform", events.events(with: .platform) > 0),
      part("Experiments", log: "experiment_exposed", events.has(.experimentExposed)),
      part("Use of features", log: "feature_used", events.has(.featureUsed)),
      part(
        "Stability of the app", log: "app_session with crashed and anr", events.has(.appSession)),
    ]
  }
}
