import Testing

@testable import Profiling

@Suite struct EventNameGuessTests {
  @Test(
    "A name that is spelled otherwise is the same name",
    arguments: [
      ("Paywall Shown", "paywall_shown"), ("paywallShown", "paywall_shown"),
      ("TRIAL-STARTED", "trial_started"), ("SubscriptionRenewed", "renewed"),
    ])
  func spelling(_ name: String, _ event: String) {
    #expect(EventNameGuess(name)?.event == event)
    #expect(EventNameGuess(name)?.strength == .spelling)
  }

  @Test(
    "Words of the same meaning are the same event",
    arguments: [
      ("paywall_view_event", "paywall_shown"), ("free_trial_begin", "trial_started"),
      ("userDidCancel", "cancelled"), ("checkout_started", "purchase_started"),
      ("payment_completed", "purchased"), ("free_week_begun", "trial_started"),
      ("membership_quit", "cancelled"), ("opened_upsell_screen", "paywall_shown"),
      ("subscription_started", "purchased"), ("SubscriptionActivated", "purchased"),
      ("new_subscription", "purchased"), ("trial_subscription_started", "trial_started"),
    ])
  func meaning(_ name: String, _ event: String) {
    #expect(EventNameGuess(name)?.event == event)
    #expect(EventNameGuess(name)?.strength == .meaning)
  }

  @Test(
    "Half of the words, or a slip of the pen, is a likeness that nobody takes on unasked",
    arguments: [("trial_started_yearly", "trial_started"), ("purchsed", "purchased")])
  func likeness(_ name: String, _ event: String) {
    #expect(EventNameGuess(name)?.event == event)
    #expect(EventNameGuess(name)?.strength == .likeness)
  }

  @Test(
    "A word that makes another thing of an event keeps it from being guessed",
    arguments: ["REFUND_DECLINED", "payment_intent.succeeded", "refund_requested", "screen_view"])
  func another(_ name: String) {
    #expect(EventNameGuess(name) == nil)
  }

  @Test(
    "What is like nothing is not guessed",
    arguments: ["level_up", "", "🎉", "settings_theme", "subscription_page_started"])
  func nothing(_ name: String) {
    #expect(EventNameGuess(name) == nil)
  }
}
