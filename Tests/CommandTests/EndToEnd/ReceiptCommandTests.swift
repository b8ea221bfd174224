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

  @Test("A figure is found by its column, by what refusals name, and by words, also beside before")
  func names() throws {
    run(1...5, "2026-05-05")
    for words in [
      ["mrr", "--on", "2026-05-04"], ["daily.mrr 2026-05-04"], ["daily.mrr", "2026-05-04"],
      ["MRR on 4 May"],
    ] {
      let answer = bench.runrate(["figure"] + words)
      #expect(answer.output.hasPrefix("daily.mrr, date 2026-05-04: $39.96"), "\(words): \(answer)")
    }
    let before = bench.runrate("figure", "MRR on 4 May", "--compare", "before")
    #expect(before.output.contains("Before      date 2026-05-03: $29.97"), "\(before)")
  }

  @Test("A day that is asked for in a word is that day, also where it has no report")
  func namedDays() throws {
    run(1...6, "2026-05-05")
    for command in [["figure", "daily.mrr"], ["mcp"]] {
      let newest = bench.runrate(command + ["--as-of", "newest"])
      #expect(newest.errors.contains("there is no report \(bench.reports)/2026-05-06"), "\(newest)")
      let yesterday = bench.runrate(command + ["--as-of", "yesterday"])
      #expect(yesterday.errors.contains("there is no report"), "\(yesterday)")
    }
    run(1...6, "2026-05-06")
    #expect(bench.runrate("figure", "daily.mrr", "--as-of", "newest").code == .allWell)
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

  // MARK: - The server, as another process

  /// What it answers to everything that stands on its standard input; nothing, where nobody reads.
  private func serve(_ options: [String], _ input: String, isHeard: Bool = true) throws -> (
    code: Int32, answers: [String]
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Binary.path)
    process.arguments = ["mcp", "--reports", bench.reports] + options
    let (source, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (source, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    if !isHeard { try output.fileHandleForReading.close() }
    DispatchQueue.global().async {
      try? source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? source.fileHandleForWriting.close()
    }
    let said = isHeard ? output.fileHandleForReading.readDataToEndOfFile() : Data()
    process.waitUntilExit()
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    return (process.terminationStatus, lines)
  }

  private func ping(_ id: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"ping\"}\n"
  }

  @Test("Ten megabytes in one message are refused, and the next ones answered in their order")
  func longMessages() throws {
    run(1...5, "2026-05-05")
    let long =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"x\":\"\(String(repeating: "x", count: 10_000_000))\"}\n"
    let served = try serve([], long + ping(2) + ping(3))
    #expect(served.code == 0 && served.answers.count == 3, "\(served)")
    #expect(served.answers[0].contains("-32600") && served.answers[0].contains("is longer than"))
    #expect(served.answers[1].contains("\"id\": 2") || served.answers[1].contains("\"id\":2"))
    #expect(served.answers[2].contains("\"id\": 3") || served.answers[2].contains("\"id\":3"))
  }

  @Test("A client that goes away ends the server without an error")
  func clientGone() throws {
    run(1...5, "2026-05-05")
    #expect(try serve([], (1...100).map(ping).joined(), isHeard: false).code == 0)
  }

  @Test("The customers behind a figure are told with --people alone")
  func people() throws {
    run(1...5, "2026-05-05")
    let question = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":\
      {"figure":"daily.new_subscribers","on":"2026-05-04","people":true}}}

      """
    let without = try serve([], question)
    #expect(without.answers.first?.contains("does not tell of single people") == true)
    let options = ["--people", "--database", bench.database, "--config", bench.path("c.json5")]
    let with = try serve(options, question)
    let data = Data(try #require(with.answers.first).utf8)
    let answer = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let result = try #require(answer["result"] as? [String: Any])
    let content = try #require(result["structuredContent"] as? [String: Any])
    #expect(content["figure"] != nil && content["customers"] is [String: Any], "\(content)")
    #expect("\(content["customers"] ?? "")".contains("customer"), "\(content)")
  }
}
