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
    "expected": dollars(2145), "low": dollars(2050), "high": dollars(2240),
  ]

  private static func accuracy(_ count: Int64) -> [String: Cell] {
    [
      "item": .text("accuracy"), "months_ahead": .count(1), "cases": .count(count),
      "rate": .rate(Rate(millionths: 750_000)), "error": .rate(Rate(millionths: 31_000)),
    ]
  }

  @Test("MRR is told as an interval, with how far earlier forecasts were off")
  func sentence() {
    let start = "MRR is expected to be $2,050 to $2,240 at the end of Jul 2026 (80% interval)"
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
