import Foundation
import Testing

/// Other people's programs read what is published: the official client of the Model Context
/// Protocol, and DuckDB.
@Suite(
  "Other programs",
  .enabled(if: Clients.areInstalled, "mcp and duckdb are not in .build/clients: make clients"))
struct ClientTests {
  @Test(
    "The official client lists the tools, calls each, and every receipt verifies",
    arguments: ["auto", "legacy"])
  func modelContextProtocol(mode: String) throws {
    let report = try SealedReport()
    let said = try Clients.run(
      "mcp_client.py", [Clients.program, report.reports, mode], input: nil)
    #expect(
      said.contains(
        "tools: search_figures, get_figure, compare, explain, what_changed, alerts, verify"),
      "\(said)")
    #expect(said.contains("['as_published']") && said.contains("refused: {\"refused\": \"unripe\""))
    #expect(said.contains("\"refused\": \"people\""))
    #expect(said.contains("summary: # Subscriptions on Tue 30 Jun 2026"))
  }

  @Test("DuckDB makes views of all tables, with as many rows and all types")
  func duckDB() throws {
    let report = try SealedReport()
    let script = try Clients.output(
      of: Clients.program, ["print", "duckdb", "--reports", report.reports], input: nil)
    let said = try Clients.run("duckdb_views.py", [report.reports], input: script)
    #expect(said.contains("churn 0.101097: Churned ÷ opening customers."), "\(said)")
  }
}

enum Clients {
  private static let python = SealedReport.home + "/.build/clients/bin/python3"
  static let areInstalled = FileManager.default.isExecutableFile(atPath: python)

  /// Beside the bundle of the tests.
  static let program: String = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? "").deletingLastPathComponent().path + "/runrate"
  }()

  /// Runs one of the programs beside this file; fails with what it said.
  static func run(_ name: String, _ arguments: [String], input: String?) throws -> String {
    try output(
      of: python, [SealedReport.home + "/Tests/ReceiptsTests/Clients/" + name] + arguments,
      input: input)
  }

  static func output(of path: String, _ arguments: [String], input: String?) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let (output, errors, source) = (Pipe(), Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = source
    try process.run()
    DispatchQueue.global().async {
      source.fileHandleForWriting.write(Data((input ?? "").utf8))
      try? source.fileHandleForWriting.close()
    }
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let wrong = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(said)\n\(wrong)")
    return said
  }
}
