package import Feed
package import Values

/// One trial and what became of it (Definitions, "Trials").
package struct Trial: Sendable {
  /// The place of its subscription among the customer's.
  let subscription: Int
  package let start: Instant
  package let scheduledEnd: Instant
  package let product: StringID
  package let tier: StringID
  package let app: StringID?
  package let period: Period?
  /// The first charge with paid coverage, from the start up to `maturesAt`.
  package let convertedAt: Instant?
  /// From this instant on the trial counts in matured rates.
  package let maturesAt: Instant
  /// Not converted, and nothing more is expected of it: auto-renew is off, or it was ended.
  package let isLapsed: Bool
  /// Lapsed by auto-renew alone: nothing has ended its access.
  package let isCancelled: Bool
  /// What the catalogue asks for its product, at the rate of the day on which it began; zero where
  /// it asks nothing.
  package let price: Amount
}

extension SubscriptionFold {
  /// Adds the trials of the subscription, judged by all its events.
  func addTrials(_ rules: TrialRule, of subscription: Int, to trials: inout [Trial]) {
    for index in coverages.indices where coverages[index].kind == .trial {
      trials.append(trial(coverages[index], rules, of: subscription))
    }
  }

  private func trial(_ trial: Coverage, _ rules: TrialRule, of subscription: Int) -> Trial {
    let matures = rules.maturity(of: trial.ownEnd, billingFailures: billingFailures)
    let since = charges[charges.partitioningIndex { $0.time >= trial.start }...]
    let conversion = since.prefix { $0.time <= matures }.first { charge in
      charge.coverage.map { coverages[$0].kind == .paid } ?? false
    }
    return Trial(
      subscription: subscription, start: trial.start, scheduledEnd: trial.ownEnd,
      product: trial.product, tier: trial.tier,
      app: trial.app, period: trial.period, convertedAt: conversion?.time, maturesAt: matures,
      isLapsed: conversion == nil && (trial.isLapsed || !autoRenew.isOn),
      isCancelled: conversion == nil && !trial.isLapsed && trial.stop == nil && !autoRenew.isOn,
      price: pricing.listPrice(of: trial.product, at: trial.start) ?? .zero)
  }
}

/// How long after its scheduled end a trial may still convert.
struct TrialRule {
  let grace: TimeSpan
  /// With a billing failure around the end, the payment may come as late as a retry may.
  private static let graceAfterFailure = TimeSpan.days(60)

  func maturity(of end: Instant, billingFailures: [Instant]) -> Instant {
    let next = billingFailures.partitioningIndex { $0 >= end - .hours(24) }
    let hadFailure = next < billingFailures.count && billingFailures[next] <= end + .days(7)
    return end + (hadFailure ? Self.graceAfterFailure : grace)
  }
}
