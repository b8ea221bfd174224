import Values

/// One table as strangers may see it.
///
/// The rows are taken apart into groups that add up to something that is shown elsewhere: all
/// values of a dimension in one month, with all its days. A group is shown whole, or blank whole,
/// zeros included, so that nothing can be found by subtraction from what is beside it:
///
/// - days are shown for whole months only, and weeks only where all their days are;
/// - values that are not shown are one row `(other)`, which is as large as it has to be;
/// - of ages and steps a run without a gap is shown;
/// - what is computed from counts that the file does not have is blank: they may be small.
struct SharedTable {
  private let table: Table
  private let blocks: [SharedBlock]
  private let places: RowPlaces
  private let labels: SharedLabels

  init(
    _ table: Table, _ schema: TableSchema, _ smallest: Int64, _ payers: PayerBounds,
    _ labels: SharedLabels
  ) {
    self.table = table
    self.labels = labels
    places = RowPlaces(schema)
    blocks = schema.blocks.map { SharedBlock($0, of: schema, smallest, payers) }
  }

  /// The table with what may be shown.
  var shown: Table {
    var result = table
    let others = table.rows.map { isOther($0) }
    for block in blocks { hide(block, others, &result) }
    for row in result.rows.indices where others[row] { blank(&result.rows[row]) }
    blankWhole(&result)
    result.rows = places.relabelled(result.rows, others)
    return places.withoutBlankWeeks(result)
  }

  /// How many rows of a dimension have something of a block to show, by label.
  func shownRows(of dimension: String) -> [String: Int] {
    let part = places.rows(of: dimension, in: table)
    let others = part.rows.map { isOther($0) }
    var shown: [String: Int] = [:]
    for block in blocks {
      let hidden = HiddenRows(part, block, places, others).counts
      for (row, isHidden) in zip(part.rows, hidden) where !isHidden && block.size(row) > 0 {
        for (name, label) in places.labelled(row) where name == dimension {
          shown[label, default: 0] += 1
        }
      }
    }
    return shown
  }

  private func isOther(_ row: [Cell]) -> Bool {
    places.labelled(row).contains { dimension, label in !labels.shows(label, of: dimension) }
  }

  private func hide(_ block: SharedBlock, _ others: [Bool], _ result: inout Table) {
    let hidden = HiddenRows(table, block, places, others)
    for row in table.rows.indices {
      if hidden.counts[row] {
        for column in block.columns + dates { result.rows[row][column] = .missing }
      } else if hidden.money[row] {
        for column in block.money { result.rows[row][column] = .missing }
      }
    }
  }

  /// The days of the first or the last of what a row is about: they are those of single people.
  private var dates: [Int] {
    table.columns.indices.filter { column in
      table.columns[column].role == .detail && table.columns[column].kind == .day
    }
  }

  /// Sentences, which tell figures of other rows, too, and what rests on more than the file has.
  private func blankWhole(_ table: inout Table) {
    for column in table.columns.indices where table.columns[column].isNeverShared {
      for row in table.rows.indices { table.rows[row][column] = .missing }
    }
  }

  private func blank(_ row: inout [Cell]) {
    for column in table.columns.indices where !table.columns[column].isPlace {
      row[column] = .missing
    }
  }
}

extension Table.Column {
  /// Whether nobody can say of how few people a cell tells.
  var isNeverShared: Bool {
    role == .sentence
      || role == .figure && computation?.inputs.contains(where: \.isBeyondFile) == true
  }
}
