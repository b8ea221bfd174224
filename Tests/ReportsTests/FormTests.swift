import Metrics
import Testing
import Values

@testable import Reports

@Suite struct FormTests {
  @Test func onlyTheFormsThatAreAskedForAreWritten() throws {
    let scratch = try ScratchFolder()
    try ReportFolder(reports: scratch.path).publish(Fixture.figures, allReports.only([.markdown]))
    let names = try entries(of: scratch.path + "/latest/")
    #expect(names == ["charts", "details.md", "run.json", "summary.md"])
    #expect(allReports.only([]).count == allReports.count)
  }

  @Test func mermaidStandsForFilesWhereThereAreNone() {
    let text = DetailsMarkdown(charts: .mermaid).text(Fixture.figures)
    #expect(text.contains("```mermaid\nxychart-beta\n  title \"MRR"))
    #expect(!text.contains(".svg"))
    #expect(!DetailsMarkdown(charts: .none).text(Fixture.figures).contains("```"))
  }

  @Test func excelGetsEveryFileOfTheCSVFolderInItsDialect() throws {
    let scratch = try ScratchFolder()
    var options = ReportOptions()
    options.csvDialect = .excel
    try ReportFolder(reports: scratch.path).publish(
      Fixture.figures, allReports.only([.csv]), options: options)
    let folder = scratch.path + "/latest/csv/"
    for name in try entries(of: folder) where name.hasSuffix(".csv") {
      #expect(try readFile(folder + name).starts(with: [0xEF, 0xBB, 0xBF]), "\(name)")
    }
  }

  @Test(arguments: [
    ("https://wiki.example.com/a?b=c&d", "[What to do](<https://wiki.example.com/a?b=c&amp;d>)"),
    ("javascript:alert(1)", "What to do: javascript:alert(1)"),
    ("https://x/<b>\"", "What to do: https&#58;//x/&lt;b&gt;\""),
    ("Call Ann.", "What to do: Call Ann."),
  ])
  func aRunbookIsALinkOnlyWhereItIsAnAddress(text: String, markdown: String) {
    #expect(Runbook(text: text).markdown == markdown)
    #expect(Runbook(text: text).html.contains("<a ") == markdown.hasPrefix("["))
  }
}
