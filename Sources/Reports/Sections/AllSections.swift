import Metrics

extension ReportSection {
  /// All parts of the page and the summary, in their order. A new one needs a line here and
  /// nothing else: its pictures become files, its tables stand in both.
  static let all: [ReportSection] =
    [
      apps, mrr, trials, funnels, experiments, retention, churn, lifetimes, value, revenue,
      segments,
      targets,
    ] + decisions + [quality, words]

  private static let apps = ReportSection(
    "apps", "Apps",
    [
      .tables(
        Tables(caption: "The apps by MRR", lengths: (20, 60)) { figures, count in
          [figures.appTable(count)]
        })
    ])

  private static let mrr = ReportSection(
    "mrr", "MRR and its movements", short: "MRR",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(Exhibit(name: "mrr", chart: ReportCharts.mrr, isFile: true)),
      .exhibit(
        Exhibit(
          name: "movements", chart: ReportCharts.movements, isFile: true,
          caption: "MRR movements by month"
        ) { $0.movementTable($1) }),
    ])

  private static let trials = ReportSection(
    "trials", "Trial conversion", short: "Trials",
    [
      .exhibit(
        Exhibit(
          name: "conversion", chart: ReportCharts.conversion, isFile: true,
          caption: "Trials by month of start"
        ) { $0.trialTable($1) }),
      .exhibit(Exhibit(name: "trials", chart: ReportCharts.trials)),
    ])

  private static let funnels = ReportSection(
    "funnel", "Funnels",
    [
      .remarks(isEnough: true) { figures in
        figures.unreachedSteps.map { ReportSection.Remark(text: $0.sentence, isBad: true) }
      },
      .exhibit(Exhibit(name: "funnel", chart: ReportCharts.funnel, isFile: true)),
      .tables(
        Tables(caption: "Every funnel as a table", isFolded: true) { figures, _ in
          figures.matureFunnels.map { figures.funnelTable($0) }
        }),
    ])

  private static let retention = ReportSection(
    "retention", "Retention",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(
          name: "retention", chart: ReportCharts.retention, isFile: true,
          caption: "Subscribers retained"
        ) { $0.retentionTable($1) }),
    ])

  private static let value = ReportSection(
    "ltv", "Lifetime value", short: "LTV",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(name: "ltv", chart: ReportCharts.ltv, caption: "Net revenue per install") {
          $0.valueTable($1)
        }),
    ])

  private static let churn = ReportSection(
    "churn", "Churn",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(
          name: "churn", chart: ReportCharts.churn,
          caption: "Churn by month, of those who paid at its opening"
        ) { $0.churnTable($1) }),
    ])

  private static let revenue = ReportSection(
    "revenue", "Revenue",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(
          name: "revenue", chart: ReportCharts.revenue, isFile: true, caption: "Revenue by month"
        ) { $0.revenueTable($1) }),
    ])

  private static let segments = ReportSection(
    "segments", "Largest segments by MRR", short: "Segments",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .tables(
        Tables(caption: "At the end of the newest month", lengths: (3, 5)) { figures, count in
          [figures.segmentTable(count)]
        }),
    ])

  private static let targets = ReportSection(
    "targets", "Targets",
    [
      .tables(
        Tables(caption: "Actual vs target; a benchmark where none is set") { figures, _ in
          [figures.targetTable]
        })
    ]
  )

  private static let quality = ReportSection(
    "quality", "Data quality", short: "Quality",
    [
      .remarks { $0.inputRemarks },
      .tables(
        Tables(caption: "Shown otherwise before") { figures, _ in
          figures.restatedTable.isEmpty ? [] : [figures.restatedTable]
        }),
      .tables(
        Tables(caption: "Apple's counts beside ours") { figures, _ in
          figures.appStoreTable.rows.isEmpty ? [] : [figures.appStoreTable]
        }),
      .tables(
        Tables(caption: "What was counted about the logs") { figures, _ in [figures.qualityTable] }),
      .tables(
        Tables(caption: "Every file that was read", isFolded: true, lengths: (0, 200)) {
          figures, count in [figures.fileTable(count)]
        }),
      .tables(
        Tables(caption: "Reconciliation checks", isFolded: true) { figures, _ in
          [figures.checkTable]
        }),
    ])

  private static let words = ReportSection(
    "words", "Definitions", [.terms { Glossary.terms }])
}
