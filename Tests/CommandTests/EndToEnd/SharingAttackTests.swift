import Foundation
import Testing

@testable import Command

/// Nothing that a shared report hides can be found from all that it shows: elimination and bounds
/// over every table, and a look at what stands around them. `make sharing` does the same with
/// larger logs.
@Suite struct SharingAttackTests {
  @Test("No hidden count follows from the others")
  func nothingFound() throws {
    let bench = try CLIFixture()
    let log = bench.path("log")
    bench.runrate(
      "simulate", "--events", "400", "--days", "33", "--seed", "1", "--output", log)
    let config = ["--config", log + "/runrate.json5", "--as-of", "newest"]
    #expect(bench.runrate(["run", log, "--format", "csv"] + config).isReported)
    let full = bench.path("full")
    try FileManager.default.moveItem(atPath: bench.reports, toPath: full)
    let shared = ["report", "--share", "--details", "all", "--format", "csv,markdown,html"]
    #expect(bench.runrate(shared + config).isReported)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", attack, full + "/latest", bench.path("reports/latest")]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(said.contains(" 0 found") && said.contains("\n0 traces"))
  }

  private var attack: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sharing/attack.py").path
  }
}
