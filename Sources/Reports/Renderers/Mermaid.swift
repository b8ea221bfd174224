import Metrics

/// Charts as text, for places that show Mermaid but no files. Only what its charts can tell
/// honestly: levels by month, rates of what is over, and steps. Empty for the others.
enum Mermaid {
  static func chart(_ name: String, _ figures: Figures) -> String {
    switch name {
    case "mrr": mrr(figures)
    case "revenue": revenue(figures)
    case "conversion": conversion(figures)
    case "funnel": funnel(figures)
    case "outlook": outlook(figures)
    default: ""
    }
  }

  private static func mrr(_ figures: Figures) -> String {
    let rows = figures.rows(of: MRRMovements.self).totals.suffix(13)
    return bars(
      "MRR at the end of the month", rows.map { figures.shown($0.cell(MRRMovements.month)) },
      rows.map { $0.magnitude(MRRMovements.closing) ?? 0 })
  }

  private static func revenue(_ figures: Figures) -> String {
    let rows = figures.rows(of: Revenue.self).monthlyTotals.suffix(13)
    return bars(
      "Net revenue by month", rows.map { figures.shown($0.cell(Revenue.period)) },
      rows.map { $0.magnitude(Revenue.net) ?? 0 })
  }

  /// Lines cannot end there: up to the as-of day all of them are MRR.
  private static func outlook(_ figures: Figures) -> String {
    let rows = figures.outlookMonths
    guard rows.last?[MRROutlook.expected] != nil else { return "" }
    let columns = [
      MRROutlook.high, MRROutlook.expected, MRROutlook.low, MRROutlook.committedMRR,
    ]
    let lines = columns.map { column in
      rows.map { row in
        row.magnitude(row[MRROutlook.mrr] == nil ? column : MRROutlook.mrr) ?? 0
      }
    }
    return chart(
      "MRR at month ends; from \(figures.asOf) on high, expected, low, committed",
      rows.map { figures.monthEnd($0) }, lines.map { ("line", $0) })
  }

  /// Without the months whose trials are not all over: a bar cannot be dashed.
  private static func conversion(_ figures: Figures) -> String {
    let rows = figures.rows(of: TrialCohorts.self).monthlyTotals.filter { row in
      let trials = row.integer(TrialCohorts.trials)
      return trials > 0 && trials == row.integer(TrialCohorts.maturedTrials)
    }.suffix(13)
    return bars(
      "Trial conversion in percent, months that are over",
      rows.map { figures.shown($0.cell(TrialCohorts.cohort)) },
      rows.map { ($0.magnitude(TrialCohorts.maturedRate) ?? 0) * 100 })
  }

  private static func funnel(_ figures: Figures) -> String {
    let steps = figures.matureFunnels.first ?? []
    let month = steps.first.map { figures.shown($0.cell(FunnelSteps.cohort)) } ?? ""
    return bars(
      "Customers who entered in \(month), by the steps that they reached",
      steps.map { plain($0.text(FunnelSteps.event)) },
      steps.map { Double($0.integer(FunnelSteps.customers)) })
  }

  /// Letters, digits and what cannot end a quoted label or a block.
  private static func plain(_ text: String) -> String {
    UntrustedText.cleaned(text, limit: 24).filter {
      $0.isLetter || $0.isNumber || "_-. ".contains($0)
    }
  }

  private static func bars(_ title: String, _ labels: [String], _ values: [Double]) -> String {
    chart(title, labels, [("bar", values)])
  }

  private static func chart(
    _ title: String, _ labels: [String], _ series: [(shape: String, values: [Double])]
  ) -> String {
    guard !labels.isEmpty else { return "" }
    let axis = Axis(over: series.flatMap(\.values))
    let lines = series.map { shape, values in
      "  \(shape) [\(values.map(SVG.number).joined(separator: ", "))]"
    }
    return """
      ```mermaid
      xychart-beta
        title "\(title)"
        x-axis [\(labels.map { "\"\($0)\"" }.joined(separator: ", "))]
        y-axis \(SVG.number(axis.low)) --> \(SVG.number(axis.high))
      \(lines.joined(separator: "\n"))
      ```

      """
  }
}
