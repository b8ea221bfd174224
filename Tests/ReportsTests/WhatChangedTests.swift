import Metrics
import Settings
import Testing
import Values

@testable import Reports

/// The sentences on top of every report, from given rows.
@Suite struct WhatChangedTests {
  private typealias Part = (
    metric: Changes.Metric, split: Changes.Split, part: String, cases: (Int64?, Int64?),
    amounts: (Int64?, Int64?), change: Int64?, rates: (Int64?, Int64?), rate: Int64?, p: Double?
  )

  private func figures(_ parts: [Part]) -> Figures {
    var figures = Figures(
      asOf: Day(20_634), zone: "UTC", currency: "USD", version: "1", configurationHash: "0")
    func money(_ dollars: Int64?) -> Amount? { dollars.map { Amount(micros: $0 * 1_000_000) } }
    func rate(_ thousandths: Int64?) -> Rate? { thousandths.map { Rate(millionths: $0 * 1000) } }
    figures.tables.append(
      Changes.table(
        parts.map { part in
          var row = RowBuilder<Changes>()
          row[Changes.metric] = part.metric.rawValue
          row[Changes.split] = part.split.rawValue
          row[Changes.part] = part.part
          (row[Changes.casesBefore], row[Changes.casesNow]) = part.cases
          row[Changes.amountBefore] = money(part.amounts.0)
          row[Changes.amountNow] = money(part.amounts.1)
          row[Changes.amountChange] = money(part.change)
          row[Changes.rateBefore] = rate(part.rates.0)
          row[Changes.rateNow] = rate(part.rates.1)
          row[Changes.rateChange] = rate(part.rate)
          row[rounding: Changes.pValue] = part.p
          return row
        }))
    return figures
  }

  private func amount(
    _ metric: Changes.Metric, _ split: Changes.Split, _ part: String, _ change: Int64,
    from before: Int64? = nil, to now: Int64? = nil, cases: (Int64?, Int64?) = (nil, nil)
  ) -> Part {
    (metric, split, part, cases, (before, now), change, (nil, nil), nil, nil)
  }

  @Test("MRR by its movements, the largest first, and those of nothing left out")
  func recurring() {
    let statements = WhatChanged(
      figures([
        amount(.mrr, .total, "all", 137, from: 1920, to: 2057),
        amount(.mrr, .movement, "new", 449), amount(.mrr, .movement, "churn", -336),
        amount(.mrr, .movement, "fx", 0), amount(.mrr, .movement, "expansion", 24),
      ])
    ).changes
    #expect(
      statements == [
        "MRR rose by $137 (+7.1%) to $2,057 in 30 days: new +$449, churn −$336, expansion +$24.00."
      ])
  }

  @Test("Cash that fell because yearly payments fall due at other times is told as that")
  func timing() {
    let statements = WhatChanged(
      figures([
        amount(.mrr, .total, "all", 137, from: 1920, to: 2057),
        amount(.netRevenue, .total, "all", -664, from: 2637, to: 1973, cases: (401, 408)),
        amount(.netRevenue, .period, "P1Y", -723, from: 1106, to: 383, cases: (16, 7)),
        amount(.netRevenue, .period, "P1M", 59, from: 1531, to: 1590, cases: (385, 401)),
        amount(.netRevenue, .effect, "volume", 46), amount(.netRevenue, .effect, "mix", -700),
        amount(.netRevenue, .effect, "price", -10),
      ])
    ).changes
    #expect(
      statements.last
        == "Net revenue over 30 days fell by $664 (−25.2%) to $1,973: yearly payments −$723 (16 → 7), "
        + "monthly payments +$59.00 (385 → 401); split by volume, mix and price instead: product mix −$700, "
        + "volume +$46.00, price −$10.00. Longer plans are paid up front; MRR, which spreads each payment over its period, rose."
    )
  }

  @Test("A rate says by what it changed, and whether chance explains it")
  func rates() {
    let parts: [Part] = [
      (.churnRate, .total, "all", (13, 33), (nil, nil), nil, (64, 129), 65, 0.02),
      (.churnRate, .reason, "voluntary", (12, 11), (nil, nil), nil, (nil, nil), -16, nil),
      (.churnRate, .reason, "billing", (0, 18), (nil, nil), nil, (nil, nil), 71, nil),
      (.churnRate, .reason, "other", (0, 0), (nil, nil), nil, (nil, nil), 0, nil),
      (.trialConversion, .total, "all", (29, 42), (nil, nil), nil, (284, 347), 63, 0.3),
    ]
    #expect(
      [WhatChanged(figures(parts)).churn, WhatChanged(figures(parts)).conversion] == [
        "Churn over 30 days was 12.9%, vs 6.4% in the 30 days before: failed payments +7.1 pp "
          + "(0 → 18), cancelled −1.6 pp (12 → 11); statistically significant.",
        "34.7% of the trials due to end converted, vs 28.4% in the 28 days before; "
          + "not statistically significant.",
      ])
  }

  @Test("MRR and churn say which app it was, and which product")
  func segments() {
    func churned(_ dimension: String, _ value: String, _ left: Int64, of opening: Int64) -> [Cell] {
      let known: [String: Cell] = [
        "month": .text(Churn.trailing), "dimension": .text(dimension), "value": .text(value),
        "churned_customers": .count(left), "opening_customers": .count(opening),
        "churn_rate": .rate(Rate(millionths: left * 1_000_000 / opening)),
      ]
      return Churn.schema.columns.map { known[$0.name] ?? .missing }
    }
    let rate: Part = (
      .churnRate, .total, "all", (13, 33), (nil, nil), nil, (64, 129), 65, 0.02
    )
    let churn = [
      churned("all", "", 33, of: 255), churned("app", "grip", 20, of: 100),
      churned("app", "screen", 13, of: 155), churned("app", "tiny", 9, of: 10),
      churned("product", "yearly", 30, of: 60), churned("product", "weekly", 3, of: 90),
    ]
    func told(_ parts: [Part]) -> [String] {
      var all = figures(parts + [rate])
      all.tables.append(Churn.schema.table(churn))
      return [WhatChanged(all).recurring, WhatChanged(all).churn].compactMap(\.self)
    }
    let total = amount(.mrr, .total, "all", -90, from: 900, to: 810)
    let apps = told([
      total, amount(.mrr, .app, "screen", 10, from: 500, to: 510),
      amount(.mrr, .app, "grip", -110, from: 400, to: 290),
      amount(.mrr, .app, "young", 10, from: 0, to: 10),
      amount(.mrr, .product, "yearly", -190, from: 400, to: 210),
      amount(.mrr, .product, "weekly", 100, from: 500, to: 600),
    ])
    #expect(
      apps.first?.hasSuffix(
        "; by app: grip −$110 (−27.5%), screen +$10.00 (+2.0%), young +$10.00; by product: yearly −$190 "
          + "(−47.5%), weekly +$100 (+20.0%).") == true, "\(apps)")
    #expect(
      apps.last?.hasPrefix(
        "Churn over 30 days was 12.9% (33 of 255), vs 6.4% in the 30 days before")
        == true, "\(apps)")
    #expect(
      apps.last?.hasSuffix(
        "significant. It was highest in grip: 20.0% (20 of 100), and in yearly: 50.0% (30 of 60).")
        == true,
      "a rate of ten customers says little: \(apps)")
    let single = told([total, amount(.mrr, .product, "yearly", -90, from: 900, to: 810)])
    #expect(!single.contains { $0.contains("; by ") }, "\(single)")
  }

  @Test("What is to do is counted by kind, most MRR at stake first")
  func todo() {
    var figures = figures([])
    let rows: [(String, Int64)] = [("grace", 20), ("billing_retry", 30), ("grace", 5)]
    figures.tables.append(
      Todo.schema.table(
        rows.map { reason, mrr in
          let known: [String: Cell] = [
            "reason": .text(reason), "mrr": .money(Amount(micros: mrr * 1_000_000)),
          ]
          return Todo.schema.columns.map { known[$0.name] ?? .missing }
        }))
    #expect(
      figures.todoSentence
        == "3 people with $55.00 MRR at stake: 1 in billing retry ($30.00 no longer in MRR), 2 in a "
        + "grace period ($25.00 still in MRR). All in csv/todo.csv.")
    #expect(
      figures.todoGroupTable.rows.map { Array($0[1...2]) } == [["1", "$30.00"], ["2", "$25.00"]])
  }

  @Test("Without a stretch before, and where rows are hidden, nothing is said")
  func nothing() {
    #expect(WhatChanged(figures([])).changes.isEmpty)
  }
}
