import Statistics
import Support
import Testing
import Values

@testable import Metrics
@testable import Settings

/// The outlook, by hand.
@Suite struct OutlookTests {
  private static let asOf = Day("2026-06-30") ?? Day(0)
  private static let june = Month(year: 2026, month: 6)

  private static func dollars(_ amount: Int64) -> Amount { Amount(micros: amount * 1_000_000) }

  /// Rows whose other cells are missing.
  private static func table(_ schema: TableSchema, _ rows: [[String: Cell]]) -> Table {
    schema.table(rows.map { row in schema.columns.map { row[$0.name] ?? .missing } })
  }

  private static func figures(_ tables: [Table]) -> Figures {
    var figures = Figures(
      asOf: asOf, zone: "UTC", currency: "USD", version: "", configurationHash: "")
    figures.tables = tables
    return figures
  }

  private static func daily(mrr: Int64, leaving: Int64 = 0) -> Table {
    table(
      Daily.schema,
      [
        [
          "date": .day(asOf), "mrr": .money(dollars(mrr)), "subscribers": .count(9),
          "set_to_cancel": .count(2), "set_to_cancel_mrr": .money(dollars(leaving)),
        ]
      ])
  }

  private static func coverage(
    _ period: Period?, due: String, mrr: Int64 = 10, charge: Int64 = 10, renews: Bool = true,
    isInGrace: Bool = false
  ) -> RunningCoverage {
    let day = Day(due) ?? Day(0)
    return RunningCoverage(
      period: period, ownEnd: Instant(milliseconds: Int64(day.number) * 86_400_000 + 1),
      mrr: dollars(mrr), recurring: dollars(charge), renews: renews, isInGrace: isInGrace)
  }

  private static func rows(
    _ figures: Figures, _ running: [RunningCoverage] = []
  ) throws -> Rows<Outlook> {
    let zone = try #require(Zone(named: "UTC"))
    return Rows<Outlook>(OutlookTable(figures, running, zone: zone).tables(Budget())[0])
  }

  private static func bridge(
    _ figures: Figures, _ running: [RunningCoverage] = [], budget: Budget = Budget()
  ) throws -> Rows<MRROutlook> {
    let zone = try #require(Zone(named: "UTC"))
    return Rows<MRROutlook>(OutlookTable(figures, running, zone: zone).tables(budget)[1])
  }

  private static func row(_ rows: Rows<Outlook>, _ item: Outlook.Item) throws -> Row<Outlook> {
    try #require(rows.where(Outlook.item, is: item.rawValue).first)
  }
}

// MARK: - Committed, trials, renewals

extension OutlookTests {
  @Test("Committed MRR is MRR less what is set to cancel and what grace is expected to lose")
  func committed() throws {
    let billing = Self.table(
      Billing.schema,
      [("2026-03", 8, 6), ("2026-05", 100, 0)].map { month, failures, recovered in
        [
          "month": .month(Day("\(month)-01")?.month ?? Self.june), "dimension": .text("all"),
          "value": .text("all"), "failures": .count(Int64(failures)),
          "recovered": .count(Int64(recovered)),
        ]
      })
    let running = [
      Self.coverage(Period(1, .month), due: "2026-06-20", mrr: 40, isInGrace: true),
      Self.coverage(Period(1, .month), due: "2026-06-20", mrr: 7, renews: false, isInGrace: true),
    ]
    // Of March 6 of 8 came back; May is not over for 60 days. 100 − 20 − 40 × ¼ = 70.
    let rows = try Self.rows(Self.figures([Self.daily(mrr: 100, leaving: 20), billing]), running)
    #expect(try Self.row(rows, .graceLosses)[Outlook.expected] == Self.dollars(10))
    #expect(try Self.row(rows, .graceLosses)[Outlook.cases] == 1)
    #expect(try Self.row(rows, .committedMRR)[Outlook.expected] == Self.dollars(70))
  }

  @Test("While no failed payment is old enough, all of grace counts as lost, and the row says so")
  func noRecovery() throws {
    let running = [Self.coverage(Period(1, .month), due: "2026-06-20", mrr: 40, isInGrace: true)]
    let rows = try Self.rows(Self.figures([Self.daily(mrr: 100)]), running)
    #expect(try Self.row(rows, .committedMRR)[Outlook.expected] == Self.dollars(60))
    #expect(try Self.row(rows, .graceLosses).text(Outlook.remark).contains("60 days"))
  }

  @Test("Trials bring what subscribers of their product do, at the matured rate of the product")
  func trials() throws {
    let subscribers = Self.table(
      Subscribers.schema,
      [("active", "a", 10), ("active", "a", 30), ("trial", "a", 0), ("trial", "a", 0)]
        .map { state, product, mrr in
          [
            "state": .text(state), "product": .text(product), "mrr": .money(Self.dollars(mrr)),
          ]
        } + [["state": .text("trial"), "product": .text("new"), "mrr": .money(.zero)]])
    let cohorts = Self.table(
      TrialCohorts.schema,
      [("all", "all", 10, 5), ("product", "a", 8, 2)].map { dimension, value, matured, converted in
        [
          "grain": .text("month"), "dimension": .text(dimension), "value": .text(value),
          "matured_trials": .count(matured), "matured_converted": .count(converted),
        ]
      })
    let rows = try Self.rows(Self.figures([Self.daily(mrr: 40), subscribers, cohorts]))
      .where(Outlook.item, is: "trials")
    #expect(rows.map { $0.text(Outlook.part) } == ["all", "a", "new"])
    // Two trials × $20 on average × a quarter; nobody pays for the new product.
    #expect(rows.map { $0[Outlook.expected] } == [Self.dollars(10), Self.dollars(10), nil])
    #expect(rows.map { $0[Outlook.cases] } == [3, 2, 1])
    #expect(rows[rows.startIndex].text(Outlook.remark) == "Without new.")
  }

  @Test("Renewals are counted each, and a later one comes only where those before it have")
  func renewals() throws {
    let renewals = Self.table(
      Renewals.schema,
      [("all", "all", 10, 8), ("period", "P1M", 4, 2)].map { dimension, value, due, renewed in
        [
          "month": .month(Self.june), "dimension": .text(dimension), "value": .text(value),
          "due": .count(due), "renewed": .count(renewed),
        ]
      })
    let running = [
      Self.coverage(Period(1, .month), due: "2026-07-10"),
      Self.coverage(Period(1, .month), due: "2026-07-10", renews: false),
      Self.coverage(Period(1, .year), due: "2026-08-15", charge: 100),
      Self.coverage(Period(1, .year), due: "2027-01-15", charge: 100),
      Self.coverage(nil, due: "2026-07-30", charge: 20),
    ]
    let rows = try Self.rows(Self.figures([Self.daily(mrr: 40), renewals]), running)
    let (month, quarter) = (try Self.row(rows, .renewals30), try Self.row(rows, .renewals90))
    // In 30 days 10 × ½ and, at the rate of all, 20 × 0.8.
    #expect(month[Outlook.amount] == Self.dollars(30))
    #expect(month[Outlook.expected] == Self.dollars(21))
    // Besides, on 10 August 10 × ¼, on 10 September 10 × ⅛ and on 15 August 100 × 0.8.
    #expect(quarter[Outlook.cases] == 5)
    #expect(quarter[Outlook.amount] == Self.dollars(150))
    #expect(quarter[Outlook.expected] == Amount(micros: 104_750_000))
  }

  @Test("Of who is in grace the failed payment may come, and a renewal only behind it")
  func renewalsAfterGrace() throws {
    let billing = Self.table(
      Billing.schema,
      [
        [
          "month": .month(try #require(Day("2026-03-01")).month), "dimension": .text("all"),
          "value": .text("all"), "failures": .count(8), "recovered": .count(6),
        ]
      ])
    let renewals = Self.table(
      Renewals.schema,
      [
        [
          "month": .month(Self.june), "dimension": .text("all"), "value": .text("all"),
          "due": .count(10), "renewed": .count(8),
        ]
      ])
    let running = [Self.coverage(Period(1, .month), due: "2026-06-20", isInGrace: true)]
    let rows = try Self.rows(Self.figures([Self.daily(mrr: 40), renewals, billing]), running)
    // At once 10 × ¾, and on 20 July 10 × ¾ × 0.8.
    let grace = try Self.row(rows, .grace30)
    #expect(grace[Outlook.cases] == 2)
    #expect(grace[Outlook.amount] == Self.dollars(20))
    #expect(grace[Outlook.expected] == Amount(micros: 13_500_000))
    #expect(grace[Outlook.rate] == Rate(millionths: 675_000))
    #expect(try Self.row(rows, .renewals30)[Outlook.cases] == 0)
    let unknown = try Self.rows(Self.figures([Self.daily(mrr: 40), renewals]), running)
    #expect(try Self.row(unknown, .grace30)[Outlook.expected] == .zero)
  }

  @Test("On the first day there is nothing to expect; without a log there are no rows")
  func nothing() throws {
    #expect(try Self.rows(Self.figures([])).isEmpty)
    let rows = try Self.rows(Self.figures([Self.daily(mrr: 0)]))
    #expect(try Self.row(rows, .committedMRR)[Outlook.expected] == .zero)
    #expect(rows.where(Outlook.item, is: "forecast").allSatisfy { $0[Outlook.expected] == nil })
    #expect(try Self.row(rows, .forecast).text(Outlook.remark).contains("Too few subscribers"))
  }
}

// MARK: - From committed to expected

extension OutlookTests {
  private static let parts: [Column<MRROutlook, Amount>] = [
    MRROutlook.stillPaid, MRROutlook.churn, MRROutlook.trials, MRROutlook.new,
  ]

  private static func movements(_ months: [(Month, begun: Int64, lost: Int64)]) -> Table {
    var closing: Int64 = 0
    return table(
      MRRMovements.schema,
      months.flatMap { month, begun, lost -> [[String: Cell]] in
        let opening = closing
        closing += begun - lost
        let flow: [String: Cell] = [
          "month": .month(month), "opening": .money(Amount(micros: opening)),
          "new": .money(Amount(micros: begun)), "churn": .money(Amount(micros: -lost)),
          "closing": .money(Amount(micros: closing)),
          "closing_subscribers": .count(closing / 10_000_000),
        ]
        return [("all", "all"), ("period", "P1M")].map { dimension, value in
          flow.merging(["dimension": .text(dimension), "value": .text(value)]) { $1 }
        }
      })
  }

  /// Half a year with amounts of odd micro-units, to be rounded.
  private static func halfYear(leaving: Int64 = 0) -> Figures {
    var closing: Int64 = 0
    let months = (1...6).map { month in
      let (begun, lost) = (Int64(2_000_003_337), closing / 10)
      closing += begun - lost
      return (Month(year: 2026, month: month), begun: begun, lost: lost)
    }
    let first = Month(year: 2026, month: 1).firstDay
    let days = ([first] + months.map(\.0.lastDay)).map { day -> [String: Cell] in
      [
        "date": .day(day), "mrr": .money(Amount(micros: closing)), "subscribers": .count(900),
        "new_subscribers": .count(day == first ? 0 : 200), "set_to_cancel": .count(2),
        "set_to_cancel_mrr": .money(dollars(leaving)),
      ]
    }
    let subscribers = [
      ("set_to_cancel", "a", 30, "2026-08-15"), ("set_to_cancel", "a", 20, "2026-07-15"),
      ("active", "a", 10, "2026-07-20"), ("trial", "a", 0, "2026-07-10"),
      ("trial", "a", 0, "2026-08-10"),
    ].map { state, product, mrr, ends -> [String: Cell] in
      [
        "state": .text(state), "product": .text(product), "mrr": .money(dollars(Int64(mrr))),
        "ends": .day(Day(ends) ?? asOf),
      ]
    }
    let cohorts: [String: Cell] = [
      "grain": .text("month"), "dimension": .text("all"), "value": .text("all"),
      "matured_trials": .count(3), "matured_converted": .count(1),
    ]
    return figures([
      table(Daily.schema, days), movements(months), table(Subscribers.schema, subscribers),
      table(TrialCohorts.schema, [cohorts]),
    ])
  }

  @Test("The bridge adds up to the cent, as its file is written, at every month end")
  func bridgeAddsUp() throws {
    let rows = try Self.bridge(Self.halfYear(leaving: 50))
    let coming = rows.filter { $0.integer(MRROutlook.monthsAhead) > 0 }
    #expect(coming.count == 3)
    for row in rows where row[MRROutlook.committedMRR] != nil {
      let committed = try #require(row[MRROutlook.committedMRR])
      let known: [Column<MRROutlook, Amount>] = [
        MRROutlook.openingMRR, MRROutlook.setToCancel, MRROutlook.graceLosses,
      ]
      #expect(known.reduce(.zero) { $0 + (row[$1] ?? .zero) } == committed)
      #expect(
        Self.parts.reduce(committed) { $0 + (row[$1] ?? .zero) } == row[MRROutlook.expected])
      for cell in row.cells {
        if case .money(let amount) = cell { #expect(amount.micros % 10_000 == 0) }
      }
    }
  }

  @Test("Its parts: what leaves later is still paid, trials come when they end")
  func bridgeParts() throws {
    let rows = try Self.bridge(Self.halfYear(leaving: 50))
      .filter { $0.integer(MRROutlook.monthsAhead) > 0 }
    // Of $50 that leave, $30 are paid until the middle of August.
    #expect(
      rows.map { $0[MRROutlook.stillPaid] } == [Self.dollars(30), .zero, .zero])
    // Of subscribers' $20 on average a third, for one trial and then for both.
    let third = Amount(micros: 6_670_000)
    #expect(rows[0][MRROutlook.trials] == third)
    #expect(rows[1][MRROutlook.trials] == Amount(micros: 13_330_000))
    #expect(rows.allSatisfy { ($0[MRROutlook.churn] ?? .zero) < .zero })
  }

  @Test("On the as-of day nobody has left yet, and what is expected is MRR")
  func bridgeBegins() throws {
    var budget = Budget()
    budget.rows = [
      Budget.Row(
        month: Self.june.advanced(by: 1), metric: .mrr, dimension: .all, value: "all",
        amount: Self.dollars(12_000))
    ]
    let rows = try Self.bridge(Self.halfYear(leaving: 50), budget: budget)
    let today = try #require(rows.first { $0[MRROutlook.day] == Self.asOf })
    #expect(today[MRROutlook.stillPaid] == Self.dollars(50))
    #expect(today[MRROutlook.new] == .zero)
    #expect(today[MRROutlook.expected] == today[MRROutlook.mrr])
    #expect(rows.compactMap { $0[MRROutlook.budget] } == [Self.dollars(12_000)])
    #expect(rows.filter { $0[MRROutlook.mrr] != nil }.count == 6)
  }

  @Test("Without a forecast it tells what is committed, and expects nothing")
  func bridgeWithoutForecast() throws {
    let rows = try Self.bridge(Self.figures([Self.daily(mrr: 100, leaving: 20)]))
    let coming = rows.filter { $0.integer(MRROutlook.monthsAhead) > 0 }
    #expect(
      coming.map { $0[MRROutlook.committedMRR] } == Array(repeating: Self.dollars(80), count: 3))
    #expect(coming.allSatisfy { $0[MRROutlook.expected] == nil && $0[MRROutlook.new] == nil })
  }
}

// MARK: - The forecast

extension OutlookTests {
  /// Months from January on that all gain and lose as much.
  private static func history(
    _ period: String = "P1M", months: Int = 6, begun: [Double], lost: [Double],
    day: Day = asOf
  ) -> MRRHistory {
    var closing = 0.0
    let first = Month(year: 2026, month: 1)
    let entries = (0..<months).map { index in
      var flow = MRRHistory.Flow()
      flow.opening = closing
      (flow.begun, flow.lost) = (begun[index], lost[index])
      closing += flow.begun - flow.lost
      (flow.closing, flow.subscribers) = (closing, closing / 10)
      var entry = MRRHistory.Entry(first.advanced(by: index), [period: flow])
      entry.newSubscribers = flow.begun / 10
      return entry
    }
    return MRRHistory(
      day: day, firstDay: first.firstDay, entries: entries, starts: [], trialDays: 14)
  }

  private static func forecasts(_ history: MRRHistory) -> [MRRForecast] {
    MRRForecast.all(history).compactMap {
      if case .forecast(let forecast) = $0 { forecast } else { nil }
    }
  }

  @Test("What begins goes on, and what falls due is lost at the rate of before")
  func steady() throws {
    let history = Self.history(
      begun: [1000, 1000, 1000, 1000, 1000, 1000], lost: [0, 100, 190, 271, 343.9, 409.51])
    let forecast = try #require(Self.forecasts(history).first)
    // A tenth was lost each month, and half a subscriber of 10 is added to it: 12,155 fell due.
    let closing = 6000 - 1314.41
    let due = 1000 + 1900 + 2710 + 3439 + 4095.1 + 10
    let share = (100 + 190 + 271 + 343.9 + 409.51 + 5) / due
    #expect(abs(forecast.expected - (closing * (1 - share) + 1000)) < 1)
    #expect(forecast.month == Month(year: 2026, month: 7))
    #expect(forecast.interval.contains(closing * 0.9 + 1000))
    #expect(forecast.interval.low > 0.9 * forecast.expected)
  }

  @Test("The interval is wider the farther it looks ahead")
  func wider() {
    let history = Self.history(
      begun: [900, 1100, 950, 1050, 1000, 1020], lost: [0, 120, 170, 280, 330, 420])
    let widths = Self.forecasts(history).map { $0.interval.high - $0.interval.low }
    #expect(widths.count == 3)
    #expect(widths == widths.sorted() && widths[0] < widths[2])
  }

  @Test("A yearly plan loses nothing before its year is over, and then what began a year before")
  func yearly() throws {
    let begun = (0..<12).map { $0 == 0 ? 6000.0 : 100.0 }
    let history = Self.history(
      "P1Y", months: 12, begun: begun, lost: Array(repeating: 0, count: 12),
      day: Day("2026-12-31") ?? Day(0))
    let losses = RenewalLoss(history, period: "P1Y")
    let january = Month(year: 2027, month: 1)
    #expect(losses.due(of: 7100, in: january) == 6000)
    #expect(losses.due(of: 7100, in: january.advanced(by: 1)) == 100)
    // Nobody has had to decide yet: one half, as good as unknown.
    #expect(losses.share == 0.5)
    #expect(losses.loss(of: 7100, in: january, part: 1) == 3000)
    let outcomes = MRRForecast.all(history)
    #expect(!outcomes.isEmpty)
  }

  @Test("Half a month loses less than a whole one, and two halves as much")
  func part() {
    let history = Self.history(
      begun: [1000, 1000, 1000, 1000, 1000, 1000], lost: [0, 100, 190, 271, 343.9, 409.51])
    let loss = RenewalLoss(history, period: "P1M")
    let half = loss.loss(of: 1000, in: Self.june, part: 0.5)
    let rest = loss.loss(of: 1000 - half, in: Self.june, part: 0.5)
    #expect(abs(half + rest - loss.loss(of: 1000, in: Self.june, part: 1)) < 1e-9)
  }

  @Test(
    "There is no forecast of too few months or subscribers, or of months that differ too much",
    arguments: [
      (2, 1000.0, "Too little history: 2 whole months with MRR, 3 are needed."),
      (6, 20.0, "Too few subscribers: 12, 20 are needed."),
    ])
  func refused(months: Int, begun: Double, reason: String) {
    let history = Self.history(
      months: months, begun: Array(repeating: begun, count: 6),
      lost: Array(repeating: 0, count: 6),
      day: Month(year: 2026, month: months).lastDay)
    let reasons = MRRForecast.all(history).map {
      if case .refused(_, _, let reason) = $0 { reason } else { "" }
    }
    #expect(reasons == Array(repeating: reason, count: 3))
  }

  @Test("An app of weekly plans alone is forecast; a week before the month's end, less may change")
  func weekly() throws {
    let (begun, lost) = ([800.0, 800, 800, 800, 800, 800], [0.0, 300, 450, 600, 700, 740])
    let month = try #require(Self.forecasts(Self.history("P1W", begun: begun, lost: lost)).first)
    #expect(month.month == Self.june.advanced(by: 1))
    // Of 7,550 due 2,790 were lost, and half a subscriber of 10 of one more; 2,010 are there.
    #expect(abs(month.expected - (2010 * (1 - 2795.0 / 7560) + 800)) < 0.01)
    let later = Self.history("P1W", begun: begun, lost: lost, day: Day("2026-06-23") ?? Day(0))
    let week = try #require(Self.forecasts(later).first)
    #expect(week.month == Self.june)
    #expect(week.interval.high - week.interval.low < month.interval.high - month.interval.low)
  }

  @Test("In its first week, or without MRR, an app has no forecast, and it says why")
  func firstWeek() {
    var flow = MRRHistory.Flow()
    (flow.begun, flow.closing, flow.subscribers) = (400, 400, 40)
    let day = Self.june.firstDay.advanced(by: 6)
    let young = MRRHistory(
      day: day, firstDay: Self.june.firstDay, entries: [.init(Self.june, ["P1M": flow])],
      starts: Array(repeating: 5, count: 7), trialDays: 14)
    let empty = Self.history(
      begun: Array(repeating: 0, count: 6), lost: Array(repeating: 0, count: 6))
    for (history, word) in [(young, "Too little history"), (empty, "Too few subscribers")] {
      let outcomes = MRRForecast.all(history)
      #expect(outcomes.count == 3)
      for case .refused(_, _, let reason) in outcomes { #expect(reason.hasPrefix(word)) }
      #expect(Self.forecasts(history).isEmpty)
    }
  }

  @Test("Trials that have started tell of next month: twice as many, twice as much begins")
  func trialsLead() throws {
    func history(june: Double) -> MRRHistory {
      let flat = Self.history(
        begun: Array(repeating: 1000, count: 6), lost: [0, 100, 190, 271, 343.9, 409.51])
      let entries = flat.entries.map { entry in
        var entry = entry
        entry.trialsConverted = entry.newSubscribers
        return entry
      }
      let days = flat.firstDay.distance(to: Self.asOf) + 1
      let starts = (0..<days).map { $0 < days - 14 ? 10 : june }
      return MRRHistory(
        day: Self.asOf, firstDay: flat.firstDay, entries: entries, starts: starts, trialDays: 14)
    }
    let usual = try #require(Self.forecasts(history(june: 10)).first)
    let twice = try #require(Self.forecasts(history(june: 20)).first)
    // 14 of July's 31 days are known, of about 300 trials a month for $1,000.
    #expect(twice.expected - usual.expected > 1000 * 140 / 305)
  }

  @Test("An interval that would say nothing is not shown")
  func wild() {
    let history = Self.history(
      months: 4, begun: [300, 3000, 100, 9000], lost: [0, 0, 2500, 0],
      day: Day("2026-04-30") ?? Day(0))
    #expect(Self.forecasts(history).isEmpty)
  }

  @Test("An interval is as wide as the errors known on its day, and says so while they are few")
  func record() throws {
    let begun = [900.0, 1100, 950, 1050, 1000, 1020, 400, 1000, 1010, 990]
    let lost = [0.0, 120, 170, 280, 330, 420, 400, 390, 410, 420]
    let all = Self.history(
      months: 10, begun: begun, lost: lost, day: Day("2026-10-31") ?? Day(0))
    let record = ForecastRecord(all)
    let first =
      record.earlier.compactMap { entry -> MRRForecast? in
        if case .forecast(let forecast) = entry.outcomes[0] { forecast } else { nil }
      } + Self.made(record.next).prefix(1)
    // Made from March on; each knows of those whose month is over.
    #expect(first.map(\.heldOut) == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(first.map { ForecastRecord.note($0) == nil } == first.map { $0.heldOut >= 4 })
    #expect(
      ForecastRecord.note(first[1])
        == "1 earlier forecast has come due, 4 are needed: the interval is the model's own, or as "
        + "wide as their largest error.")
    // July was far off; August's interval is as wide, and so are the next.
    let (july, august) = (first[3], first[4])
    let closing = all.entries[6].sum(\.closing)
    let model = try #require(Self.forecasts(all.known(at: july.month.advanced(by: -1))).first)
    let error = abs(closing - july.expected) / (model.interval.high - model.expected)
    #expect(error > 1)
    let next = try #require(Self.forecasts(all.known(at: july.month)).first)
    let width = (august.interval.high - august.expected) / (next.interval.high - next.expected)
    #expect(abs(width - error) < 1e-9)
  }

  private static func made(_ outcomes: [MRRForecast.Outcome]) -> [MRRForecast] {
    outcomes.compactMap { if case .forecast(let forecast) = $0 { forecast } else { nil } }
  }

  /// What is new, or lost, in a month: its mean, and what chance does to it.
  private struct Series: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let growth: Double
    let noise: @Sendable (inout SplitMix) -> Double
  }

  private static func uniform(_ chance: inout SplitMix) -> Double {
    Double(chance.next() >> 11) / 9_007_199_254_740_992 * 2 - 1
  }

  private static let stable: [Series] = [
    Series(testDescription: "even", growth: 0) { 0.1 * uniform(&$0) },
    Series(testDescription: "growing", growth: 20) { 0.2 * uniform(&$0) },
    Series(testDescription: "with outliers", growth: 0) { chance in
      chance.next() % 6 == 0 ? 0.6 * uniform(&chance) : 0.02 * uniform(&chance)
    },
    Series(testDescription: "lopsided", growth: 5) { chance in
      let draw = uniform(&chance)
      return draw * draw * 0.4 - 0.13
    },
  ]

  @Test(
    "Where errors stay alike, intervals hold near their 80 %, at every horizon", arguments: stable)
  private func coverage(_ series: Series) {
    var (held, made) = ([0, 0, 0], [0, 0, 0])
    for seed in 1...120 {
      var chance = SplitMix(seed: UInt64(seed) &* 104_729)
      var closing = 0.0
      let begun = (0..<24).map { (1000 + series.growth * Double($0)) * (1 + series.noise(&chance)) }
      let lost = begun.map { new in
        let away = closing * 0.1 * (1 + series.noise(&chance))
        closing += new - away
        return away
      }
      let all = Self.history(
        months: 24, begun: begun, lost: lost, day: Day("2027-12-31") ?? Day(0))
      for entry in ForecastRecord(all).earlier {
        for forecast in Self.made(entry.outcomes) where forecast.heldOut >= 4 {
          guard let then = all.entries.first(where: { $0.month == forecast.month }) else {
            continue
          }
          made[forecast.ahead - 1] += 1
          held[forecast.ahead - 1] += forecast.interval.contains(then.sum(\.closing)) ? 1 : 0
        }
      }
    }
    for (held, made) in zip(held, made) {
      #expect(made > 1000)
      #expect(0.73...0.89 ~= Double(held) / Double(made))
    }
  }

  @Test("A held-out forecast does not change when later months are added")
  func causal() {
    for seed in 1...50 {
      var chance = SplitMix(seed: UInt64(seed))
      let begun = (0..<12).map { _ in Double(chance.next() % 2000) + 200 }
      let lost = (0..<12).map { $0 == 0 ? 0 : Double(chance.next() % 150) }
      let all = Self.history(
        months: 12, begun: begun, lost: lost, day: Day("2026-12-31") ?? Day(0))
      for month in 3..<12 {
        let then = Month(year: 2026, month: month)
        let short = Self.history(months: month, begun: begun, lost: lost, day: then.lastDay)
        #expect(MRRForecast.all(all.known(at: then)) == MRRForecast.all(short))
        let entry = ForecastRecord(all).earlier.first { $0.day == then.lastDay }
        if let entry { #expect(entry.outcomes == ForecastRecord(short).next) }
      }
    }
  }
}
