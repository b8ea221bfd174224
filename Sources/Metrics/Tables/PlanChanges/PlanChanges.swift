package enum PlanChanges: ReportTable, ByMonth {
  package static let fromProduct = key("from_product", "The product before.")
  package static let toProduct = key("to_product", "The product after.")
  package static let changes = count("changes", "How many changed.")
  package static let mrrBefore = money("mrr_before", "Their MRR of the product before.")
  package static let mrrAfter = money("mrr_after", "Their MRR of the product after.")
  package static let mrrChange = money("mrr_change", "After less before.")

  package static let schema = TableSchema(
    "plan_changes", "One row for every month and pair of products: who changed without a gap.",
    question: "Who changed plans?", topic: .plans,
    query: PackageResources.plan_changes_sql,
    columns: [month, fromProduct, toProduct, changes, mrrBefore, mrrAfter, mrrChange],
    traces: [.beginning], isAskedByCustomer: true)
}
