import Settings
import SQLite
package import Timeline

extension Store {
  /// Which products took the place of which others before their end, the most frequent first, with a
  /// customer: `yearly, then extra: 3, such as c…`.
  package func productsCutShort() throws -> [String] {
    try database.rows(
      """
      SELECT old.value, new.value, count(*), min(a.customer)
      FROM coverage AS a
      INNER JOIN coverage AS b
        ON b.customer = a.customer AND b.start_ms = a.end_ms AND b.product <> a.product
      INNER JOIN string AS old ON old.id = a.product
      INNER JOIN string AS new ON new.id = b.product
      WHERE a.kind = 2 AND b.kind = 2 AND b.piece = 0 AND a.stop = 1
        AND a.end_ms < a.own_end_ms - 86400000
      GROUP BY a.product, b.product ORDER BY count(*) DESC, old.value, new.value LIMIT 3
      """
    ) {
      "\($0.text(0)), then \($0.text(1)): \($0.integer(2)), such as \($0.integer(3).pseudonym)"
    }
  }

  /// How many things of each kind stand in the list of suspicious ones.
  package func anomalyFlags() throws -> [AnomalyFlag.Kind: Int64] {
    guard try reportedDay() != nil else { return [:] }
    let rows: [(AnomalyFlag.Kind, Int64)] = try database.rows(
      "SELECT kind, count(*) FROM suspicion GROUP BY kind"
    ) { (try $0.choice(0), $0.integer(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}
