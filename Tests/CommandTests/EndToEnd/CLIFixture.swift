import Foundation
import SQLite
import Support
import Testing
import Values

@testable import Command

/// A folder of its own for one test, with a database, reports and whatever logs the test writes;
/// gone with the last reference.
final class CLIFixture: Sendable {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "runrate-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var database: String { path("runrate.db") }
  var reports: String { path("reports") }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Writes a file, and the folders it stands in; returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The CSV files of the report of a day, line by line.
  func rows(ofReport day: String) throws -> [String: [String]] {
    let folder = reports + "/\(day)/csv/"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        let text = try String(contentsOfFile: folder + name, encoding: .utf8)
        return (name, text.split(separator: "\n").map(String.init))
      })
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// What the program says and answers.
  struct Answer {
    let code: ExitCode
    let output: String
    let errors: String

    /// Not an error: 0, or an alert of 1 to 3.
    var isReported: Bool { code.rawValue <= ExitCode.unjudged.rawValue }
  }

  /// Runs a command of the program in this process, with this bench's database and reports.
  @discardableResult
  func runrate(_ arguments: String...) -> Answer { runrate(arguments) }

  @discardableResult
  func runrate(_ arguments: [String], environment: [String: String] = [:]) -> Answer {
    let places = ["--database", database, "--reports", reports]
    return run(arguments + places, environment: environment)
  }

  /// Runs a command as it is. Excel has to open the workbooks that it writes in the folder.
  func run(_ arguments: [String], environment: [String: String] = [:]) -> Answer {
    let recording = Recording()
    let start = Date()
    let code = Program.run(arguments, on: recording.console(environment: environment))
    #expect(throws: Never.self) { try ExcelRules.check(folder: folder, since: start) }
    return Answer(code: code, output: recording.output, errors: recording.errors)
  }
}

/// A configuration with one product.
let onePlan = """
  {
    products: { "pro.monthly": { tier: "pro", period: "P1M", price: "9.99", currency: "USD" } },
  """

/// Lines of a small log: one person a day buys a month, from 1 May 2026 on.
func purchases(_ days: ClosedRange<Int>, currency: String = "USD") -> String {
  days.map { day in
    """
    {"event":"purchased","timestamp":"2026-05-\(padded(day, 2))T10:00:00Z","event_id":"e\(day)",\
    "user_id":"user-\(day)","product_id":"pro.monthly","transaction_id":"t\(day)",\
    "price":9.99,"currency":"\(currency)"}

    """
  }.joined()
}

/// A gzip file with one stored block, whose checksum is `crc`: 0 is never right.
func storedGzip(_ text: String, crc: UInt32 = 0) -> [UInt8] {
  let data = Array(text.utf8)
  func little(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(data.count, 2) + little(~data.count, 2)
    + data + little(Int(crc), 4) + little(data.count, 4)
}

/// A connection that changes a database as a run does: what it changes is no damage.
func writer(_ path: String) throws -> Database {
  let database = try Database(path: path)
  _ = try database.takeAccount()
  return database
}
