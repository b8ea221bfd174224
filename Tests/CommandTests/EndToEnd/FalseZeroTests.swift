import Support
import Testing

@testable import Command

/// Zeros that say nothing of the business, because the log does not say it: the report names them
/// instead of showing them.
@Suite struct FalseZeroTests {
  private let bench: CLIFixture
  private let asOf = "2026-07-05"

  init() throws { bench = try CLIFixture() }

  private func run(_ lines: [String], _ configuration: String) throws -> CLIFixture.Answer {
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "log.ndjson")
    let config = try bench.write(configuration, to: "c.json5")
    return bench.runrate("run", log, "--config", config, "--as-of", asOf, "--details", "all")
  }

  private func summary() throws -> String { try bench.read("reports/\(asOf)/summary.md") }
  private func details() throws -> String { try bench.read("reports/\(asOf)/details.md") }

  // MARK: - Charges without a price

  private func purchase(_ number: Int, _ more: String = "") -> String {
    """
    {"event":"purchased","timestamp":"2026-06-\(10 + number)T12:00:00Z","user_id":"u\(number)",\
    "product_id":"pro","period":"P1M","transaction_id":"t\(number)"\(more)}
    """
  }

  private let unpriced =
    "2 of 3 charges have no price, neither in the log nor in the catalogue. They count as 0 in all "
    + "money figures, and give nobody MRR."

  @Test("Charges without any price are told on standard error and above every headline")
  func chargesWithoutPrice() throws {
    let priced = purchase(3, #","price":9.99,"currency":"USD""#)
    let answer = try run([purchase(1), purchase(2), priced], "{}")
    #expect(answer.errors.contains("warning: \(unpriced)"), "\(answer.errors)")
    let summary = try summary()
    let banner = try #require(summary.firstRange(of: "> **2 of 3 charges have no price"))
    let headline = try #require(summary.firstRange(of: "| MRR"))
    #expect(banner.lowerBound < headline.lowerBound)
    #expect(summary.contains("; 2 charges without a price "), "\(summary)")
    let page = try bench.read("reports/\(asOf)/index.html")
    #expect(page.contains(#"<p class="banner" role="alert"><strong>2 of 3 charges have no price"#))
    #expect(page.contains("Net revenue by month (2 charges without a price)"))
  }

  @Test("With the catalogue's price nothing is said")
  func catalogueHasThePrice() throws {
    let answer = try run(
      [purchase(1), purchase(2)],
      "{products: {pro: {tier: 'pro', period: 'P1M', price: '5', currency: 'USD'}}}")
    #expect(!answer.errors.contains("no price"), "\(answer.errors)")
    #expect(try !summary().contains("without a price"))
  }

  @Test("Payments without a billing period are told: nobody has MRR of them")
  func chargesWithoutPeriod() throws {
    let once = #","price":9.99,"currency":"USD""#
    let lines = [purchase(1, once), purchase(2, once)].map {
      $0.replacing(#""period":"P1M","#, with: "")
    }
    let answer = try run(lines + [purchase(3, once)], "{}")
    #expect(answer.errors.contains("warning: 2 of 3 charges have no billing period"))
    #expect(try summary().contains("; 2 charges without a period "))
    let known = try run(lines, "{products: {pro: {tier: 'pro', price: '9.99', currency: 'USD'}}}")
    #expect(!known.errors.contains("billing period"), "bought once, as the catalogue says")
  }

  // MARK: - Steps that nobody logs

  /// Everybody sees the paywall in May, and half of them buy; nobody says how they began.
  private var viewers: [String] {
    (1...8).flatMap { number in
      let user = #""user_id":"u\#(number)""#
      let view = #"{"event":"paywall_shown","timestamp":"2026-05-01T10:0\#(number):00Z",\#(user)}"#
      let buy =
        #"{"event":"purchased","timestamp":"2026-05-02T10:00:00Z","transaction_id":"t\#(number)","#
        + #""product_id":"pro","period":"P1M","price":9,"currency":"USD",\#(user)}"#
      return number.isMultiple(of: 2) ? [view, buy] : [view]
    }
  }

  private let remark = "no customer has reached purchase_started so far, so it ends before it"

  @Test("A step that nobody ever reached is named; neither it nor a target shows 0 %")
  func stepThatNobodyLogs() throws {
    _ = try run(viewers, "{}")
    let summary = try details()
    #expect(summary.contains("Funnel paywall: \(remark)"), "\(summary)")
    #expect(!summary.contains("| paywall, 2026-05"))
    #expect(!summary.contains("Paywall to purchase"))
    #expect(try bench.read("reports/\(asOf)/index.html").contains(remark))
    let rows = try bench.read("reports/\(asOf)/csv/funnel.csv")
    #expect(
      rows.contains("paywall,month,2026-05,all,all,2,purchase_started,0,0.000000,"), "\(rows)")
  }

  @Test("Without the step in the configuration the funnel has its figures again")
  func stepLeftOut() throws {
    _ = try run(
      viewers,
      "{funnels: [{name: 'paywall', steps: ['paywall_shown', ['trial_started', 'charge']]}], "
        + "targets: {paywallToPurchase: {atLeast: 0.6}}}")
    let summary = try details()
    #expect(!summary.contains(remark))
    #expect(
      summary.contains("| trial_started or charge ← biggest drop-off |         4 |"), "\(summary)")
    #expect(summary.contains("| Paywall to purchase"))
  }

  @Test("init drafts the funnel without the step, and doctor asks for it")
  func draftAndDoctor() throws {
    _ = try run(viewers, "{}")
    let doctor = bench.runrate("doctor", "--config", bench.path("c.json5")).output
    #expect(doctor.contains("funnels: paywall waits for purchase_started"), "\(doctor)")
    let draft = bench.runrate("init", bench.path("log.ndjson"), "--print").output
    #expect(draft.contains("// The log never says purchase_started"), "\(draft)")
    _ = try run(viewers, draft)
    #expect(try !details().contains(remark))
    let healed = bench.runrate("doctor", "--config", bench.path("c.json5")).output
    #expect(!healed.contains("waits for"), "\(healed)")
  }
}
