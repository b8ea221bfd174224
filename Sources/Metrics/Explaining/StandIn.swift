/// Queries for files that no model fills: statistics are made of them in Swift, from steps on the
/// way. What those sum up over customers can be taken apart like any other sum.
enum StandIn {
  static func of(_ file: Contract.File) -> Model? {
    queries[file.name].map { Model($0.step, Array($0.sql.utf8), fills: file) }
  }

  private static let queries: [String: (step: String, sql: String)] = [
    "experiments": ("experiment_sums", experiments),
    "price_sensitivity": ("experiment_sums", prices),
    "lifetimes": ("lifetimes", lifetimes),
    "survival": ("lifetimes", survival),
  ]

  /// A row for each basis and metric; `converted` of revenue, and `revenue` of shares, are empty.
  private static let experiments = [
    ("matured", "matured_"), ("so_far", ""),
  ].flatMap { basis, prefix in
    [("trial", "trials", nil), ("paid", "payers", nil), ("revenue", nil, "revenue")].map {
      (metric: String, converted: String?, revenue: String?) in
      """
      SELECT experiment, '\(basis)' AS basis, '\(metric)' AS metric, variant,
        \(prefix)exposed AS exposed, mixed AS left_out,
        \(converted.map { prefix + $0 } ?? "NULL") AS converted,
        \(revenue.map { prefix + $0 } ?? "NULL") AS revenue
      FROM experiment_sums
      """
    }
  }.joined(separator: "\nUNION ALL\n")

  private static let prices = """
    SELECT 'experiment' AS source, experiment AS name, variant AS scope,
      matured_exposed AS viewers, matured_payers AS payers, matured_revenue AS revenue
    FROM experiment_sums
    """

  /// Months are counted from 0000-01.
  private static let value = """
    CASE WHEN l.dimension = 'cohort'
      THEN printf('%04d-%02d', CAST(l.value AS INTEGER) / 12, CAST(l.value AS INTEGER) % 12 + 1)
      ELSE l.value END
    """

  private static let lifetimes = """
    SELECT l.dimension, \(value) AS value, sum(l.ended + l.censored) AS customers,
      sum(l.ended) AS ended, sum(l.censored) AS paying
    FROM lifetimes AS l
    GROUP BY l.rank, l.dimension, l.value
    """

  private static let survival = """
    SELECT l.dimension, \(value) AS value, w.days,
      sum(CASE WHEN l.days >= w.days THEN l.ended + l.censored ELSE 0 END) AS at_risk,
      sum(CASE WHEN l.days = w.days THEN l.ended ELSE 0 END) AS ended
    FROM explained_days AS w
    CROSS JOIN lifetimes AS l
    GROUP BY l.rank, l.dimension, l.value, w.days
    """
}
