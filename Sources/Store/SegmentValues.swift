package import Settings
import SQLite

extension Store {
  /// The values that reports have listed of a dimension.
  package func segmentValues(of dimension: Dimension) throws -> [String] {
    try database.rows(
      "SELECT value FROM main.segment WHERE id >> 32 = \(dimension.rawValue) ORDER BY value"
    ) { $0.text(0) }
  }
}
