import Settings

package enum Failures: ReportTable, BySegment {
  package static let days = position("days", "Of how many days up to the as-of day: 7 or 28.")
  package static let process = requiredKey(
    "process",
    "What failed: `purchase`, `billing`, `validation`, `sync`, `refresh`, `notification`, `restore` "
      + "or `store`.")
  package static let cause = key(
    "cause",
    "The event's `error`, else its `reason`; `(none)` where it has neither, `(other)` for all but "
      + "the twenty most frequent.")
  package static let failures = count("failures", "Failures in these days.")
  package static let share = ratio(
    "share", failures, over: allFailures, "Failures ÷ all of the process and segment.")
  package static let before = count("failures_before", "Failures in as many days before.")
  package static let shareBefore = ratio(
    "share_before", before, over: allBefore, "Their share of the failures then.")
  package static let firstDay = day("first_day", "The first day on which the cause was logged.")

  // Columns of the query that rates are made of.
  static let allFailures = hidden("all_failures").nonCustomer
  static let allBefore = hidden("all_before").nonCustomer

  package static let schema = TableSchema(
    "failures",
    "One row for every process that failed, cause and segment (platform, app_version, app), in the "
      + "last 7 and the last 28 days.",
    question: "Why did something fail?", topic: .health,
    query: PackageResources.failures_sql,
    columns: [
      days, process, dimension, value, cause, failures, share, before, shareBefore, firstDay,
    ], isAskedByCustomer: true, privacy: .list, guide: "App health", isWatchable: false)
}
