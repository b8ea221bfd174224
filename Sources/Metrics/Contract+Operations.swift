extension Contract {
  package static let operations = File(
    "operations",
    "One row for every day and segment (country, channel, platform, app_version, variant) with anything in it.",
    [day] + segment + [
      .init("paywalls_shown", .count, "Paywalls shown."),
      .init("paywalls_dismissed", .count, "Paywalls closed without a purchase."),
      .init("bounce_rate", .rate, "Paywalls dismissed ÷ shown."),
      .init("viewers", .count, "Customers who saw a paywall on the day."),
      .init(
        "viewers_started", .count,
        "Those who started a purchase or trial within 24 hours of the day's first paywall."),
      .init(
        "start_rate", .rate,
        "Viewers started ÷ viewers; empty for the as-of day, whose 24 hours are not over."),
      .init("purchases_started", .count, "Purchases started."),
      .init(
        "purchases_decided", .count,
        "Purchases started, neither cancelled nor pending, by the day on which their hour ends."),
      .init(
        "purchases_succeeded", .count, "Those followed by a charge or trial within the hour."),
      .init("purchase_success_rate", .rate, "Purchases succeeded ÷ decided."),
      .init(
        "payment_failures", .count, "Failed purchases, failed billings and grace periods begun."),
      .init("paid_charges", .count, "Charges with a price above zero."),
      .init(
        "charges_without_rate", .count,
        "Those of them in a currency without an exchange rate; their money counts as 0."),
      .init("without_rate_share", .rate, "Charges without a rate ÷ paid charges."),
      .init(
        "payment_failure_rate", .rate, "Payment failures ÷ payment failures and paid charges."),
      .init(
        "recovery_minutes", .count,
        "Minutes from a failed purchase to the customer's next charge on this day (median)."),
      .init("receipts", .count, "Receipts validated."),
      .init("receipts_failed", .count, "Those that were not valid."),
      .init("validation_failure_rate", .rate, "Receipts failed ÷ receipts."),
      .init("receipts_timed", .count, "Receipts that say how long their validation took."),
      .init("latency_p50", .count, "Milliseconds of a validation, median (nearest rank)."),
      .init("latency_p95", .count, "Milliseconds of a validation, 95th percentile."),
      .init("latency_p99", .count, "Milliseconds of a validation, 99th percentile."),
      .init("syncs", .count, "Entitlements synced."),
      .init("syncs_failed", .count, "Those that failed."),
      .init("sync_failure_rate", .rate, "Syncs failed ÷ syncs."),
      .init("store_errors", .count, "Errors of the store."),
      .init("store_error_rate", .rate, "Store errors ÷ store errors and purchases started."),
      .init("sessions", .count, "App sessions."),
      .init("crashes", .count, "Sessions that crashed."),
      .init("crash_rate", .rate, "Crashes ÷ sessions."),
      .init("anrs", .count, "Sessions in which the app did not respond."),
      .init("anr_rate", .rate, "Sessions without response ÷ sessions."),
    ])

  package static let outcomes = File(
    "outcomes",
    "One row for every day and segment: what became of what ended, was paid or fell due on it.",
    [day] + segment + [
      .init("trials_ended", .count, "Trials that were to end on the day."),
      .init("trials_matured", .count, "Those whose grace is over, too."),
      .init("trials_converted", .count, "Matured trials that converted."),
      .init("conversion_rate", .rate, "Trials converted ÷ matured."),
      .init("paid_charges", .count, "Charges of the day with a price above zero."),
      .init(
        "refunded_charges", .count, "Those of them with a refund that stands, whenever it came."),
      .init("refund_rate", .rate, "Refunded ÷ paid charges."),
      .init("renewals_due", .count, "Paid coverages whose own end is on the day."),
      .init("renewed", .count, "Those whose next charge came in time."),
      .init("renewal_rate", .rate, "Renewed ÷ due; still moves while a grace period runs."),
    ])

  private static let day = Table.Column("date", .day, "The day, in the reporting time zone.")
}
