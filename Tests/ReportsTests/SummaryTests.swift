import Metrics
import Settings
import Testing

@testable import Reports

@Suite struct SummaryTests {
  @Test func theSummaryIsAsItWas() throws {
    try expectGolden(SummaryMarkdown().text(Fixture.figures), "summary.md")
  }

  @Test("The summary is one screen, and each of its links leads to a heading of the details")
  func oneScreen() throws {
    let summary = SummaryMarkdown().text(Fixture.figures)
    #expect(summary.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    let details = DetailsMarkdown().text(Fixture.figures)
    let headings = details.split(separator: "\n").filter { $0.hasPrefix("## ") }.map {
      $0.dropFirst(3).lowercased().replacing(" ", with: "-")
    }
    let links = summary.matches(of: #/details\.md#([^)]+)\)/#).map { String($0.output.1) }
    #expect(links == headings)
    #expect(!links.isEmpty)
  }

  @Test func theDetailsAreAsTheyWere() throws {
    try expectGolden(DetailsMarkdown(scope: .all).text(Fixture.figures), "details.md")
  }

  @Test("Sections without anything to show are named in one line")
  func leftOut() {
    let text = DetailsMarkdown().text(Fixture.empty)
    #expect(text.contains("*Left out, with nothing to show: MRR and its movements, Churn, "))
    #expect(
      Page.text(Fixture.empty).contains("Left out, with nothing to show: MRR and its movements, "))
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
      UntrustedText.markdown("a|b <b> [x](http://y) *z*")
        == "a\\|b &lt;b&gt; \\[x\\](http&#58;//y) \\*z\\*")
    #expect(UntrustedText.html("<script>'\"&") == "&lt;script&gt;&#39;&quot;&amp;")
    #expect(UntrustedText.cleaned("a\u{202E}b\u{0}\n\u{E0041}c") == "abc")
    #expect(UntrustedText.cleaned(String(repeating: "é", count: 80)).count == 64)
  }
}
