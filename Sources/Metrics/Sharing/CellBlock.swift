/// Columns that are hidden together: when one of `counts` is small, all of the block is hidden,
/// because each of its columns tells about the same few people.
struct CellBlock {
  /// How many people, or payments of people, the columns are about.
  let counts: [String]
  let amounts: [String]
  /// From which the others follow, with what is shown beside them: hidden with them, and judged by
  /// a block of their own.
  let dependents: [String]
  /// Whether the columns tell how things stand at the end of a day, so that two days tell what
  /// happened between them.
  let isState: Bool
  /// The columns that count who came and went on that day; none where the row does not say.
  let movements: [String]
  /// Whether the counts are of people who moved, each in a way of its own.
  let isMovement: Bool

  init(
    _ counts: [any ReportColumn], _ amounts: [any ReportColumn] = [],
    with dependents: [any ReportColumn] = [], isState: Bool = false,
    movedBy movements: [any ReportColumn] = [], isMovement: Bool = false
  ) {
    self.counts = counts.map(\.name)
    self.amounts = amounts.map(\.name)
    self.dependents = dependents.map(\.name)
    self.isState = isState
    self.movements = movements.map(\.name)
    self.isMovement = isMovement
  }

  /// A row as one block: all that it tells of people.
  init(row columns: [Table.Column]) {
    counts = columns.filter(\.isCountOfPeople).map(\.name)
    amounts = columns.filter { !$0.isCountOfPeople && !$0.isPlace && $0.kind != .flag }.map(\.name)
    dependents = []
    isState = false
    movements = []
    isMovement = false
  }

  var columns: [String] { counts + amounts + dependents }
}

extension TableSchema {
  /// What is hidden together; none where all is left out, or nothing.
  var blocks: [CellBlock] {
    switch privacy {
    case .blocks(let blocks): blocks
    case .row: [CellBlock(row: columns)]
    case .list, .open: []
    }
  }
}

extension Table.Column {
  /// Whether it says which row it is, and so may be shown of any group.
  var isPlace: Bool { isKey || role == .detail }
}
