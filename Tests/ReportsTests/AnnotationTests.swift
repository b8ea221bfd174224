import Metrics
import Settings
import Testing
import Values

@testable import Reports

/// What happened, where charts and sentences name it.
@Suite struct AnnotationTests {
  private func figures(_ annotations: Annotation...) -> Figures {
    var figures = Fixture.figures
    figures.annotations = annotations
    return figures
  }

  private let asOf = Fixture.figures.asOf

  @Test(
    "A line and a number stand at the day, a number at the month, and the list says what it was")
  func marks() throws {
    let figures = figures(
      Annotation(day: asOf.advanced(by: -3), text: "<b>Declines</b>", kind: .incident),
      Annotation(day: asOf, text: "New paywall", kind: .release, link: "https://example.com/3.2"))
    let days = figures.rows(of: Daily.self).suffix(400).map { $0[Daily.date] }
    #expect(
      figures.annotationMarks(days) == [days.count - 4: "2", days.count - 1: "1"])
    #expect(figures.annotationMarks([asOf.month.advanced(by: -1), asOf.month])[1] == "1,2")
    let page = Page.text(figures)
    #expect(page.contains("Incident:</strong> &lt;b&gt;Declines&lt;/b&gt;</p>"))
    #expect(page.contains("Release:</strong> New paywall (https://example.com/3.2)</p>"))
    let chart = ReportCharts.mrr(figures).file(id: "mrr")
    #expect(chart.contains("class=\"zero dash\""))
    #expect(!ReportCharts.mrr(Fixture.figures).file(id: "mrr").contains("class=\"zero dash\""))
  }

  @Test("What changed names those of its thirty days, and no others")
  func whatChanged() throws {
    let figures = figures(
      Annotation(day: asOf.advanced(by: -30), text: "long ago"),
      Annotation(day: asOf.advanced(by: -29), text: "in time"),
      Annotation(day: asOf, text: "too late"))
    #expect(
      figures.annotationSentence(of: asOf.advanced(by: -29)...asOf.advanced(by: -1))
        == " Noted on \(DisplayFormat.shortDay(asOf.advanced(by: -29))): in time.")
  }

  @Test("A day that the charts do not show is listed, and marked nowhere")
  func before() {
    let figures = figures(Annotation(day: Day(1), text: "before everything"))
    #expect(figures.annotationMarks([asOf]).isEmpty)
    #expect(figures.annotationRemarks().count == 1)
  }
}
