/// What an alert rule can watch (SPEC 6), by the name that a rule gives.
package enum AlertMetric: String, CaseIterable, Sendable {
  /// Hours between the newest event and now.
  case hoursSinceNewestEvent
  /// Customers who started a purchase or trial within a day of a paywall ÷ those who saw one.
  case sameDayStartRate
  /// Paywalls dismissed ÷ shown.
  case paywallBounceRate
  /// Matured trials converted ÷ matured trials, by the day on which they end.
  case trialConversionRate
  /// Gross revenue less refunds, in the reporting currency.
  case netRevenue
  /// Charges refunded ÷ charges, by the day of the charge.
  case refundRate
  /// Renewed ÷ due, own end and tolerance past.
  case renewalRate
  case paymentFailureRate
  case purchaseSuccessRate
  case storeErrorRate
  case validationFailureRate
  /// Seconds, 95th percentile.
  case validationLatency
  case syncFailureRate
  /// Charges whose currency has no exchange rate ÷ charges with a price.
  case missingRateShare
  case crashRate
  case anrRate
}
