import Metrics
import Testing
import Values

@testable import Reports

@Suite struct HeadlineTests {
  /// A line that ends elsewhere tells of another figure than the one it stands under.
  @Test(arguments: ["fourteen months", "first night", "one month", "nothing"])
  func theLineOfEveryCardEndsInItsFigure(what: String) {
    let figures = [
      "fourteen months": Fixture.figures, "first night": Fixture.firstNight,
      "one month": Fixture.oneMonth, "nothing": Fixture.empty,
    ]
    for line in (figures[what] ?? Fixture.empty).headlines where !line.history.isEmpty {
      #expect(line.history.last == line.value.magnitude, "\(line.name)")
    }
    if what == "fourteen months" {
      #expect(Fixture.figures.headlines.allSatisfy { $0.history.count > 9 })
    }
  }

  /// The card counts those of the opening, the table also those who came and left in between.
  @Test func cardAndTableSayWhoOfThoseThatLeftIsCounted() throws {
    let churn = try #require(Fixture.figures.headlines.first { $0.metric == "churn_30d_ratio" })
    #expect(churn.detail.hasSuffix("paying 30 days ago"))
    #expect(Fixture.figures.periodLines.contains { $0.name == "Churned subscribers, incl. new" })
    #expect(!Fixture.figures.periodLines.contains { $0.name == "Churned subscribers" })
  }

  @Test("A log younger than what is compared says from when on it can be")
  func young() {
    var young = Fixture.firstNight
    young.firstDay = young.asOf
    for headline in young.headlines
    where headline.before == .missing && headline.metric != "arr" {
      #expect(
        headline.comparison.hasPrefix("comparable from ")
          || headline.metric == "trial_conversion_28d_ratio",
        "\(headline.name): \(headline.comparison)")
    }
  }
}
