package enum Restated: ReportTable {
  package static let published = day(
    "published", "The as-of day of the report that showed it otherwise.")
  package static let date = time(day: "date", "The day that the figure is of.")
  package static let figure = key("figure", "Which one: a column of `daily.csv`.")
  package static let before = countOrNumber("before", "As it had been published.")
  package static let after = countOrNumber("after", "As that report showed it.")
  package static let change = countOrNumber("change", "After less before.")
  package static let cause = text(
    "cause", "Which runs brought late events, or what else had changed.")

  package static let schema = TableSchema(
    "restated", "One row for every figure of a published day that a later report showed otherwise.",
    question: "Which published figures changed later?", topic: .quality,
    columns: [published, date, figure, before, after, change, cause],
    nonAdditive: NonAdditiveNote(
      "what this report says against what was published before; `runrate diff` compares reports"),
    privacy: .list)
}
