import Metrics
import Values
import Testing

@testable import Reports

/// A report whose data is too old says so before anything else, in every form.
@Suite struct StaleTests {
  private static let figures: Figures = {
    var figures = Fixture.figures
    figures.staleness = .outdated
    figures.alerts = [
      AlertLine(
        name: "freshness", severity: .critical, state: .firing, message: "Age is 50 hours.")
    ]
    figures.alerts += (1...14).map { number in
      var line = AlertLine(
        name: "rule-\(number)", severity: .critical, state: .stale, message: "too old")
      line.isStale = true
      return line
    }
    return figures
  }()

  @Test("The summary says it in its title, and shows no change as good or bad")
  func summary() throws {
    let text = SummaryMarkdown().text(Self.figures)
    #expect(text.hasPrefix("# STALE: Subscriptions on "))
    #expect(text.contains("\n> **The data is out of date: the newest event is from "))
    let mrr = try #require(text.split(separator: "\n").first { $0.hasPrefix("| MRR") })
    #expect(!mrr.contains("%"))
    #expect(text.contains("1 of 15 alert rules fires; 14 wait for newer data."))
    #expect(text.contains("freshness"))
    #expect(!text.contains("rule-1"))
  }

  @Test("A day with hardly any events is incomplete, in those words")
  func incomplete() throws {
    var figures = Fixture.figures
    figures.staleness = .incomplete(
      try #require(MissingEvents(events: 1, before: Array(repeating: 2_345, count: 28))))
    #expect(figures.isStale)
    #expect(
      figures.staleSentence
        == "The log of \(figures.asOf) is incomplete: it has 1 event, and each of the 28 days before "
        + "at least 2,345. Figures of that day are too small.")
  }

  @Test("The page says it in its title and head, and greys the headline")
  func page() {
    let page = Page.text(Self.figures)
    #expect(page.contains("<title>STALE: Subscriptions on "))
    #expect(page.contains("<h1>STALE: Subscriptions on "))
    #expect(page.contains("<ul class=\"cards stale\">"))
    #expect(page.contains(".stale li,.stale .good,.stale .bad{color:var(--faint)}"))
    #expect(!page.contains("rule-1"))
    #expect(!Page.text(Fixture.figures).contains("STALE"))
  }

  @Test("The workbook says it in the title of its first sheet, and greys the headline")
  func workbook() throws {
    let book = try Self.sheet(Self.figures)
    #expect(book.contains("STALE: Summary to "))
    #expect(book.contains("14 rules wait for newer data"))
    #expect(!book.contains("rule-1"))
    #expect(try !Self.sheet(Fixture.figures).contains("STALE"))
  }

  /// The texts of the workbook.
  private static func sheet(_ figures: Figures) throws -> String {
    try WrittenWorkbook(figures).texts {
      $0.hasSuffix("sharedStrings.xml") || $0.contains("/sheet")
    }.joined()
  }
}
