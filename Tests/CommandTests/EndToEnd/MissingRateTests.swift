import Foundation
import Testing
import Values

@testable import Command
@testable import Reports

/// Charges in currencies without an exchange rate: figures that are too small must say so.
@Suite struct MissingRateTests {
  private let bench: CLIFixture
  private let asOf = "2026-05-20"

  init() throws {
    bench = try CLIFixture()
    try bench.write("{}", to: "c.json5")
  }

  private func purchase(_ number: Int, _ currency: String, price: String = "10") -> String {
    """
    {"event":"purchased","timestamp":"2026-05-\(padded(12 + number % 9, 2))T12:00:00Z",\
    "event_id":"e\(number)","user_id":"user-\(number)","product_id":"pro","period":"P1M",\
    "transaction_id":"t\(number)","price":\(price),"currency":"\(currency)"}

    """
  }

  private func run(_ log: String, _ more: String...) throws -> CLIFixture.Answer {
    let path = try bench.write(log, to: "log.ndjson")
    return bench.runrate(
      ["run", path, "--config", bench.path("c.json5"), "--as-of", asOf] + more)
  }

  private let expected =
    "No exchange rate for EUR (12 charges, €118), SEK (8 charges, SEK 800). 20 of 60 charges, of 20 "
    + "customers, count as 0 in all money figures, and 20 payers are left out of MRR and subscribers. "
    + "Set exchangeRates in the configuration: a CSV file with date,currency,rate, from 2026-05-12 on."

  private var log: String {
    (1...40).map { purchase($0, "USD") }.joined()
      + (41...52).map { purchase($0, "EUR", price: "9.80") }.joined()
      + (53...60).map { purchase($0, "SEK", price: "100") }.joined()
  }

  @Test("Standard error, every form of the report and an alert say what is missing, and the key")
  func everyForm() throws {
    let answer = try run(log)
    #expect(answer.code == .critical)
    #expect(answer.errors.contains("warning: \(expected)"), "\(answer.errors)")
    let summary = try bench.read("reports/\(asOf)/summary.md")
    let banner = try #require(summary.firstRange(of: "> **No exchange rate for EUR (12 charges"))
    let headline = try #require(summary.firstRange(of: "| MRR"))
    #expect(banner.lowerBound < headline.lowerBound)
    #expect(summary.contains("; 20 payers left out "), "\(summary)")
    #expect(summary.contains("; 20 charges without a rate "))
    let page = try bench.read("reports/\(asOf)/index.html")
    #expect(page.contains(#"<p class="banner" role="alert"><strong>No exchange rate for EUR"#))
    #expect(page.contains("MRR (20 payers left out)"))
    let chart = try bench.read("reports/\(asOf)/charts/revenue.svg")
    #expect(chart.contains("Net revenue by month (20 charges without a rate)"))
    let file = URL(filePath: bench.path("reports/\(asOf)/runrate.xlsx"))
    let parts = try ZipReader(Array(Data(contentsOf: file))).parts()
    func part(_ name: String) -> String {
      String(decoding: parts.first { $0.name == name }?.content ?? [], as: UTF8.self)
    }
    let strings = part("xl/sharedStrings.xml")
    #expect(strings.contains("No exchange rate for EUR (12 charges"))
    let sheet = part("xl/worksheets/sheet1.xml")
    let cells = try sheet.matches(of: Regex<(Substring, Substring)>(#"<c r="A([0-9]+)""#))
    #expect(cells.prefix(7).map(\.output.1) == ["1", "2", "4", "5", "6", "8", "9"])
    let alerts = try bench.read("reports/\(asOf)/alerts.md")
    #expect(alerts.contains("- **missing-rates** (critical"), "\(alerts)")
    #expect(alerts.contains(" threshold: the whole interval above 1%. \(expected)"), "\(alerts)")
    let checked = bench.runrate("check", "--config", bench.path("c.json5"), "--as-of", asOf).output
    #expect(checked.contains(expected), "\(checked)")
    let rates = try bench.read("reports/\(asOf)/csv/missing_rates.csv")
    #expect(rates.contains("EUR,12,12,117.60,12,2026-05-12,2026-05-20"), "\(rates)")
    #expect(rates.contains("all,20,20,,20,2026-05-12,2026-05-20"), "\(rates)")
  }

  @Test("With every rate nothing is said, and the alert is content")
  func complete() throws {
    try bench.write(
      "date,currency,rate\n2026-05-12,EUR,1.1\n2026-05-12,SEK,0.1\n2026-05-16,EUR,1.1\n2026-05-16,SEK,0.1\n",
      to: "rates.csv")
    try bench.write("{exchangeRates: \"rates.csv\"}", to: "c.json5")
    let answer = try run(log)
    #expect(!answer.errors.contains("exchange rate"), "\(answer.errors)")
    #expect(try !bench.read("reports/\(asOf)/summary.md").contains("No exchange rate"))
    #expect(try !bench.read("reports/\(asOf)/index.html").contains(#"class="banner""#))
    #expect(try bench.read("reports/\(asOf)/alerts.csv").contains("missing-rates,critical,ok,"))
  }

  @Test("Few charges without a rate are told of, and do not page")
  func few() throws {
    let answer = try run((1...400).map { purchase($0, "USD") }.joined() + purchase(401, "EUR"))
    #expect(answer.errors.contains("No exchange rate for EUR (1 charge, €10). 1 of 401 charges"))
    #expect(try bench.read("reports/\(asOf)/alerts.csv").contains("missing-rates,critical,ok,"))
  }

  @Test("A shared report tells that a rate is missing, and neither whose currency nor since when")
  func shared() throws {
    let few = (1...400).map { purchase($0, "USD") }.joined() + purchase(401, "EUR")
    _ = try run(few, "--share")
    let summary = try bench.read("reports/\(asOf)/summary.md")
    let hidden = "> **No exchange rate for a currency of too few people to be shown.** They count"
    #expect(summary.contains(hidden), "\(summary)")
    #expect(summary.contains("from the first of these charges on"))
    let rows = try bench.read("reports/\(asOf)/csv/missing_rates.csv").split(separator: "\n")
    #expect(rows.dropFirst().allSatisfy { !$0.contains("2026") && !$0.contains("EUR") })
  }
}
