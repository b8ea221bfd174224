import Values

/// Makes `cohort_averages.csv` of tables as they are, or as a shared report shows them.
package struct CohortAverageTable {
  /// What is averaged at an age.
  private struct Key: Hashable {
    let figure: CohortAverages.Figure
    let funnel: String
    let segment: [Cell]
    let age: Int64
  }

  private struct Sums {
    var cohorts: Int64 = 0
    var customers: Int64 = 0
    var part: Int64 = 0
    var whole: Int64 = 0

    mutating func add(_ customers: Int64, _ part: Int64, _ whole: Int64) {
      cohorts += 1
      self.customers += customers
      self.part += part
      self.whole += whole
    }
  }

  private let figures: Figures
  private var sums: [Key: Sums] = [:]

  package init(_ figures: Figures) {
    self.figures = figures
    addRetention()
    addTrials(.trialConversion, "month")
    addTrials(.weeklyTrialConversion, "week")
    addValues()
    addFunnels()
  }

  package var table: Table {
    let places = Dictionary(
      uniqueKeysWithValues: CohortAverages.Figure.allCases.enumerated().map { ($1, $0) })
    func order(_ key: Key) -> (Int, String, String, String, Int64) {
      let names = key.segment.map { $0.text ?? "" }
      return (places[key.figure] ?? 0, key.funnel, names[0], names[1], key.age)
    }
    return CohortAverages.table(
      sums.filter { $1.customers >= CohortAverages.fewest && $1.whole > 0 }
        .map { (order: order($0), row: row($0, $1)) }
        .sorted { $0.order < $1.order }.map(\.row))
  }

  private func row(_ key: Key, _ sums: Sums) -> RowBuilder<CohortAverages> {
    let average = roundedHalfToEven(Int128(sums.part), over: Int128(sums.whole))
    var row = RowBuilder<CohortAverages>()
    row[CohortAverages.figure] = key.figure.rawValue
    row[CohortAverages.funnel] = key.funnel
    row[CohortAverages.dimension] = key.segment[0].text
    row[CohortAverages.value] = key.segment[1].text
    row[CohortAverages.age] = key.age
    row[CohortAverages.cohorts] = sums.cohorts
    row[CohortAverages.customers] = sums.customers
    row[CohortAverages.rate] = key.figure.isMoney ? nil : Rate(sums.part, over: sums.whole)
    row[CohortAverages.amount] = key.figure.isMoney ? Amount(micros: Int64(average)) : nil
    return row
  }

  // MARK: - Sums

  /// Nothing of a cohort of which a shared report does not say all of it.
  private mutating func add(
    _ figure: CohortAverages.Figure, funnel: String = "all", _ segment: [Cell], _ age: Int64,
    customers: Cell, _ part: Cell, of whole: Cell
  ) {
    guard ![customers, part, whole].contains(.missing) else { return }
    let key = Key(figure: figure, funnel: funnel, segment: segment, age: age)
    sums[key, default: Sums()].add(customers.integer, part.integer, whole.integer)
  }

  private mutating func addRetention() {
    typealias T = Retention
    let rows = figures.rows(of: T.self)
    let newest = newest(.retention, rows.totals.map { $0.cell(T.cohort) })
    for row in rows where newest.contains(row.cell(T.cohort)) {
      let (segment, age, customers) = (row.segment, row.integer(T.age), row.cell(T.customers))
      add(
        .retention, segment, age, customers: customers, row.cell(T.retained), of: customers)
      add(
        .mrrRetention, segment, age, customers: customers, row.cell(T.retainedMRR),
        of: row.cell(T.cohortMRR))
    }
  }

  private mutating func addTrials(_ figure: CohortAverages.Figure, _ grain: String) {
    typealias T = TrialCurve
    let curve = MaturingCurve(figures, grain: grain)
    let days = Set(curve.days.map(Int64.init))
    let rows = figures.rows(of: T.self).where(T.grain, is: grain)
    let newest = newest(
      figure,
      figures.rows(of: TrialCohorts.self).totals.where(TrialCohorts.grain, is: grain)
        .map { $0.cell(TrialCohorts.cohort) })
    for row in rows where days.contains(row.integer(T.day)) {
      let (cohort, day) = (row.cell(T.cohort), row.integer(T.day))
      guard newest.contains(cohort), curve.rate(cohort, Int(day)) != nil else { continue }
      let eligible = row.cell(T.eligible)
      add(figure, row.segment, day, customers: eligible, row.cell(T.converted), of: eligible)
    }
  }

  private mutating func addValues() {
    let rows = figures.rows(of: LTV.self)
    let newest = newest(.ltvPerCustomer, rows.totals.map { $0.cell(LTV.cohort) })
    for row in rows where newest.contains(row.cell(LTV.cohort)) {
      let (segment, age, customers) = (row.segment, row.integer(LTV.days), row.cell(LTV.customers))
      let revenue = row.cell(LTV.netRevenue)
      add(.ltvPerCustomer, segment, age, customers: customers, revenue, of: customers)
      add(.ltvPerPayer, segment, age, customers: customers, revenue, of: row.cell(LTV.payers))
    }
  }

  /// Of cohorts whose time to go on is over, up to a step that nobody has ever reached.
  private mutating func addFunnels() {
    typealias T = FunnelSteps
    let rows = figures.rows(of: T.self).where(T.grain, is: "month")
    let unreached = figures.unreachedSteps
    let newest = newest(.funnelStep, rows.totals.map { $0.cell(T.cohort) })
    let open = Set(
      rows.totals.filter { $0[T.matured] != true }.map { [$0.cell(T.funnel), $0.cell(T.cohort)] })
    var before: (keys: [Cell], step: Int64, customers: Cell)?
    for row in rows {
      let keys = [row.cell(T.funnel), row.cell(T.cohort)] + row.segment
      let (step, customers) = (row.integer(T.step), row.cell(T.customers))
      if let before, before.keys == keys, before.step == step - 1, newest.contains(keys[1]),
        !open.contains([keys[0], keys[1]]), !unreached.block(row.text(T.funnel), step)
      {
        add(
          .funnelStep, funnel: row.text(T.funnel), row.segment, step, customers: before.customers,
          customers, of: before.customers)
      }
      before = (keys, step, customers)
    }
  }

  private func newest(_ figure: CohortAverages.Figure, _ cohorts: [Cell]) -> Set<Cell> {
    func first(_ cohort: Cell) -> Day { cohort.month?.firstDay ?? cohort.day ?? Day(0) }
    return Set(Set(cohorts).sorted { first($0) < first($1) }.suffix(figure.longest))
  }
}
