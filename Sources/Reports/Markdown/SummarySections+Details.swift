import Metrics
import Values

/// The details below the first screen.
extension SummarySections {
  static let movements = SummarySections { figures, charts in
    let rows = figures.totals("mrr_movements").suffix(6)
    var table = MarkdownTable(
      header: [
        "", "Opening", "New", "Reactiv.", "Expansion", "Contraction", "Churn", "FX", "Closing",
        "Customers",
      ])
    table.rows = rows.map { row in
      let open = row["complete"].isSet ? "" : " *"
      return [figures.shown(row["month"]) + open]
        + ["opening", "new", "reactivation", "expansion", "contraction", "churn", "fx", "closing"]
        .map { figures.shown(row[$0]) } + [figures.shown(row["closing_subscribers"])]
    }
    let note = rows.contains { !$0["complete"].isSet } ? "\n\\* not over yet\n" : ""
    return section("MRR", table.text + note, ["mrr", "movements"], charts)
  }

  static let trials = SummarySections { figures, charts in
    let rows = figures.monthly("trial_cohorts").suffix(6)
    var table = MarkdownTable(
      header: [
        "Trials begun in", "Trials", "Converted", "Pending", "Abandoned", "So far", "Matured",
        "95% interval",
      ])
    table.rows = rows.map { row in
      [
        figures.shown(row["cohort"]), figures.shown(row["trials"]),
        figures.shown(row["converted"]), figures.shown(row["pending"]),
        figures.shown(row["abandoned"]), figures.shown(row["rate"]), matured(row, figures),
        interval(row, figures),
      ]
    }
    return section("Trial conversion", table.text, ["conversion"], charts)
  }

  /// `36.8% of 266`, so that nobody reads a rate of a few trials as one of many.
  private static func matured(_ row: Row, _ figures: Figures) -> String {
    guard row["matured_rate"] != .missing else { return Human.unknown }
    return "\(figures.shown(row["matured_rate"])) of \(figures.shown(row["matured_trials"]))"
  }

  private static func interval(_ row: Row, _ figures: Figures) -> String {
    guard row["low"] != .missing, row["high"] != .missing else { return Human.unknown }
    return "\(figures.shown(row["low"]))–\(figures.shown(row["high"]))"
  }

  static let churn = SummarySections { figures, charts in
    let rows = figures.totals("churn").suffix(7)
    var table = MarkdownTable(
      header: [
        "", "Opening", "Churned", "Churn", "Voluntary", "Billing", "Refund", "Other",
        "MRR churn", "NRR",
      ])
    table.rows = rows.map { row in
      let open = row["complete"].isSet ? "" : " *"
      let columns = [
        "opening_customers", "churned_customers", "churn_rate", "voluntary", "billing", "refund",
        "other", "gross_mrr_churn", "nrr",
      ]
      return [row.text("month") + open] + columns.map { figures.shown(row[$0]) }
    }
    let note = rows.contains { !$0["complete"].isSet } ? "\n\\* not over yet\n" : ""
    return section("Churn", table.text + note, ["retention"], charts)
  }

  static let funnel = SummarySections { figures, charts in
    let blocks = figures.matureFunnels.map { steps in
      var table = MarkdownTable(
        header: [
          "\(ForeignText.markdown(steps.first?.text("funnel") ?? "")), "
            + figures.shown(steps.first?["cohort"] ?? .missing),
          "Customers", "Of the step before", "Of all",
        ])
      table.rows = steps.map { step in
        [
          ForeignText.markdown(step.text("event"))
            + (step.isWorst(in: steps) ? " ← loses most" : ""),
          figures.shown(step["customers"]), figures.shown(step["from_previous"]),
          figures.shown(step["from_first"]),
        ]
      }
      return table.text
    }
    return section("Funnels", blocks.joined(separator: "\n"), ["funnel"], charts)
  }

  /// The largest segments by MRR, of each dimension.
  static let segments = SummarySections { figures, charts in
    let lines = figures.topSegments
    var table = MarkdownTable(
      header: ["Segment", "", "MRR", "Share", "Growth this month", "Customers"], words: 2)
    table.rows = lines.map { line in
      [
        ForeignText.markdown(line.dimension), ForeignText.markdown(line.value),
        figures.shown(line.mrr), figures.shown(line.share),
        Human.change(line.mrr, from: line.opening), figures.shown(line.customers),
      ]
    }
    return section("Top segments by MRR", table.text, ["revenue"], charts)
  }

  static let targets = SummarySections { figures, charts in
    var table = MarkdownTable(header: ["Target", "Now", "Goal", "Reached"], lastWords: 1)
    table.rows = figures.targets.map { target in
      [
        ForeignText.markdown(target.name), figures.shown(target.actual),
        figures.goal(target),
        target.isReached.map { $0 ? "yes" : "**no**" } ?? "unknown",
      ]
    }
    return section("Targets", table.text, [], charts)
  }

  /// A heading, the text, and the pictures that belong to it; nothing without text.
  static func section(
    _ title: String, _ text: String, _ pictures: [String],
    _ charts: ReportOptions.MarkdownCharts
  ) -> String {
    guard !text.isEmpty else { return "" }
    let images = pictures.map { "![\(title): \($0)](charts/\($0).svg)\n" }
    return "## \(title)\n\n\(text)"
      + (charts == .files && !images.isEmpty ? "\n" + images.joined(separator: "\n") : "")
  }
}

/// A segment's part of the whole.
struct SegmentLine {
  var dimension: String
  var value: String
  var mrr: Cell
  var opening: Cell
  var share: Cell
  var customers: Cell
}

extension Figures {
  /// The three largest segments of every dimension at the end of the newest month, by MRR.
  var topSegments: [SegmentLine] {
    let rows = table("mrr_movements").named
    let newest = rows.compactMap { $0["month"].month }.max()
    let last = rows.filter { $0["month"].month == newest }
    let total = last.first { $0.text("dimension") == "all" }?["closing"].amount ?? .zero
    var dimensions: [String] = []
    for row in last where row.text("dimension") != "all" {
      if !dimensions.contains(row.text("dimension")) { dimensions.append(row.text("dimension")) }
    }
    return dimensions.flatMap { dimension in
      last.filter { $0.text("dimension") == dimension }
        .sorted {
          ($0.double("closing") ?? 0, $1.text("value")) > (
            $1.double("closing") ?? 0, $0.text("value")
          )
        }
        .prefix(3).map { segment($0, total) }
    }
  }

  private func segment(_ row: Row, _ total: Amount) -> SegmentLine {
    let part = row["closing"].amount ?? .zero
    return SegmentLine(
      dimension: row.text("dimension"), value: row.text("value"), mrr: row["closing"],
      opening: row["opening"],
      share: Rate(part.micros, over: total.micros).map { .rate($0) } ?? .missing,
      customers: row["closing_subscribers"])
  }

  /// `15.0%–25.0%`, `at least 80.0%`, `at most $30.00`.
  func goal(_ target: Target) -> String {
    switch (target.low, target.high) {
    case (.missing, .missing): Human.unknown
    case (let low, .missing): "at least \(shown(low))"
    case (.missing, let high): "at most \(shown(high))"
    case (let low, let high): "\(shown(low))–\(shown(high))"
    }
  }
}
