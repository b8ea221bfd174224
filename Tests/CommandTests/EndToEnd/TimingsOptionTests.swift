import Testing

@testable import Command

@Suite struct TimingsOptionTests {
  @Test(
    "--timings prints a line for each stage to standard error, even of a quiet run")
  func stages() throws {
    let bench = try CLIFixture()
    let log = (1...3).map { day in
      #"{"event":"purchased","timestamp":"2026-05-1\#(day)T10:00:00Z","user_id":"u\#(day)","#
        + #""product_id":"pro","period":"P1M","price":10,"currency":"USD"}"# + "\n"
    }
    try bench.write(log.joined(), to: "a.ndjson")
    func run(_ more: String...) -> CLIFixture.Answer {
      bench.runrate(["run", bench.path("a.ndjson"), "--as-of", "2026-05-20", "--quiet"] + more)
    }
    #expect(!run().errors.contains("stage"))
    let lines = run("--timings").errors.split(separator: "\n")
    let names = [
      "reading the logs", "lines", "folding the events", "models", "writing the reports",
    ]
    for name in names {
      #expect(lines.contains { $0.drop { $0 == " " }.hasPrefix(name) }, "\(name): \(lines)")
    }
    #expect(Set(lines.map(\.count)).count == 1, "columns do not line up")
  }
}
