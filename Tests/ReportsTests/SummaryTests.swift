import Metrics
import Testing

@testable import Reports

@Suite struct SummaryTests {
  @Test func theSummaryIsAsItWas() throws {
    try expectGolden(SummaryMarkdown().text(Fixture.figures), "summary.md")
  }

  @Test func anEmptyReportSaysSo() throws {
    try expectGolden(SummaryMarkdown().text(Fixture.empty), "summary-empty.md")
  }

  @Test func theDataDictionaryIsAsItWas() throws {
    try expectGolden(DataDictionary().markdown("USD"), "dictionary.md")
    try expectGolden(DataDictionary().json("USD"), "schema.json")
  }

  @Test func theChartsAreAsTheyWere() throws {
    for chart in ReportCharts.all where chart.name != "mrr" {
      try expectGolden(chart.make(Fixture.figures).file(id: chart.name), "\(chart.name).svg")
    }
  }

  @Test func textFromLogsCannotBecomeMarkup() {
    #expect(
      ForeignText.markdown("a|b <b> [x](http://y) *z*")
        == "a\\|b &lt;b&gt; \\[x\\](http&#58;//y) \\*z\\*")
    #expect(ForeignText.html("<script>'\"&") == "&lt;script&gt;&#39;&quot;&amp;")
    #expect(ForeignText.cleaned("a\u{202E}b\u{0}\n\u{E0041}c") == "abc")
    #expect(ForeignText.cleaned(String(repeating: "é", count: 80)).count == 64)
  }
}
