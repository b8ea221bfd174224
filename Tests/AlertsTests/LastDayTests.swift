import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// On a 31st hardly any monthly subscription falls due: a day like the other 31sts is no drop.
@Suite struct LastDayTests {
  private let asOf: Day

  init() throws { asOf = try #require(Day("2026-05-31")) }

  /// What the default rule says of 400 a day, where 1,000 is usual and `march` was taken on the
  /// 31st of March.
  private func state(march: Int64, from firstDay: String = "2026-02-01") throws -> Verdict {
    let first = try #require(Day(firstDay))
    let rows = (first.number...asOf.number).map { number -> [Cell] in
      let day = Day(Int(number))
      let revenue = day == asOf ? 400 : day == Day("2026-03-31") ? march : 1000
      return Daily.schema.columns.map { column in
        switch column.name {
        case "date": .day(day)
        case "net_revenue": .money(Amount(micros: revenue * 1_000_000))
        case "charges": .count(1000)
        default: .missing
        }
      }
    }
    var figures = Example.figures(tables: [Daily.schema.table(rows)])
    (figures.asOf, figures.firstDay) = (asOf, first)
    let end = Zone.utc.end(of: asOf)
    figures.newestEvent = end - .hours(1)
    let terms = Judge.Terms(end: end, trialGraceDays: 7, renewalTolerance: .hours(24))
    let rule = try Example.rule("revenue-drop")
    return try #require(Judge([rule], terms).verdicts(on: figures).first)
  }

  @Test("A 31st like the one before is no drop, and the sentence says what it is compared with")
  func alike() throws {
    let verdict = try state(march: 450)
    #expect(verdict.state == .ok)
    let judged = JudgedRule(verdict, after: nil, on: asOf)
    #expect(
      AlertMessage(judged, currency: "USD", newest: nil).text.hasSuffix(
        ": a drop of 60%; threshold: a drop of more than 20% and 3 robust deviations (actual 12.6), also "
          + "from the 31sts before (baseline $450.00), also from the same days of the three months before "
          + "(highest: $450.00), given at least 20 charges."))
  }

  @Test("A 31st below those before, or the first one, is judged as any day")
  func worse() throws {
    #expect(try state(march: 900).state == .firing)
    #expect(try state(march: 450, from: "2026-04-01").state == .firing)
  }
}
