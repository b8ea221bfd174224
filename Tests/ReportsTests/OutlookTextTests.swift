import Metrics
import Testing
import Values

@testable import Reports

/// What the report says of the outlook.
@Suite struct OutlookTextTests {
  private static func figures(_ rows: [[String: Cell]]) -> Figures {
    var figures = Fixture.empty
    figures.tables = [
      Outlook.schema.table(
        rows.map { row in Outlook.schema.columns.map { row[$0.name] ?? .missing } })
    ]
    return figures
  }

  private static func dollars(_ amount: Int64) -> Cell {
    .money(Amount(micros: amount * 1_000_000))
  }

  private static let forecast: [String: Cell] = [
    "item": .text("forecast"), "part": .text("all"), "month": .text("2026-07"),
    "months_ahead": .count(1), "made_on": .day(Day("2026-06-30") ?? Day(0)),
    "cases": .count(7), "expected": dollars(2145), "low": dollars(2050), "high": dollars(2240),
  ]

  private static func accuracy(_ count: Int64) -> [String: Cell] {
    [
      "item": .text("accuracy"), "months_ahead": .count(1), "cases": .count(count),
      "rate": .rate(Rate(millionths: 750_000)), "error": .rate(Rate(millionths: 31_000)),
    ]
  }

  @Test("MRR is told with its interval, what that rests on, and how far earlier forecasts were off")
  func sentence() {
    let start =
      "MRR is expected to be $2,145 at the end of Jul 2026, between $2,050 and $2,240 (80% "
      + "interval, from the errors of 7 earlier forecasts)"
    let told = [[], [Self.accuracy(1)], [Self.accuracy(4)]].map {
      Self.figures([Self.forecast] + $0).outlookSentences
    }
    #expect(
      told == [
        [start + "; there is no earlier forecast to compare with yet."],
        [start + "; the one earlier forecast was off by 3.1%."],
        [
          start
            + "; of the last 4 one-month forecasts, 3 had the actual MRR within their interval; average error 3.1%."
        ],
      ])
  }

  @Test("While too few forecasts have come due, it says that the interval is the model's own")
  func shortRecord() {
    var row = Self.forecast
    row["cases"] = .count(2)
    row["note"] = .text("2 earlier forecasts have come due, 4 are needed: …")
    let told = Self.figures([row, Self.accuracy(2)]).outlookSentences
    #expect(told.count == 2)
    #expect(told[0].contains("between $2,050 and $2,240 (80% interval); of the last 2"))
    #expect(told[1] == "2 earlier forecasts have come due, 4 are needed: …")
  }

  private static func months(_ expected: Cell = dollars(2145)) -> Figures {
    let june = Month(year: 2026, month: 6)
    let rows: [[String: Cell]] = [
      [
        "month": .month(june), "months_ahead": .count(0), "day": .day(june.lastDay),
        "mrr": dollars(1950), "budget": dollars(2000), "committed_mrr": dollars(1900),
        "expected": dollars(1950), "low": dollars(1950), "high": dollars(1950),
      ],
      [
        "month": .month(june.advanced(by: 1)), "months_ahead": .count(1),
        "day": .day(june.advanced(by: 1).lastDay), "opening_mrr": dollars(1950),
        "set_to_cancel_mrr": dollars(-40), "grace_losses": dollars(-10),
        "committed_mrr": dollars(1900),
        "still_paid": dollars(15), "churn_and_contraction": dollars(-100),
        "trial_conversions": dollars(130), "new_and_expansion": dollars(200),
        "expected": expected, "low": dollars(2050), "high": dollars(2240),
      ],
    ]
    var figures = Fixture.empty
    figures.tables = [
      MRROutlook.schema.table(
        rows.map { row in MRROutlook.schema.columns.map { row[$0.name] ?? .missing } })
    ]
    return figures
  }

  @Test("The bridge leads from MRR over what is committed to what is expected")
  func bridge() {
    let figures = Self.months()
    #expect(figures.outlookFinding == "$2,145 expected at the end of Jul 2026, $1,900 committed")
    #expect(
      figures.bridgeTable.rows.map { $0[1] } == [
        "$1,950", "−$40.00", "−$10.00", "$1,900", "$15.00", "−$100", "$130", "$200", "$2,145",
        "$2,050–$2,240",
      ])
    #expect(Self.months(.missing).outlookFinding == nil)
  }

  @Test("One chart has what came, the interval from there on, and the budget as dots")
  func fan() {
    let picture = ReportCharts.outlook.drawing(Self.months(), Self.months().outlookMonths)
    #expect(
      picture.legend.map(\.name) == ["MRR", "Expected", "Committed", "Budget", "80% interval"])
    #expect(
      picture.numbers.rows == [
        ["Jun 2026", "$1,950", "$1,950", "$1,900", "$2,000", "$1,950", "$1,950"],
        ["Jul 2026", "", "$2,145", "$1,900", "", "$2,050", "$2,240"],
      ])
    #expect(
      Mermaid.chart("outlook", Self.months()).contains("line [1950, 2050]"))
    #expect(ReportCharts.outlook.drawing(Fixture.empty, []).isEmpty)
  }

  @Test("Where there is no forecast, the report says why, and shows no month")
  func refused() {
    let row: [String: Cell] = [
      "item": .text("forecast"), "part": .text("all"), "months_ahead": .count(1),
      "note": .text("Too few subscribers: 3, 20 are needed."),
    ]
    let figures = Self.figures([row])
    #expect(
      figures.outlookSentences == [
        "No forecast of MRR. Too few subscribers: 3, 20 are needed."
      ])
    #expect(figures.forecastTable.isEmpty)
  }

  @Test("The next months stand below the forecasts before, each beside what came")
  func table() {
    var earlier = Self.forecast
    earlier["item"] = .text("backtest")
    earlier["month"] = .text("2026-06")
    earlier["made_on"] = .day(Day("2026-05-31") ?? Day(0))
    earlier["actual"] = Self.dollars(1950)
    #expect(
      Self.figures([Self.forecast, earlier]).forecastTable.rows == [
        ["Jun 2026", "2026-05-31", "$2,145", "$2,050–$2,240", "$1,950", "+10.0%"],
        ["Jul 2026", "2026-06-30", "$2,145", "$2,050–$2,240", "–", "–"],
      ])
  }
}
