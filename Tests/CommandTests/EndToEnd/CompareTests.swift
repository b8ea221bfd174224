import Support
import Testing

@testable import Command
@testable import Metrics
@testable import Reports
@testable import Values

/// `report --from --to`: two stretches of days beside one another.
@Suite struct CompareTests {
  private let bench: CLIFixture

  /// One payment of 10 on each day of April, two on each of May.
  init() throws {
    bench = try CLIFixture()
    func pay(_ month: Int, _ day: Int, _ number: Int) -> String {
      """
      {"event":"purchased","timestamp":"2026-0\(month)-\(padded(day, 2))T10:00:00Z",\
      "user_id":"u\(month)-\(day)-\(number)","product_id":"pro","period":"P1M","price":10,\
      "currency":"USD","transaction_id":"t\(month)-\(day)-\(number)"}

      """
    }
    let april = (1...30).map { pay(4, $0, 1) }
    let may = (1...31).flatMap { [pay(5, $0, 1), pay(5, $0, 2)] }
    let log = try bench.write((april + may).joined(), to: "a.ndjson")
    bench.runrate("run", log, "--as-of", "2026-05-31")
  }

  private func compare(_ words: String...) -> CLIFixture.Answer {
    bench.runrate(["report"] + words)
  }

  @Test("A whole month is set beside the whole month before, to the cent")
  func months() {
    let text = compare("--from", "2026-05-01", "--to", "2026-05-31").output
    #expect(text.hasPrefix("# May 2026 against Apr 2026\n"), "\(text)")
    #expect(
      text.contains("| Net revenue                    |     $620 |     $300 | +106.7% |"),
      "\(text)")
    #expect(
      text.contains(
        "Net revenue for May 2026 rose by $320 (+106.7%) to $620: monthly payments +$320 (30 → 62); "
          + "split by volume, mix and price instead: volume +$320."), "\(text)")
    #expect(text.contains("MRR rose by $320 (+106.7%) to $620 in May 2026"))
  }

  @Test("Other days are set beside as many before them, or beside those that are named")
  func days() {
    let week = compare("--from", "2026-05-04", "--to", "2026-05-10").output
    #expect(week.hasPrefix("# 4 May – 10 May 2026 against 27 Apr – 3 May 2026\n"), "\(week)")
    #expect(week.contains("for 4 May – 10 May 2026 rose by $40.00 (+40.0%) to $140"), "\(week)")
    let named = compare(
      "--from", "2026-05-04", "--to", "2026-05-10", "--compare", "2026-04-06..2026-04-12"
    ).output
    #expect(named.contains("rose by $70.00 (+100.0%) to $140"), "\(named)")
  }

  @Test("Days beside later ones, with --to or without, name what was noted in them alone")
  func laterDays() throws {
    let notes = try bench.write(
      """
      {annotations: [
        {date: "2026-05-05", text: "Price test"}, {date: "2026-05-20", text: "New paywall"}
      ]}
      """, to: "notes.json5")
    for end in [["--as-of", "2026-05-15"], ["--to", "2026-05-15"]] {
      let answer = bench.runrate(
        ["report", "--from", "2026-05-01", "--compare", "2026-05-16..2026-05-31"] + end
          + ["--config", notes])
      let text = answer.output
      #expect(text.hasPrefix("# 1 May – 15 May 2026 against 16 May – 31 May 2026\n"), "\(answer)")
      #expect(text.contains("fell by $20.00 (−6.3%) to $300"), "\(text)")
      #expect(
        text.contains("Noted on 5 May: Price test") && !text.contains("New paywall"), "\(text)")
    }
  }

  @Test("Days longer ago than reports show segments of are taken apart as well")
  func longAgo() throws {
    let old = """
      {"event":"purchased","timestamp":"2024-12-05T10:00:00Z","user_id":"old","product_id":"pro",\
      "period":"P1M","price":10,"currency":"USD","transaction_id":"old"}

      """
    bench.runrate("ingest", try bench.write(old, to: "old.ndjson"))
    let text = compare(
      "--from", "2026-05-01", "--to", "2026-05-31", "--compare", "2024-12-05..2024-12-31"
    ).output
    #expect(text.hasPrefix("# May 2026 against 5 Dec – 31 Dec 2024\n"), "\(text)")
    #expect(text.contains("monthly payments +$610 (1 → 62)"), "\(text)")
  }

  @Test("Nothing is published, and what the day's report says stays")
  func nothingPublished() throws {
    let before = try bench.read("reports/latest/summary.md")
    _ = compare("--from", "2026-05-04", "--to", "2026-05-10")
    #expect(try bench.read("reports/latest/summary.md") == before)
    #expect(!bench.exists("reports/2026-05-10"))
  }

  @Test("Days before the log, days in the wrong order and half a question are told as such")
  func wrong() {
    #expect(compare("--from", "2026-04-10", "--to", "2026-04-20").errors.contains("2026-04-01"))
    #expect(compare("--from", "2026-05-10", "--to", "2026-05-04").code == .usage)
    #expect(compare("--to", "2026-05-10").errors.contains("--from DAY is missing"))
    let broken = compare("--from", "2026-05-10", "--compare", "May")
    #expect(broken.errors.contains("2026-05-01..2026-05-31"), "\(broken.errors)")
  }

  @Test(
    "What changed leads to the sum of the days, whatever days are compared",
    arguments: [(1, 1), (1, 7), (3, 29), (10, 31), (31, 31)])
  func anyDays(from: Int, to: Int) throws {
    func day(_ number: Int) -> Day { Day(Day.number(year: 2026, month: 5, day: number)) }
    let spans = ChangeSpans(now: day(from)...day(to))
    #expect(spans.before.upperBound == day(from).advanced(by: -1))
    let text = compare("--from", "\(day(from))", "--to", "\(day(to))").output
    let days = to - from + 1
    let count = Int64(days * 20)
    let amount = count < 100 ? "$\(count).00" : "$\(count)"
    #expect(text.contains("to \(amount)") || text.contains("stayed at \(amount)"), "\(text)")
  }
}
