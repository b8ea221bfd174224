package import SQLite
import Values

/// Payments that count nothing because their `event_id` is that of another payment (Definitions,
/// "The log").
package struct DroppedPayments: Sendable {
  private struct Sum {
    let count: Int64
    let amount: Amount
    let currency: String
    let first: Instant
  }

  /// By currency, the most frequent first.
  private let sums: [Sum]

  /// Those of all logs that were read.
  package init(_ database: Database) throws {
    guard try database.has("dropped_payment") else {
      sums = []
      return
    }
    sums = try database.rows(
      """
      SELECT count(*), sum(d.price), coalesce(c.value, ''), min(d.time_ms) FROM dropped_payment AS d
      LEFT JOIN string AS c ON c.id = d.currency GROUP BY d.currency ORDER BY count(*) DESC, c.value
      """
    ) { row in
      Sum(
        count: row.integer(0), amount: Amount(micros: row.integer(1)), currency: row.text(2),
        first: Instant(milliseconds: row.integer(3)))
    }
  }

  /// `2 payments (29.97 USD, the first on 2026-03-05T10:00:00.000Z) have the event_id …`; nil without any.
  package var sentence: String? {
    guard let first = sums.map(\.first).min() else { return nil }
    let count = sums.reduce(0) { $0 + $1.count }
    let amounts = sums.prefix(3).map { "\($0.amount.decimalText) \($0.currency)" }
    return "\(counted(count, "payment")) (\(amounts.joined(separator: ", ")), the first on "
      + "\(first.iso8601)) \(count == 1 ? "has" : "have") the event_id of another payment and "
      + "count nothing: give each payment one of its own, and read the logs into a new database."
  }
}
