import Settings

package enum Operations: ReportTable, BySegment {
  package static let date = time(day: "date", "The day, in the reporting time zone.")
  package static let paywallsShown = count("paywalls_shown", "Paywalls shown.")
  package static let paywallsDismissed = count(
    "paywalls_dismissed", "Paywalls closed without a purchase.")
  package static let bounceRate = ratio(
    "bounce_rate", paywallsDismissed, over: paywallsShown, "Paywalls dismissed ÷ shown.")
  package static let viewers = count("viewers", "Customers who saw a paywall on the day.")
  package static let viewersStarted = count(
    "viewers_started",
    "Those who started a purchase or trial within 24 hours of the day's first paywall."
  ).settles(.nextDay)
  package static let startRate = ratio(
    "start_rate", viewersStarted, over: settledViewers,
    "Viewers started ÷ viewers; empty for the as-of day, whose 24 hours are not over."
  ).settles(.nextDay)
  package static let purchasesStarted = count("purchases_started", "Purchases started.")
  package static let purchasesDecided = count(
    "purchases_decided",
    "Purchases started, neither cancelled nor pending, by the day on which their hour ends.")
  package static let purchasesSucceeded = count(
    "purchases_succeeded", "Those followed by a charge or trial within the hour.")
  package static let purchaseSuccessRate = ratio(
    "purchase_success_rate", purchasesSucceeded, over: purchasesDecided,
    "Purchases succeeded ÷ decided.")
  package static let paymentFailures = count(
    "payment_failures", "Failed purchases, failed billings and grace periods begun.")
  package static let paidCharges = count("paid_charges", "Charges with a price above zero.")
  package static let chargesWithoutRate = count(
    "charges_without_rate",
    "Those of them in a currency without an exchange rate; their money counts as 0.")
  package static let withoutRateShare = ratio(
    "without_rate_share", chargesWithoutRate, over: paidCharges,
    "Charges without a rate ÷ paid charges.")
  package static let paymentFailureRate = ratio(
    "payment_failure_rate", paymentFailures, over: payments,
    "Payment failures ÷ payment failures and paid charges.")
  package static let recoveryMinutes = count(
    "recovery_minutes",
    "Minutes from a failed purchase to the customer's next charge on this day (median)."
  ).in(.minutes).rank(among: paidCharges)
  package static let receipts = count("receipts", "Receipts validated.")
  package static let receiptsFailed = count("receipts_failed", "Those that were not valid.")
  package static let validationFailureRate = ratio(
    "validation_failure_rate", receiptsFailed, over: receipts, "Receipts failed ÷ receipts.")
  package static let receiptsTimed = count(
    "receipts_timed", "Receipts that say how long their validation took."
  ).rank(among: receipts)
  package static let latencyP50 = count(
    "latency_p50", "Milliseconds of a validation, median (nearest rank)."
  ).in(.milliseconds).rank(among: receipts, sample: receiptsTimed)
  package static let latencyP95 = count(
    "latency_p95", "Milliseconds of a validation, 95th percentile."
  ).in(.milliseconds).rank(among: receipts, sample: receiptsTimed)
  package static let latencyP99 = count(
    "latency_p99", "Milliseconds of a validation, 99th percentile."
  ).in(.milliseconds).rank(among: receipts, sample: receiptsTimed)
  package static let syncs = count("syncs", "Entitlements synced.")
  package static let syncsFailed = count("syncs_failed", "Those that failed.")
  package static let syncFailureRate = ratio(
    "sync_failure_rate", syncsFailed, over: syncs, "Syncs failed ÷ syncs.")
  package static let storeErrors = count("store_errors", "Errors of the store.")
  package static let storeErrorRate = ratio(
    "store_error_rate", storeErrors, over: storeContacts,
    "Store errors ÷ store errors and purchases started.")
  package static let sessions = count("sessions", "App sessions.")
  package static let crashes = count("crashes", "Sessions that crashed.")
  package static let crashRate = ratio("crash_rate", crashes, over: sessions, "Crashes ÷ sessions.")
  package static let anrs = count("anrs", "Sessions in which the app did not respond.")
  package static let anrRate = ratio(
    "anr_rate", anrs, over: sessions, "Sessions without response ÷ sessions.")

  // Columns of the query that rates are made of.
  static let settledViewers = hidden("settled_viewers", sum: [viewers])
  static let payments = hidden("payments", sum: [paymentFailures, paidCharges])
  static let storeContacts = hidden("store_contacts", sum: [storeErrors, purchasesStarted])

  package static let schema = TableSchema(
    "operations",
    "One row for every day and segment (country, channel, platform, app_version, variant) with "
      + "anything in it.",
    question: "Do paywalls, purchases and payments work?", topic: .health,
    query: PackageResources.operations_sql,
    columns: [
      date, dimension, value, paywallsShown, paywallsDismissed, bounceRate, viewers,
      viewersStarted, startRate, purchasesStarted, purchasesDecided, purchasesSucceeded,
      purchaseSuccessRate, paymentFailures, paidCharges, chargesWithoutRate, withoutRateShare,
      paymentFailureRate, recoveryMinutes, receipts, receiptsFailed, validationFailureRate,
      receiptsTimed, latencyP50, latencyP95, latencyP99, syncs, syncsFailed, syncFailureRate,
      storeErrors, storeErrorRate, sessions, crashes, crashRate, anrs, anrRate,
    ],
    traces: [.event],
    dimensions: Dimension.ofOperations)
}
