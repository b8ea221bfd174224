import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// Why the nowcast fell: which trials did not go on as usual, in the part of their days that it names.
@Suite struct NowcastCauseTests {
  private typealias Segment = CrossedFigures.Segment

  private let combinations: [[Segment]] = ["monthly", "yearly"].flatMap { product in
    ["US", "DE", "JP"].map { country in
      [
        Segment(dimension: "product", value: product),
        Segment(dimension: "country", value: country),
      ]
    }
  }

  private func row(_ schema: TableSchema, _ cells: [String: Cell]) -> [Cell] {
    schema.columns.map { cells[$0.name] ?? .missing }
  }

  /// At their end 18 of 20 trials a day pay; in the last four nights 9 of the monthly ones.
  private var crossed: CrossedFigures {
    let rows = combinations.enumerated().flatMap { place, segments in
      (0..<70).map { ago in
        let isBroken = ago < 4 && segments[0].value == "monthly"
        return row(
          TrialNights.schema,
          [
            "date": .day(Example.asOf.advanced(by: -ago)), "dimension": .text("segments"),
            "value": .text("\u{1}\(place)"), "trials_end": .count(20),
            "kept_end": .count(isBroken ? 9 : 18 - Int64((place + ago) % 2)),
          ])
      }
    }
    return CrossedFigures(TrialNights.schema.table(rows), combinations)
  }

  private func figures(fall: Int64 = 300_000, nights: Int64 = 5000) -> Figures {
    Example.figures(tables: [
      TrialNowcasts.schema.table([
        row(
          TrialNowcasts.schema,
          [
            "cohort": .text(TrialNowcasts.newestNights), "dimension": .text("all"),
            "value": .text("all"), "fall": .rate(Rate(millionths: fall)), "fall_in": .text("end"),
            "fall_since": .day(Example.asOf.advanced(by: -3)), "once_in_nights": .count(nights),
          ])
      ])
    ])
  }

  @Test("The product whose trials no longer pay at their end is named, with what they usually do")
  func cause() throws {
    let rule = try Example.rule("trial-nowcast")
    let judge = Judge([rule], Example.terms)
    let verdict = try #require(judge.verdicts(on: figures()).first)
    #expect(verdict.finding == .firing && !verdict.isTentative)
    let question = try #require(judge.causeQuestion(verdict, on: figures()))
    #expect(question.days == Example.asOf.advanced(by: -59)...Example.asOf)
    let found = judge.explained(verdict, by: crossed, on: figures()).smallest
    let part = try #require(found?.parts.first)
    #expect(found?.parts.count == 1 && part.name == "product monthly")
    #expect(part.since == Example.asOf.advanced(by: -3) && part.cases == 240)
    #expect(part.rates.now == Rate(millionths: 450_000))
  }

  @Test("A fall that chance brings more often than the confidence allows does not fire")
  func nights() throws {
    func verdict(_ nights: Int64) throws -> Verdict {
      try Example.verdict("trial-nowcast", figures(nights: nights))
    }
    #expect(try verdict(150).finding == .ok)
    #expect(try verdict(200).finding == .firing && verdict(200).isTentative)
    #expect(
      try Example.verdict("trial-nowcast", figures(fall: 100_000, nights: 5000)).finding == .ok)
  }

  @Test("A product stands out of a fall of all if chance brings its own a twentieth as often")
  func surest() throws {
    func moves(_ everybody: Int64, _ product: Int64) throws -> String? {
      var verdict = Verdict(try Example.rule("trial-nowcast"), .firing)
      var own = verdict
      (verdict.nights, own.nights, own.value) = (everybody, product, Rate(millionths: 480_000))
      verdict.breaches = [Breach(dimension: "product", value: "plus", verdict: own)]
      let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
      return AlertMessage(judged, currency: "USD", newest: nil).moves
    }
    #expect(try moves(500, 10_000)?.hasPrefix("product plus, 48") == true)
    #expect(try moves(600, 10_000) == nil)
  }
}
