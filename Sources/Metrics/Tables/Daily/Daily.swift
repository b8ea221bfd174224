import Settings

package enum Daily: ReportTable {
  package static let date = time(day: "date", "The day, in the reporting time zone.")
  package static let mrr = money("mrr", "Monthly recurring revenue at the end of the day.").state
  package static let arr = money("arr", "Annual recurring revenue at the end of the day: 12 × MRR.")
    .state
  package static let netMRR = money("net_mrr", "MRR less estimated tax and commission.").state
  package static let newMRR = money("new_mrr", "MRR of customers who have MRR for the first time.")
    .of(.change)
  package static let reactivationMRR = money(
    "reactivation_mrr", "MRR of customers who had none the day before, but once."
  ).of(.change)
  package static let expansionMRR = money("expansion_mrr", "What customers' MRR grew by.").of(
    .change)
  package static let contractionMRR = money(
    "contraction_mrr", "What customers' MRR shrank by; negative."
  ).of(.change)
  package static let churnMRR = money(
    "churn_mrr", "MRR of customers who have none any more; negative."
  ).of(.change)
  package static let fxMRR = money("fx_mrr", "Change of MRR by exchange rates alone.").of(.change)
  package static let subscribers = count("subscribers", "Customers with MRR at the end of the day.")
    .state
  package static let newSubscribers = count(
    "new_subscribers", "Customers who have MRR for the first time."
  ).of(.change)
  package static let reactivatedSubscribers = count(
    "reactivated_subscribers", "Customers who have MRR again."
  ).of(.change)
  package static let churnedSubscribers = count(
    "churned_subscribers", "Customers who have no MRR any more."
  ).of(.change)
  package static let trialsActive = count(
    "trials_active", "Trials running at the end of the day, to their own end."
  ).state
  package static let trialsStarted = count("trials_started", "Trials that began on the day.").of(
    .beginning)
  package static let trialsConverted = count(
    "trials_converted", "Trials whose first payment came on the day."
  ).of(.money)
  package static let inGrace = count(
    "in_grace", "Coverages past their end, but within a billing grace period."
  ).state
  package static let setToCancel = count(
    "set_to_cancel", "Paying customers with a renewal switched off."
  ).state
  package static let setToCancelMRR = money(
    "set_to_cancel_mrr", "MRR of the coverages that will not renew."
  ).state
  package static let complimentary = count(
    "complimentary", "Customers with granted access and no MRR."
  ).state
  package static let charges = count("charges", "Successful payments.").of(.money)
  package static let refunds = count("refunds", "Refunds that moved money, by their own day.").of(
    .money)
  package static let grossRevenue = money(
    "gross_revenue", "Payments, before refunds, tax and commission."
  ).of(.money)
  package static let refunded = money(
    "refunded", "Money paid back on the day, less refunds reversed on it."
  ).of(.money)
  package static let netRevenue = money("net_revenue", "Gross revenue less what was refunded.").of(
    .money)
  package static let tax = money("tax", "The estimated tax in net revenue.").of(.money)
  package static let commission = money(
    "commission", "The store's estimated commission in net revenue."
  ).of(.money)
  package static let proceeds = money("proceeds", "Net revenue less tax and commission.").of(.money)

  package static let schema = TableSchema(
    "daily", "One row for every day from the first accepted event to the as-of day.",
    question: "How did each day go?", topic: .mrr,
    query: PackageResources.daily_sql,
    columns: [
      date, mrr, arr, netMRR, newMRR, reactivationMRR, expansionMRR, contractionMRR, churnMRR,
      fxMRR, subscribers, newSubscribers, reactivatedSubscribers, churnedSubscribers, trialsActive,
      trialsStarted, trialsConverted, inGrace, setToCancel, setToCancelMRR, complimentary, charges,
      refunds, grossRevenue, refunded, netRevenue, tax, commission, proceeds,
    ],
    traces: [.access],
    identities: [
      mrr.sum(
        of: [newMRR, reactivationMRR, expansionMRR, contractionMRR, churnMRR, fxMRR], since: mrr),
      arr.sum(of: [mrr], times: 12),
      subscribers.sum(
        of: [newSubscribers, reactivatedSubscribers], less: [churnedSubscribers], since: subscribers
      ),
      netRevenue.sum(of: [grossRevenue], less: [refunded]),
      proceeds.sum(of: [netRevenue], less: [tax, commission]),
    ],
    guide: "MRR and its movements",
    dimensions: Dimension.ofDays,
    segments: "daily_segments")
}
