import Testing
import Values

@testable import Metrics

/// What stands around the figures of a shared report tells nothing either.
@Suite struct SharedTraceTests {
  private static func figures(_ tables: [Table] = []) -> Figures {
    var figures = Figures(
      asOf: Day(20_000), zone: "UTC", currency: "USD", version: "1", configurationHash: "")
    figures.tables = tables
    return figures
  }

  private static func shared(_ figures: Figures) -> Figures {
    var figures = figures
    SmallCells(below: 5).hide(in: &figures)
    return figures
  }

  /// Rows of a table whose other cells are missing.
  private static func table(_ schema: TableSchema, _ rows: [[String: Cell]]) -> Table {
    schema.table(rows.map { row in schema.columns.map { row[$0.name] ?? .missing } })
  }

  @Test("Whoever gives figures another member has to say what strangers see of it")
  func members() {
    let open: Set = [
      "asOf", "zone", "currency", "version", "configurationHash", "firstDay", "trialLengths",
      "hiddenBelow", "staleness", "trialGraceDays", "missingEvents", "run", "segment",
      "annotations", "unproven", "smallestCell", "maturingDays", "renewalToleranceDays",
    ]
    let hidden: Set = [
      "newestEvent", "silentDays", "inputs", "tables", "checks", "alerts", "targets",
      "openingCustomers", "longestGap",
    ]
    let members = Mirror(reflecting: Self.figures()).children.compactMap(\.label)
    let changed = Set(members).symmetricDifference(open.union(hidden)).sorted()
    #expect(
      changed == [],
      "name it here, in open where a report for strangers may show it as it is, else in hidden")
  }

  @Test("What is computed from counts that a file does not have is blank: they may be small")
  func computedBeyondFile() {
    let never = ReportSchema.all.flatMap { schema in
      schema.columns.filter { $0.isNeverShared && $0.role == .figure }
        .map { "\(schema.name).\($0.name)" }
    }
    #expect(
      Set(never).isSuperset(of: [
        "churn.quick_ratio", "revenue.arpu", "revenue.arppu", "revenue.refund_rate",
        "upcoming.trials_expected", "upcoming.trials_expected_low",
        "upcoming.trials_expected_high", "offers.similar_conversion_rate",
      ]), "\(never)")
    #expect(!never.contains("churn.churn_rate") && !never.contains("churn.grr"))
    let churn = Self.table(
      Churn.schema,
      [
        [
          "month": .text("2025-12"), "dimension": .text("all"), "value": .text("all"),
          "opening_customers": .count(40), "churned_customers": .count(10),
          "churn_rate": .rate(Rate(millionths: 250_000)),
          "quick_ratio": .rate(Rate(millionths: 14_559_181)),
        ]
      ])
    let row = Self.shared(Self.figures([churn])).rows(of: Churn.self).first
    #expect(row?[Churn.quickRatio] == nil)
    #expect(row?[Churn.churnRate] == Rate(millionths: 250_000))
  }

  @Test("Checks say that they passed, and not which figures they compared")
  func checks() {
    var figures = Self.figures()
    figures.checks = [
      Check(
        name: "trials = cohorts", scope: "every day", compared: 3, left: .count(1),
        right: .count(1),
        difference: .count(0), passed: true)
    ]
    let check = Self.shared(figures).checks[0]
    #expect(check.passed && check.name == "trials = cohorts")
    #expect([check.left, check.right, check.difference].allSatisfy { $0 == .missing })
    #expect(check.compared == nil)
  }

  @Test("Of the files only their lines together are told, of the newest event its hour")
  func inputs() {
    var figures = Self.figures()
    figures.inputs = [
      InputSummary(path: "ann.ndjson", read: 3, accepted: 2, rejected: 1, bytes: 10, hash: "a"),
      InputSummary(path: "bob.ndjson", read: 4, accepted: 4, bytes: 10, hash: "b"),
    ]
    figures.newestEvent = Instant(milliseconds: 1_768_478_461_234)
    let shown = Self.shared(figures)
    #expect(
      shown.inputs == [InputSummary(path: "(all logs)", read: 7, accepted: 6, rejected: 1)])
    #expect(shown.newestEvent == Instant(milliseconds: 1_768_478_400_000))
    #expect(Self.shared(Self.figures()).inputs.isEmpty)
  }

  @Test("Data quality loses what was counted of few people, and what names files and events")
  func dataQuality() {
    let rows = [
      DataQuality.row(.ids, "customers", 1, note: "c1"), DataQuality.row(.lines, "rejected", 2),
      DataQuality.row(.file, "ann.ndjson", 100), DataQuality.row(.ignored, "ann_opened", 3),
      DataQuality.row(.ignored, "opened", 30), DataQuality.row(.doubt, "estimated", 4),
      DataQuality.row(.doubt, "unknown", 0), DataQuality.row(.days, "without", 1),
    ]
    let shown = Self.shared(Self.figures([DataQuality.table(rows)]))
    let items = shown.rows(of: DataQuality.self).map { $0.text(DataQuality.item) }
    #expect(items == ["rejected", "opened", "unknown", "without"])
    #expect(shown.rows(of: DataQuality.self).allSatisfy { $0[DataQuality.note] == nil })
  }

  @Test("A row that is there because something happened, and tells nothing, is not in a file")
  func traces() {
    let days = Self.table(
      Refunds.schema,
      [("day", Cell.day(Day(100))), ("day", .day(Day(140))), ("month", .month(Day(100).month))].map
      {
        [
          "grain": .text($0), "period": $1, "dimension": .text("all"), "value": .text("all"),
          "refunds": .count(2),
        ]
      })
    let shown = Self.shared(Self.figures([days]))
    #expect(shown.table("refunds").rows.count == 3)
    let file = shown.published(shown.table("refunds"))
    #expect(file.rows.map { $0[file.index("grain")] } == [.text("month")])
    let full = Self.figures([days])
    #expect(full.published(full.table("refunds")).rows.count == 3)
  }

  @Test("Of days only how things stood at the end of a month is shown, and weeks not at all")
  func days() {
    let days = Self.table(
      Daily.schema,
      [29, 30, 31].map {
        [
          "date": .day(Day($0)), "subscribers": .count(100 + Int64($0)),
          "new_subscribers": .count(9),
        ]
      })
    let weeks = Self.table(
      Revenue.schema,
      [
        [
          "grain": .text("week"), "period": .day(Day(4)), "dimension": .text("all"),
          "value": .text("all"), "charges": .count(90),
        ]
      ])
    let shown = Self.shared(Self.figures([days, weeks]))
    let rows = shown.rows(of: Daily.self)
    #expect(rows.map { $0[Daily.subscribers] } == [nil, 130, nil])
    #expect(rows.allSatisfy { $0[Daily.newSubscribers] == nil })
    #expect(shown.table("revenue").rows.isEmpty)
  }

  @Test("The threshold of a drop or rise tells its baseline, and goes; a fixed one stays")
  func thresholds() {
    var figures = Self.figures()
    figures.tables = [
      Self.table(
        AlertStates.schema,
        [
          [
            "rule": .text("fell"), "threshold": .rate(Rate(millionths: 20_685_000)),
            "baseline": .rate(Rate(millionths: 41_370_000)),
          ],
          ["rule": .text("fixed"), "threshold": .rate(Rate(millionths: 20_000))],
        ])
    ]
    let rows = Self.shared(figures).rows(of: AlertStates.self)
    #expect(rows.map { $0[AlertStates.threshold] } == [nil, Rate(millionths: 20_000)])
    #expect(rows.allSatisfy { $0[AlertStates.baseline] == nil })
  }

  @Test("The trial conversion of days is none, and says that it is hidden")
  func trialEnds() {
    var figures = Self.figures()
    figures.tables = [
      Self.table(
        Outcomes.schema,
        [
          [
            "date": .day(figures.asOf.advanced(by: -figures.trialGraceDays)),
            "dimension": .text("all"), "value": .text("all"), "trials_matured": .count(9),
            "trials_converted": .count(9),
          ]
        ])
    ]
    #expect(TrialEnds(figures).window(ago: 0).matured == 9)
    let hidden = TrialEnds(Self.shared(figures)).window(ago: 0)
    #expect(hidden.isHidden && hidden.rate == .missing)
  }
}
