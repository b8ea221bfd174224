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
    let begun = coverages.indices.filter { coverages[$0].kind == .trial }
    let next = begun.dropFirst().map { coverages[$0].start } + [.distantFuture]
    for (index, next) in zip(begun, next) {
      trials.append(trial(coverages[index], before: next, rules, of: subscription))
    }
  }

  /// A payment converts one trial, the latest: `next` is when another one begins.
  private func trial(
    _ trial: Coverage, before next: Instant, _ rules: TrialRule, of subscription: Int
  ) -> Trial {
    let matures = rules.maturity(of: trial.ownEnd, billingFailures: billingFailures)
    let paid = firstPaid(since: trial.start).map { charges[$0].time }
    let conversion = paid.flatMap { $0 <= matures && $0 < next ? $0 : nil }
    return Trial(
      subscription: subscription, start: trial.start, scheduledEnd: trial.ownEnd,
      product: trial.product, tier: trial.tier,
      app: trial.app, period: trial.period, convertedAt: conversion, maturesAt: matures,
      isLapsed: conversion == nil && (trial.isLapsed || !autoRenew.isOn),
      isCancelled: conversion == nil && !trial.isLapsed && trial.stop == nil && !autoRenew.isOn,
      price: pricing.listPrice(of: trial.product, at: trial.start) ?? .zero)
  }
}

extension SubscriptionFold {
  /// How far from a `trial_converted` its payment may lie.
  private static let conversionDistance = TimeSpan.days(7)

  /// Conversions that the log tells, of trials that are therefore not converted.
  var conversionsWithoutPayment: [PaymentDoubt] {
    toldConversions.filter { time in
      let first = charges.partitioningIndex { $0.time >= time - Self.conversionDistance }
      return first == charges.count || charges[first].time > time + Self.conversionDistance
    }.map { PaymentDoubt(issue: .conversionWithoutPayment, time: $0, amount: .zero) }
  }
}

extension SubscriptionFold {
  /// Payments of trials that count as abandoned: they came in a grace period, but later than trials may
  /// convert.
  func latePayments(of trials: some Sequence<Trial>) -> [PaymentDoubt] {
    trials.compactMap { trial in
      guard trial.convertedAt == nil, TrialRule.isNear(trial.scheduledEnd, billingTroubles),
        let paid = firstPaid(since: trial.start),
        charges[paid].time <= trial.scheduledEnd + TrialRule.graceAfterFailure
      else { return nil }
      return PaymentDoubt(
        issue: .lateConversion, time: charges[paid].time, amount: charges[paid].gross ?? .zero)
    }
  }

  /// The first charge with paid coverage.
  private func firstPaid(since start: Instant) -> Int? {
    charges[charges.partitioningIndex { $0.time >= start }...].firstIndex { charge in
      charge.coverage.map { coverages[$0].kind == .paid } ?? false
    }
  }
}

/// How long after its scheduled end a trial may still convert.
struct TrialRule {
  let grace: TimeSpan
  /// With a billing failure around the end, the payment may come as late as a retry may.
  static let graceAfterFailure = TimeSpan.days(60)

  func maturity(of end: Instant, billingFailures: [Instant]) -> Instant {
    end + (Self.isNear(end, billingFailures) ? Self.graceAfterFailure : grace)
  }

  /// Whether one of these times, which are in order, belongs to the end of a trial.
  static func isNear(_ end: Instant, _ times: [Instant]) -> Bool {
    let next = times.partitioningIndex { $0 >= end - .hours(24) }
    return next < times.count && times[next] <= end + .days(7)
  }
}
