/// The definitions behind the figures in plain words, for the workbook, the page and the data
/// dictionary.
enum Glossary {
  static let terms: [(term: String, meaning: String)] = [
    ("As-of day", "The last day that the report knows about; later events are not counted."),
    ("Customer", "One person, after the ids that belong to the same person have been merged."),
    ("Install", "A customer on the day of their first event of any kind: first seen."),
    ("Viewer", "A customer who saw a paywall."),
    ("Subscriber", "A customer with MRR. Trials, free offers and granted access do not count."),
    ("Payer", "A customer with at least one payment above zero."),
    (
      "MRR",
      "Monthly recurring revenue: what running paid subscriptions are worth a month. A yearly "
        + "price counts a twelfth. Trials, free offers and granted access have none; cancelled "
        + "but unexpired subscriptions and those in a grace period stay in."
    ),
    ("ARR", "Annual recurring revenue: 12 × MRR."),
    ("New", "MRR of customers who have MRR for the first time."),
    ("Reactivation", "MRR of customers who had churned and came back."),
    ("Expansion, contraction", "What the MRR of customers who stayed grew or shrank by."),
    (
      "Churn",
      "Customers, or their MRR, that were there at the opening and not at the close. The movement "
        + "of MRR by that name includes those who came and left within the month."
    ),
    (
      "Trial conversion",
      "Trials followed by a payment no later than their end and grace ÷ trials. Matured: only "
        + "trials for which this time is over. Pending: neither paid nor over yet."
    ),
    (
      "Retention",
      "Customers of a cohort with MRR at the end of the k-th month after their first ÷ all of "
        + "the cohort. Complete months only."
    ),
    ("Gross revenue", "All payments of a period, before refunds, tax and commission."),
    ("Net revenue", "Gross revenue less refunds = tax + commission + proceeds."),
    ("Proceeds", "Net revenue less estimated tax and the store's estimated commission."),
    ("ARPU, ARPPU", "Net revenue ÷ customers with any access, and ÷ customers who paid."),
    (
      "CAC",
      "Spend of a month ÷ those first seen in it who have paid. Blended: of all channels together, "
        + "payers that nothing was spent on included. Paid: of a channel with spend."
    ),
    ("LTV, realised", "Net revenue of a cohort by an age ÷ the cohort's customers, or payers."),
    ("NRR, GRR", "1 − net MRR churn, and 1 − gross MRR churn; without reactivation."),
    ("95 % interval", "Wilson's interval: where the true proportion most likely lies."),
    ("Pale or italic", "Not over yet, or fewer than 30 cases: read with care."),
  ]
}
