import Foundation
import Support
import Testing
import Values

/// dbt's mrr-playbook: 55 customers over two and a half years, with the answers that its authors
/// published. The data stands outside of this repository, in `../shared`.
struct PlaybookTests {
  private static let folder =
    ((Scenario.root as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
    + "/../shared/data/mrr-playbook"
  /// A worktree stands one level deeper.
  private static let found = [folder, folder.replacing("/../shared", with: "/../../shared")].first {
    FileManager.default.fileExists(atPath: $0 + "/events.ndjson")
  }
  private static let lastDay = Day(Day.number(year: 2020, month: 3, day: 31))

  @Test(
    "Every cell of the mrr-playbook is reproduced",
    .enabled(
      if: found != nil, "../shared/data/mrr-playbook is not there: nothing was compared with it"))
  func everyCell() throws {
    let folder = try #require(Self.found)
    let expected = TextTable(
      csv: try String(contentsOfFile: folder + "/expected_by_month.csv", encoding: .utf8))
    let months = try Months(log: folder + "/events.ndjson", asOf: Self.lastDay)
    for row in expected.rows {
      let month = String(row[0].prefix(7))
      for (column, cell) in zip(expected.columns, row).dropFirst() {
        #expect(months.cell(column, month) == Int(cell), "\(column) of \(month)")
      }
    }
    #expect(expected.rows.count == 29)
  }
}

/// What the playbook counts, by month, out of one report. How many customers grew or shrank no
/// total says: each customer comes by a channel of its own, and is counted as a segment.
private struct Months {
  private let movements: TextTable

  init(log: String, asOf: Day) throws {
    let ledger = try Ledger(World())
    try ledger.ingest([
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(Self.channelled)
    ])
    movements = TextTable(csv: try ledger.report(asOf)["mrr_movements"] ?? "")
  }

  /// The line with its user id as channel, too.
  private static func channelled(_ line: Substring) -> String {
    let user = line.split(separator: "\"user_id\": \"")[1].prefix { $0 != "\"" }
    return line.dropLast() + ", \"channel\": \"\(user)\"}"
  }

  /// The figure that the playbook calls `column`; amounts are whole dollars there.
  func cell(_ column: String, _ month: String) -> Int? {
    switch column {
    case "mrr": whole("closing", month)
    case "arr": whole("closing", month).map { 12 * $0 }
    case "active": whole("closing_subscribers", month)
    case "upgrade": whole("expansion", month)
    case "downgrade": whole("contraction", month)
    case "n_new": whole("new_subscribers", month)
    case "n_reactivation": whole("reactivated_subscribers", month)
    case "n_churn": whole("churned_subscribers", month)
    case "n_upgrade": customers(with: "expansion", month)
    case "n_downgrade": customers(with: "contraction", month)
    default: whole(column, month)
    }
  }

  private func whole(_ column: String, _ month: String) -> Int? {
    let rows = movements.rows(where: ["month": month, "dimension": "all"])
    guard let index = movements.index(column), let cell = rows.first?[index] else { return nil }
    guard cell.contains(".") else { return Int(cell) }
    return cell.hasSuffix(".00") ? Int(cell.dropLast(3)) : nil
  }

  private func customers(with column: String, _ month: String) -> Int {
    let rows = movements.rows(where: ["month": month, "dimension": "channel"])
    return movements.index(column).map { index in rows.count { $0[index] != "0.00" } } ?? 0
  }
}
