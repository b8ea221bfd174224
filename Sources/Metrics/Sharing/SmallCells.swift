import Values

/// Makes figures fit to be shown to strangers: no number tells about fewer than `smallest` people.
///
/// A count above 0 and below `smallest` is hidden with all that depends on it (``CellBlock``).
/// Where rows add up to another one (the segments of a dimension, the days of a month), what is
/// hidden could be found by subtraction: there the next smaller row is hidden with it, until at
/// least two are, and together count at least `smallest`. Lists of people and of payments are
/// left out whole. Every writer sees only what is left.
package struct SmallCells {
  private let smallest: Int64

  package init(below smallest: Int64) { self.smallest = smallest }

  package func hide(in figures: inout Figures) {
    figures.tables = figures.tables.map(hidden)
    figures.hiddenBelow = smallest
    hideAlerts(&figures)
  }

  private func hidden(_ table: Table) -> Table {
    guard let schema = ReportSchema.table(table.name) else { return table }
    if case .list = schema.privacy { return Table(name: table.name, columns: table.columns) }
    var result = table
    let groups = AdditiveRows(table).groups
    for block in schema.blocks {
      let rows = BlockRows(table, block, smallest).hidden(groups)
      for row in rows {
        for column in table.indices(block.columns) { result.rows[row][column] = .missing }
      }
    }
    return result
  }
}

/// Which rows of a table have one block hidden.
private struct BlockRows {
  private let smallest: Int64
  /// The largest count of the block in each row.
  private let sizes: [Int64]
  private var isHidden: [Bool]

  init(_ table: Table, _ block: CellBlock, _ smallest: Int64) {
    let counts = table.indices(block.counts)
    self.smallest = smallest
    sizes = table.rows.map { row in counts.map { row[$0].integer }.max() ?? 0 }
    isHidden = table.rows.map { row in
      counts.contains { (1..<smallest).contains(row[$0].integer) }
    }
  }

  /// With partners in every group; until nothing more has to be hidden, for rows are in several.
  func hidden(_ groups: [[Int]]) -> [Int] {
    var rows = self
    var isChanged = true
    while isChanged {
      isChanged = false
      for group in groups { while rows.hidePartner(in: group) { isChanged = true } }
    }
    return rows.isHidden.indices.filter { rows.isHidden[$0] }
  }

  /// Hides one more row of a group whose hidden ones could be found out; false where there is
  /// nothing to do.
  private mutating func hidePartner(in group: [Int]) -> Bool {
    let hidden = group.filter { isHidden[$0] }
    guard !hidden.isEmpty else { return false }
    let isSafe = hidden.count > 1 && hidden.reduce(0) { $0 + sizes[$1] } >= smallest
    let next = group.filter { !isHidden[$0] && sizes[$0] > 0 }.min {
      (sizes[$0], $0) < (sizes[$1], $1)
    }
    guard !isSafe, let next else { return false }
    isHidden[next] = true
    return true
  }
}

/// The rows of a table that add up to another one: those of all values of a dimension in one
/// period, and those of all days of a month.
private struct AdditiveRows {
  private let table: Table

  init(_ table: Table) { self.table = table }

  var groups: [[Int]] { grouped(bySegments) + grouped(byMonth) }

  private func grouped(_ key: ([Cell]) -> [Cell]?) -> [[Int]] {
    var groups: [[Cell]: [Int]] = [:]
    for (index, row) in table.rows.enumerated() {
      if let key = key(row) { groups[key, default: []].append(index) }
    }
    return groups.values.sorted { $0[0] < $1[0] }
  }

  private var keyColumns: [Int] {
    table.columns.indices.filter { table.columns[$0].isPlace }
  }

  /// All that tells rows apart but the value of their dimension.
  private func bySegments(_ row: [Cell]) -> [Cell]? {
    guard let value = table.columns.firstIndex(where: { $0.role == .value }),
      let dimension = table.columns.firstIndex(where: { $0.role == .dimension }),
      row[dimension] != .text("all")
    else { return nil }
    return keyColumns.filter { $0 != value }.map { row[$0] }
  }

  /// The same with a day's month in place of the day.
  private func byMonth(_ row: [Cell]) -> [Cell]? {
    let keys = keyColumns.map { row[$0] }
    guard keys.contains(where: { $0.day != nil }), !keys.contains(.text("week")) else { return nil }
    return keys.map { cell in cell.day.map { .month($0.month) } ?? cell }
  }
}

// MARK: - Alerts

extension SmallCells {
  /// Rules that were judged on few cases, or that tell of segments, keep their state and lose their
  /// figures: the segments' tables hide partners that an alert knows nothing of.
  private func hideAlerts(_ figures: inout Figures) {
    guard let index = figures.tables.firstIndex(where: { $0.name == AlertStates.schema.name })
    else { return }
    var table = figures.tables[index]
    let columns: [any ReportColumn<AlertStates>] = [
      AlertStates.value, AlertStates.low, AlertStates.high, AlertStates.sample,
      AlertStates.baseline, AlertStates.breaches, AlertStates.moved, AlertStates.command,
      AlertStates.critical, AlertStates.deviations,
    ]
    for (place, row) in Rows<AlertStates>(table).enumerated() where isSmall(row) || row.isOfSegments
    {
      for column in columns { table.rows[place][column.index] = .missing }
      table.rows[place][AlertStates.message.index] = .text(message)
      for alert in figures.alerts.indices where figures.alerts[alert].name == row[AlertStates.rule]
      {
        figures.alerts[alert].message = message
        (figures.alerts[alert].moved, figures.alerts[alert].command) = (nil, nil)
      }
    }
    figures.tables[index] = table
  }

  private var message: String {
    "Made of fewer than \(smallest) cases, or of single segments, which are not shown."
  }

  /// Whether the sample is small, or the part of it that a proportion counts.
  private func isSmall(_ row: Row<AlertStates>) -> Bool {
    let sample = row.integer(AlertStates.sample)
    if (1..<smallest).contains(sample) { return true }
    guard let share = row[AlertStates.value], share.millionths <= 1_000_000 else { return false }
    let part = (share.millionths * sample + 500_000) / 1_000_000
    return (1..<smallest).contains(part)
  }
}

extension Row<AlertStates> {
  /// Whether the alert tells of single segments.
  fileprivate var isOfSegments: Bool {
    [AlertStates.`where`, AlertStates.breaches, AlertStates.moved].contains { column in
      !(self[column] ?? "").isEmpty
    }
  }
}
