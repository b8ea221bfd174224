import Testing

@testable import Reports

@Suite struct FigureTableTests {
  private func html(_ header: [String], _ cells: [String]) -> String {
    FigureTable(header: header, rows: [cells]).html("Caption")
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
