import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// Rules that watch a column of a file.
@Suite struct FigureTests {
  private func judge(_ figures: Figures, _ text: String) throws -> Verdict {
    let settings = try Settings.parse(
      Array("{alerts: [\(text)]}".utf8), file: "c.json5", figures: ReportSchema.watchable)
    let rule = try #require(settings.alerts.last)
    return try #require(Judge([rule], Example.terms).verdicts(on: figures).first)
  }

  private var daily: Figures {
    Example.figures(tables: [
      Example.table(
        Daily.schema, ["mrr": { 1000 - Int64($0) }, "trials_started": { Int64($0 % 7) }])
    ])
  }

  @Test("A state is that of the last day")
  func state() throws {
    let verdict = try judge(
      daily, "{name: 'a', metric: 'daily.mrr', compare: 'below', threshold: 2000, window: 7}")
    #expect(verdict.state == .firing)
    #expect(verdict.value == Rate(millionths: 1_000_000_000))
  }

  @Test("A count is the sum of its days, and so it is compared with the weeks before")
  func count() throws {
    let verdict = try judge(
      daily,
      "{name: 'a', metric: 'daily.trials_started', compare: 'rise', threshold: 0.1, window: 7}")
    #expect(verdict.value == Rate(millionths: 21_000_000))
    #expect(verdict.baseline == Rate(millionths: 21_000_000))
    #expect(verdict.state == .ok)
  }

  @Test("Month to date is compared with the same days of the months before")
  func monthToDate() throws {
    let verdict = try judge(
      daily,
      "{name: 'a', metric: 'daily.trials_started', compare: 'drop', threshold: 0.5, "
        + "window: 'month to date', baseline: 2}")
    #expect(verdict.days?.lowerBound == Day("2026-05-01"))
    #expect(verdict.days?.upperBound == Example.asOf)
    #expect(verdict.baseline != nil)
  }

  @Test("One week before is enough where a rule asks for one")
  func oneWeek() throws {
    let fell = Example.table(Daily.schema, ["charges": { $0 == 0 ? 0 : 10 }])
    let verdict = try judge(
      Example.figures(tables: [fell]),
      "{name: 'a', metric: 'daily.charges', compare: 'drop', threshold: 0.1, baseline: 1}")
    #expect(verdict.baseline == Rate(millionths: 10_000_000))
    #expect(verdict.state == .firing)
  }

  @Test("A month is the last one that is over")
  func month() throws {
    let table = Renewals.schema.table(
      ["2026-04", "2026-05"].map { month in
        Renewals.schema.columns.map { column in
          switch column.name {
          case "month": .month(Month(year: 2026, month: month == "2026-04" ? 4 : 5))
          case "dimension", "value": .text("all")
          case "due": .count(200)
          case "renewed": .count(month == "2026-04" ? 100 : 0)
          default: .missing
          }
        }
      })
    let verdict = try judge(
      Example.figures(tables: [table]),
      "{name: 'a', metric: 'renewals.renewal_rate', compare: 'below', threshold: 0.7}")
    #expect(verdict.state == .firing)
    #expect(verdict.value == Rate(millionths: 500_000))
    #expect(verdict.sample == 200)
    #expect(verdict.high != nil)
  }

  /// Funnel rows of one step, by day; the last 30 have not matured.
  private func funnel(_ step: Int64, _ customers: Int64) -> [[Cell]] {
    (0..<60).reversed().map { ago in
      FunnelSteps.schema.columns.map { column in
        switch column.name {
        case "funnel": .text("trial")
        case "grain": .text("day")
        case "cohort": .day(Example.asOf.advanced(by: -ago))
        case "dimension", "value": .text("all")
        case "step": .count(step)
        case "customers": .count(ago < 30 ? 0 : customers)
        case "matured": .flag(ago >= 30)
        default: .missing
        }
      }
    }
  }

  @Test("A funnel's rate is judged on matured cohorts only, step over step")
  func matured() throws {
    let figures = Example.figures(tables: [
      FunnelSteps.schema.table(funnel(1, 100) + funnel(2, 20) + funnel(3, 10))
    ])
    func rate(_ column: String) throws -> Verdict {
      try judge(
        figures,
        "{name: 'a', metric: 'funnel.\(column)', where: {funnel: 'trial', step: 3}, "
          + "compare: 'below', threshold: 0.2, window: 7}")
    }
    let first = try rate("from_first")
    #expect(first.days?.upperBound == Example.asOf.advanced(by: -30))
    #expect(first.value == Rate(millionths: 100_000))
    #expect(first.sample == 700)
    #expect(first.state == .firing)
    #expect(try rate("from_previous").value == Rate(millionths: 500_000))
  }

  @Test("What stands for now needs no days")
  func now() throws {
    let row = Upcoming.schema.columns.map { column -> Cell in
      switch column.name {
      case "days": .count(7)
      case "renewals_due": .count(30)
      default: .missing
      }
    }
    let verdict = try judge(
      Example.figures(tables: [Upcoming.schema.table([row])]),
      "{name: 'a', metric: 'upcoming.renewals_due', where: {days: 7}, compare: 'above', "
        + "threshold: 20}")
    #expect(verdict.value == Rate(millionths: 30_000_000))
    #expect(verdict.state == .firing)
  }

  @Test(
    "Rules that make no sense are refused where they stand",
    arguments: [
      ("metric: 'daily.mmr'", "alerts[0].metric"),
      ("metric: 'daily.mrr', where: {contry: 'DE'}", "alerts[0].where.contry"),
      ("metric: 'daily.mrr', where: {country: 'DE', tier: 'x'}", "alerts[0].where.tier"),
      ("metric: 'funnel.from_first', where: {funnel: 'trial'}", "alerts[0].where.step"),
      (
        "metric: 'funnel.from_first', where: {funnel: 'trail', step: 2}",
        "alerts[0].where.funnel"
      ),
      ("metric: 'churn.churn_rate', window: 28", "alerts[0].window"),
      ("metric: 'upcoming.renewals_due', where: {days: 7}, window: 1", "alerts[0].window"),
      ("metric: 'daily.mrr', by: 'variant'", "alerts[0].by"),
      ("metric: 'daily.mrr', by: ['tier', 'tier']", "alerts[0].by[1]"),
    ])
  func refused(text: String, key: String) throws {
    let error = #expect(throws: Failure.self) {
      try judge(Example.figures(), "{name: 'a', compare: 'above', threshold: 1, \(text)}")
    }
    #expect(error?.message.contains(" \(key)") == true)
  }

  @Test("Every figure of every file can be watched: it is judged or says what is missing")
  func every() throws {
    let tables = ReportSchema.all.map { $0.table() }
    for file in ReportSchema.watchable.files {
      let keys = file.demanded.map { $0 == "funnel" ? "\($0): 'trial'" : "\($0): 1" }
        .joined(separator: ", ")
      for column in file.columns {
        let verdict = try judge(
          Example.figures(tables: tables),
          "{name: 'a', metric: '\(file.name).\(column)', where: {\(keys)}, compare: 'above', "
            + "threshold: 1}")
        #expect(verdict.state != .firing && verdict.state != .stale, "\(file.name).\(column)")
        let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
        let text = AlertMessage(judged, currency: "USD", newest: nil).text
        #expect(text.hasSuffix("."), "\(text)")
      }
    }
  }
}
