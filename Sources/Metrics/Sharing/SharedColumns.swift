struct SharedColumns {
  /// Columns that are hidden together, and those that decide it.
  struct Unit {
    var columns: Set<Int>
    /// Sums of the columns, too: where one is hidden, its parts are.
    var judged: Set<Int>
  }

  let counts: [Int]
  let amounts: [Int]
  /// In rows of the total: what can be shown alone, but for the parts of a sum.
  private let separate: [Unit]
  /// Where the counts of a row, or of neighbouring ones, could be found from each other.
  private let joint: [Unit]
  private let jointForSegments: Bool
  private let jointForAll: Bool
  /// What follows from these columns, and is hidden with any of them.
  private let dependents: [(column: Int, inputs: Set<Int>)]
  private let neverShared: [Int]

  init(_ schema: TableSchema) {
    let columns = schema.columns
    counts = columns.indices.filter { columns[$0].isCountOfPeople }
    amounts = columns.indices.filter { columns[$0].isAmountOfPeople }
    let judged = Set(counts + amounts)
    separate = Self.units(schema, judged)
    let together = Set(counts)
    joint =
      [Unit(columns: together, judged: together)]
      + separate.filter { $0.columns.isDisjoint(with: together) }
    jointForSegments = schema.identities.contains { together.contains(schema.index(of: $0.column)) }
    jointForAll = columns.contains { $0.role == .requiredKey && $0.kind == .count }
    dependents = columns.indices.filter { columns[$0].followsFromOthers && !judged.contains($0) }
      .map { ($0, Self.inputs(columns[$0], schema, judged)) }
    neverShared = columns.indices.filter { columns[$0].isNeverShared }
  }

  func units(ofSegment isSegment: Bool) -> [Unit] {
    jointForAll || jointForSegments && isSegment ? joint : separate
  }

  /// Leaves of a row only these columns, and what follows from them.
  func hide(allBut shown: Set<Int>, of row: inout [Cell]) {
    for column in counts + amounts where !shown.contains(column) { row[column] = .missing }
    for (column, inputs) in dependents where !inputs.isSubset(of: shown) {
      row[column] = .missing
    }
    for column in neverShared { row[column] = .missing }
  }

  private static func units(_ schema: TableSchema, _ judged: Set<Int>) -> [Unit] {
    var units = judged.sorted().map { Unit(columns: [$0], judged: [$0]) }
    var sums: Set<Int> = []
    for identity in schema.identities {
      let sum = schema.index(of: identity.column)
      let parts = Set(identity.parts.map { schema.index(of: $0.column) }).subtracting(sums)
      let isMultiple = identity.parts.count == 1
      join(isMultiple ? [sum, schema.index(of: identity.parts[0].column)] : parts, sum, in: &units)
      sums.insert(sum)
    }
    return units
  }

  private static func join(_ parts: Set<Int>, _ sum: Int, in units: inout [Unit]) {
    var whole = Unit(columns: [], judged: [sum])
    for unit in units where !unit.columns.isDisjoint(with: parts) {
      whole.columns.formUnion(unit.columns)
      whole.judged.formUnion(unit.judged)
    }
    units.removeAll { !$0.columns.isDisjoint(with: parts) }
    units.append(whole)
  }

  private static func inputs(
    _ column: Table.Column, _ schema: TableSchema, _ judged: Set<Int>
  ) -> Set<Int> {
    guard let computation = column.computation else { return judged }
    return computation.inputs.reduce(into: []) { all, input in
      if !input.addends.isEmpty {
        all.formUnion(judged.intersection(input.addends.map { schema.index(of: $0) }))
      } else if input.isOfCustomers {
        all.formUnion(judged.filter { schema.columns[$0].kind == input.kind })
      }
    }
  }
}

extension Table.Column {
  /// Whether it is a sum of customers' money, and does not follow from counts.
  fileprivate var isAmountOfPeople: Bool {
    kind == .money && role == .figure && isSummable && isOfCustomers && nonAdditive == nil
  }

  /// Whether it is a figure, or says of whom figures are, and no key, flag or number of no people.
  fileprivate var followsFromOthers: Bool {
    !isKey && kind != .flag && (isOfCustomers || computation != nil)
  }

  /// Whether nobody can say of how few people it is.
  var isNeverShared: Bool {
    role == .sentence
      || role == .figure && computation?.inputs.contains(where: \.isBeyondFile) == true
  }
}
