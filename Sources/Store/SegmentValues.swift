package import Feed
package import Settings
import SQLite
package import Timeline

extension Store {
  /// The values that reports have listed of a dimension.
  package func segmentValues(of dimension: Dimension) throws -> [String] {
    try database.rows(
      "SELECT value FROM main.segment WHERE id >> 32 = \(dimension.rawValue) ORDER BY value"
    ) { $0.text(0) }
  }

  /// The values that there can be a report of, up to the day of the last fold: of what is known of
  /// customers the first of each.
  package func values(ofPart dimension: Dimension, _ strings: StringTable) throws -> [String] {
    guard Dimension.ofCustomers.contains(dimension) else { return try segmentValues(of: dimension) }
    return try database.rows("SELECT DISTINCT \(dimension.name) FROM main.customer") {
      Segment(dimension, Int32(truncatingIfNeeded: $0.integer(0))).text(strings)
    }.sorted()
  }

  /// Whether some event says this of its customer, be it his first or a later one.
  package func isLogged(_ segment: Segment) throws -> Bool {
    let users = try UserBlocks(database, opening: true)
    while let (_, blocks) = try users.next() {
      if blocks.contains(where: { $0.says(segment) }) { return true }
    }
    return false
  }
}

extension EventBlock {
  fileprivate func says(_ segment: Segment) -> Bool {
    events.withUnsafeBytes { block in
      BlockEvents(block).contains { at, _ in
        Event(unpacking: block, at: at).value(of: segment.dimension) == segment.value
      }
    }
  }
}
