import Values

/// A figure that somebody asks about by name: a column of a table of the report.
package struct Metric: Sendable {
  package let file: TableSchema
  package let column: Table.Column
  /// The other files that have a column of this name, where only that was given.
  package let others: [String]

  /// `daily`, `mrr` as `daily.mrr`.
  package var name: String { "\(file.name).\(column.name)" }

  /// Reads `file.column`, or a column: of the first table of the report that has it.
  package init(named text: String) throws(FigureRefusal) {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    let found = Self.all.filter { file, column in
      column.name == parts.last && (parts.count == 1 || file.name == parts[0])
    }
    guard let first = found.first else {
      throw FigureRefusal(
        reason: .unknown, message: "there is no figure \"\(text)\"",
        nearest: Self.nearest(to: text).map { [$0] } ?? [])
    }
    (file, column) = first
    others = parts.count == 1 ? found.dropFirst().map { "\($0.0.name).\($0.1.name)" } : []
  }

  package init(_ file: TableSchema, _ column: Table.Column) {
    self.file = file
    self.column = column
    others = []
  }

  /// The columns that tell of it in reconciliations: itself, and what it follows from.
  package var reconciled: Set<String> {
    let columns = [column.name] + FormulaInputs(self).columns + (identity ?? []).map(\.column)
    return Set(columns.map { "\(file.name).\($0)" })
  }

  /// Every column of the report, those that tell rows apart last.
  private static let all: [(TableSchema, Table.Column)] = {
    let columns = ReportSchema.all.flatMap { file in file.columns.map { (file, $0) } }
    return columns.filter { !$0.0.isKey($0.1) } + columns.filter { $0.0.isKey($0.1) }
  }()

  private static func nearest(to text: String) -> String? {
    nearestName(to: text, among: all.map { $1.name })
      ?? nearestName(to: text, among: all.map { "\($0.name).\($1.name)" })
  }
}
