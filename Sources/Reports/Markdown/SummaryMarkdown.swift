import Metrics
import Values

/// `summary.md`: what a head of product reads with coffee. One screen of figures, alerts and
/// periods, then the details.
struct SummaryMarkdown: Report {
  let name = "summary.md"

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let text = SummaryMarkdown(charts: options.markdownCharts).text(figures)
    try folder.write(Array(text.utf8), to: name)
  }

  var charts = ReportOptions.MarkdownCharts.files

  func text(_ figures: Figures) -> String {
    let parts = [head(figures), figures.headlineTable.markdown, alerts(figures), periods(figures)]
    let sections = parts + details(figures) + [links(figures)]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func head(_ figures: Figures) -> String {
    """
    # Subscriptions on \(Human.dayName(figures.asOf)) \(padded(figures.asOf.civil.year, 4))

    \(ForeignText.markdown(figures.provenance, limit: 240))

    """
  }

  /// One line when all is well.
  private func alerts(_ figures: Figures) -> String {
    guard !figures.alerts.isEmpty else { return "" }
    let lines = figures.firing.map { alert in
      "- **\(alert.severity.rawValue)** \(ForeignText.markdown(alert.name))"
        + "\(figures.age(of: alert)): \(ForeignText.markdown(alert.message, limit: 240))\n"
    }
    return ([figures.alertSentence + "\n"] + (lines.isEmpty ? [] : [lines.joined()]))
      .joined(separator: "\n")
  }

  private func periods(_ figures: Figures) -> String {
    let table = figures.periodTable
    return table.isEmpty ? "Nothing to report yet.\n" : table.markdown
  }

  private func details(_ figures: Figures) -> [String] {
    let funnels = figures.matureFunnels.map { figures.funnelTable($0).markdown }
    return [
      section("MRR", figures.movementTable(6).markdown, ["mrr", "movements"], figures),
      section("Trial conversion", figures.trialTable(6).markdown, ["conversion"], figures),
      section("Churn and retention", figures.churnTable(6).markdown, ["retention"], figures),
      section("Funnels", funnels.joined(separator: "\n"), ["funnel"], figures),
      section("Experiments", experiments(figures), [], figures),
      section("Lifetimes and predicted value", lifetimes(figures), ["survival"], figures),
      section("Revenue", figures.revenueTable(6).markdown, ["revenue"], figures),
      section("Top segments by MRR", figures.segmentTable(3).markdown, [], figures),
      section("Targets", figures.targetTable.markdown, [], figures),
    ] + DecisionSection.all(figures).map { section($0.title, $0.markdown, [], figures) } + [
      section("Data quality", quality(figures), [], figures)
    ]
  }

  private func experiments(_ figures: Figures) -> String {
    let lines = figures.experimentLines.map { line in
      "- **\(ForeignText.markdown(line.name)): \(ForeignText.markdown(line.verdict, limit: 90)).** "
        + "\(ForeignText.markdown(line.reason, limit: 500))\n"
    }
    let prices = figures.priceSentences.map {
      "- \(ForeignText.markdown($0.name)): \(ForeignText.markdown($0.text, limit: 240))\n"
    }
    return joined([
      lines.joined(), figures.experimentTable.markdown, figures.priceTable.markdown,
      prices.joined(),
    ])
  }

  private func lifetimes(_ figures: Figures) -> String {
    let sentences = figures.lifetimeSentences.map { "- \($0)\n" }
    let refused = figures.refusedPredictions.map {
      "- No prediction for \(ForeignText.markdown($0.product)): \($0.reason)\n"
    }
    return joined([
      figures.lifetimeTable.markdown, sentences.joined(), figures.predictionTable.markdown,
      refused.joined(),
    ])
  }

  private func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func quality(_ figures: Figures) -> String {
    let refused = figures.refusedInputs.map {
      "- refused, not readable to its end: \(ForeignText.markdown($0))\n"
    }
    let inputs = figures.inputs.isEmpty ? "" : figures.inputSentence + "\n"
    return joined([
      inputs, refused.joined(), figures.qualityTable.markdown, figures.checkTable.markdown,
    ])
  }

  private func links(_ figures: Figures) -> String {
    """
    ---

    [Definitions and columns](csv/README.md) · [Workbook](runrate.xlsx) · [Page](index.html) · \
    made by Runrate \(ForeignText.markdown(figures.version)), configuration \
    \(ForeignText.markdown(figures.configurationHash))

    """
  }

  /// A heading, the text, and the pictures that belong to it; nothing without text.
  private func section(
    _ title: String, _ text: String, _ pictures: [String], _ figures: Figures
  ) -> String {
    guard !text.isEmpty else { return "" }
    let images = pictures.map { picture($0, figures) }.filter { !$0.isEmpty }
    return (["## \(title)\n", text] + images).joined(separator: "\n")
  }

  private func picture(_ name: String, _ figures: Figures) -> String {
    switch charts {
    case .none: ""
    case .files: "![\(Heading.of(name)) chart](charts/\(name).svg)\n"
    case .mermaid: Mermaid.chart(name, figures)
    }
  }
}
