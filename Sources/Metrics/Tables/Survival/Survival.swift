import Settings

package enum Survival: ReportTable {
  package static let dimension = segmentDimension(
    "`all`, `product` (the first), `channel` or `cohort`.")
  package static let value = segmentValue(
    "Which of them; a cohort is the month of the first day with MRR.")
  package static let days = position("days", "Days since the customer's first day with MRR.", .days)
  package static let atRisk = count(
    "at_risk", "Customers that were known to have paid so long without a gap.")
  package static let ended = count("ended", "Those of them who stopped on that day.")
  package static let survival = rate("survival", "The share that goes on paying for longer.")
  package static let standardError = number("standard_error", "Of that share (Greenwood).")
  package static let low = rate("low", "Lower end of its 95 % interval (Greenwood).")
  package static let high = rate("high", "Upper end of its 95 % interval (Greenwood).")
  package static let logLogLow = rate(
    "log_log_low", "Lower end of its 95 % interval on the log-log scale.")
  package static let logLogHigh = rate(
    "log_log_high", "Upper end of its 95 % interval on the log-log scale.")

  package static let schema = TableSchema(
    "survival",
    "One row for every group and number of paid days after which anybody stopped (Kaplan–Meier).",
    question: "How many still pay after so many days?", topic: .lifetimes,
    columns: [
      dimension, value, days, atRisk, ended, survival, standardError, low, high, logLogLow,
      logLogHigh,
    ],
    traces: [.access],
    parts: parts,
    isAskedByCustomer: true,
    nonAdditive: NonAdditiveNote(
      "Kaplan and Meier's estimate from at_risk and ended of this and all earlier rows of the "
        + "group",
      of: "at_risk"), dimensions: [.channel, .product, .app])
}

extension Survival {
  private static let parts = """
    SELECT l.dimension, \(Lifetimes.groupName) AS value, w.days,
      sum(CASE WHEN l.days >= w.days THEN l.ended + l.censored ELSE 0 END) AS at_risk,
      sum(CASE WHEN l.days = w.days THEN l.ended ELSE 0 END) AS ended
    FROM explained_days AS w
    CROSS JOIN lifetimes AS l
    GROUP BY l.rank, l.dimension, l.value, w.days
    """
}
