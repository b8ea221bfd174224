package enum VariantLTV: ReportTable {
  package static let experiment = key("experiment", "The experiment, as the log names it.")
  package static let variant = key("variant", "The variant that the customer met first.")
  package static let days = position(
    "days", "Whole days since the customer met it, inclusive.", .days)
  package static let customers = count(
    "customers", "Customers who met this variant and no other, and are so old.")
  package static let netRevenue = money(
    "net_revenue", "Their payments from then on less refunds of these, by that age.")
  package static let perCustomer = average(
    "per_customer", netRevenue, over: customers, "Net revenue ÷ customers: realised lifetime value."
  )
  package static let low = number("low", "Lower end of its 95 % interval.")
  package static let high = number("high", "Upper end of its 95 % interval.")

  package static let schema = TableSchema(
    "variant_ltv",
    "One row for every variant of an experiment and age that some of its customers have reached.",
    question: "What is a customer of each variant worth?", topic: .experiments,
    steps: [
      Model(
        "variant_value", PackageResources.variant_value_sql, grain: "experiment, variant, days")
    ],
    columns: [experiment, variant, days, customers, netRevenue, perCustomer, low, high],
    isAskedByCustomer: true,
    nonAdditive: NonAdditiveNote(
      "the mean of what these customers brought, with its interval: Definitions.md, "
        + "\"Experiments\"",
      of: "customers"),
    guide: "Experiments")
}
