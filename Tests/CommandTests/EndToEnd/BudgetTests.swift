import Support
import Testing

@testable import Command

/// What is planned beside what came.
@Suite struct BudgetTests {
  private let bench: CLIFixture

  /// Ten payments of 10 in April, five in May.
  init() throws {
    bench = try CLIFixture()
    func pay(_ month: Int, _ day: Int) -> String {
      """
      {"event":"purchased","timestamp":"2026-0\(month)-\(10 + day)T10:00:00Z",\
      "user_id":"u\(month)-\(day)","product_id":"pro","period":"P1M","price":10,"country":"DE",\
      "currency":"USD","transaction_id":"t\(month)-\(day)"}

      """
    }
    let log = (1...10).map { pay(4, $0) } + (1...5).map { pay(5, $0) }
    try bench.write(log.joined(), to: "a.ndjson")
    try bench.write("{budget: 'budget.csv'}", to: "runrate.json5")
  }

  private func run(_ budget: String) throws -> CLIFixture.Answer {
    try bench.write(budget, to: "budget.csv")
    return bench.runrate(
      "run", bench.path("a.ndjson"), "--config", bench.path("runrate.json5"), "--as-of",
      "2026-05-25", "--details", "all")
  }

  private let head = "month,metric,dimension,value,amount\n"

  @Test("Actual, difference and share are those of the month; what is not known is empty, not zero")
  func table() throws {
    let answer = try run(
      head + """
        2026-04,net_revenue,all,all,80
        2026-05,net_revenue,,,100
        2026-05,mrr,country,DE,120
        2026-05,mrr,country,FR,30
        2026-03,mrr,all,all,10
        2026-06,mrr,all,all,200
        2026-05,new_mrr,all,all,0

        """)
    #expect(answer.isReported, "\(answer.errors)")
    let rows = try bench.read("reports/2026-05-25/csv/budget.csv").split(separator: "\n")
    #expect(
      rows.dropFirst() == [
        "2026-03,mrr,all,all,10.00,,,,1",
        "2026-04,net_revenue,all,all,80.00,100.00,20.00,1.250000,1",
        "2026-05,mrr,country,DE,120.00,50.00,-70.00,0.416667,0",
        "2026-05,mrr,country,FR,30.00,0.00,-30.00,0.000000,0",
        "2026-05,net_revenue,all,all,100.00,50.00,-50.00,0.500000,0",
        "2026-05,new_mrr,all,all,0.00,50.00,50.00,,0",
        "2026-06,mrr,all,all,200.00,,,,0",
      ], "\(rows)")
    let details = try bench.read("reports/2026-05-25/details.md")
    #expect(details.contains("## Budget"))
    #expect(
      try bench.read("reports/2026-05-25/summary.md").contains("; 50.0% of the May 2026 budget"))
    #expect(details.contains("actual of a budget = that of the month's days"))
  }

  @Test(
    "What is wrong with the file is told with its line and column",
    arguments: [
      ("2026-13,mrr,all,all,1", "month"), ("2026-05,arr,all,all,1", "metric"),
      ("2026-05,mrr,city,Bonn,1", "dimension"), ("2026-05,mrr,country,,1", "value"),
      ("2026-05,mrr,all,all,-1", "amount"),
      ("2026-05,mrr,all,all,1\n2026-05,mrr,,,2", "first"),
    ])
  func wrong(row: String, word: String) throws {
    let answer = try run(head + row + "\n")
    #expect(!answer.isReported)
    #expect(
      answer.errors.contains("budget.csv") && answer.errors.contains(word), "\(answer.errors)")
  }

  @Test("A shared report has no budget rows, and one of a segment no budget")
  func shared() throws {
    _ = try run(head + "2026-05,mrr,country,DE,120\n")
    let more = ["--config", bench.path("runrate.json5"), "--as-of", "2026-05-25"]
    bench.runrate(["report", "--share"] + more)
    #expect(try bench.read("reports/2026-05-25/csv/budget.csv").split(separator: "\n").count == 1)
    bench.runrate(["report", "--where", "country=DE"] + more)
    let segment = "reports/country=DE/2026-05-25/csv/budget.csv"
    #expect(try bench.read(segment).split(separator: "\n").count == 1)
  }
}
