import Metrics
import Settings
import Testing
import Values

@testable import Reports

@Suite("The details without an option")
struct SectionRelevanceTests {
  private func titles(_ figures: Figures, _ scope: DetailsScope = .moved) -> [String] {
    DetailsMarkdown(scope: scope).sections(figures).shown.map(\.section.title)
  }

  /// Figures of which nothing moved, fires or is asked for.
  private var quiet: Figures {
    var figures = Fixture.figures
    figures.alerts = []
    figures.targets = []
    figures.tables.removeAll { ["budget", "changes", "experiments", "todo"].contains($0.name) }
    return figures
  }

  @Test("know what every table is about, by a section that there is")
  func tables() {
    let ids = Set(ReportSection.all.map(\.id))
    for table in ReportSchema.all {
      #expect(ids.contains(table.topic.rawValue), "\(table.name)")
    }
    for metric in AlertMetric.allCases {
      #expect(ids.contains(SectionRelevance.topic(of: metric.name).rawValue), "\(metric.name)")
    }
  }

  @Test("have the section that an alert is about, and only while it fires or recovers")
  func alerts() {
    #expect(!titles(quiet).contains("App health"))
    for (state, isShown) in [(AlertState.firing, true), (.recovering, true), (.ok, false)] {
      var figures = quiet
      var line = AlertLine(name: "crashes", severity: .warning, state: state, message: "")
      line.metric = "funnel.from_previous"
      figures.alerts = [line]
      #expect(titles(figures).contains("Funnels") == isShown, "\(state)")
    }
  }

  @Test("have what the configuration asks for and what the first screen asks to decide")
  func asked() {
    #expect(!titles(quiet).contains("Targets") && !titles(quiet).contains("Experiments"))
    let shown = titles(Fixture.figures)
    #expect(shown.contains("Targets") && shown.contains("Experiments"))
  }

  @Test("have what moved by a twentieth, up or down, and nothing that moved less")
  func moved() throws {
    for (share, isShown) in [(0.96, false), (0.94, true), (1.04, false), (1.06, true)] {
      var figures = quiet
      let at = try #require(figures.tables.firstIndex { $0.name == "daily" })
      let (revenue, charges) = (Daily.netRevenue.index, Daily.charges.index)
      let count = figures.tables[at].rows.count
      for row in 0..<count {
        let isNow = row >= count - 30
        figures.tables[at].rows[row][revenue] = .money(
          Amount(micros: isNow ? Int64(100_000_000 * share) : 100_000_000))
        figures.tables[at].rows[row][charges] = .count(10)
      }
      #expect(titles(figures).contains("Revenue") == isShown, "\(share)")
    }
  }

  @Test("name what they leave out, and with the option leave nothing out")
  func leftOut() {
    let text = DetailsMarkdown().text(Fixture.figures)
    #expect(text.contains("*Left out, because nothing in them moved, fires or is asked for: "))
    #expect(text.contains("`runrate report --details all`"))
    let all = DetailsMarkdown(scope: .all).text(Fixture.figures)
    #expect(!all.contains("because nothing in them"))
    #expect(titles(Fixture.figures, .all).count > titles(Fixture.figures).count)
    let summary = SummaryMarkdown().text(Fixture.figures, .all)
    #expect(
      summary.matches(of: #/details\.md#/#).count == titles(Fixture.figures, .all).count)
  }
}
