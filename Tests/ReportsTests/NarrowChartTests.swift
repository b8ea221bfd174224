import Foundation
import Testing

@testable import Reports

/// What a phone shows of the pictures.
@Suite struct NarrowChartTests {
  private let map = HeatMap(
    title: "A title that is longer than what a phone has room for", description: "d",
    columns: (0..<18).map { "M\($0)" },
    cohorts: [
      .init(label: "2026-05", size: 40, values: Array(repeating: 0.5, count: 18), isSmall: false)
    ],
    measure: "retained")

  @Test func everyPictureHasADrawingForAPhone() {
    let page = Page.text(Fixture.figures)
    let drawings = ["broad", "narrow"].map { page.matches(of: try! Regex("chart \($0)\"")).count }
    #expect(drawings[0] > 8 && drawings[0] == drawings[1])
  }

  @Test func whereNumbersHaveNoRoomColumnsAreLeftOutAndTheNoteSaysSo() {
    let drawings = map.inline(id: "x").components(separatedBy: "</svg>")
    #expect(drawings[0].contains(">M1<") && drawings[0].contains(">M17<"))
    #expect(!drawings[0].contains("Drawn"))
    #expect(!drawings[1].contains(">M1<") && drawings[1].contains(">M16<"))
    #expect(drawings[1].contains("Drawn: one column of 2"))
    #expect(map.numbers.header.count == 20)
  }

  @Test func aLongTitleHasTwoLinesAndThePictureIsSoMuchHigher() {
    let drawings = map.inline(id: "x").components(separatedBy: "</svg>")
    #expect(
      drawings[0].contains("viewBox=\"0 0 760 ")
        && drawings[0].contains(">A title that is longer than what a phone has room for<"))
    #expect(
      drawings[1].contains("viewBox=\"0 -18 360 ")
        && drawings[1].contains(">A title that is longer than what a<"))
  }

  @Test func aLegendHasAsManyRowsAsItNeedsAndNamesNothingThatIsNotDrawn() {
    var chart = LineChart(
      title: "t", description: "d", unit: .percent, labels: ["a"],
      series: ["first", "second", "third"].map {
        .init(name: $0 + " of the three lines", style: "level", values: [1])
      },
      bands: [.init(name: "nothing", style: "level", low: [nil], high: [nil])])
    #expect(chart.file(id: "x").contains("viewBox=\"0 0 760 300\""))
    #expect(!chart.file(id: "x").contains(">nothing<"))
    chart.width = ChartSize.narrow
    #expect(chart.file(id: "x").contains("viewBox=\"0 -32 360 332\""))
  }
}
