import Settings

package enum AppHealth: ReportTable, BySegment {
  package static let date = time(day: "date", "The day, in the reporting time zone.")
  package static let process = requiredKey(
    "process",
    "`purchase`, `validation`, `sync`, `sync_conflict`, `refresh`, `notification`, `restore`, "
      + "`jailbreak`, `tampered_receipt` or `trial_bypass`.")
  package static let started = count("started", "Purchases and restores that were begun.")
  package static let events = count(
    "events", "How many ended, well or not; of signs of abuse, how many there were.")
  package static let succeeded = count("succeeded", "Those that ended well.")
  package static let failed = count(
    "failed", "Those that failed; of conflicts, those that a person had to decide.")
  package static let successRate = ratio(
    "success_rate", succeeded, over: ended, "Those that did not fail ÷ those that ended.")
  package static let (low, high) = wilson(succeeded, of: ended, "its")
  package static let trialsInstead = count(
    "trials_instead", "Trials begun within 24 hours of a restore that failed, by its day.")
  package static let timed = count("timed", "Those that say how long they took.")
    .rank(among: events)
  package static let p50 = count("p50", "Milliseconds that it took, median (nearest rank).")
    .in(.milliseconds).rank(among: events, sample: timed)
  package static let p95 = count("p95", "Milliseconds that it took, 95th percentile.")
    .in(.milliseconds).rank(among: events, sample: timed)
  package static let p99 = count("p99", "Milliseconds that it took, 99th percentile.")
    .in(.milliseconds).rank(among: events, sample: timed)

  // Columns of the query that rates are made of.
  static let ended = hidden("ended", sum: [succeeded, failed])

  package static let schema = TableSchema(
    "app_health",
    "One row for every day, process and segment (platform, app_version, app): how often it ended "
      + "well, and how long it took.",
    question: "Do the apps run well?", topic: .health,
    query: PackageResources.app_health_sql,
    columns: [
      date, process, dimension, value, started, events, succeeded, failed, successRate, low, high,
      trialsInstead, timed, p50, p95, p99,
    ], guide: "App health", dimensions: [.platform, .appVersion, .app])
}
