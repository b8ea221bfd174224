import Foundation
import Support
import Testing
import Values

@testable import Command

/// Logs of stores and vendors, from the outside.
struct DialectTests {
  private func renewals(_ count: Int) -> String {
    (1...count).map {
      """
      {"event":{"type":"RENEWAL","id":"r\($0)","event_timestamp_ms":1767300000000,\
      "app_user_id":"u\($0)","product_id":"pro.monthly","price":9.99,"transaction_id":"t\($0)"}}

      """
    }.joined()
  }

  @Test("A log in another dialect than the one named fails, and the first line says which one fits")
  func wrongDialect() throws {
    let bench = try CLIFixture()
    let log = try bench.write(renewals(30), to: "a.ndjson")
    for wrong in ["native", "app-store", "google-play", "firebase", "stripe"] {
      let answer = bench.runrate("ingest", log, "--dialect", wrong)
      #expect(answer.code == .badData)
      let first = answer.errors.split(separator: "\n").first { $0.hasPrefix("runrate:") }
      #expect(first?.contains("look like revenuecat") == true, "\(answer.errors)")
      #expect(first?.contains("--dialect revenuecat") == true)
    }
    #expect(bench.runrate("ingest", log, "--dialect", "revenuecat").code == .allWell)
    #expect(bench.runrate("events").output.contains(#""event":"renewed""#))
  }

  @Test(
    "A rejected line names the dialect that it was read in, a native or unreadable one names none")
  func dialectOfRejects() throws {
    let bench = try CLIFixture()
    let log = try bench.write(
      """
      {"event":"renewed","user_id":"u","timestamp":"never"}
      {"object":"event","type":"invoice.paid","created":1,"data":{"object":{"customer":"c","amount_paid":5,"billing_reason":"manual"}}}
      {"event":{"type":"RENEWAL","app_user_id":"u"}}
      no JSON
      {"event":"renewed","timestamp":"2026-01-01T20:40:00Z"}
      \(renewals(5))
      """, to: "a.ndjson")
    bench.runrate("ingest", log, "--now", "2026-06-20T10:00:00Z")
    #expect(dialects(bench) == ["", "stripe", "revenuecat", "", ""])
    bench.runrate("purge", "--before", "2026-07-01")
    #expect(bench.runrate("rejected").output.isEmpty)
    // Lines that come later have the numbers of those that are gone.
    let later = try bench.write("no JSON\nno JSON\n" + renewals(5), to: "b.ndjson")
    #expect(bench.runrate("ingest", later).code == .allWell)
    #expect(dialects(bench) == ["", ""])
  }

  /// Of each rejected line.
  private func dialects(_ bench: CLIFixture) -> [String] {
    bench.runrate("rejected").output.split(separator: "\n").map { line in
      line.firstMatch(of: /"dialect":"([a-z-]+)"/).map { String($0.1) } ?? ""
    }
  }

  @Test("Lines that another dialect would know, but this one only ignores, bring a warning")
  func ignoredLookalikes() throws {
    let bench = try CLIFixture()
    let log = try bench.write(
      #"{"object":"event","type":"invoice.paid","id":"e"}"# + "\n", to: "a.ndjson")
    let answer = bench.runrate("ingest", log, "--dialect", "revenuecat")
    #expect(answer.code == .allWell)
    #expect(answer.errors.contains("look like stripe"))
  }

  @Test("An older and a newer id on one line of a dialect are one customer, natively they are two")
  func joins() throws {
    for (line, customers) in [
      (
        #"{"type":"RENEWAL","id":"1","event_timestamp_ms":1767300000000,"app_user_id":"new","original_app_user_id":"old","product_id":"pro.monthly","price":1}"#,
        1
      ),
      (
        #"{"event":"renewed","timestamp":"2026-01-01T20:40:00Z","user_id":"new","previous_id":"old","product_id":"pro.monthly","price":1}"#,
        2
      ),
    ] {
      let bench = try CLIFixture()
      let old =
        #"{"event":"app_installed","timestamp":"2026-01-01T10:00:00Z","user_id":"old","event_id":"i"}"#
      let log = try bench.write(old + "\n" + line + "\n", to: "a.ndjson")
      let config = try bench.write(onePlan + "}", to: "c.json5")
      bench.runrate("run", log, "--config", config, "--as-of", "2026-01-05")
      #expect(bench.runrate("status", "--json").output.contains("\"customers\": \(customers),"))
    }
  }

  @Test(
    "Asking for signatures without a root that can begin a path is an error of the configuration")
  func roots() throws {
    let bench = try CLIFixture()
    let log = try bench.write("{}\n", to: "a.ndjson")
    try bench.write("no certificate", to: "bad.pem")
    try bench.write(
      "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n", to: "odd.pem")
    for (setting, key) in [
      ("verify: true", "appStore.roots"), ("verify: true, roots: []", "appStore.roots"),
      ("verify: true, roots: ['none.pem']", "appStore.roots[0]"),
      ("roots: ['bad.pem']", "appStore.roots[0]"), ("roots: ['odd.pem']", "appStore.roots[0]"),
      ("verify: 1", "appStore.verify"), ("bundleIDs: []", "appStore.bundleIDs"),
    ] {
      let config = try bench.write("{ appStore: { \(setting) } }", to: "c.json5")
      let answer = bench.runrate("ingest", log, "--config", config)
      #expect(answer.code == .badData, "\(setting)")
      #expect(
        answer.errors.contains("c.json5:1:") && answer.errors.contains(key), "\(answer.errors)")
    }
  }

  @Test("A rejected line keeps neither the shared secret nor what it was not asked to keep")
  func secrets() throws {
    let bench = try CLIFixture()
    let line = #"{"notification_type":"CANCEL","unified_receipt":{},"password":"s3cret"}"#
    let log = try bench.write(line + "\n", to: "a.ndjson")
    bench.runrate("ingest", log)
    let rejected = bench.runrate("rejected").output
    #expect(rejected.contains("missing-field") && rejected.contains("***"))
    #expect(!rejected.contains("s3cret"))
    let bytes = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: bench.database)), as: UTF8.self)
    #expect(!bytes.contains("s3cret"))
  }

  @Test("Where to get Apple's root and how to check it can be asked for")
  func appleRoot() throws {
    let text = try CLIFixture().runrate("print", "apple-root").output
    #expect(text.contains("https://www.apple.com/certificateauthority/"))
    #expect(text.contains("-fingerprint -sha256"))
  }

  @Test("The commands of the guide to the first report work in an empty folder")
  func firstReport() throws {
    let guide = try String(
      contentsOfFile: Binary.home + "/Sources/Command/Runrate.docc/FirstReport.md", encoding: .utf8)
    let block = guide.components(separatedBy: "```sh\n").dropFirst().first?
      .components(separatedBy: "```").first
    let lines = try #require(block).split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    let bench = try CLIFixture()
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      #expect(words[0] == "runrate")
      let answer = try Binary.run(Array(words.dropFirst()), in: bench.folder)
      #expect(answer.code <= 3, "\(line): \(answer.errors)")
    }
    #expect(bench.exists("reports/latest/summary.md"))
    #expect(try ExcelRules.check(folder: bench.folder) == 1)
  }
}
