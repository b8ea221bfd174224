/// Columns that are hidden together: when one of `counts` is small, all of the block is hidden,
/// because each of its columns tells about the same few people.
struct CellBlock {
  /// How many people, or payments of people, the columns are about.
  let counts: [String]
  let amounts: [String]

  init(_ counts: [String], _ amounts: [String] = []) {
    self.counts = counts
    self.amounts = amounts
  }

  var columns: [String] { counts + amounts }
}

extension CellBlock {
  /// The blocks of a table. Where nothing is said here, a row is one block: a table that somebody
  /// adds is hidden rather too much than too little.
  static func blocks(of table: Table) -> [CellBlock] {
    declared[table.name] ?? [
      CellBlock(
        table.columns.filter(isCount).map(\.name),
        table.columns.filter { !isCount($0) && !isPlace($0) && $0.kind != .flag }.map(\.name))
    ]
  }

  /// Whether a column says how many people, or payments of people, there are.
  static func isCount(_ column: Table.Column) -> Bool {
    column.kind == .count && !isPlace(column) && !durations.contains(column.name)
  }

  /// Whether a column says which row it is.
  static func isPlace(_ column: Table.Column) -> Bool {
    let names = column.kind == .text && !sentences.contains(column.name)
    return names || [.day, .month, .period].contains(column.kind) || places.contains(column.name)
  }

  /// Texts that tell figures.
  private static let sentences: Set<String> = ["explanation", "statement", "note"]
  private static let places: Set<String> = ["step", "day", "days", "age", "payment"]
  private static let durations: Set<String> = [
    "latency_p50", "latency_p95", "latency_p99", "recovery_minutes", "months_to_pay_back",
    "median_days", "median_low", "median_high", "more_customers", "log_rank_freedom",
  ]

  private static let money = ["gross_revenue", "net_revenue", "tax", "commission", "proceeds"]

  private static let declared: [String: [CellBlock]] = [
    "daily": [
      CellBlock(["subscribers"], ["mrr", "arr", "net_mrr"]),
      CellBlock(
        ["new_subscribers", "reactivated_subscribers", "churned_subscribers"],
        ["new_mrr", "reactivation_mrr", "expansion_mrr", "contraction_mrr", "churn_mrr", "fx_mrr"]),
      CellBlock(["trials_active"]), CellBlock(["trials_started"]), CellBlock(["trials_converted"]),
      CellBlock(["in_grace"]), CellBlock(["set_to_cancel"], ["set_to_cancel_mrr"]),
      CellBlock(["complimentary"]), CellBlock(["charges"], money),
      CellBlock(["refunds"], ["refunded", "gross_revenue"]),
    ],
    "daily_segments": [
      CellBlock(["subscribers"], ["mrr"]), CellBlock(["trials_started"]),
      CellBlock(["trials_converted"]), CellBlock(["charges"], ["net_revenue"]),
    ],
    "mrr_movements": [
      CellBlock(["opening_subscribers"], ["opening"]),
      CellBlock(["closing_subscribers"], ["closing"]),
      CellBlock(
        [
          "new_subscribers", "reactivated_subscribers", "churned_subscribers",
          "moved_in_subscribers", "moved_out_subscribers",
        ],
        [
          "new", "reactivation", "expansion", "contraction", "churn", "fx", "moved_in", "moved_out",
        ]),
    ],
    "trial_cohorts": [
      CellBlock(
        ["trials"],
        [
          "converted", "pending", "abandoned", "rate", "matured_trials", "matured_converted",
          "matured_rate", "low", "high",
        ]),
      CellBlock(
        ["converted", "pending", "abandoned", "matured_trials", "matured_converted"],
        ["rate", "matured_rate", "low", "high"]),
    ],
    "churn": [
      CellBlock(
        ["opening_customers"],
        [
          "churned_customers", "churn_rate", "voluntary", "billing", "refund", "other",
          "opening_mrr", "churned_mrr", "contraction_mrr", "expansion_mrr", "gross_mrr_churn",
          "net_mrr_churn", "nrr", "grr", "quick_ratio",
        ]),
      CellBlock(
        ["churned_customers"],
        [
          "churn_rate", "voluntary", "billing", "refund", "other", "churned_mrr",
          "contraction_mrr", "expansion_mrr", "gross_mrr_churn", "net_mrr_churn", "nrr", "grr",
          "quick_ratio",
        ]),
      CellBlock(["voluntary", "billing", "refund", "other"]),
    ],
    "retention": [
      CellBlock(
        ["customers"],
        ["retained", "rate", "cohort_mrr", "retained_mrr", "mrr_rate"]),
      CellBlock(["retained"], ["rate", "retained_mrr", "mrr_rate"]),
    ],
    "operations": [
      CellBlock(["paywalls_shown", "paywalls_dismissed"], ["bounce_rate"]),
      CellBlock(["viewers", "viewers_started"], ["start_rate"]),
      CellBlock(
        ["purchases_started", "purchases_decided", "purchases_succeeded"],
        ["purchase_success_rate", "store_error_rate"]),
      CellBlock(
        ["payment_failures", "paid_charges"],
        [
          "payment_failure_rate", "recovery_minutes", "charges_without_rate", "without_rate_share",
        ]),
      CellBlock(["charges_without_rate"], ["without_rate_share"]),
      CellBlock(
        ["receipts", "receipts_failed", "receipts_timed"],
        ["validation_failure_rate", "latency_p50", "latency_p95", "latency_p99"]),
      CellBlock(["syncs", "syncs_failed"], ["sync_failure_rate"]),
      CellBlock(["store_errors"], ["store_error_rate"]),
      CellBlock(["sessions"], ["crashes", "crash_rate", "anrs", "anr_rate"]),
      CellBlock(["crashes"], ["crash_rate"]), CellBlock(["anrs"], ["anr_rate"]),
    ],
    "outcomes": [
      CellBlock(["trials_ended", "trials_matured", "trials_converted"], ["conversion_rate"]),
      CellBlock(["paid_charges", "refunded_charges"], ["refund_rate"]),
      CellBlock(["renewals_due", "renewed"], ["renewal_rate"]),
    ],
    "revenue": [
      CellBlock(
        ["charges"],
        ["gross", "net", "tax", "commission", "proceeds", "arpu", "arppu", "refund_rate"]),
      CellBlock(["refunds"], ["refunded", "gross", "refund_rate"]),
    ],
  ]
}
