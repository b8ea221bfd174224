import Settings
import SQLite
package import Timeline

extension Store {
  /// How often the newest fold met each data quality issue; nothing before the first report.
  package func dataQualityIssues() throws -> [DataQualityIssue: Int64] {
    guard try reportedDay() != nil else { return [:] }
    let rows: [(DataQualityIssue, Int64)] = try database.rows(
      """
      SELECT segment & 4294967295, sum(count) FROM fact_quality GROUP BY segment & 4294967295
      """
    ) { (try $0.choice(0), $0.integer(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
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
