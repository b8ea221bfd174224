import Foundation
import Support
import Testing
import Values

@testable import Command
@testable import Reports

/// Names and texts from elsewhere steer no terminal and forge no line, whichever command says them.
@Suite struct TerminalTests {
  private let bench: CLIFixture

  /// Colours, a title, a line turned around, what erases a line, and one that looks like ours.
  private static let attack =
    "a\u{1B}[31m\u{1B}]0;x\u{7}\u{202E}\u{9B}2K\r\u{E0041}\nrunrate: all is well"

  init() throws {
    bench = try CLIFixture()
    let name = Self.attack.replacing("/", with: "")
    try bench.write(Array(storedGzip("{}\n").dropLast(9)), to: "log/\(name).ndjson.gz")
    let lines = (1...40).flatMap { person in
      ["app_installed", "purchased", "cancelled", Self.attack].map { line($0, person) }
    }
    try bench.write(lines.joined(separator: "\n") + "\noops\n", to: "log/\(name).ndjson")
    try bench.write(
      "{ alerts: [{ name: \"by\", metric: \"revenue.net\", by: \"channel\", window: 28, "
        + "compare: \"above\", threshold: 1 }] }", to: "c.json5")
  }

  /// An event of one person, in which every text is hostile.
  private func line(_ event: String, _ person: Int) -> String {
    let text = quoted(Self.attack)
    let fields = [
      "product_id", "campaign", "channel", "country", "reason", "paywall_id", "variant",
      "transaction_id", "feature",
    ].map { "\"\($0)\":\(text)" }
    return """
      {"event":\(quoted(event)),"timestamp":"2026-05-10T10:00:00Z",\
      "user_id":\(quoted(Self.attack + "\(person)")),"price":9.99,"currency":"USD","period":"P1M",\
      \(fields.joined(separator: ","))}
      """
  }

  private func quoted(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }

  private func requireHarmless(_ answer: CLIFixture.Answer, _ what: [String]) {
    let said = answer.output + answer.errors
    let steering = said.unicodeScalars.first {
      $0 != "\n" && $0 != "\t" && $0.isBidiControl
    }
    #expect(steering == nil, "\(what) says \(steering.map { String($0.value, radix: 16) } ?? "")")
    let forged = said.split(separator: "\n").filter { $0.hasPrefix("runrate: all is well") }
    #expect(forged == [], "\(what)")
  }

  @Test("No command says a character that steers a terminal, or begins a line with foreign words")
  func commands() {
    let config = ["--config", bench.path("c.json5")]
    let person = Self.attack + "1"
    let commands: [[String]] = [
      ["run", bench.path("log"), "--as-of", "2026-05-10", "--verbose"] + config, ["status"],
      ["status", "--json"], ["events"], ["rejected"], ["rejected", "--format", "csv"],
      ["customer", person] + config, ["customer", person, "--json"] + config,
      ["explain", "revenue.net"] + config,
      ["explain", "revenue.net", "--format", "csv"] + config,
      ["explain", "revenue.net", "--where", "campaign=\(Self.attack)"] + config,
      ["explain", Self.attack], ["explain", "alert", "by"] + config,
      ["check", "--as-of", "2026-05-10"] + config,
      ["check", "--as-of", "2026-05-10", "--dry-run"] + config,
      ["backtest", "--from", "2026-05-09", "--to", "2026-05-10"] + config,
      ["ingest", bench.path(Self.attack)], ["--\(Self.attack)"], [Self.attack],
      ["purge", "--customer", Self.attack], ["status", "--config", bench.path(Self.attack)],
      ["purge", "--customer", person] + config,
    ]
    for command in commands {
      let answer = bench.runrate(command)
      requireHarmless(answer, command)
    }
    let told = bench.runrate("status").output + bench.runrate("events").output
    #expect(told.contains(#"a\u001b[31m"#))
  }

  @Test("A message of any characters stays on its line", arguments: 0..<200)
  func anyMessage(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let letters = Array("ab \n\n\r\t\u{1B}\u{85}\u{9B}\u{2028}\u{202E}\u{FEFF}\u{E0041}\u{7F}é👩‍👧")
    let text = String((0..<30).map { _ in random.one(of: letters) })
    let recording = Recording()
    let console = recording.console()
    console.note(text)
    console.warn(text)
    console.fail(Failure(text, hint: text, exit: .badData))
    try console.write(text)
    let said = recording.errors + recording.output
    #expect(
      !said.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && $0.isBidiControl })
    let lines = recording.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { !$0.hasPrefix("  ") && !$0.isEmpty } <= 4)
  }
}
