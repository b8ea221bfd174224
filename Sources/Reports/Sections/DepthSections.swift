import Metrics

/// Parts of the report that tell what to do next.
extension ReportSection {
  static let experiments = ReportSection(
    "experiments", "Experiments",
    [
      .remarks { figures in
        figures.experimentLines.map { Remark(lead: "\($0.name): \($0.verdict).", text: $0.reason) }
      },
      .remarks { $0.consentRemarks },
      .tables(
        Tables(caption: "Matured customers, by variant") { figures, _ in
          [figures.experimentTable]
        }),
      .tables(
        Tables(caption: "Realised lifetime value by variant, with its 95% interval") { figures, _ in
          [figures.variantValueTable]
        }),
      .tables(Tables(caption: "The same at several prices") { figures, _ in [figures.priceTable] }),
      .remarks { figures in
        figures.priceSentences.map { Remark(lead: "\($0.name):", text: $0.text) }
      },
    ])

  static let lifetimes = ReportSection(
    "lifetimes", "Lifetimes and predicted value", short: "Lifetimes",
    [
      .exhibit(
        Exhibit(
          name: "survival", chart: ReportCharts.survival, isFile: true,
          caption: "Customers who still pay")),
      .tables(
        Tables(caption: "How long customers pay", lengths: (8, 12)) { figures, count in
          [figures.lifetimeTable(count)]
        }),
      .remarks { figures in figures.lifetimeSentences.map { Remark(text: $0) } },
      .tables(
        Tables(
          caption: "What a new subscriber is expected to pay, with 95% intervals; discounted at "
            + "10% a year"
        ) { figures, _ in
          [figures.predictionTable]
        }),
      .remarks { figures in
        figures.refusedPredictions.map {
          Remark(lead: "No prediction for \($0.product):", text: $0.reason)
        }
      },
    ])
}
