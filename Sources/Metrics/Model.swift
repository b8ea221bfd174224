import SQLite
import Values

/// A SQL model: one question, one file, one grain. Its columns are those of a file of the
/// contract, besides the rates, which are computed here from its sums.
struct Model: Sendable {
  let name: String
  let sql: [UInt8]
  /// The file that it fills; nil for a step on the way, which becomes a temporary table.
  let file: Contract.File?
  /// The columns that tell the rows of a step on the way apart.
  let grain: String
  /// How the columns that the query does not have follow from those it has.
  let computed: [String: Computation]

  init(
    _ name: String, _ sql: [UInt8], fills file: Contract.File,
    _ computed: [String: Computation] = [:]
  ) {
    self.name = name
    self.sql = sql
    self.file = file
    grain = ""
    self.computed = computed
  }

  /// A step on the way: a temporary table, indexed by its grain.
  init(_ name: String, _ sql: [UInt8], grain: String) {
    self.name = name
    self.sql = sql
    file = nil
    self.grain = grain
    computed = [:]
  }

  /// All models in the order in which they are built.
  static let all: [Model] =
    [
      Model("period", PackageResources.period_sql, grain: "grain, position, segment"),
      Model("segment_month", PackageResources.segment_month_sql, grain: "segment, month"),
      Model("activity", PackageResources.activity_sql, grain: "grain, position, segment"),
      Model("money", PackageResources.money_sql, grain: "grain, position, segment"),
      Model("daily", PackageResources.daily_sql, fills: Contract.daily),
      Model("mrr_movements", PackageResources.mrr_movements_sql, fills: Contract.movements),
      Model(
        "trial_cohorts", PackageResources.trial_cohorts_sql, fills: Contract.trialCohorts,
        [
          "rate": .rate("converted", "trials"),
          "matured_rate": .rate("matured_converted", "matured_trials"),
          "low": .low("matured_converted", "matured_trials"),
          "high": .high("matured_converted", "matured_trials"),
        ]),
      Model("daily_segments", PackageResources.daily_segments_sql, fills: Contract.dailySegments),
      Model(
        "trial_curve", PackageResources.trial_curve_sql, fills: Contract.trialCurve,
        ["rate": .rate("converted", "eligible")]),
      Model(
        "funnel", PackageResources.funnel_sql, fills: Contract.funnel,
        [
          "from_previous": .rate("customers", "previous_customers"),
          "from_first": .rate("customers", "first_customers"),
        ]),
      Model(
        "churn", PackageResources.churn_sql, fills: Contract.churn,
        [
          "churn_rate": .rate("churned_customers", "opening_customers"),
          "gross_mrr_churn": .rate("gross_churned", "opening_mrr"),
          "net_mrr_churn": .rate("net_churned", "opening_mrr"),
          "nrr": .rate("net_retained", "opening_mrr"),
          "grr": .rate("gross_retained", "opening_mrr"),
          "quick_ratio": .rate("won_mrr", "lost_mrr"),
        ]),
      Model(
        "retention", PackageResources.retention_sql, fills: Contract.retention,
        ["rate": .rate("retained", "customers"), "mrr_rate": .rate("retained_mrr", "cohort_mrr")]),
      Model(
        "ltv", PackageResources.ltv_sql, fills: Contract.ltv,
        [
          "per_customer": .average("net_revenue", "customers"),
          "per_payer": .average("net_revenue", "payers"),
        ]),
      Model(
        "revenue", PackageResources.revenue_sql, fills: Contract.revenue,
        [
          "arpu": .average("net", "active"), "arppu": .average("net", "paying"),
          "refund_rate": .rate("refunded_charges", "paid_charges"),
        ]),
      Model(
        "first_payments", PackageResources.first_payments_sql, fills: Contract.firstPayments,
        ["share": .rate("first_payments", "month_payments")]),
      Model(
        "cancellations", PackageResources.cancellations_sql, fills: Contract.cancellations,
        ["share": .rate("cancellations", "month_cancellations")]),
      Model(
        "billing", PackageResources.billing_sql, fills: Contract.billing,
        [
          "recovery_rate": .rate("recovered", "failures"), "low": .low("recovered", "failures"),
          "high": .high("recovered", "failures"),
          "average_days": .rate("recovery_days", "recovered"),
        ]),
      Model(
        "renewals", PackageResources.renewals_sql, fills: Contract.renewals,
        [
          "renewal_rate": .rate("renewed", "due"), "low": .low("renewed", "due"),
          "high": .high("renewed", "due"), "recovered_rate": .rate("recovered", "not_renewed"),
        ]),
      Model(
        "renewal_curve", PackageResources.renewal_curve_sql, fills: Contract.renewalCurve,
        [
          "renewal_rate": .rate("renewed", "due"), "low": .low("renewed", "due"),
          "high": .high("renewed", "due"),
        ]),
      Model(
        "upcoming", PackageResources.upcoming_sql, fills: Contract.upcoming,
        [
          "trials_expected": .expected("trials_amount", "recent_converted", "recent_matured"),
          "trials_expected_low": .expectedLow(
            "trials_amount", "recent_converted", "recent_matured"),
          "trials_expected_high": .expectedHigh(
            "trials_amount", "recent_converted", "recent_matured"),
        ]),
      Model(
        "subscribers", PackageResources.subscribers_sql, fills: Contract.subscribers,
        ["customer": .pseudonym("customer_id")]),
      Model(
        "operations", PackageResources.operations_sql, fills: Contract.operations,
        [
          "bounce_rate": .rate("paywalls_dismissed", "paywalls_shown"),
          "start_rate": .rate("viewers_started", "settled_viewers"),
          "purchase_success_rate": .rate("purchases_succeeded", "purchases_decided"),
          "payment_failure_rate": .rate("payment_failures", "payments"),
          "without_rate_share": .rate("charges_without_rate", "paid_charges"),
          "validation_failure_rate": .rate("receipts_failed", "receipts"),
          "sync_failure_rate": .rate("syncs_failed", "syncs"),
          "store_error_rate": .rate("store_errors", "store_contacts"),
          "crash_rate": .rate("crashes", "sessions"),
          "anr_rate": .rate("anrs", "sessions"),
        ]),
      Model("missing_rates", PackageResources.missing_rates_sql, fills: Contract.missingRates),
      Model(
        "experiment_sums", PackageResources.experiment_sums_sql, grain: "experiment, variant"),
      Model(
        "experiment_prices", PackageResources.experiment_prices_sql,
        grain: "experiment, variant, product"),
      Model("price_views", PackageResources.price_views_sql, grain: "month, product, price"),
      Model("lifetimes", PackageResources.lifetimes_sql, grain: "rank, days"),
      Model(
        "renewal_runs", PackageResources.renewal_runs_sql,
        grain: "product, period, number, months_ago"),
      Model("product_money", PackageResources.product_money_sql, grain: "product"),
      Model(
        "outcomes", PackageResources.outcomes_sql, fills: Contract.outcomes,
        [
          "conversion_rate": .rate("trials_converted", "trials_matured"),
          "refund_rate": .rate("refunded_charges", "paid_charges"),
          "renewal_rate": .rate("renewed", "renewals_due"),
        ]),
    ] + decisions
}

/// A cell that follows from other columns of the same row.
enum Computation: Sendable {
  /// Quotient of two columns, in millionths.
  case rate(String, String)
  /// Bounds of the Wilson 95 % interval of a proportion.
  case low(String, String)
  case high(String, String)
  /// An amount divided by a count.
  case average(String, String)
  /// An amount times a proportion, the quotient of two columns, and times the bounds of its Wilson
  /// 95 % interval.
  case expected(String, String, String)
  case expectedLow(String, String, String)
  case expectedHigh(String, String, String)
  /// A customer's integer as text that does not tell who it is.
  case pseudonym(String)
  /// The hash of a transaction as text.
  case transaction(String)
}
