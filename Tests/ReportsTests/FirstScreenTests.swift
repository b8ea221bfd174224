import Metrics
import Settings
import Testing
import Values

@testable import Reports

/// The sentence, the reasons and the decisions that a report begins with.
@Suite struct FirstScreenTests {
  private static let asOf = Day(20_634)  // 2026-06-30

  /// MRR that changes by so many dollars a day, the newest day last; a dollar more every other day.
  private func figures(from start: Int64, _ changes: [(Int64, days: Int)]) -> Figures {
    let daily = changes.flatMap { Array(repeating: $0.0, count: $0.days) }.enumerated()
      .map { $1 + Int64($0 % 2) }
    var (level, rows): (Int64, [[Cell]]) = (start, [])
    for (index, change) in ([0] + daily).enumerated() {
      level += change
      rows.append(
        Daily.schema.columns.map { column in
          switch column.name {
          case "date": .day(Self.asOf.advanced(by: index - daily.count))
          case "mrr": .money(dollars(level))
          case "new_mrr": .money(dollars(max(0, change)))
          case "churn_mrr": .money(dollars(min(0, change)))
          case "subscribers": .count(level / 10)
          default: column.kind == .money ? .money(.zero) : .count(0)
          }
        })
    }
    var figures = Figures(
      asOf: Self.asOf, zone: "UTC", currency: "USD", version: "", configurationHash: "")
    figures.firstDay = Self.asOf.advanced(by: -daily.count)
    figures.tables = [Daily.schema.table(rows)]
    return figures
  }

  private func dollars(_ units: Int64) -> Amount { Amount(micros: units * 1_000_000) }

  private func text(_ figures: Figures) -> String? {
    Finding(figures, TurningPoint(figures)).text
  }

  /// Rose by $20 a day up to 19 June, then fell by $50.
  private var turned: Figures { figures(from: 10_000, [(20, 79), (-50, 11)]) }

  private func failing(_ state: AlertState, from first: Int) -> AlertLine {
    var line = AlertLine(name: "payment-failure", severity: .critical, state: state, message: "")
    line.metric = AlertMetric.paymentFailureRate.name
    line.incident = Self.asOf.advanced(by: -first)...Self.asOf.advanced(by: -4)
    return line
  }

  @Test("MRR that turned says since when, and what it was")
  func turn() {
    #expect(text(turned) == "MRR peaked at $11,619 on 19 Jun and has fallen 4.7% to $11,075.")
    #expect(
      text(figures(from: 10_000, [(-20, 60), (40, 30)]))
        == "MRR has risen 13.8% since 31 May, to $10,045."
    )
  }

  @Test("The rule that found payments failing on these days is the cause, over or not")
  func cause() {
    var failed = turned
    failed.alerts = [failing(.recovering, from: 10)]
    #expect(text(failed) == "Failed payments on 20–26 Jun (now over) cut MRR by 4.7% to $11,075.")
    failed.alerts = [failing(.firing, from: 10)]
    #expect(text(failed) == "Failed payments on 20–26 Jun cut MRR by 4.7% to $11,075.")
    failed.alerts = [failing(.recovering, from: 20)]
    #expect(text(failed)?.hasPrefix("MRR peaked") == true, "it began ten days before")
  }

  @Test("MRR without a turn is compared with 30 days ago, and a young log with nothing")
  func steady() {
    #expect(
      text(figures(from: 10_000, [(10, 90)])) == "MRR rose by 3.0% in 30 days, to $10,945.")
    #expect(
      text(figures(from: 100, [(10, 3)]))
        == "MRR is $131 from 13 paying subscribers, 4 days into the log.")
  }

  @Test("Figures that are hidden, too old or unproven make no sentence")
  func silent() {
    var hidden = turned
    hidden.hiddenBelow = 5
    var old = turned
    old.staleness = .outdated
    var unproven = turned
    unproven.unproven = ["daily.mrr"]
    for figures in [hidden, old, unproven] {
      #expect(text(figures) == nil)
    }
    #expect(FirstScreen(hidden).reasons == nil)
  }

  @Test("The reasons add up to the change since the turn")
  func reasons() throws {
    let reasons = try #require(Reasons(turned, TurningPoint(turned)))
    #expect(reasons.title == "Why MRR fell by $544 since 19 Jun")
    #expect(reasons.parts.map(\.amount).reduce(.zero, +) == dollars(-544))
    #expect(
      reasons.parts.map(\.name) == ["New and returning", "Churned", "Plan changes and rates"])
  }

  @Test("Decisions are ranked by money, three at most; what has none is last")
  func decisions() {
    let texts = Decision.all(Fixture.figures).map(\.money)
    #expect(texts.count <= 3 && texts == texts.sorted(by: >))
    #expect(!texts.isEmpty)
  }

  @Test("A variant that won is to be rolled out, unless it brings less revenue")
  func lessRevenue() throws {
    var figures = Fixture.figures
    #expect(Decision.all(figures).contains { $0.text.hasPrefix("Roll out benefits") })
    let at = try #require(figures.tables.firstIndex { $0.name == "experiments" })
    for row in figures.tables[at].rows.indices
    where figures.tables[at].rows[row][Experiments.metric.index] == .text("revenue") {
      let isControl = figures.tables[at].rows[row][Experiments.isControl.index] == .flag(true)
      figures.tables[at].rows[row][Experiments.figure.index] =
        .rate(Rate(millionths: isControl ? 5_000_000 : 4_000_000))
    }
    let texts = Decision.all(figures).map(\.text)
    #expect(!texts.contains { $0.hasPrefix("Roll out benefits") })
    #expect(
      texts.contains {
        $0.hasPrefix("Decide what counts for benefits (paywall_copy): more pay, ")
          && $0.hasSuffix(", but $4.00 net revenue a customer against $5.00.")
      }, "\(texts)")
  }
}
