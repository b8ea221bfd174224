import Metrics
import Testing
import Values

@testable import Reports

@Suite struct FigureTableTests {
  private func html(_ header: [String], _ cells: [String]) -> String {
    FigureTable(header: header, rows: [cells]).html("Caption")
  }

  @Test("Old months of segments are left out, however a file writes its months; trailing days stay")
  func recentMonths() throws {
    let months = ["2024-01", "2025-04", "2025-05", "2026-05", Churn.trailing]
    let table = Churn.schema.table(
      ["all", "country"].flatMap { dimension in
        months.map { month in
          let cells = ["month": Cell.text(month), "dimension": .text(dimension)]
          return Churn.schema.columns.map { cells[$0.name] ?? .missing }
        }
      })
    let recent = table.recent(13, to: try #require(Day("2026-05-17")))
    let column = table.index(of: Churn.month)
    #expect(recent.totals.rows.map { $0[column].text } == months)
    let segments = recent.rows.filter { $0.contains(.text("country")) }
    #expect(segments.map { $0[column].text } == Array(months.dropFirst(2)))
  }

  @Test func longHeadingsHaveTwoLinesAndShortOnesOne() {
    let table = html(
      ["", "Trial or payment in 7 days", "Paid", "Customers"], ["a", "1", "2", "3"])
    #expect(
      table.contains(">Trial or<br>payment in 7 days<")
        || table.contains(">Trial or payment<br>in 7 days<"))
    #expect(table.contains(">Paid<") && table.contains(">Customers<"))
  }

  @Test func longWordsMayBeBrokenAndNumbersMayNot() {
    let long = String(repeating: "x", count: 64)
    #expect(html(["", "n"], [long, "1"]).contains("<th scope=\"row\" class=\"w\">\(long)<"))
    #expect(html(["", "n"], ["short", "1"]).contains("<th scope=\"row\">short<"))
    #expect(html(["", "n"], ["short", "1"]).contains("<td class=\"n\">1<"))
  }

  @Test func headingsFromLogsAreEscapedOnBothLines() {
    #expect(
      html(["<b>first</b> <i>second</i>"], ["a"]).contains("&lt;b&gt;first&lt;/b&gt;<br>&lt;i&gt;"))
  }
}
