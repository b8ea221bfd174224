extension Contract {
  package static let restated = File(
    "restated",
    "One row for every figure of a published day that a later report showed otherwise.",
    [
      .init("published", .day, "The as-of day of the report that showed it otherwise."),
      .init("date", .day, "The day that the figure is of."),
      .init("figure", .text, "Which one: a column of `daily.csv`."),
      .init("before", .number, "As it had been published."),
      .init("after", .number, "As that report showed it."),
      .init("change", .number, "After less before."),
      .init("cause", .text, "Which runs brought late events, or what else had changed."),
    ])
}
