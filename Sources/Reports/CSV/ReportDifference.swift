import Metrics
import Values

/// Cells that two reports have otherwise, and rows that only one has.
package struct ReportDifference: Sendable, Equatable {
  /// A cell with both its texts.
  package struct Cell: Sendable, Equatable {
    package let file: String
    /// The cells that tell the row from others.
    package let row: [String]
    package let column: String
    package let before: String
    package let after: String
  }

  package struct File: Sendable, Equatable {
    package let name: String
    package var equalRows = 0
    package var changedRows = 0
    package var onlyBefore = 0
    package var onlyAfter = 0
  }

  package private(set) var files: [File] = []
  package private(set) var cells: [Cell] = []

  /// `before` and `after` give the bytes of a CSV file by its name, nil where there is none.
  package init(before: (String) throws -> [UInt8]?, after: (String) throws -> [UInt8]?) rethrows {
    for file in ReportSchema.all {
      guard let old = try before(file.name), let new = try after(file.name) else { continue }
      compare(CSVRecords(old).map(\.fields), CSVRecords(new).map(\.fields), file)
    }
  }

  private mutating func compare(_ old: [[String]], _ new: [[String]], _ file: TableSchema) {
    let width = file.keys.count
    let known = Dictionary(old.dropFirst().map { (Array($0.prefix(width)), $0) }) { $1 }
    var result = File(name: file.name)
    for row in new.dropFirst() {
      guard let before = known[Array(row.prefix(width))] else {
        result.onlyAfter += 1
        continue
      }
      let changed = changes(before, row, old[0], new[0], file.name, width)
      cells += changed
      if changed.isEmpty { result.equalRows += 1 } else { result.changedRows += 1 }
    }
    result.onlyBefore = known.count - result.equalRows - result.changedRows
    files.append(result)
  }

  /// The columns that both versions of a row have, by name: a newer program may have more.
  private func changes(
    _ before: [String], _ after: [String], _ oldNames: [String], _ newNames: [String],
    _ file: String, _ width: Int
  ) -> [Cell] {
    newNames.indices.dropFirst(width).compactMap { index in
      guard let at = oldNames.firstIndex(of: newNames[index]), at < before.count,
        index < after.count, before[at] != after[index]
      else { return nil }
      return Cell(
        file: file, row: Array(after.prefix(width)), column: newNames[index], before: before[at],
        after: after[index])
    }
  }
}
