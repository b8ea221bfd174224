import Metrics
import Testing
import Values

@testable import Reports

/// What is said of times in which everybody had access.
struct FreeAccessTests {
  @Test(
    "Churn is not comparable in the months that have been so far",
    arguments: [
      ("2025-04-01", "2025-04-14", "churn in Apr 2025 is"),
      ("2025-04-20", "2025-06-02", "churn from Apr 2025 to Jun 2025 is"),
      ("2026-05-03", nil, "churn since May 2026 is"),
      ("2026-05-03", "2026-09-30", "churn since May 2026 is"),
    ] as [(String, String?, String)])
  func churn(from: String, to: String?, words: String) throws {
    var figures = Figures(
      asOf: try #require(Day("2026-06-30")), zone: "UTC", currency: "USD", version: "1",
      configurationHash: "0")
    let known: [String: Cell] = [
      "reason": .text("public beta"), "from_day": Day(from).map(Cell.day) ?? .missing,
      "to_day": to.flatMap { Day($0) }.map(Cell.day) ?? .missing,
    ]
    figures.tables.append(
      FreeAccess.schema.table([FreeAccess.schema.columns.map { known[$0.name] ?? .missing }]))
    let remarks = figures.freeChurnRemarks
    #expect(remarks.count == 1)
    #expect(remarks[0].text.contains(words), "\(remarks[0].text)")
    #expect(remarks[0].text.contains("(public beta)"))
  }
}
