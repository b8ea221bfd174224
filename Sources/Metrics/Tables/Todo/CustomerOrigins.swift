import SQLite
import Values

/// What the list of people says of a customer beside the money: looked up for those in it alone.
final class CustomerOrigins {
  struct Origin {
    let country: String?
    let channel: String?
    /// As the log writes it; nil unless reports are to tell it.
    let userID: String?
  }

  private let find: Statement

  init(_ database: Database, tellsUserIDs: Bool) throws {
    find = try database.prepare(
      """
      SELECT country.value, channel.value, CAST(u.key AS TEXT)
      FROM customer AS c
      LEFT JOIN string AS country ON country.id = c.country
      LEFT JOIN string AS channel ON channel.id = c.channel
      LEFT JOIN user AS u ON u.id = c.id AND \(tellsUserIDs ? 1 : 0) = 1
      WHERE c.id = ?
      """)
  }

  /// Nil for whom nobody knows.
  func origin(of pseudonym: String) throws -> Origin? {
    guard let customer = Pseudonym.customer.number(pseudonym) else { return nil }
    return try find.first(customer) { _ in
      Origin(country: text(0), channel: text(1), userID: text(2))
    }
  }

  private func text(_ column: Int32) -> String? {
    find.isNull(column) || find.text(column).isEmpty ? nil : find.text(column)
  }
}
