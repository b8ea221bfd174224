import SQLite
import Timeline

/// Keeps `latency_day`: the ranks of the days whose durations changed, anew from `fact_latency`.
struct LatencyDays {
  private let delete: Statement
  private let insert: Statement

  init(_ database: Database, _ place: Derived.Place) throws {
    delete = try database.prepare("DELETE FROM \(place).latency_day WHERE day = ?")
    insert = try database.prepare(
      """
      WITH took (day, process, milliseconds, cases) AS (
        \(Self.durations(in: place))
      ),
      ranked AS (
        SELECT
          day, process, milliseconds,
          sum(cases) OVER (PARTITION BY process ORDER BY milliseconds) AS below,
          sum(cases) OVER (PARTITION BY process) AS cases
        FROM took
        WHERE cases > 0
      )
      INSERT INTO \(place).latency_day
      SELECT
        day, process, cases, min(CASE WHEN below * 100 >= cases * 50 THEN milliseconds END),
        min(CASE WHEN below * 100 >= cases * 95 THEN milliseconds END),
        min(CASE WHEN below * 100 >= cases * 99 THEN milliseconds END)
      FROM ranked
      GROUP BY day, process, cases
      """)
  }

  /// The durations of a day, of one process after the other.
  private static func durations(in place: Derived.Place) -> String {
    DurationMeasure.allCases.map { measure in
      """
      SELECT day, \(measure.rawValue), milliseconds, \(measure.name)
      FROM \(place).fact_latency WHERE day = ?1 AND segment = 0
      """
    }.joined(separator: "\nUNION ALL\n")
  }

  func renew(_ days: Set<Int32>) throws {
    for day in days.sorted() {
      try delete.run(Int64(day))
      try insert.run(Int64(day))
    }
  }
}
