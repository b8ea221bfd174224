package import Values

/// A table of the report, declared once: its columns as typed constants, and in ``schema`` all that
/// writers, proofs, alerts, explanations and the dictionary have to know of it.
///
///     enum Churn: ReportTable, ByMonth, BySegment {
///       static let opening = count("opening_customers", "Customers with MRR at the opening.")
///       static let churned = count("churned_customers", "Those without MRR at the close.")
///       static let rate = ratio("churn_rate", churned, over: opening, "Churned ÷ opening customers.")
///     }
///
/// `figures.rows(of: Churn.self)` has rows that know their columns: `row[Churn.rate]` is a `Rate?`.
package protocol ReportTable: Sendable {
  static var schema: TableSchema { get }
}

/// A column of a table of the report; `Value` is what its cells hold.
package struct Column<Owner: ReportTable, Value: CellValue>: ReportColumn {
  package internal(set) var definition: Table.Column

  init(_ name: String, _ kind: Table.Kind, _ meaning: String, _ role: Table.Role = .figure) {
    definition = Table.Column(name, kind, meaning, role)
  }
}

package protocol ReportColumn<Owner>: Sendable {
  associatedtype Owner: ReportTable
  var definition: Table.Column { get }
}

extension ReportColumn {
  /// As the header of the CSV file has it.
  package var name: String { definition.name }

  /// `churn.churn_rate`: as `explain` and alert rules name it.
  package var metricName: String { "\(Owner.schema.name).\(name)" }

  /// Its place in the rows of its table.
  package var index: Int { Owner.schema.index(of: name) }
}

package protocol CellValue: Sendable {
  /// Nil where the cell is missing, or holds something else.
  static func of(_ cell: Cell) -> Self?
  var cell: Cell { get }
}

extension Int64: CellValue {
  package static func of(_ cell: Cell) -> Self? { cell.count }
  package var cell: Cell { .count(self) }
}

extension Amount: CellValue {
  package static func of(_ cell: Cell) -> Self? { cell.amount }
  package var cell: Cell { .money(self) }
}

extension Rate: CellValue {
  package static func of(_ cell: Cell) -> Self? { cell.rate }
  package var cell: Cell { .rate(self) }
}

extension Day: CellValue {
  package static func of(_ cell: Cell) -> Self? { cell.day }
  package var cell: Cell { .day(self) }
}

extension Month: CellValue {
  package static func of(_ cell: Cell) -> Self? { cell.month }
  package var cell: Cell { .month(self) }
}

extension String: CellValue {
  package static func of(_ cell: Cell) -> Self? { cell.text }
  package var cell: Cell { .text(self) }
}

extension Bool: CellValue {
  package static func of(_ cell: Cell) -> Self? {
    if case .flag(let flag) = cell { flag } else { nil }
  }
  package var cell: Cell { .flag(self) }
}

/// A period is a day, a week's Monday or a month, by the grain of its row.
extension Cell: CellValue {
  package static func of(_ cell: Cell) -> Self? { cell == .missing ? nil : cell }
  package var cell: Cell { self }
}
