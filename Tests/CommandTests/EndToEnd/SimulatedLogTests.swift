import Foundation
import Testing
import Values

@testable import Command

/// A simulated log through the whole program.
@Suite struct SimulatedLogTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  @discardableResult
  private func simulate(_ output: String, seed: Int = 3) -> CLIFixture.Answer {
    bench.runrate(
      "simulate", "--seed", "\(seed)", "--days", "60", "--events", "3000", "--output", output)
  }

  @Test("A folder gets a file a day and what belongs to them; standard output the same lines")
  func places() throws {
    let answer = simulate(bench.path("log"))
    #expect(answer.code == .allWell)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.path("log")).sorted()
    let days = names.filter { $0.hasPrefix("events-2025-") }
    #expect(days.count > 50)
    #expect(
      Set(names).subtracting(days) == ["exchange-rates.csv", "runrate.json5", "spend.csv"])
    let lines = try days.map { try bench.read("log/\($0)") }.joined()
    #expect(simulate("-").output == lines)
    #expect(lines.split(separator: "\n").count > 2000)
  }

  @Test("An earlier simulation is replaced, a folder with anything else is left alone")
  func foreignFolder() throws {
    #expect(simulate(bench.path("log")).code == .allWell)
    #expect(simulate(bench.path("log"), seed: 4).code == .allWell)
    try bench.write("precious", to: "log/thesis.txt")
    let answer = simulate(bench.path("log"))
    #expect(answer.code == .cannotWrite)
    #expect(answer.errors.contains("holds thesis.txt, which no simulation has written"))
    #expect(bench.exists("log/events-2025-01-02.ndjson"))
  }

  @Test(
    "A folder of real logs, whose files have such names, too, is left alone",
    arguments: [true, false])
  func realLogs(hasConfiguration: Bool) throws {
    try bench.write("{}\n", to: "own/events-2026-01-01.ndjson")
    if hasConfiguration { try bench.write("{}\n", to: "own/runrate.json5") }
    let answer = simulate(bench.path("own"))
    #expect(answer.code == .cannotWrite)
    #expect(answer.errors.contains("which no simulation has written"))
    #expect(try bench.read("own/events-2026-01-01.ndjson") == "{}\n")
  }

  @Test("A folder that cannot be made is named")
  func noFolder() throws {
    let answer = simulate(try bench.write("a file", to: "file"))
    #expect(answer.code == .cannotWrite)
    #expect(answer.errors.contains("file cannot be written"), "\(answer.errors)")
  }

  @Test("The events of the database, read into another one, give the same figures")
  func roundTrip() throws {
    simulate(bench.path("log"))
    let other = try CLIFixture()
    let config = bench.path("log/runrate.json5")
    let common = ["--config", config, "--as-of", "2025-02-28"]
    #expect(bench.runrate(["run", bench.path("log")] + common).isReported)
    let events = bench.runrate("events").output
    let log = try other.write(events, to: "all.ndjson")
    let answer = other.runrate(["run", log] + common)
    #expect(answer.isReported)
    #expect(answer.errors.contains("0 duplicate, 0 ignored, 0 rejected"))
    let folder = "reports/2025-02-28/csv"
    for name in try FileManager.default.contentsOfDirectory(atPath: bench.path(folder))
    where !["data_quality.csv", "alerts.csv"].contains(name) {
      let isSame = try bench.read("\(folder)/\(name)") == other.read("\(folder)/\(name)")
      #expect(isSame, "\(name)")
    }
  }

  @Test("The events of one person are found under any of his ids, in order of time")
  func onePerson() throws {
    let alias = """
      {"event":"user_aliased","timestamp":"2026-05-03T00:00:00Z","event_id":"x",\
      "user_id":"user-1","previous_id":"user-2"}

      """
    bench.runrate("ingest", try bench.write(purchases(1...4) + alias, to: "a.ndjson"))
    let lines = bench.runrate("events", "--customer", "user-2").output
    #expect(lines == bench.runrate("events", "--customer", "user-1").output)
    let times = lines.split(separator: "\n").map { $0.split(separator: "\"")[7].prefix(10) }
    #expect(times == ["2026-05-01", "2026-05-02", "2026-05-03"])
    let answer = bench.runrate("events", "--customer", "nobody")
    #expect(answer.code == .noInput)
    #expect(answer.errors.hasPrefix("runrate: nobody has the id \"nobody\"\nhint: "))
  }
}
