extension Contract {
  package static let reconciliationAppStore = File(
    "reconciliation_app_store",
    "One row for every day, product and class that Apple's reports or our events count; empty without "
      + "`appStore.reports`.",
    [
      .init("date", .day, "The day, in Pacific time, as Apple counts."),
      .init("product", .text, "The product's id; Apple's number where no product has it."),
      .init("class", .text, "What happened; Apple's own words where it is not compared."),
      .init("apple", .count, "How often, as Apple's reports tell it."),
      .init("ours", .count, "How often, as our events tell it; empty where it is not compared."),
      .init("difference", .count, "Ours less Apple's."),
      .init("note", .text, "The likely cause of a difference."),
    ])
}
