/// Columns that are hidden together: when one of `counts` is small, all of the block is hidden,
/// because each of its columns tells about the same few people.
struct CellBlock {
  /// How many people, or payments of people, the columns are about.
  let counts: [String]
  let amounts: [String]
  /// From which the others follow, with what is shown beside them: hidden with them, and judged by
  /// a block of their own.
  let dependents: [String]

  init(
    _ counts: [any ReportColumn], _ amounts: [any ReportColumn] = [],
    with dependents: [any ReportColumn] = []
  ) {
    self.counts = counts.map(\.name)
    self.amounts = amounts.map(\.name)
    self.dependents = dependents.map(\.name)
  }

  /// A row as one block: all that it tells of people.
  init(row columns: [Table.Column]) {
    counts = columns.filter(\.isCountOfPeople).map(\.name)
    amounts = columns.filter { !$0.isCountOfPeople && !$0.isPlace && $0.kind != .flag }.map(\.name)
    dependents = []
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
