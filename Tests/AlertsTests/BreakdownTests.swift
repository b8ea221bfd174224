import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// Rules with `by`, and which segment moved most.
@Suite struct BreakdownTests {
  /// The start rate of segments: 30 % on all days but the day before the as-of day.
  private func figures(_ segments: [(name: String, viewers: Int64, started: Int64)]) -> Figures {
    func table(_ segment: (String, String), _ viewers: Int64, _ started: Int64) -> Table {
      Example.table(
        Operations.schema, days: 35, segment: segment,
        [
          "viewers": { _ in viewers },
          "viewers_started": { $0 == 1 ? started : viewers * 3 / 10 },
        ])
    }
    let whole = segments.reduce((0, 0)) { ($0.0 + $1.viewers, $0.1 + $1.started) }
    let parts = segments.map { table(("country", $0.name), $0.viewers, $0.started) }
    let rows = ([table(("all", "all"), whole.0, whole.1)] + parts).flatMap(\.rows)
    return Example.figures(tables: [Operations.schema.table(rows)])
  }

  private func verdict(_ figures: Figures) throws -> Verdict {
    try Example.verdict("paywall-start", figures) { $0.breakdown = ["country"] }
  }

  @Test("One broken country fires though everybody together is well, and is named")
  func one() throws {
    let figures = figures([
      ("US", 600, 60), ("DE", 600, 180), ("FR", 600, 175), ("GB", 600, 185),
    ])
    let alone = try Example.verdict("paywall-start", figures) { $0.breakdown = [] }
    #expect(alone.state == .ok)
    let verdict = try verdict(figures)
    #expect(verdict.state == .firing)
    #expect(verdict.breaches.map(\.name) == ["country US"])
    #expect(verdict.tested == 4)
    #expect(verdict.segment == "country US")
    #expect(verdict.value == Rate(millionths: 100_000))
    #expect(verdict.moves.map(\.name) == ["country US"])
    let sentence = AlertMessage(
      JudgedRule(verdict, after: nil, on: Example.asOf), currency: "USD", newest: nil)
    #expect(
      sentence.text.hasSuffix(
        "Of 4 judged by country (Holm's correction), firing on its own: country US (10%, usually "
          + "30.0%)."))
    #expect(
      sentence.moves == "country US, from 30% to 10%, 100% of the change with 25% of the viewers")
  }

  @Test("The verdict stays with a segment that was told of while that fires")
  func told() throws {
    let figures = figures([("US", 600, 60), ("DE", 600, 90), ("FR", 2400, 800)])
    func verdict(_ known: String?) throws -> Verdict {
      var rule = try Example.rule("paywall-start")
      rule.breakdown = ["country"]
      let told = known.map { [rule.name: AlertScope(parts: ["cause country \($0)"])] }
      let judge = Judge([rule], Example.terms, told: told ?? [:])
      return try #require(judge.verdicts(on: figures).first)
    }
    let first = try verdict(nil)
    #expect(first.breaches.map(\.name) == ["country US", "country DE"])
    #expect(first.segment == "country US" && first.value == Rate(millionths: 100_000))
    let stays = try verdict("DE")
    #expect(stays.segment == "country DE" && stays.value == Rate(millionths: 150_000))
    #expect(stays.recent.last?.value == stays.value)
    #expect(try verdict("FR").segment == "country US")
  }

  @Test("Among many values one has to be more surprising than alone")
  func correction() throws {
    // 5 of 60 for 18: chance brings it once in some 800 nights, and the limit is 180 for each.
    func state(_ others: Int) throws -> AlertState {
      let well = (0..<others).map { ("C\($0)", Int64(600), Int64(180)) }
      return try verdict(figures([("US", 60, 5)] + well)).state
    }
    #expect(try state(1) == .firing)
    #expect(try state(40) == .ok)
  }

  @Test("Values with too few cases are not judged")
  func few() throws {
    let verdict = try verdict(figures([("US", 7, 0), ("DE", 600, 180)]))
    #expect(verdict.tested == 1)
    #expect(verdict.state == .ok)
  }

  @Test("When all fall alike no segment stands out")
  func alike() throws {
    let verdict = try verdict(figures([("US", 900, 90), ("DE", 600, 60), ("FR", 300, 30)]))
    #expect(verdict.state == .firing)
    #expect(verdict.breaches.count == 3)
    #expect(verdict.moves.isEmpty)
  }

  @Test("What few cases do by chance is not told of them")
  func chance() throws {
    func isTelling(_ viewers: Int64) throws -> Bool {
      let parts = try parts([("US", 2000, 200), ("DE", 1000, 100), ("FR", viewers, 0)])
      return try #require(parts.first { $0.value == "FR" }).isTelling
    }
    #expect(try isTelling(300))
    #expect(try !isTelling(20))
  }

  private func parts(_ segments: [(name: String, viewers: Int64, started: Int64)]) throws -> [Move]
  {
    let figures = figures(segments)
    let rule = try Example.rule("paywall-start")
    let source = MetricSource(rule)
    let rows = try #require(FigureRows(source, rule, in: figures))
    let day = Example.asOf.advanced(by: -1)
    let one = RuleEvaluation(
      rule: rule, source: source, days: day...day, rows: rows, firstDay: Day(0))
    return Decomposition.parts(of: "country", one, in: figures)
  }

  @Test("Parts of a change add up to the whole of it, mix and rate together")
  func adding() throws {
    let parts = try parts([("US", 600, 60), ("DE", 200, 70), ("FR", 400, 100)]).map(\.part)
    #expect(parts.count == 3)
    #expect(abs(parts.reduce(0, +) - 1) < 1e-9)
  }

  @Test("Without the past of segments, the threshold says who is worst")
  func threshold() throws {
    func table(_ segment: (String, String), _ charges: Int64, _ refunded: Int64) -> Table {
      Example.table(
        Outcomes.schema, days: segment.0 == "all" ? 100 : 28, segment: segment,
        ["paid_charges": { _ in charges }, "refunded_charges": { _ in refunded }])
    }
    let rows = [
      table(("all", "all"), 200, 22), table(("product", "p"), 100, 20),
      table(("product", "q"), 100, 2),
    ].flatMap(\.rows)
    let verdict = try Example.verdict(
      "refund-rate", Example.figures(tables: [Outcomes.schema.table(rows)]))
    #expect(verdict.state == .firing)
    #expect(verdict.moves.map(\.name) == ["product p"])
  }

  @Test("A value that got better is not named, however many cases came to it")
  func better() throws {
    func moves(refundedNow: Int64) throws -> [String] {
      func table(
        _ segment: (String, String), _ charges: @escaping (Int) -> Int64,
        _ refunded: @escaping (Int) -> Int64
      ) -> Table {
        Example.table(
          Outcomes.schema, days: 100, segment: segment,
          ["paid_charges": charges, "refunded_charges": refunded])
      }
      // 2 payments a day with one of them refunded, until 60 a day came.
      func isNow(_ daysAgo: Int) -> Bool { daysAgo < 28 }
      let rows = [
        table(
          ("all", "all"), { isNow($0) ? 160 : 102 }, { isNow($0) ? refundedNow + 2 : 3 }),
        table(("product", "new"), { isNow($0) ? 60 : 2 }, { isNow($0) ? refundedNow : 1 }),
        table(("product", "old"), { _ in 100 }, { _ in 2 }),
      ].flatMap(\.rows)
      let verdict = try Example.verdict(
        "refund-rate", Example.figures(tables: [Outcomes.schema.table(rows)]))
      #expect(verdict.state == .firing)
      return verdict.moves.map(\.name)
    }
    #expect(try moves(refundedNow: 36) == ["product new"])
    #expect(try moves(refundedNow: 24) == [])
  }

  @Test("The correction for many comparisons is Holm's: each step judges at its own level")
  func levels() {
    let level = Significance.corrected(Fraction(95, over: 100), for: 10)
    #expect(Ratio(level) == Ratio(Fraction(995, over: 1000)))
    let three = Significance.corrected(deviations: Fraction(3, over: 1), for: 10)
    #expect(abs(Ratio(three).value - 3.6425) < 0.0005)
  }
}
