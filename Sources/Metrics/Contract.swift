/// The columns of every CSV file (SPEC 7), declared once: the writers, the data dictionary, the
/// workbook's headers and the tests all read this list.
package enum Contract {
  /// A file of the contract: what question it answers, and its columns in order.
  package struct File: Sendable {
    package let name: String
    /// One sentence: what a row is.
    package let meaning: String
    package let columns: [Table.Column]

    package init(_ name: String, _ meaning: String, _ columns: [Table.Column]) {
      self.name = name
      self.meaning = meaning
      self.columns = columns
    }

    package func table(_ rows: [[Cell]] = []) -> Table {
      Table(name: name, columns: columns, rows: rows)
    }
  }

  /// Every file, in the order in which reports list them.
  package static let all: [File] = [
    daily, movements, trialCohorts, dailySegments, trialCurve, funnel, churn, retention, ltv,
    revenue, refunds, firstPayments, cancellations, billing, renewals, renewalCurve, upcoming,
    subscribers,
    operations,
    outcomes,
    paywalls, paywallEncounters, conversionTimes, funnelLosses, features, offers, referrals,
    acquisitionCost, plans, planChanges, pricePoints,
    experiments, priceSensitivity, survival, lifetimes, ltvPredicted,
    suspicious,
    dataQuality, missingRates, restated, reconciliationAppStore,
    alerts,
  ]

  package static func file(_ name: String) -> File? { all.first { $0.name == name } }

  package static let daily = File(
    "daily", "One row for every day from the first accepted event to the as-of day.",
    [
      .init("date", .day, "The day, in the reporting time zone."),
      .init("mrr", .money, "Monthly recurring revenue at the end of the day."),
      .init("arr", .money, "Annual recurring revenue at the end of the day: 12 × MRR."),
      .init("net_mrr", .money, "MRR less estimated tax and commission."),
      .init("new_mrr", .money, "MRR of customers who have MRR for the first time."),
      .init("reactivation_mrr", .money, "MRR of customers who had none the day before, but once."),
      .init("expansion_mrr", .money, "What customers' MRR grew by."),
      .init("contraction_mrr", .money, "What customers' MRR shrank by; negative."),
      .init("churn_mrr", .money, "MRR of customers who have none any more; negative."),
      .init("fx_mrr", .money, "Change of MRR by exchange rates alone."),
      .init("subscribers", .count, "Customers with MRR at the end of the day."),
      .init("new_subscribers", .count, "Customers who have MRR for the first time."),
      .init("reactivated_subscribers", .count, "Customers who have MRR again."),
      .init("churned_subscribers", .count, "Customers who have no MRR any more."),
      .init("trials_active", .count, "Trials running at the end of the day, to their own end."),
      .init("trials_started", .count, "Trials that began on the day."),
      .init("trials_converted", .count, "Trials whose first payment came on the day."),
      .init("in_grace", .count, "Coverages past their end, but within a billing grace period."),
      .init("set_to_cancel", .count, "Paying customers with a renewal switched off."),
      .init("set_to_cancel_mrr", .money, "MRR of the coverages that will not renew."),
      .init("complimentary", .count, "Customers with granted access and no MRR."),
      .init("charges", .count, "Successful payments."),
      .init("refunds", .count, "Refunds that moved money, by their own day."),
      .init("gross_revenue", .money, "Payments, before refunds, tax and commission."),
      .init("refunded", .money, "Money paid back on the day, less refunds reversed on it."),
      .init("net_revenue", .money, "Gross revenue less what was refunded."),
      .init("tax", .money, "The estimated tax in net revenue."),
      .init("commission", .money, "The store's estimated commission in net revenue."),
      .init("proceeds", .money, "Net revenue less tax and commission."),
    ])

  package static let movements = File(
    "mrr_movements", "One row for every month and segment: how opening MRR became closing MRR.",
    [month] + segment + [
      .init("opening", .money, "MRR at the end of the month before."),
      .init("new", .money, "MRR of customers who have MRR for the first time."),
      .init("reactivation", .money, "MRR of customers who came back."),
      .init("expansion", .money, "What customers' MRR grew by."),
      .init("contraction", .money, "What customers' MRR shrank by; negative."),
      .init("churn", .money, "MRR of customers who left; negative."),
      .init("fx", .money, "Change of MRR by exchange rates alone."),
      .init("moved_in", .money, "MRR of customers who came from another segment."),
      .init("moved_out", .money, "MRR of customers who went to another segment; negative."),
      .init("closing", .money, "MRR at the end of the month, or of the as-of day within it."),
      .init("opening_subscribers", .count, "Customers with MRR at the end of the month before."),
      .init("new_subscribers", .count, "Customers who have MRR for the first time."),
      .init("reactivated_subscribers", .count, "Customers who came back."),
      .init("churned_subscribers", .count, "Customers who left."),
      .init("moved_in_subscribers", .count, "Customers who came from another segment."),
      .init("moved_out_subscribers", .count, "Customers who went to another segment."),
      .init("closing_subscribers", .count, "Customers with MRR at the end."),
      complete,
    ])

  package static let trialCohorts = File(
    "trial_cohorts", "One row for the trials that began in one day, week or month.",
    cohort + segment + [
      .init("trials", .count, "Trials that began: converted + pending + abandoned."),
      .init("converted", .count, "Trials followed by a payment within their end and grace."),
      .init("pending", .count, "Trials not converted yet that still can."),
      .init("abandoned", .count, "Trials that will not convert any more."),
      .init("rate", .rate, "Converted ÷ trials; grows while trials are pending."),
      .init("matured_trials", .count, "Trials whose end and grace are over."),
      .init("matured_converted", .count, "Those of them that converted."),
      .init("matured_rate", .rate, "Matured converted ÷ matured trials."),
      .init("low", .rate, "Lower end of the matured rate's 95 % interval (Wilson)."),
      .init("high", .rate, "Upper end of the matured rate's 95 % interval (Wilson)."),
    ])

  package static let dailySegments = File(
    "daily_segments", "One row for every day and segment, for the last 400 days.",
    [.init("date", .day, "The day, in the reporting time zone.")] + segment + [
      .init("mrr", .money, "Monthly recurring revenue at the end of the day."),
      .init("subscribers", .count, "Customers with MRR at the end of the day."),
      .init("trials_started", .count, "Trials that began on the day."),
      .init("trials_converted", .count, "Trials whose first payment came on the day."),
      .init("charges", .count, "Successful payments."),
      .init("net_revenue", .money, "Payments less refunds."),
    ])

  package static let trialCurve = File(
    "trial_curve", "One row for every day since the start of a cohort's trials.",
    cohort + segment + [
      .init("day", .count, "Whole days since the trial began."),
      .init("eligible", .count, "Trials that are at least so old."),
      .init("converted", .count, "Those of them that had converted by that day."),
      .init("rate", .rate, "Converted ÷ eligible."),
    ])

  package static let funnel = File(
    "funnel", "One row for every step of a funnel, for customers who entered in one period.",
    [.init("funnel", .text, "The funnel's name.")] + cohort + segment + [
      .init("step", .count, "The step's number, from 1."),
      .init("event", .text, "The event, or events, that count as the step."),
      .init("customers", .count, "Customers who reached the step in time."),
      .init("from_previous", .rate, "Customers ÷ those of the step before."),
      .init("from_first", .rate, "Customers ÷ those of step 1."),
      .init("matured", .flag, "1 when the whole cohort's time to go on is over."),
    ])

  package static let churn = File(
    "churn", "One row for every month and segment, and one for the trailing 30 days.",
    [.init("month", .text, "The month, or `trailing-30d`.")] + segment + [
      .init("opening_customers", .count, "Customers with MRR at the opening."),
      .init("churned_customers", .count, "Those of them without MRR at the close."),
      .init("churn_rate", .rate, "Churned ÷ opening customers."),
      .init("voluntary", .count, "Churned with auto-renew switched off."),
      .init("billing", .count, "Churned after a failed payment."),
      .init("refund", .count, "Churned by a refund, or access taken away."),
      .init("other", .count, "Churned for no known reason."),
      .init("opening_mrr", .money, "MRR at the opening."),
      .init("churned_mrr", .money, "MRR of the churned customers."),
      .init("contraction_mrr", .money, "What the MRR of those who stayed shrank by."),
      .init("expansion_mrr", .money, "What the MRR of those who stayed grew by."),
      .init("gross_mrr_churn", .rate, "(Churned + contraction) ÷ opening MRR."),
      .init("net_mrr_churn", .rate, "(Churned + contraction − expansion) ÷ opening MRR."),
      .init("nrr", .rate, "Net revenue retention: 1 − net MRR churn."),
      .init("grr", .rate, "Gross revenue retention: 1 − gross MRR churn."),
      .init("quick_ratio", .number, "MRR won ÷ MRR lost."),
      complete,
    ])

  package static let retention = File(
    "retention", "One row for every month that a cohort of new customers has lived.",
    [.init("cohort", .month, "The month in which the customers had MRR for the first time.")]
      + segment + [
        .init("age", .count, "Months after that month; 0 is its own end."),
        .init("customers", .count, "Customers of the cohort."),
        .init("retained", .count, "Those with MRR at the end of the month of that age."),
        .init("rate", .rate, "Retained ÷ customers."),
        .init("cohort_mrr", .money, "The cohort's new MRR."),
        .init("retained_mrr", .money, "The cohort's MRR at that age."),
        .init("mrr_rate", .rate, "Retained MRR ÷ the cohort's new MRR; can exceed 1."),
      ])

  package static let ltv = File(
    "ltv", "One row for every age that customers first seen in one month have reached.",
    [.init("cohort", .month, "The month of the customers' first event.")] + segment + [
      .init("days", .count, "Whole days since the first event, inclusive."),
      .init("customers", .count, "Customers of the cohort."),
      .init("payers", .count, "Those with a payment by that age."),
      .init("net_revenue", .money, "Their payments less refunds by that age."),
      .init("per_customer", .money, "Net revenue ÷ customers: realised lifetime value."),
      .init("per_payer", .money, "Net revenue ÷ payers."),
    ])

  package static let revenue = File(
    "revenue", "One row for every day, week and month, and segment.",
    [
      .init("grain", .text, "How long the period is: `day`, `week` or `month`."),
      .init("period", .period, "The day, the week's Monday, or the month."),
    ] + segment + [
      .init("charges", .count, "Successful payments."),
      .init("gross", .money, "Payments, before refunds, tax and commission."),
      .init("refunds", .count, "Refunds that moved money, by their own day."),
      .init("refunded", .money, "Money paid back, less refunds reversed."),
      .init("net", .money, "Gross less refunded."),
      .init("tax", .money, "The estimated tax in net."),
      .init("commission", .money, "The store's estimated commission in net."),
      .init("proceeds", .money, "Net less tax and commission."),
      .init("arpu", .money, "Net ÷ customers with a trial, free or paid coverage."),
      .init("arppu", .money, "Net ÷ customers with a payment in the period."),
      .init("refund_rate", .rate, "Refunded charges ÷ charges, by the charge's day."),
    ])

  package static let refunds = File(
    "refunds",
    "One row for every day, week and month with refunds or reversals of them; segments by month.",
    [
      .init("grain", .text, "How long the period is: `day`, `week` or `month`."),
      .init("period", .period, "The day, the week's Monday, or the month."),
    ] + segment + [
      .init("refunds", .count, "Refunds that moved money, by their own day."),
      .init("paid_back", .money, "What they paid back."),
      .init("reversals", .count, "Refunds that were undone, by the day on which they were."),
      .init("reversed", .money, "What the undone refunds had paid back."),
      .init("refunded", .money, "Paid back less reversed: `refunded` of revenue.csv."),
    ])

  package static let cancellations = File(
    "cancellations", "One row for every month, product and reason.",
    [month] + segment + [
      .init("reason", .text, "Why auto-renew was switched off, as the log says."),
      .init("cancellations", .count, "Times that auto-renew was switched off."),
      .init("in_trial", .count, "Those of them during a trial."),
      .init("share", .rate, "Cancellations ÷ those of the month and segment."),
    ])

  package static let billing = File(
    "billing", "One row for every month and segment: failed payments, and those that came back.",
    [month] + segment + [
      .init("failures", .count, "Coverages with a failed payment, by the first failure."),
      .init("recovered", .count, "Those with a payment within 60 days after."),
      .init("recovery_rate", .rate, "Recovered ÷ failures."),
      .init("low", .rate, "Lower end of the rate's 95 % interval (Wilson)."),
      .init("high", .rate, "Upper end of the rate's 95 % interval (Wilson)."),
      .init("average_days", .number, "Whole days from failure to recovery, on average."),
      complete,
    ])

  package static let renewals = File(
    "renewals", "One row for every month and segment: paid coverages that came to their end.",
    [month] + segment + [
      .init("due", .count, "Paid coverages whose own end falls in the month."),
      .init("renewed", .count, "Those whose next charge came in time."),
      .init("recovered", .count, "Those whose next charge came later, within 60 days."),
      .init("renewal_rate", .rate, "Renewed ÷ due."),
      .init("low", .rate, "Lower end of the rate's 95 % interval (Wilson)."),
      .init("high", .rate, "Upper end of the rate's 95 % interval (Wilson)."),
      .init("recovered_rate", .rate, "Recovered ÷ those not renewed in time."),
      complete,
    ])

  package static let upcoming = File(
    "upcoming", "One row for each look ahead from the as-of day.",
    [
      .init("days", .count, "How many days ahead: 1, 3, 7, 30."),
      .init("trials_ending", .count, "Running trials that end by then, cancelled ones included."),
      .init("trials_cancelled", .count, "Those of them that will not renew."),
      .init(
        "trials_amount", .money,
        "At stake: what the catalogue asks for the products of those that may convert."),
      .init(
        "trials_expected", .money,
        "Expected of it, at the matured rate of the trials of the last 28 settled days."),
      .init("trials_expected_low", .money, "The same at the lower end of that rate's interval."),
      .init("trials_expected_high", .money, "The same at the upper end of that rate's interval."),
      .init("renewals_due", .count, "Renewals that fall due by then, each one counted."),
      .init("renewals_mrr", .money, "MRR of the paid accesses that renew by then, each once."),
      .init("renewals_amount", .money, "What the renewals due will charge, if as much as last."),
      .init("lapsing", .count, "Paid coverages with auto-renew off that end by then."),
      .init("lapsing_mrr", .money, "MRR of those."),
    ])

  package static let subscribers = File(
    "subscribers",
    "One row for every customer with access, or whose access ended in the last 90 days.",
    [
      .init("customer", .text, "The customer's id, hashed unless asked for otherwise."),
      .init(
        "state", .text,
        "trial, active, grace, billing_retry, set_to_cancel, expired, revoked, refunded, offer or "
          + "complimentary."),
      .init(
        "product", .text,
        "The product of the access that runs (paid before trial before free), or that ended last."),
      .init("mrr", .money, "The customer's MRR at the end of the as-of day."),
      .init("since", .day, "The day on which the latest uninterrupted access began."),
      .init(
        "ends", .day,
        "The day on which access renews or ends, or ended; empty where no end is known."),
      .init("lifetime_net_revenue", .money, "All payments less refunds."),
    ])

  package static let dataQuality = File(
    "data_quality", "One row for everything that was counted about the logs themselves.",
    [
      .init("section", .text, "What was looked at: lines, rejected, late, products and so on."),
      .init("item", .text, "The file, reason or check."),
      .init("count", .count, "How many."),
      .init("share", .rate, "The count's part of the section's whole."),
      .init("note", .text, "A detail in words: the oldest one, the first line, the difference."),
    ])

  package static let alerts = File(
    "alerts", "One row for every alert rule.",
    [
      .init("rule", .text, "The rule's name."),
      .init("severity", .text, "critical or warning."),
      .init("state", .text, "ok, firing, recovering, not enough data or stale."),
      .init("metric", .text, "What is measured."),
      .init("where", .text, "The segment that is looked at; empty for all."),
      .init("window", .text, "The days that are looked at."),
      .init("value", .number, "The measured figure."),
      .init("threshold", .number, "What it is compared with."),
      .init("low", .number, "Lower end of the figure's interval."),
      .init("high", .number, "Upper end of the figure's interval."),
      .init("sample", .count, "How many cases the figure is made of."),
      .init(
        "since", .day, "The first day of an uninterrupted firing, to its last day of recovery."),
      .init("message", .text, "The same in a sentence."),
      .init("runbook", .text, "What to do, as the configuration says."),
      .init("baseline", .number, "What is usual, for a rule that compares with the past."),
      .init("breaches", .text, "The values of the rule's breakdown that fire on their own."),
      .init("moved", .text, "The segments that moved most, while the rule fires."),
      .init("acknowledged", .text, "Until when and why somebody knows of it; empty for nobody."),
      .init("command", .text, "The command that shows what was judged, and how."),
      .init("critical", .number, "Beyond which a warning is critical; empty where it never is."),
      .init(
        "deviations", .number,
        "How many robust deviations the figure is away from its baseline; empty without one."),
      .init("smallest_sample", .count, "With fewer cases the rule is not judged."),
    ])

  // MARK: Columns that many files share

  static let month = Table.Column("month", .month, "The calendar month.")
  static let complete = Table.Column(
    "complete", .flag, "1 when the month is over at the as-of day.")
  private static let cohort: [Table.Column] = [
    .init("grain", .text, "How long the cohort's period is: `day`, `week` or `month`."),
    .init("cohort", .period, "The day, the week's Monday, or the month of the start."),
  ]
  static let segment: [Table.Column] = [
    .init("dimension", .text, "What the segment is made by: `tier`, `country` …; `all`."),
    .init("value", .text, "Which segment: `family`, `DE` …; `all`; `(none)` where unknown."),
  ]
}
