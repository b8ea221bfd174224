import Foundation
import Support
import Testing

@testable import Command
import Values

/// Apple's own counts beside ours.
struct AppleReportTests {
  private let header =
    "Event Date\tEvent\tApp Name\tSubscription Apple ID\tSubscription Offer Type\tQuantity\n"

  private func row(
    _ day: String, _ event: String, _ count: String, offer: String = "", id: String = "111"
  ) -> String {
    "\(day)\t\(event)\tThe \"App\"\t\(id)\t\(offer)\t\(count)\n"
  }

  private var report: String {
    header + row("2026-01-01", "Subscribe", "1")
      + row("2026-01-02", "Start Introductory Offer", "1", offer: "Free Trial")
      + row("2026-01-02", "Start Introductory Offer", "4", offer: "Pay Up Front")
      + row("2026-01-02", "Subscribe", "1")
      + row("2026-01-09", "Paid Subscription from Introductory Offer", "1.0")
      + row("2026-02-02", "Renew", "3") + row("2026-02-03", "Refund", "1")
      + row("2026-02-05", "Cancel", "1") + row("2026-02-05", "Billing Retry", "2", id: "222")
      + row("2026-02-20", "Renew", "7")
  }

  private let log =
    [
      #""trial_started","timestamp":"2026-01-02T18:00:00Z","user_id":"u1","expires_at":"2026-01-09T18:00:00Z","transaction_id":"1""#,
      #""purchased","timestamp":"2026-01-09T18:00:00Z","user_id":"u1","price":9.99,"transaction_id":"2""#,
      #""purchased","timestamp":"2026-01-02T18:00:00Z","user_id":"u2","price":9.99,"transaction_id":"3""#,
      #""renewed","timestamp":"2026-02-02T18:00:00Z","user_id":"u2","price":9.99,"transaction_id":"4""#,
      #""refunded","timestamp":"2026-02-03T18:00:00Z","user_id":"u2","transaction_id":"4""#,
      // Still New Year's Day in California.
      #""purchased","timestamp":"2026-01-02T04:00:00Z","user_id":"u3","price":9.99,"transaction_id":"5""#,
      #""cancelled","timestamp":"2026-02-05T18:00:00Z","user_id":"u2""#,
      #""renewed","timestamp":"2026-02-20T18:00:00Z","user_id":"u4","price":9.99,"transaction_id":"6""#,
    ].map { #"{"event":\#($0),"currency":"USD","product_id":"pro.monthly"}"# + "\n" }.joined()

  private func configuration(_ reports: String) -> String {
    """
    {
      products: {
        "pro.monthly": { period: "P1M", price: "9.99", currency: "USD", appleId: "111" },
      },
      appStore: { reports: [\(reports)] },
    }
    """
  }

  private func run(_ bench: CLIFixture, _ reports: String) throws -> CLIFixture.Answer {
    let log = try bench.write(log, to: "a.ndjson")
    let config = try bench.write(configuration(reports), to: "c.json5")
    return bench.runrate(
      "run", log, "--config", config, "--as-of", "2026-02-21", "--format", "csv,markdown")
  }

  private let expected = """
    date,product,class,apple,ours,difference,note
    2026-01-01,pro.monthly,first payment without a trial,1,1,0,
    2026-01-02,pro.monthly,Start Introductory Offer,4,,,not compared: no class of ours
    2026-01-02,pro.monthly,first payment without a trial,1,1,0,
    2026-01-02,pro.monthly,trial started,1,1,0,
    2026-01-09,pro.monthly,first payment after a trial,1,1,0,
    2026-02-02,pro.monthly,renewed,3,1,-2,missing notifications
    2026-02-03,pro.monthly,refunded,1,1,0,
    2026-02-05,Apple ID 222,Billing Retry,2,,,no product of the configuration has this appleId
    2026-02-05,pro.monthly,cancelled,1,1,0,
    2026-02-20,pro.monthly,first payment without a trial,0,1,1,late: Apple restates a day until the third after it
    2026-02-20,pro.monthly,renewed,7,0,-7,late: Apple restates a day until the third after it

    """

  @Test("Apple's counts stand beside ours by Pacific day, product and class")
  func comparison() throws {
    let bench = try CLIFixture()
    try bench.write(report, to: "apple/subscription_event.txt")
    try bench.write("no report", to: "apple/README.md")
    let answer = try run(bench, "'apple'")
    #expect(answer.isReported, "\(answer.errors)")
    #expect(try bench.read("reports/2026-02-21/csv/reconciliation_app_store.csv") == expected)
    #expect(answer.errors.contains("1 count of the App Store differs from Apple's reports"))
    let summary = try bench.read("reports/2026-02-21/details.md")
    #expect(summary.contains("Apple's counts beside ours"))
    #expect(summary.contains("missing notifications (1)"))
  }

  @Test("Reports are read packed, several together, and between commas as warehouses write them")
  func forms() throws {
    let bench = try CLIFixture()
    let rows = report.split(separator: "\n").map(String.init)
    let first = ([rows[0]] + rows[1...5]).joined(separator: "\n") + "\n"
    try bench.write(first, to: "1.txt")
    let packing = Process()
    packing.executableURL = URL(fileURLWithPath: "/bin/gzip")
    packing.arguments = [bench.path("1.txt")]
    try packing.run()
    packing.waitUntilExit()
    let rest = ([rows[0].lowercased().replacing(" ", with: "_")] + rows[6...])
      .map { $0.replacing("\"", with: "").replacing("\t", with: ",") }
    try bench.write(rest.joined(separator: "\r\n"), to: "2.csv")
    let answer = try run(bench, "'1.txt.gz', '2.csv'")
    #expect(answer.isReported, "\(answer.errors)")
    #expect(try bench.read("reports/2026-02-21/csv/reconciliation_app_store.csv") == expected)
  }

  @Test("Without reports the file has its header alone, and nobody is told anything")
  func none() throws {
    let bench = try CLIFixture()
    let answer = try run(bench, "")
    #expect(answer.isReported)
    let file = try bench.read("reports/2026-02-21/csv/reconciliation_app_store.csv")
    #expect(file == "date,product,class,apple,ours,difference,note\n")
    #expect(!answer.errors.contains("Apple"))
    #expect(!(try bench.read("reports/2026-02-21/details.md")).contains("Apple's counts"))
  }

  @Test("A report that is broken or not there is named, and nothing is published")
  func broken() throws {
    let wrong = header + row("2026-01-01", "Renew", "many")
    for (file, bytes, code, said) in [
      ("a.txt", Array(wrong.utf8), ExitCode.badData, "a.txt:2: quantity is \"many\""),
      ("b.txt", Array("Event\tQuantity\n".utf8), .badData, "b.txt:1: the header lacks event date"),
      ("c.txt.gz", [0x1F, 0x8B, 8, 0], .inputOutput, "c.txt.gz cannot be read: the archive ends"),
      (
        "d.txt.gz", storedGzip(report), .inputOutput,
        "d.txt.gz cannot be read: the archive is damaged"
      ),
    ] {
      let bench = try CLIFixture()
      try bench.write(bytes, to: file)
      let answer = try run(bench, "'\(file)'")
      #expect(answer.code == code, "\(file)")
      #expect(answer.errors.contains(said), "\(answer.errors)")
      #expect(!bench.exists("reports"))
    }
    let bench = try CLIFixture()
    let answer = try run(bench, "'none.txt'")
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("none.txt does not exist"))
  }
}
