package enum MRRMovements: ReportTable, ByMonth, BySegment {
  package static let opening = money("opening", "MRR at the end of the month before.").of(.access)
  package static let new = money("new", "MRR of customers who have MRR for the first time.")
  package static let reactivation = money("reactivation", "MRR of customers who came back.")
  package static let expansion = money("expansion", "What customers' MRR grew by.")
  package static let contraction = money("contraction", "What customers' MRR shrank by; negative.")
  package static let churn = money("churn", "MRR of customers who left; negative.")
  package static let fx = money("fx", "Change of MRR by exchange rates alone.")
  package static let movedIn = money("moved_in", "MRR of customers who came from another segment.")
  package static let movedOut = money(
    "moved_out", "MRR of customers who went to another segment; negative.")
  package static let closing = money(
    "closing", "MRR at the end of the month, or of the as-of day within it."
  ).state.of(.access)
  package static let openingSubscribers = count(
    "opening_subscribers", "Customers with MRR at the end of the month before."
  ).of(.access)
  package static let newSubscribers = count(
    "new_subscribers", "Customers who have MRR for the first time.")
  package static let reactivatedSubscribers = count(
    "reactivated_subscribers", "Customers who came back.")
  package static let churnedSubscribers = count("churned_subscribers", "Customers who left.")
  package static let movedInSubscribers = count(
    "moved_in_subscribers", "Customers who came from another segment.")
  package static let movedOutSubscribers = count(
    "moved_out_subscribers", "Customers who went to another segment.")
  package static let closingSubscribers = count(
    "closing_subscribers", "Customers with MRR at the end."
  ).state.of(.access)
  package static let complete = monthIsOver()

  package static let schema = TableSchema(
    "mrr_movements", "One row for every month and segment: how opening MRR became closing MRR.",
    question: "What did MRR gain and lose by month?", topic: .mrr,
    query: PackageResources.mrr_movements_sql,
    columns: [
      month, dimension, value, opening, new, reactivation, expansion, contraction, churn, fx,
      movedIn, movedOut, closing, openingSubscribers, newSubscribers, reactivatedSubscribers,
      churnedSubscribers, movedInSubscribers, movedOutSubscribers, closingSubscribers, complete,
    ],
    traces: [.change],
    identities: [
      closing.sum(of: [
        opening, new, reactivation, expansion, contraction, churn, fx, movedIn, movedOut,
      ]),
      closingSubscribers.sum(
        of: [openingSubscribers, newSubscribers, reactivatedSubscribers, movedInSubscribers],
        less: [churnedSubscribers, movedOutSubscribers]),
    ],
    additive: [closing],
    guide: "MRR and its movements")
}
