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

  @Test func theChartsAreAsTheyWere() throws {
    for exhibit in ReportSection.files where exhibit.name != "mrr" {
      try expectGolden(exhibit.chart(Fixture.figures).file(id: exhibit.name), "\(exhibit.name).svg")
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
