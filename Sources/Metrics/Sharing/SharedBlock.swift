import Values

/// One block of a table's columns, and what makes it unsafe in a row.
struct SharedBlock {
  /// What is hidden with the counts.
  let columns: [Int]
  /// What is hidden where one payer dominates.
  let money: [Int]
  private let counts: [Int]
  private let sums: [(column: Int, isMRR: Bool)]
  /// Parts of a whole that the row tells, too: who is not in the part must be many, or nobody.
  private let complements: [(part: [Int], whole: [Int])]
  let isState: Bool
  private let movements: [Int]
  private let isMovement: Bool
  private let smallest: Int64
  private let payers: PayerBounds
  private let isCash: Bool

  init(_ block: CellBlock, of schema: TableSchema, _ smallest: Int64, _ payers: PayerBounds) {
    self.smallest = smallest
    self.payers = payers
    let names = Set(block.columns)
    let known = schema.columns.enumerated().filter { names.contains($1.name) }
    columns = known.map(\.offset)
    counts = known.filter { block.counts.contains($1.name) }.map(\.offset)
    money = known.filter { $1.kind == .money || $1.isOfMoney }.map(\.offset)
    sums = known.filter { $1.kind == .money && $1.isSummable && block.amounts.contains($1.name) }
      .map {
        ($0.offset, Self.mrrNames.contains($0.element.name) || $0.element.name.contains("mrr"))
      }
    complements =
      known.compactMap { Self.complement($0.element, schema) }
      + known.compactMap { Self.part($0.element, schema) }
    isState = block.isState
    movements = block.movements.compactMap { schema.columnIndex($0) }
    isMovement = block.isMovement
    isCash = Self.cashTables.contains(schema.name)
  }

  /// Tables whose money is that of one day, week or month.
  private static let cashTables: Set = [
    "daily", "daily_segments", "revenue", "refunds", "price_points",
  ]
  private static let mrrNames: Set = Set(MRRMovements.schema.columns.map(\.name))

  private static func complement(_ column: Table.Column, _ schema: TableSchema)
    -> (part: [Int], whole: [Int])?
  {
    guard column.kind == .rate, case .ratio(let part, let whole)? = column.computation,
      part.kind == .count, whole.kind == .count, part.otherRow == nil, whole.otherRow == nil,
      !part.addends.isEmpty, !whole.addends.isEmpty
    else { return nil }
    let places = [part, whole].map { $0.addends.compactMap { schema.columnIndex($0) } }
    return (places[0], places[1])
  }

  /// Columns that count some of those whom another one counts, without a rate that says so: the
  /// first that the file has.
  private static let wholes = [
    "payers": ["customers"], "matured_trials": ["trials"], "matured_converted": ["converted"],
    "matured": ["starts", "grants"], "trials_matured": ["trials_ended"],
    "trials_cancelled": ["trials_ending"], "in_trial": ["cancellations"],
    "recovered": ["failures"], "encountered": ["customers"],
  ]

  private static func part(_ column: Table.Column, _ schema: TableSchema)
    -> (part: [Int], whole: [Int])?
  {
    guard let part = schema.columnIndex(column.name), let names = wholes[column.name],
      let whole = names.lazy.compactMap({ schema.columnIndex($0) }).first
    else { return nil }
    return ([part], [whole])
  }

  /// Whether some count of the row, or what it leaves of its whole, is about a few people.
  func isSmall(_ row: [Cell]) -> Bool {
    counts.contains { isFew(row[$0].integer) }
      || complements.contains { pair in
        guard pair.part.allSatisfy({ row[$0] != .missing }) else { return false }
        return isFew(sum(row, pair.whole) - sum(row, pair.part))
      }
  }

  /// Whether one payer could be most of some sum of the row.
  func isDominated(_ row: [Cell], in month: Month?) -> Bool {
    sums.contains { column, isMRR in
      let basis: PayerBounds.Basis =
        isMRR ? .mrr : isCash ? month.map { .month($0) } ?? .lifetime : .lifetime
      return payers.dominates(row[column].integer, basis)
    }
  }

  /// Whether rows say who came and went, besides how things stand then.
  var tellsMovements: Bool { !movements.isEmpty }

  /// Whether a few people came or went between two rows of the same place, a day and the next; nil
  /// for the first.
  func isSmallMove(to row: [Cell], from before: [Cell]?) -> Bool {
    guard movements.isEmpty else { return isFew(sum(row, movements)) }
    return before.map { before in counts.contains { isFew(row[$0].integer - before[$0].integer) } }
      ?? false
  }

  /// Whether all who moved went one way: what a state changed by then says how many they were, of
  /// every segment and every day.
  func isOneWay(_ sums: [Cell]) -> Bool {
    isMovement && counts.count { sums[$0].integer != 0 } == 1
  }

  /// The largest count of the row.
  func size(_ row: [Cell]) -> Int64 { counts.map { row[$0].integer }.max() ?? 0 }

  func isFew(_ count: Int64) -> Bool { (1..<smallest).contains(abs(count)) }

  private func sum(_ row: [Cell], _ places: [Int]) -> Int64 {
    places.reduce(0) { $0 + row[$1].integer }
  }
}

extension Table.Column {
  /// Whether it is a number that follows from money, or from what nobody declares.
  fileprivate var isOfMoney: Bool {
    guard [.rate, .number].contains(kind) else { return false }
    guard let computation else { return true }
    return computation.inputs.contains { $0.kind == .money }
  }
}

extension TableSchema {
  fileprivate func columnIndex(_ name: String) -> Int? {
    columns.firstIndex { $0.name == name }
  }
}
