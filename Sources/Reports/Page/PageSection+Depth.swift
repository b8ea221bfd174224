import Metrics

/// The sections that tell what to do next.
extension PageSection {
  static func experiments(_ figures: Figures) -> PageSection {
    let lines = figures.experimentLines.map { line in
      "<dt>\(ForeignText.html(line.name)): \(ForeignText.html(line.verdict, limit: 90))</dt>"
        + "<dd>\(ForeignText.html(line.reason, limit: 500))</dd>\n"
    }
    let body = lines.isEmpty ? "<p>No experiment yet.</p>\n" : "<dl>\n\(lines.joined())</dl>\n"
    let (table, prices) = (figures.experimentTable, figures.priceTable)
    let statements = figures.priceSentences.map {
      "<p>\(ForeignText.html($0.name)): \(ForeignText.html($0.text, limit: 240))</p>\n"
    }
    return .init(
      id: "s-experiments", title: "Experiments",
      body: body + (table.isEmpty ? "" : table.html("Customers whose window is over, by variant"))
        + (prices.isEmpty ? "" : prices.html("The same at several prices"))
        + statements.joined())
  }

  static func lifetimes(_ figures: Figures) -> PageSection {
    let sentences = figures.lifetimeSentences.map { "<p>\($0)</p>\n" }
    let refused = figures.refusedPredictions.map {
      "<li>No prediction for \(ForeignText.html($0.product)): \($0.reason)</li>\n"
    }
    let predictions = figures.predictionTable
    return .init(
      id: "s-lifetimes", title: "Lifetimes and predicted value",
      body: picture("survival", ReportCharts.survival(figures)) + sentences.joined()
        + unfolding(figures.lifetimeTable, "How long customers pay")
        + (predictions.isEmpty ? "" : predictions.html("What a new subscriber is expected to pay"))
        + (refused.isEmpty ? "" : "<ul>\n\(refused.joined())</ul>\n"))
  }
}
