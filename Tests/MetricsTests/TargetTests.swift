import Settings
import Testing
import Values

@testable import Metrics

/// Targets of the configuration beside their figures.
@Suite struct TargetTests {
  private func figures(_ table: Table) -> Figures {
    var figures = Figures(
      asOf: Day("2026-06-30") ?? Day(0), zone: "UTC", currency: "USD", version: "",
      configurationHash: "")
    figures.tables = [table]
    return figures
  }

  private func funnel(_ name: String, _ customers: [Int64]) -> Table {
    FunnelSteps.schema.table(
      customers.enumerated().map { index, count in
        [
          .text(name), .text("month"), .month(Month(676)), .text("all"), .text("all"),
          .count(Int64(index + 1)), .text("event"), .count(count), .missing, .missing, .flag(true),
        ]
      })
  }

  private func parsed(_ targets: String) throws -> Targets {
    try Settings.parse(Array("{targets: \(targets)}".utf8), file: "c.json5").targets
  }

  @Test("Paywall to purchase is the funnel's last step ÷ its first: a failed purchase is none")
  func paywallToPurchase() throws {
    let figures = figures(funnel("paywall", [100, 100, 0]))
    let targets = TargetFigures(figures).targets(
      try parsed("{paywallToPurchase: {atLeast: 0.6}}"))
    let target = try #require(targets.first { $0.name == "Paywall to purchase" })
    #expect(target.actual == .rate(Rate(millionths: 0)))
    #expect(target.cases == 100)
    #expect(target.status == .below)
  }

  @Test("Trial starts ÷ installs is the second step, and nobody's target unless it is set")
  func trialStartRate() throws {
    let figures = figures(funnel("trial", [200, 50, 10]))
    #expect(TargetFigures(figures).targets(Targets()).isEmpty)
    let set = try parsed("{trialStartRate: {atLeast: 0.8}}")
    let target = try #require(TargetFigures(figures).targets(set).first)
    #expect(target.actual == .rate(Rate(millionths: 250_000)))
    #expect(target.low == .rate(Rate(millionths: 800_000)) && target.status == .below)
  }

  /// Months up to June 2026 with the customers at their openings, and those of them who churned.
  private func months(_ churn: [(opening: Int64, churned: Int64)]) -> [Table] {
    let rows = churn.enumerated().map { index, month -> [Cell] in
      let age = churn.count - 1 - index
      return row(of: Churn.schema) { name in
        switch name {
        case "month": .text(Month(year: 2026, month: 6 - age).description)
        case "opening_customers": .count(month.opening)
        case "churned_customers": .count(month.churned)
        default: nil
        }
      }
    }
    let movement = row(of: MRRMovements.schema) { name in
      switch name {
      case "month": .month(Month(year: 2026, month: 6))
      case "closing": .money(Amount(micros: 1_000_000_000))
      case "closing_subscribers": .count(100)
      default: nil
      }
    }
    return [Churn.schema.table(rows), MRRMovements.schema.table([movement])]
  }

  /// A row of everybody with these cells.
  private func row(of schema: TableSchema, _ cell: (String) -> Cell?) -> [Cell] {
    schema.columns.map { column in
      ["dimension", "value"].contains(column.name)
        ? .text("all") : cell(column.name) ?? .missing
    }
  }

  @Test(
    "Lifetime value by formula is MRR per subscriber ÷ churn of three months, given enough of both",
    arguments: [
      ([(999, 999), (100, 10), (100, 10), (100, 10)], 100_000_000),
      ([(200, 12), (150, 9), (150, 9)], 166_666_667), ([(100, 10), (100, 10), (100, 9)], nil),
      ([(100, 10), (100, 10), (99, 10)], nil), ([(300, 30)], 100_000_000), ([], nil),
    ] as [([(Int64, Int64)], Int64?)])
  func formula(churn: [(Int64, Int64)], micros: Int64?) throws {
    var figures = figures(funnel("trial", []))
    figures.tables = months(churn.map { (opening: $0.0, churned: $0.1) })
    #expect(figures.formulaLTV?.micros == micros)
    let target = TargetFigures(figures).targets(try parsed("{ltv: {atLeast: 100}}")).first {
      $0.name == "Lifetime value: MRR per subscriber ÷ churn"
    }
    #expect(target?.actual == micros.map { .money(Amount(micros: $0)) })
  }

  @Test("CAC is that of the newest month whose customers have had 90 days, blended")
  func acquisitionCost() throws {
    func costs(_ month: Month, _ channel: String, payers: Int64) -> [Cell] {
      AcquisitionCost.schema.columns.map { column in
        switch column.name {
        case "month": .month(month)
        case "channel": .text(channel)
        case "campaign": .text("all")
        case "spend": .money(Amount(micros: 300_000_000))
        case "payers", "customers": .count(payers)
        case "cost_per_payer", "cost_per_customer": .money(Amount(micros: 300_000_000 / payers))
        case "complete": .flag(true)
        default: .missing
        }
      }
    }
    let (march, june) = (Month(year: 2026, month: 3), Month(year: 2026, month: 6))
    let figures = figures(
      AcquisitionCost.schema.table([
        costs(march, "all", payers: 60), costs(march, "ads", payers: 40),
        costs(june, "all", payers: 3), costs(june, "ads", payers: 2),
      ]))
    let targets = TargetFigures(figures).targets(
      try parsed("{costPerPayer: {atMost: 10}, costPerCustomer: {atMost: 10}}"))
    #expect(targets.map(\.actual) == [100, 5].map { .money(Amount(micros: $0 * 1_000_000)) })
    #expect(targets.map(\.status) == [.fewCases, .onTarget])
    #expect(figures.ripeCosts.map { $0.text(AcquisitionCost.channel) } == ["all", "ads"])
  }

  @Test("A step of any funnel has a target: a task, or what is to be done within some days")
  func steps() throws {
    var both = figures(funnel("trial", [200, 50, 10]))
    both.tables[0].rows += funnel("paywall", [100, 95, 91]).rows
    let set = try parsed(
      "{steps: [{funnel: 'paywall', name: 'Task done', atLeast: 0.9}, "
        + "{funnel: 'trial', step: 2, atLeast: 0.4}, {funnel: 'acquisition', atLeast: 1}]}")
    let found = TargetFigures(both).targets(set).filter {
      ["Task done", "trial, step 2"].contains($0.name) || $0.name.hasPrefix("acquisition")
    }
    #expect(found.map(\.name) == ["Task done", "trial, step 2"], "nobody has entered the third")
    #expect(found.map(\.status) == [.onTarget, .below])
    #expect(found.map(\.cases) == [100, 200])
    for (wrong, message) in [
      ("{steps: [{funnel: 'trail', atLeast: 1}]}", "trial"),
      ("{steps: [{funnel: 'trial', step: 4, atLeast: 1}]}", "2"),
      ("{steps: [{funnel: 'trial'}]}", "atLeast"), ("{steps: [{atLeast: 1}]}", "funnel"),
      ("{steps: [{funnel: 'trial', atLeast: 1.2}]}", "1.2"),
    ] {
      let error = try #require(throws: Failure.self) { try parsed(wrong) }
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test("A rate of fewer than 30 cases has no verdict")
  func fewCases() throws {
    let set = try parsed("{trialStartRate: {atLeast: 0.8}}")
    for (installs, status) in [(29, Target.Status.fewCases), (30, .below)] {
      let figures = figures(funnel("trial", [Int64(installs), 1, 0]))
      #expect(TargetFigures(figures).targets(set).first?.status == status)
    }
  }

  @Test(
    "A range has two ends, a bound one",
    arguments: [
      (7, 8, 10, Target.Status.below, false), (8, 8, 10, .onTarget, true),
      (10, 8, 10, .onTarget, true), (11, 8, 10, .above, nil), (7, 8, nil, .below, false),
      (99, 8, nil, .onTarget, true), (10, nil, 10, .onTarget, true), (11, nil, 10, .above, false),
    ] as [(Int64, Int64?, Int64?, Target.Status, Bool?)])
  func ends(actual: Int64, low: Int64?, high: Int64?, status: Target.Status, isMet: Bool?) {
    func money(_ units: Int64?) -> Cell {
      units.map { .money(Amount(micros: $0 * 1_000_000)) } ?? .missing
    }
    let target = Target(name: "", actual: money(actual), low: money(low), high: money(high))
    #expect(target.status == status)
    #expect(target.isMet == isMet)
  }

  @Test("To set a target is another configuration")
  func fingerprint() throws {
    func fingerprint(_ text: String) throws -> String {
      try Settings.parse(Array(text.utf8), file: "c.json5").fingerprint
    }
    #expect(
      try fingerprint("{targets: {trialStartRate: {atLeast: 0.8}}}") != fingerprint("{}"))
  }
}
