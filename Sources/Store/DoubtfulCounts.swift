import Settings
import SQLite
package import Timeline

extension Store {
  /// How often the newest fold met each data quality issue; nothing before the first report.
  package func dataQualityIssues() throws -> [DataQualityIssue: Int64] {
    guard try reportedDay() != nil else { return [:] }
    let rows = try database.rows("SELECT segment, sum(count) FROM fact_quality GROUP BY segment") {
      (DataQualityIssue(rawValue: Segment(id: $0.integer(0)).value), $0.integer(1))
    }
    return Dictionary(
      rows.compactMap { issue, count in issue.map { ($0, count) } }, uniquingKeysWith: +)
  }

  /// How many things of each kind stand in the list of suspicious ones.
  package func anomalyFlags() throws -> [AnomalyFlag.Kind: Int64] {
    guard try reportedDay() != nil else { return [:] }
    let rows = try database.rows("SELECT kind, count(*) FROM suspicion GROUP BY kind") {
      (AnomalyFlag.Kind(rawValue: $0.integer(0)), $0.integer(1))
    }
    return Dictionary(
      rows.compactMap { kind, count in kind.map { ($0, count) } }, uniquingKeysWith: +)
  }
}
