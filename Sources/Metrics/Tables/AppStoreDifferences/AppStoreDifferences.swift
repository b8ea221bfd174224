package enum AppStoreDifferences: ReportTable {
  package static let date = time(day: "date", "The day, in Pacific time, as Apple counts.")
  package static let product = key(
    "product", "The product's id; Apple's number where no product has it.")
  package static let `class` = key(
    "class", "What happened; Apple's own words where it is not compared.")
  package static let apple = count("apple", "How often, as Apple's reports tell it.")
  package static let ours = count(
    "ours", "How often, as our events tell it; empty where it is not compared.")
  package static let difference = count("difference", "Ours less Apple's.")
  package static let note = sentence("note", "The likely cause of a difference.")

  package static let schema = TableSchema(
    "reconciliation_app_store",
    "One row for every day, product and class that Apple's reports or our events count; empty "
      + "without `appStore.reports`.",
    question: "Do Apple's reports say the same?", topic: .quality,
    columns: [date, product, `class`, apple, ours, difference, note],
    nonAdditive: NonAdditiveNote(
      "counted by Apple, and over our own events of the day in Pacific time"))
}
