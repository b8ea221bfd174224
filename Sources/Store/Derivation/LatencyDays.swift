import SQLite

/// Keeps `latency_day`: the ranks of the days whose durations changed, anew from `fact_latency`.
struct LatencyDays {
  private let delete: Statement
  private let insert: Statement

  init(_ database: Database, _ place: Derived.Place) throws {
    delete = try database.prepare("DELETE FROM \(place).latency_day WHERE day = ?")
    insert = try database.prepare(
      """
      WITH ranked AS (
        SELECT
          day, milliseconds, sum(receipts) OVER (ORDER BY milliseconds) AS below,
          sum(receipts) OVER () AS receipts
        FROM \(place).fact_latency
        WHERE day = ? AND segment = 0 AND receipts > 0
      )
      INSERT INTO \(place).latency_day
      SELECT
        day, receipts, min(CASE WHEN below * 100 >= receipts * 50 THEN milliseconds END),
        min(CASE WHEN below * 100 >= receipts * 95 THEN milliseconds END),
        min(CASE WHEN below * 100 >= receipts * 99 THEN milliseconds END)
      FROM ranked
      GROUP BY day, receipts
      """)
  }

  func renew(_ days: Set<Int32>) throws {
    for day in days.sorted() {
      try delete.run(Int64(day))
      try insert.run(Int64(day))
    }
  }
}
