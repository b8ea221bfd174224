import SQLite
package import Values

/// From when to when accepted events go.
package struct EventExtent: Sendable, Equatable {
  package let first: Instant
  package let last: Instant
}

extension Store {
  /// Nil without any event.
  package func extent() throws -> EventExtent? {
    try database.first("SELECT first_ms, last_ms FROM newest_event") {
      EventExtent(
        first: Instant(milliseconds: $0.integer(0)), last: Instant(milliseconds: $0.integer(1)))
    }
  }
}
