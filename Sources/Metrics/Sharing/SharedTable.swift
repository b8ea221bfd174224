import Values

/// One table as strangers may see it: rows of months, in groups that add up to something that is
/// shown elsewhere (``RowPlaces/groups(_:)``).
///
/// Of a group either all names that ``SharedLabels`` shows are shown, zeros included, or none: then
/// what is hidden are all the others together, and these are many, too. Of ages and steps a run
/// without a gap is shown. Days are not shown, but for how things stood at the end of a month.
struct SharedTable {
  private let table: Table
  private let columns: SharedColumns
  private let rule: TableRule
  private let places: RowPlaces
  private let groups: [[Int]]

  init(_ table: Table, _ schema: TableSchema, _ rule: SharingRule, asOf: Day) {
    places = RowPlaces(schema)
    columns = SharedColumns(schema)
    self.rule = TableRule(rule, schema, columns)
    self.table = Self.monthly(table, places, isDaily: schema.name == Daily.schema.name, asOf)
    groups = places.groups(self.table.rows)
  }

  /// Weeks and the days of segments are left out, other days are blank.
  private static func monthly(_ table: Table, _ places: RowPlaces, isDaily: Bool, _ asOf: Day)
    -> Table
  {
    var result = Table(name: table.name, columns: table.columns)
    result.rows = table.rows.compactMap { row in
      guard let day = places.day(row) else { return row }
      guard !places.isWeek(row), places.labels(row).isEmpty else { return nil }
      let isEnd = isDaily && (day == asOf || day == day.month.lastDay)
      return zip(row, table.columns).map { cell, column in
        column.isKey || isEnd && column.isState ? cell : .missing
      }
    }
    return result
  }

  /// The table with what may be shown.
  func shown(_ labels: SharedLabels) -> Table {
    var result = table
    for (row, shown) in zip(table.rows.indices, shownColumns(groups, labels)) {
      columns.hide(allBut: shown, of: &result.rows[row])
    }
    result.rows.removeAll { !places.labels($0).isEmpty && places.isTrace($0) }
    return result
  }

  func shownCells(of dimension: String, _ labels: SharedLabels) -> [String: Int] {
    let groups = groups.filter { rows in
      places.labels(table.rows[rows[0]]).contains { $0.dimension == dimension }
    }
    let shown = shownColumns(groups, labels)
    return groups.joined().reduce(into: [:]) { sum, row in
      let cells = shown[row].count { table.rows[row][$0].integer != 0 }
      for label in places.labels(table.rows[row])
      where label.dimension == dimension && cells > 0 { sum[label.name, default: 0] += cells }
    }
  }

  /// How large each name is: the largest counts of its rows together.
  var sizes: [RowPlaces.Label: Int64] {
    table.rows.reduce(into: [:]) { sizes, row in
      let size = columns.counts.map { row[$0].integer }.max() ?? 0
      for label in places.labels(row) { sizes[label, default: 0] += size }
    }
  }

  // MARK: - Groups

  private func shownColumns(_ groups: [[Int]], _ labels: SharedLabels) -> [Set<Int>] {
    var shown = [Set<Int>](repeating: [], count: table.rows.count)
    for group in groups {
      let ages = Dictionary(grouping: group) { places.position(table.rows[$0]) }
        .sorted { $0.key < $1.key }.map(\.value).map { Age($0, named: isNamed(labels), in: table) }
      for unit in columns.units(ofSegment: !places.labels(table.rows[group[0]]).isEmpty) {
        for age in ages[longestRun(of: ages.map { !isUnsafe(unit, $0) })] {
          for row in age.named { shown[row].formUnion(unit.columns) }
        }
      }
    }
    return shown
  }

  /// The rows of a group that are of one age.
  private struct Age {
    let named: [Int]
    /// Of each row, and of those that are not shown by name together.
    let values: [[Int64]]
    let month: [Cell]

    init(_ rows: [Int], named isNamed: ([Cell]) -> Bool, in table: Table) {
      named = rows.filter { isNamed(table.rows[$0]) }
      let rest = rows.filter { !isNamed(table.rows[$0]) }
      values =
        named.map { table.rows[$0].map(\.integer) }
        + [
          table.columns.indices.map { column in
            rest.reduce(0) { $0 + table.rows[$1][column].integer }
          }
        ]
      month = table.rows[rows[0]]
    }
  }

  private func isNamed(_ labels: SharedLabels) -> ([Cell]) -> Bool {
    { row in places.labels(row).allSatisfy { labels.shows($0) } }
  }

  private func isUnsafe(_ unit: SharedColumns.Unit, _ age: Age) -> Bool {
    let month = places.month(age.month)
    return age.values.contains { rule.isUnsafe(unit.judged, $0, in: month) }
  }

  private func longestRun(of safe: [Bool]) -> Range<Int> {
    var best = 0..<0
    var start = 0
    for place in safe.indices {
      if !safe[place] { start = place + 1 }
      if place + 1 - start > best.count { best = start..<(place + 1) }
    }
    return best
  }
}
