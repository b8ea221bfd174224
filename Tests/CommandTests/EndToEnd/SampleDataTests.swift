import Foundation
import Support
import Testing

/// The committed report is what the program makes of the sample, byte for byte.
@Suite struct SampleDataTests {
  private let files = FileManager.default

  @Test("reports/ is the report of sample-data/; \"make\" renews it")
  func report() throws {
    let bench = try CLIFixture()
    let day = try files.destinationOfSymbolicLink(atPath: Binary.home + "/reports/latest")
    let answer = try Binary.run([
      "run", "sample-data/events", "--config", "sample-data/runrate.json5", "--as-of", day,
      "--database", bench.database, "--reports", bench.reports,
    ])
    #expect(answer.code <= 3, "\(answer.errors)")
    let expected = Binary.home + "/reports/" + day
    let found = bench.reports + "/" + day
    let names = try names(in: expected)
    #expect(try names == self.names(in: found))
    #expect(names.contains("summary.md"))
    for name in names {
      let isSame = files.contentsEqual(atPath: "\(expected)/\(name)", andPath: "\(found)/\(name)")
      #expect(isSame, "\(name) is another one")
    }
    try ExcelRules.check(file: found + "/runrate.xlsx")
  }

  @Test("The sample is small enough for a repository, and covers at least six months")
  func size() throws {
    let folder = Binary.home + "/sample-data"
    let sizes = try names(in: folder).map {
      try files.attributesOfItem(atPath: "\(folder)/\($0)")[.size] as? Int ?? 0
    }
    #expect(sizes.reduce(0, +) <= 15_000_000)
    let months = try files.contentsOfDirectory(atPath: folder + "/events")
    #expect(Set(months.map { $0.prefix(14) }).count >= 6)
  }

  /// All files under a folder, by name.
  private func names(in folder: String) throws -> [String] {
    try files.subpathsOfDirectory(atPath: folder).filter { name in
      var isFolder: ObjCBool = false
      return files.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}

/// Lines that JSON readers stumble over, through the built program.
@Suite struct MixedLinesTests {
  private static let log = Binary.shared("data/json/mixed_lines.ndjson")

  @Test(
    "Every line of JSONTestSuite is accounted for (skipped where ../shared is absent)",
    .enabled(if: MixedLinesTests.log != nil))
  func mixedLines() throws {
    let bench = try CLIFixture()
    let log = try #require(MixedLinesTests.log)
    let place = ["--database", bench.database]
    let answer = try Binary.run(["ingest", log] + place)
    #expect(answer.code == 65)
    #expect(answer.errors.contains("nothing was accepted"))
    let status = try Binary.run(["status", "--json"] + place)
    let json = try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any]
    let run = try #require((json?["runs"] as? [[String: Any]])?.first)
    func count(_ name: String) -> Int { run[name] as? Int ?? -1 }
    let lines = try Data(contentsOf: URL(fileURLWithPath: log)).split(separator: 10)
      .count { $0.contains { ![9, 13, 32].contains($0) } }
    #expect(count("lines") == lines)
    #expect(
      lines == count("accepted") + count("duplicate") + count("ignored") + count("rejected"))
    let rejected = try Binary.run(["rejected"] + place)
    #expect(rejected.output.split(separator: "\n").count == count("rejected"))
  }
}
