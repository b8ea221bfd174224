package import SQLite
import Values

/// Days on which a job seems to have told of refunds long after they were given: half of a day's
/// refunds, ten of them or more, within one hour (Definitions, "Data quality").
package struct RefundBursts: Sendable {
  private struct Burst {
    let day: Day
    let start: Instant
    let refunds: Int64
    let amount: Amount
  }

  private static let fewest = 10

  private let currency: String
  private let bursts: [Burst]

  /// Those of the last report. `currency`: the reporting currency.
  package init(_ database: Database, in currency: String) throws {
    self.currency = currency
    bursts = try database.rows(
      """
      WITH hour AS (
        SELECT day, time_ms / 3600000 AS hour, count(*) AS refunds, sum(amount) AS amount
        FROM refund WHERE is_reversal = 0 GROUP BY day, time_ms / 3600000
      ), share AS (
        SELECT day, hour, refunds, amount, sum(refunds) OVER (PARTITION BY day) AS of_day,
          row_number() OVER (PARTITION BY day ORDER BY refunds DESC, hour) AS place
        FROM hour
      )
      SELECT day, hour, refunds, amount FROM share
      WHERE place = 1 AND of_day >= \(Self.fewest) AND refunds * 2 >= of_day
      ORDER BY refunds DESC, day
      """
    ) { row in
      Burst(
        day: Day(Int(row.integer(0))), start: Instant(milliseconds: row.integer(1) * 3_600_000),
        refunds: row.integer(2), amount: Amount(micros: row.integer(3)))
    }
  }

  package var days: Int64 { Int64(bursts.count) }

  /// `312.40 USD in 24 refunds from 2026-03-05T03:00:00.000Z on: …`; empty without any.
  package var text: String {
    guard let largest = bursts.first else { return "" }
    return "\(largest.amount.roundedText) \(currency) in \(counted(largest.refunds, "refund")) "
      + "in the hour from \(largest.start.iso8601) on: if a job sent them, log when each was given"
  }
}
