import Settings

package enum Lifetimes: ReportTable {
  package static let dimension = segmentDimension(
    "`all`, `product` (the first), `channel` or `cohort`.")
  package static let value = segmentValue(
    "Which of them; a cohort is the month of the first day with MRR.")
  package static let customers = count("customers", "Customers who have ever had MRR.")
  package static let ended = count("ended", "Those who stopped; who came back later stopped, too.")
  package static let paying = count(
    "paying", "Those who have not stopped: how long they will is not known.")
  package static let medianDays = count(
    "median_days", "After so many days half have stopped; empty while more pay."
  ).in(.days).statistic
  package static let medianLow = count("median_low", "Lower end of its 95 % interval.").in(.days)
    .statistic
  package static let medianHigh = count(
    "median_high", "Upper end of its 95 % interval; empty while it is not known."
  ).in(.days).statistic
  package static let logRank = number(
    "log_rank", "χ² of the log-rank test that all groups of the dimension last alike.")
  package static let logRankFreedom = count("log_rank_freedom", "Its degrees of freedom.").statistic
  package static let logRankPValue = number(
    "log_rank_p_value", "How probable so large a difference is by chance.")

  package static let schema = TableSchema(
    "lifetimes", "One row for every group of customers: how long they pay without a gap.",
    question: "How long do customers pay without a gap?", topic: .lifetimes,
    steps: [Model("lifetimes", PackageResources.lifetimes_sql, grain: "rank, days")],
    columns: [
      dimension, value, customers, ended, paying, medianDays, medianLow, medianHigh, logRank,
      logRankFreedom, logRankPValue,
    ],
    traces: [.access],
    parts: parts,
    isAskedByCustomer: true,
    nonAdditive: NonAdditiveNote(
      "read off the curve of the group in survival.csv, or a test of the curves of its dimension",
      of: "customers"), dimensions: [.channel, .product, .app])
}

extension Lifetimes {
  /// The group's name in the step `lifetimes`; months are counted from 0000-01.
  static let groupName = """
    CASE WHEN l.dimension = 'cohort'
      THEN printf('%04d-%02d', CAST(l.value AS INTEGER) / 12, CAST(l.value AS INTEGER) % 12 + 1)
      ELSE l.value END
    """

  private static let parts = """
    SELECT l.dimension, \(groupName) AS value, sum(l.ended + l.censored) AS customers,
      sum(l.ended) AS ended, sum(l.censored) AS paying
    FROM lifetimes AS l
    GROUP BY l.rank, l.dimension, l.value
    """
}
