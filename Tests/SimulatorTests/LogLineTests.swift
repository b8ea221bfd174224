import Simulator
import Testing
import Values

@Suite("The lines of a simulated log")
struct LogLineTests {
  @Test("are all JSON with an event where nothing is broken")
  func allParse() {
    var disorder = Disorder()
    disorder.broken = 0
    let log = Log(options(disorder: disorder))
    #expect(log.objects.allSatisfy { $0?["event"] is String && $0?["timestamp"] != nil })
  }

  @Test("are broken as often as asked for, and only then")
  func brokenShare() {
    var disorder = Disorder.none
    disorder.broken = 0.05
    let log = Log(options(disorder: disorder))
    let suspicious = log.objects.filter { object in
      !(object?["event"] is String) || object?["timestamp"] as? String == "2025-02-31T25:61:00.000Z"
    }
    #expect(suspicious.count == log.summary.broken)
    #expect(abs(Double(log.summary.broken) / Double(log.summary.lines) - 0.05) < 0.01)
  }

  @Test("have ids of their own, except repeated lines")
  func uniqueIdentities() {
    var disorder = Disorder()
    disorder.broken = 0
    let log = Log(options(disorder: disorder))
    let ids = log.objects.compactMap { ($0?["event_id"] ?? $0?["eventId"]) as? String }
    #expect(ids.count == log.lines.count)
    #expect(Set(ids).count == Set(log.lines).count)
    #expect(Set(log.lines).count < log.lines.count)
  }

  @Test("stay as they were when another kind of disorder is switched off")
  func switches() {
    var disorder = Disorder()
    disorder.duplicates = 0
    disorder.late = 0
    let calm = Set(Log(options(disorder: disorder)).lines)
    #expect(Set(Log(options()).lines).isSubset(of: calm))
  }

  @Test("are each written once, on their day, in their plain spelling, without disorder")
  func noDisorder() {
    let log = Log(options(disorder: .none))
    #expect(log.summary.duplicates + log.summary.late + log.summary.broken == 0)
    #expect(Set(log.lines).count == log.lines.count)
    #expect(log.lines.allSatisfy { $0.hasPrefix("{\"event_id\":\"e") })
    #expect(log.lines.allSatisfy { !$0.contains("\"properties\"") })
    #expect(!log.lines.contains { $0.contains("\"sandbox\"") })
  }

  @Test("use the names of the specification")
  func names() {
    let log = Log(options(days: 400, customers: 1500))
    let names = Set(log.objects.compactMap { $0?["event"] as? String })
    #expect(names.subtracting(known).isEmpty)
    #expect(required.subtracting(names).isEmpty)
  }

  @Test("name the user, or the subscription where only the store speaks")
  func someoneIsNamed() {
    let log = Log(options(disorder: .none))
    #expect(
      log.objects.allSatisfy {
        $0?["user_id"] is String || $0?["original_transaction_id"] is String
      })
  }
}

/// The canonical names that a year of many customers brings about.
private let required: Set<String> = [
  "app_installed", "user_aliased", "paywall_shown", "paywall_dismissed", "purchase_started",
  "purchase_failed", "purchase_cancelled", "purchase_pending", "trial_started",
  "trial_converted", "purchased", "renewed", "product_changed", "cancelled", "uncancelled",
  "grace_period_entered", "billing_failed", "billing_recovered", "expired", "refunded",
  "offer_redeemed", "referral_recorded", "referral_completed", "feature_used",
  "experiment_exposed", "receipt_validated", "entitlement_synced", "store_error", "app_session",
]

private let known: Set<String> = required.union([
  "purchase_restored", "subscription_extended", "refund_reversed", "revoked", "access_granted",
  "access_revoked", "settings_opened", "notification_seen", "first_open", "identified",
  "paywall_impression", "paywall_closed", "purchase_initiated", "restore", "trial_start",
  "purchase_completed", "subscription_renewed", "plan_changed", "cancellation", "reactivated",
  "renewal_extended", "billing_issue", "subscription_expired", "refund", "revoke",
  "manual_override", "feature_gated", "sync_completed", "storekit_error",
])
