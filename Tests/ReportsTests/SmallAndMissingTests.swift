import Metrics
import Testing
import Values

@testable import Reports

/// What is of few people is marked, and what is not known or not to be shown is never a zero.
@Suite struct SmallAndMissingTests {
  @Test(arguments: [
    ("lifetimes", "customers"), ("retention", "customers"), ("paywalls", "viewers"),
    ("offers", "starts"), ("features", "users"), ("churn", "opening_customers"),
  ])
  func rowsOfFewerThanThirtyAreImmature(file: String, size: String) throws {
    let declaration = try #require(ReportSchema.table(file))
    let table = declaration.table()
    let isImmature = table.isImmature
    for (people, expected) in [(29, true), (30, false)] {
      var row = table.columns.map { _ in Cell.missing }
      row[table.index(size)] = .count(Int64(people))
      if table.columns.last?.kind == .flag { row[row.count - 1] = .flag(true) }
      #expect(isImmature(row) == expected, "\(file) with \(people)")
    }
  }

  @Test func aPeriodThatIsNotOverIsImmature() {
    let table = MRRMovements.schema.table()
    var row = table.columns.map { _ in Cell.missing }
    row[row.count - 1] = .flag(false)
    #expect(table.isImmature(row))
  }

  /// `--share` hides the numbers of small groups: the cells stay, without a number.
  @Test func aCohortWhoseSizeIsHiddenHasNoNumber() {
    let map = HeatMap(
      title: "t", description: "d", columns: ["M0"],
      cohorts: [.init(label: "2026-05", size: nil, values: [0.5], isSmall: true)],
      measure: "retained")
    #expect(map.file(id: "x").contains("retained 50.0% of –"))
    #expect(map.numbers.rows == [["2026-05", "–", "50.0%"]])
  }

  @Test func amongMonthsWithAHiddenOneNoSumIsShown() {
    let rows = [(3, 40), (nil, 50)].map { (paid: Int64?, viewers: Int64) in
      Row<Paywalls>(
        cells: Paywalls.schema.columns.map { column in
          switch column.name {
          case Paywalls.paid.name: paid.map(Cell.count) ?? .missing
          case Paywalls.viewers.name: .count(viewers)
          default: .missing
          }
        })
    }
    #expect(rows.pooled(Paywalls.paid) == nil && rows.pooled(Paywalls.viewers) == 90)
    #expect(rows.pooledShare(Paywalls.paid, of: Paywalls.viewers) == nil)
    let first = rows.prefix(1).pooledShare(Paywalls.paid, of: Paywalls.viewers)
    #expect(first?.rate == Rate(millionths: 75_000))
  }

  @Test func aHiddenStepOfTheSurvivalCurveIsAGap() {
    var figures = Fixture.figures
    let index = figures.tables.firstIndex { $0.name == "survival" } ?? 0
    let hidden = ["survival", "log_log_low", "log_log_high"].map(figures.tables[index].index)
    for row in figures.tables[index].rows.indices {
      for column in hidden { figures.tables[index].rows[row][column] = .missing }
    }
    #expect(ReportCharts.survival(figures).numbers.rows == [["0 days", "100.0%", "", ""]])
    #expect(ReportCharts.survival(Fixture.figures).numbers.rows.count > 2)
  }

  /// A hidden rate has a hidden interval, which is one dash.
  @Test func anIntervalWithoutEndsIsOneDash() {
    var figures = Fixture.figures
    figures.tables = [
      Referrals.schema.table(), Integrity.schema.table(),
    ].map { table in
      Table(
        name: table.name, columns: table.columns, rows: [table.columns.map { _ in Cell.missing }])
    }
    for table in [figures.referralTable, figures.integrityTable] {
      let column = table.header.firstIndex(of: "95% interval")
      #expect(column.map { table.rows[0][$0] } == DisplayFormat.unknown)
    }
  }

  @Test func onlyTheLargestGroupsAreInTheTableOfLifetimes() {
    let all = Fixture.figures.lifetimeTable(60).rows
    let two = Fixture.figures.lifetimeTable(2).rows
    #expect(all.count > 5 && two.count == 5 && two[0] == all[0])
    #expect(two.map { $0[0] }.contains("channel organic"))
  }

  @Test func aMonthWhosePartsAreHiddenSaysSo() {
    let bars = StackedBars(
      title: "t", description: "d", unit: .count("n"), labels: ["2026-04", "2026-05"],
      series: [.init(name: "New", style: "new", values: [nil, 4])], isOver: [true, true])
    #expect(bars.file(id: "x").contains(">not shown<"))
    #expect(bars.numbers.rows == [["2026-04", "–"], ["2026-05", "4"]])
  }

  @Test func zerosHaveNoMadeUpTicks() {
    #expect(Axis(over: [0, 0]).ticks == [0])
    #expect(Axis(over: [0, 4]).ticks == [0, 1, 2, 3, 4])
  }

  @Test func aPictureOfNothingIsNotInThePageAndSaysSoInItsFile() {
    #expect(!Page.text(Fixture.empty).contains("<figure"))
    for exhibit in ReportSection.files {
      #expect(
        exhibit.chart(Fixture.empty).file(id: exhibit.name).contains("No figures yet."),
        "\(exhibit.name)")
    }
  }

  /// A point alone is a narrow bar: a single month of trials shows what is pending.
  @Test func aBandOfOnePointCanBeSeen() {
    let chart = LineChart(
      title: "t", description: "d", unit: .percent, labels: ["2026-05"],
      series: [.init(name: "converted", style: "level", values: [0])],
      bands: [.init(name: "pending", style: "contraction", low: [0], high: [1])])
    #expect(chart.file(id: "x").contains("class=\"contraction band\""))
  }
}
