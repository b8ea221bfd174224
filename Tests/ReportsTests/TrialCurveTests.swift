import Metrics
import Testing
import Values

@testable import Reports

@Suite struct TrialCurveTests {
  /// Eight trials of one month, four of them on its last day: two of each half convert on the day
  /// before their end of 14 days, one of the first half a month later.
  private func figures(asOf: Day) -> Figures {
    var figures = Fixture.empty
    figures.asOf = asOf
    figures.trialLengths = [14, 30]
    let (old, month) = (Day(20_575), Day(20_575).month)
    let young = month.lastDay
    let key: [Cell] = [.text("month"), .month(month), .text("all"), .text("all")]
    let converted = [(old, 13), (old, 13), (young, 13), (young, 13), (old, 44)]
    figures.tables = [
      TrialCohorts.schema.table([key + Fixture.trialCells([])]),
      TrialCurve.schema.table(
        (0...90).compactMap { day in
          let begun = [(old, 4), (young, 4)].filter { $0.0.advanced(by: day) <= asOf }
          let eligible = begun.reduce(0) { $0 + $1.1 }
          guard eligible > 0 else { return nil }
          let sum = converted.count { $0.1 <= day && $0.0.advanced(by: day) <= asOf }
          return key + [
            Fixture.count(day), Fixture.count(eligible), Fixture.count(sum),
            Fixture.rate(sum, eligible),
          ]
        }),
    ]
    figures.tables[0].rows[0][4] = Fixture.count(8)
    return figures
  }

  private func rates(_ figures: Figures, _ days: [Int]) -> [Double?] {
    let curve = MaturingCurve(figures, grain: "month")
    return days.map { curve.rate(.month(Day(20_575).month), $0)?.magnitude }
  }

  @Test func aCellStandsOnlyWhereAllOfTheCohortAreSoOld() {
    let end = Day(20_575).month.lastDay
    let days = [13, 14, 15, 21, 45]
    #expect(rates(figures(asOf: end.advanced(by: 14)), days) == [0.5, 0.5, nil, nil, nil])
    #expect(rates(figures(asOf: end.advanced(by: 60)), days) == [0.5, 0.5, 0.5, 0.5, 0.625])
    #expect(rates(figures(asOf: end.advanced(by: -1)), [0, 1]) == [nil, nil], "still running")
  }

  @Test func theAgesAreThoseAroundTheEndsOfTrialsAndEveryWeekFromTheThirdOn() {
    let asOf = Day(20_575).month.lastDay.advanced(by: 60)
    let days = MaturingCurve(figures(asOf: asOf), grain: "month").days
    #expect(days == [13, 14, 15, 21, 28, 29, 30, 31, 35, 37, 42, 49, 56, 63, 70])
  }

  /// Who has converted does not any less on a later day.
  @Test(arguments: ["week", "month"])
  func noLineOfTheTriangleEverFalls(grain: String) {
    let curve = MaturingCurve(Fixture.figures, grain: grain)
    let cohorts = Set(
      Fixture.figures.rows(of: TrialCurve.self).totals.map { $0.cell(TrialCurve.cohort) })
    for cohort in cohorts {
      let rates = curve.days.compactMap { curve.rate(cohort, $0)?.magnitude }
      #expect(rates == rates.sorted(), "\(cohort)")
    }
    #expect(cohorts.contains { curve.rate($0, 14) != nil })
  }

  @Test func theRunningCohortSaysSoInEveryForm() {
    let figures = Fixture.figures
    #expect(figures.trialTable(6).rows.last?.first == "2026-05 (not over)")
    #expect(Page.text(figures).contains(">not over</text>"))
    let asOf = Month(year: 2026, month: 5).lastDay
    var over = figures
    over.asOf = asOf
    #expect(over.trialTable(6).rows.last?.first == "2026-05")
  }
}
