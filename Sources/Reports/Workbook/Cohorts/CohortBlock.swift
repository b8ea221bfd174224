import Metrics

/// A triangle with its average on top, by formulas over its ``Cube`` and the drop-downs.
struct CohortBlock {
  /// What stands above an age.
  enum AgeHead {
    /// Its number.
    case number(Style.Format)
    /// The event of each step, by its number.
    case words([Int: String])
  }

  /// A way to look at it, and how its figures are written.
  struct Measure {
    let title: StaticString
    let format: Style.Format
  }

  let cube: Cube
  var heading = ""
  let cohortHead: String
  let facts: [(head: String, format: Style.Format)]
  let ageHead: AgeHead
  let measures: [Measure]
  /// Cohorts whose time to go on is not over.
  var openCohorts: Set<Cell> = []
  /// Cohorts whose month goes on.
  var runningCohorts: Set<Cell> = []
  /// The drop-down between measures, where there are several.
  var shows: BlockName?

  var isEmpty: Bool { cube.cohorts.isEmpty || cube.ages.isEmpty }
  var columns: Int { 1 + cube.factNames.count + cube.ages.count }
  /// Header, average, cohorts.
  var height: Int { 2 + cube.cohorts.count }

  /// Of everything, in the first measure, as the sheet holds it; nothing of fewer than 30 people.
  func average(_ age: Int) -> Double? { cube.average(age).inSheet }

  /// The ages of the chart: those with an average of all.
  var drawnAges: Int { cube.ages.prefix { average($0) != nil }.count }

  // MARK: - Written

  func write(_ writer: SheetWriter, at row: Int) throws {
    try writer.heads([cohortHead] + facts.map(\.head), row)
    for index in cube.ages.indices { try writeHead(index, writer, row) }
    try writeAverage(writer, row + 1)
    for index in cube.cohorts.indices { try write(cohort: index, writer, row + 2 + index) }
    let figures = Area(rows: (row + 2)...(row + height - 1), columns: 1...(columns - 1))
    let people = CellPlace(row: row + 2, column: 1, isRowFixed: false)
    try writer.pale(figures, where: "AND(ISNUMBER(\(people)),\(people)<30)")
    let ages = Area(rows: figures.rows, columns: (1 + cube.factNames.count)...(columns - 1))
    try writer.heat(ages)
    try writer.define(
      BlockName(triangle: cube.name), rows: row...(row + height - 1), columns: 0...(columns - 1))
  }

  private func writeHead(_ index: Int, _ writer: SheetWriter, _ row: Int) throws {
    let column = 1 + cube.factNames.count + index
    let age = cube.ages[index]
    switch ageHead {
    case .words(let words):
      try writer.head(words[age] ?? "", row, column, .headerOfNumbers)
    case .number(let format):
      try writer.put(.count(Int64(age)), row, column, .headerOfNumbers.with(format))
    }
  }

  private func writeAverage(_ writer: SheetWriter, _ row: Int) throws {
    let style = Style(format: measures[0].format).bold
    try writer.put("Weighted average (30 or more)", row, 0, .plain.bold)
    for (index, age) in cube.ages.enumerated() {
      try writer.put(
        cube.averageCell(column(index)), cached: cube.average(age), row,
        1 + cube.factNames.count + index, style)
    }
  }

  private func write(cohort index: Int, _ writer: SheetWriter, _ row: Int) throws {
    let cohort = cube.cohorts[index]
    let isOpen = openCohorts.contains(cohort)
    func look(_ style: Style) -> Style { isOpen ? style.immature : style }
    let month = runningCohorts.contains(cohort) ? Style.Format.runningMonth : .month
    try writer.put(cohort, row, 0, look(Style(format: month).leading))
    for fact in facts.indices {
      try writer.put(
        cube.cell(index, "\(cube.column(fact: fact))"), cached: cube.fact(fact, cohort), row,
        1 + fact, look(Style(format: facts[fact].format)))
    }
    let style = look(Style(format: measures[0].format))
    for (place, age) in cube.ages.enumerated() {
      try writer.put(
        cube.cell(index, column(place)), cached: cube.value(age, cohort), row,
        1 + cube.factNames.count + place, style)
    }
  }

  /// A column of the figures at an age, of the chosen measure.
  private func column(_ age: Int) -> CellFormula {
    let first = cube.column(age: age)
    guard let shows, measures.count > 1 else { return "\(first)" }
    return "\(first)+IF(\(shows)=\"\(measures[1].title)\",\(cube.measureWidth),0)"
  }
}

extension Cell {
  /// The number that a sheet holds: amounts are written to the cent.
  var inSheet: Double? {
    if case .money(let amount) = self { Double(cents(amount)) / 100 } else { magnitude }
  }
}
