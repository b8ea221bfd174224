import Foundation
import Testing
import Values

@testable import Command

/// A figure that somebody quotes, from its report to the day on which it no longer holds.
@Suite struct ReceiptCommandTests {
  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    try bench.write(onePlan + "}", to: "c.json5")
    for day in 1...6 { try write(day) }
  }

  /// One customer who pays on a day of May.
  private func write(_ day: Int) throws {
    try bench.write(
      """
      {"event":"purchased","timestamp":"2026-05-0\(day)T12:00:00Z","event_id":"p\(day)",\
      "user_id":"user-\(day)","product_id":"pro.monthly","transaction_id":"t\(day)",\
      "price":9.99,"currency":"USD"}

      """, to: "logs/\(day).ndjson")
  }

  private func run(_ logs: ClosedRange<Int>, _ asOf: String) {
    let paths = logs.map { bench.path("logs/\($0).ndjson") }
    #expect(
      bench.runrate(["run"] + paths + ["--config", bench.path("c.json5"), "--as-of", asOf])
        .isReported)
  }

  private func receipt(_ figure: String, _ on: String) throws -> String {
    let answer = bench.runrate("figure", figure, "--on", on)
    #expect(answer.code == .allWell, "\(answer)")
    let line = answer.output.split(separator: "\n").first { $0.hasPrefix("Receipt") }
    return try #require(line?.split(separator: " ").last).description
  }

  @Test("A receipt is as published, also computed anew, until late events restate its figure")
  func life() throws {
    run(1...5, "2026-05-05")
    let receipt = try receipt("daily.mrr", "2026-05-04")
    #expect(receipt.contains(":date=2026-05-04:39.96:"))
    try bench.write("In May MRR was $39.96 [\(receipt)].", to: "deck.md")
    let config = ["--config", bench.path("c.json5")]
    let good = bench.runrate(["verify", bench.path("deck.md"), "--recompute"] + config)
    #expect(
      good.code == .allWell && good.output.contains("computed anew from the events"), "\(good)")

    try bench.write(
      """
      {"event":"refunded","timestamp":"2026-05-04T12:00:00Z","event_id":"r","user_id":"user-3",\
      "product_id":"pro.monthly","transaction_id":"t3"}

      """, to: "logs/7.ndjson")
    run(6...7, "2026-05-06")
    let late = bench.runrate("verify", receipt)
    #expect(late.code == .warning && late.output.hasPrefix("restated since: "), "\(late)")
    #expect(late.output.contains("brought 1 late event of 2026-05-04"), "\(late)")
    #expect(late.output.contains("then 39.96, now 29.97"), "\(late)")

    run(6...7, "2026-05-05")
    let anew = bench.runrate("verify", receipt, "--json")
    #expect(anew.output.contains("the report of 2026-05-05 was made anew"), "\(anew)")
  }

  @Test("What is wrong with a question is said in one line")
  func wrong() throws {
    run(1...5, "2026-05-05")
    let cases: [([String], ExitCode, String)] = [
      (["figure", "daily.mrr", "--on", "2026-06-01"], .noInput, "still to come"),
      (["figure", "daily.nothing"], .usage, "there is no figure"),
      (["figure", "daily.mrr", "--from", "2026-05-01"], .usage, "is missing"),
      (["figure", "daily.mrr", "--where", "country=DE"], .noInput, "is not split by country"),
      (["figure", "daily.mrr", "--as-of", "2026-05-01"], .noInput, "there is no report"),
      (["figure", "daily.mrr", "--share"], .noInput, "was not made to be shared"),
      (["verify", "nothing here"], .noInput, "does not exist"),
      (["mcp", "--share"], .noInput, "was not made to be shared"),
    ]
    for (arguments, code, words) in cases {
      let answer = bench.runrate(arguments)
      #expect(answer.code == code && answer.errors.contains(words), "\(arguments): \(answer)")
    }
  }
}
