import Metrics

/// A part of the page with a heading of its own.
struct PageSection {
  var id: String
  var title: String
  var body: String

  var link: String { "<li><a href=\"#\(id)\">\(title)</a></li>" }

  var html: String {
    "<section id=\"\(id)\" aria-labelledby=\"\(id)-h\">\n<h2 id=\"\(id)-h\">\(title)</h2>\n\(body)</section>\n"
  }
}

extension PageSection {
  /// In the order of the page.
  static func all(_ figures: Figures) -> [PageSection] {
    [
      .init(
        id: "periods", title: "Last days",
        body: figures.periodTable.html("The last day, week and month, and the month so far")),
      mrr(figures), trials(figures), funnels(figures), experiments(figures), retention(figures),
      churn(figures), lifetimes(figures), ltv(figures), revenue(figures), segments(figures),
    ] + decisions(figures) + [trust(figures), definitions]
  }

  private static func decisions(_ figures: Figures) -> [PageSection] {
    DecisionSection.all(figures).map { .init(id: $0.id, title: $0.title, body: $0.html) }
  }

  private static func mrr(_ figures: Figures) -> PageSection {
    .init(
      id: "s-mrr", title: "MRR and its movements",
      body: picture("mrr", ReportCharts.mrr(figures))
        + picture("movements", ReportCharts.movements(figures))
        + unfolding(figures.movementTable(60), "MRR movements by month"))
  }

  private static func trials(_ figures: Figures) -> PageSection {
    .init(
      id: "s-trials", title: "Trial conversion",
      body: picture("conversion", ReportCharts.conversion(figures))
        + unfolding(figures.trialTable(60), "Trials by month of start")
        + picture("trials", ReportCharts.trials(figures))
        + unfolding(HeatTable.table(ReportCharts.trials(figures)), "Trials converted by day"))
  }

  private static func funnels(_ figures: Figures) -> PageSection {
    let tables = figures.matureFunnels.map { figures.funnelTable($0).html("Funnel") }
    return .init(
      id: "s-funnel", title: "Funnels",
      body: picture("funnel", ReportCharts.funnel(figures))
        + details("All funnels as tables", tables.joined()))
  }

  private static func retention(_ figures: Figures) -> PageSection {
    let chart = ReportCharts.retention(figures)
    return .init(
      id: "s-retention", title: "Retention",
      body: picture("retention", chart)
        + unfolding(HeatTable.table(chart), "Customers retained by month"))
  }

  private static func churn(_ figures: Figures) -> PageSection {
    .init(
      id: "s-churn", title: "Churn",
      body: picture("churn", ReportCharts.churn(figures))
        + unfolding(figures.churnTable(60), "Churn by month"))
  }

  private static func ltv(_ figures: Figures) -> PageSection {
    .init(
      id: "s-ltv", title: "Lifetime value",
      body: picture("ltv", ReportCharts.ltv(figures))
        + unfolding(figures.ltvTable, "Net revenue per customer by age"))
  }

  private static func revenue(_ figures: Figures) -> PageSection {
    .init(
      id: "s-revenue", title: "Revenue",
      body: picture("revenue", ReportCharts.revenue(figures))
        + unfolding(figures.revenueTable(60), "Revenue by month"))
  }

  private static func segments(_ figures: Figures) -> PageSection {
    let targets = figures.targetTable
    return .init(
      id: "s-segments", title: "Segments and targets",
      body: figures.segmentTable(5).html("The largest segments by MRR")
        + (targets.isEmpty ? "" : targets.html("Targets")))
  }

  private static func trust(_ figures: Figures) -> PageSection {
    let refused = figures.refusedInputs.map {
      "<p class=\"bad\">Refused, not readable to its end: \(ForeignText.html($0))</p>\n"
    }
    return .init(
      id: "s-quality", title: "Data quality",
      body: "<p>\(figures.inputSentence)</p>\n" + refused.joined()
        + figures.qualityTable.html("What was counted about the logs")
        + details("Reconciliation checks", figures.checkTable.html("Checks")))
  }

  private static var definitions: PageSection {
    let terms = Glossary.terms.map { "<dt>\($0.term)</dt><dd>\($0.meaning)</dd>\n" }
    return .init(id: "s-words", title: "Definitions", body: "<dl>\n\(terms.joined())</dl>\n")
  }

  // MARK: Pieces

  static func picture(_ id: String, _ chart: any Chart) -> String {
    "<figure class=\"wide\" tabindex=\"0\" role=\"group\">\(chart.inline(id: "c-\(id)"))</figure>\n"
  }

  static func unfolding(_ table: FigureTable, _ caption: String) -> String {
    details("The same numbers as a table", table.html(caption))
  }

  private static func details(_ summary: String, _ body: String) -> String {
    "<details><summary>\(summary)</summary>\n\(body)</details>\n"
  }
}

/// The numbers of a heat map as a table.
enum HeatTable {
  static func table(_ chart: any Chart) -> FigureTable {
    guard let map = chart as? HeatMap else { return FigureTable(header: []) }
    var table = FigureTable(header: ["Cohort", "n"] + map.columns)
    table.rows = map.cohorts.map { cohort in
      [cohort.label, Human.grouped(Int64(cohort.size))]
        + cohort.values.map { $0.map(Unit.percent.exact) ?? "" }
    }
    return table
  }
}

extension Figures {
  /// Cohorts by age: net revenue per customer.
  var ltvTable: FigureTable {
    let rows = totals("ltv")
    let ages = Set(rows.map { $0.int("days") }).sorted()
    var table = FigureTable(header: ["First seen in", "Customers"] + ages.map { "\($0) days" })
    let cohorts = Dictionary(grouping: rows) { shown($0["cohort"]) }
    table.rows = cohorts.sorted { $0.key < $1.key }.map { label, own in
      [label, shown(own.first?["customers"] ?? .missing)]
        + ages.map { age in
          own.first { $0.int("days") == age }.map { shown($0["per_customer"]) } ?? ""
        }
    }
    return table
  }
}
