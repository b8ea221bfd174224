import Metrics
import Values

extension ReportSection {
  static let funnels = ReportSection(
    "funnel", "Funnels",
    [
      .remarks(isEnough: true) { figures in
        figures.unreachedSteps.map { Remark(text: $0.sentence, isBad: true) }
      },
      .remarks { $0.freeFunnelRemarks },
      .sentences { $0.consentSentences },
      .exhibit(Exhibit(name: "funnel", chart: ReportCharts.funnel, isFile: true)),
      .tables(
        Tables(caption: "Every funnel as a table", isFolded: true) { figures, _ in
          figures.matureFunnels.map { figures.funnelTable($0) }
        }),
    ]
  ) { $0.funnelFinding }
}

extension ReportCharts {
  @Sendable static func funnel(_ figures: Figures) -> any Chart {
    let steps = figures.matureFunnels.first ?? []
    let name = steps.first?.text(FunnelSteps.funnel) ?? "acquisition"
    let month = steps.first.map { figures.shown($0.cell(FunnelSteps.cohort)) } ?? "no month yet"
    return FunnelBars(
      title: "Funnel \(UntrustedText.cleaned(name, limit: 32)), customers who entered in \(month)",
      description: "Customers who reached each step in time; the newest month that is over.",
      steps: steps.map {
        .init(
          name: $0.text(FunnelSteps.event), count: $0[FunnelSteps.customers].map(Int.init),
          fromPrevious: $0.magnitude(FunnelSteps.fromPrevious),
          fromFirst: $0.magnitude(FunnelSteps.fromFirst),
          isWorst: $0.isWorst(in: steps))
      })
  }
}

extension Figures {
  func funnelTable(_ steps: [Row<FunnelSteps>]) -> FigureTable {
    let name = steps.first?.text(FunnelSteps.funnel) ?? ""
    let cohort = steps.first?.cell(FunnelSteps.cohort) ?? .missing
    return FigureTable(
      citing: steps, self,
      [
        .text("\(name), \(shown(cohort))") {
          $0.text(FunnelSteps.event) + ($0.isWorst(in: steps) ? " ← biggest drop-off" : "")
        },
        .of("Customers", FunnelSteps.customers),
        .of("Of the step before", FunnelSteps.fromPrevious),
        .of("Of all", FunnelSteps.fromFirst),
      ])
  }
}
