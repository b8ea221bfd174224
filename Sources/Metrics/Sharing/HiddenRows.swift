import Values

/// Which rows of a table have one block hidden: all of it, or its money.
struct HiddenRows {
  private(set) var counts: [Bool]
  private(set) var money: [Bool]
  private let table: Table
  private let block: SharedBlock
  private let places: RowPlaces
  private let others: [Bool]

  init(_ table: Table, _ block: SharedBlock, _ places: RowPlaces, _ others: [Bool]) {
    self.table = table
    self.block = block
    self.places = places
    self.others = others
    counts = others
    money = others
    if places.isOpen { hideRows() } else { hideGroups() }
  }

  // MARK: - Groups

  private mutating func hideGroups() {
    var groups: [[Cell]: [Int]] = [:]
    for row in table.rows.indices { groups[places.group(table.rows[row]), default: []].append(row) }
    var shown: Set<[Cell]> = []
    for (key, rows) in groups where hide(rows) { shown.insert(key) }
    hideWeeks(groups, shown)
  }

  /// Hides what must be of one group; whether all its counts are shown.
  private mutating func hide(_ rows: [Int]) -> Bool {
    let positions = Dictionary(grouping: rows) { places.position(table.rows[$0]) }
      .sorted { $0.key < $1.key }.map(\.value)
    let small = block.isOneWay(rest(rows)) ? rows : unsafe(positions) { isSmall($0) }
    let dominated = unsafe(positions) { isDominated($0) }
    let between = block.isState ? betweenMoves(rows) : []
    for row in small + between { counts[row] = true }
    for row in small + dominated + between { money[row] = true }
    return small.isEmpty
  }

  /// The days of a month of which two that are beside each other would tell what few people did:
  /// all of them, but for the last where the table tells movements, too, which then are those of a
  /// month.
  private func betweenMoves(_ rows: [Int]) -> [Int] {
    let series = Dictionary(grouping: rows) { places.label(table.rows[$0]) }
    let isUnsafe = series.values.contains { rows in
      let days = rows.sorted { day($0) < day($1) }
      return zip(days, [nil] + days.map(Optional.some)).contains { row, before in
        block.isSmallMove(to: table.rows[row], from: before.map { table.rows[$0] })
      }
    }
    guard isUnsafe else { return [] }
    let last = block.tellsMovements ? rows.map(day).max() : nil
    return rows.filter { day($0) != last }
  }

  private func day(_ row: Int) -> Int { places.day(table.rows[row]).map { Int($0.number) } ?? 0 }

  /// The rows of all but the longest run of positions that are safe.
  private func unsafe(_ positions: [[Int]], where isUnsafe: ([Int]) -> Bool) -> [Int] {
    let run = longestRun(of: positions.map { !isUnsafe($0) })
    return positions.indices.filter { !run.contains($0) }.flatMap { positions[$0] }
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

  /// Whether one of the rows, or what the labels that are not shown leave together, is about a few
  /// people.
  private func isSmall(_ rows: [Int]) -> Bool {
    let days = Dictionary(grouping: rows) { places.day(table.rows[$0]) }
    return days.values.contains { rows in
      rows.contains { !others[$0] && block.isSmall(table.rows[$0]) }
        || block.isSmall(rest(rows.filter { others[$0] }))
    }
  }

  private func isDominated(_ rows: [Int]) -> Bool {
    rows.contains { !others[$0] && isDominated($0) }
  }

  private func isDominated(_ row: Int) -> Bool {
    block.isDominated(table.rows[row], in: places.month(table.rows[row]))
  }

  /// The counts of several rows together, as one row.
  private func rest(_ rows: [Int]) -> [Cell] {
    table.columns.indices.map { column in
      guard table.columns[column].kind == .count else { return .missing }
      return .count(rows.reduce(0) { $0 + table.rows[$1][column].integer })
    }
  }

  /// A week is shown where all its days are: it adds nothing then, and could be held against months
  /// where they are not.
  private mutating func hideWeeks(_ groups: [[Cell]: [Int]], _ shown: Set<[Cell]>) {
    for row in table.rows.indices where places.isWeek(table.rows[row]) {
      let days = places.daysOfWeek(table.rows[row])
      guard
        !days.allSatisfy({ groups[$0] == nil || shown.contains($0) })
          || days.allSatisfy({ groups[$0] == nil })
      else { continue }
      counts[row] = true
      money[row] = true
    }
  }

  // MARK: - Rows that are judged by themselves

  /// With partners until the hidden rows of a group are many people together.
  private mutating func hideRows() {
    for row in table.rows.indices {
      let isCrossed = places.isCrossed(table.rows[row])
      counts[row] = counts[row] || isCrossed || block.isSmall(table.rows[row])
      money[row] = counts[row] || isDominated(row)
    }
    let groups = Dictionary(grouping: table.rows.indices) { places.group(table.rows[$0]) }
    for rows in groups.values { while hidePartner(in: rows) {} }
  }

  private mutating func hidePartner(in rows: [Int]) -> Bool {
    let hidden = rows.filter { counts[$0] }
    let people = hidden.reduce(0) { $0 + block.size(table.rows[$1]) }
    let next = rows.filter { !counts[$0] && block.size(table.rows[$0]) > 0 }.min {
      (block.size(table.rows[$0]), $0) < (block.size(table.rows[$1]), $1)
    }
    guard !hidden.isEmpty, people > 0, hidden.count < 2 || block.isFew(people), let next else {
      return false
    }
    counts[next] = true
    money[next] = true
    return true
  }
}
