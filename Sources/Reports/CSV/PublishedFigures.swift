package import Metrics
import Values

/// Figures of a published report, as its CSV files have them: money to the cent.
package struct PublishedFigures: Sendable {
  private let figures: Figures

  /// The files that ``Figures/headlines`` looks at.
  private static let tables = [
    Daily.schema, Churn.schema, Outcomes.schema,
  ]

  /// `currency` and `trialGraceDays` as the report's `run.json` has them; `file` gives the bytes of
  /// a CSV file by its name, nil where there is none. Nil without a day.
  package init?(
    currency: String, trialGraceDays: Int?, _ file: (String) throws -> [UInt8]?
  ) rethrows {
    let tables = try Self.tables.compactMap { known in
      try file(known.name).map { known.table(from: CSVRecords($0).map(\.fields)) }
    }
    guard let daily = tables.first(where: { $0.name == Daily.schema.name }),
      let asOf = Rows<Daily>(daily).last?[Daily.date]
    else { return nil }
    var figures = Figures(
      asOf: asOf, zone: "UTC", currency: currency, version: "", configurationHash: "")
    figures.tables = tables
    figures.trialGraceDays = trialGraceDays ?? figures.trialGraceDays
    self.figures = figures
  }

  /// The figures of the headline in both reports and by how much they differ, as people read them.
  package static func headlines(
    _ before: PublishedFigures, _ after: PublishedFigures
  ) -> [(name: String, before: String, after: String, change: String)] {
    zip(before.figures.headlines, after.figures.headlines).map { old, new in
      let isKnown = old.value != .missing && new.value != .missing
      return (
        new.name, before.figures.shown(old.value), after.figures.shown(new.value),
        isKnown ? DisplayFormat.change(new.value, from: old.value) : ""
      )
    }
  }
}

extension TableSchema {
  /// Rows by the columns that `records` name in their first line; what is not there is missing.
  package func table(from records: [[String]]) -> Table {
    let places = columns.map { column in records.first?.firstIndex(of: column.name) }
    return table(
      records.dropFirst().map { record in
        zip(columns, places).map { column, place in
          place.flatMap { $0 < record.count ? Cell(column.kind, record[$0]) : nil } ?? .missing
        }
      })
  }
}

extension Cell {
  /// What a field of a CSV file says; nil for an empty one, and for what its kind cannot be.
  fileprivate init?(_ kind: Table.Kind, _ field: String) {
    let cell: Cell? =
      switch kind {
      case .text: .text(field)
      case .count: Int64(field).map(Cell.count)
      case .money: ExactDecimal(field)?.scaled(places: 6).map { .money(Amount(micros: $0)) }
      case .rate, .number:
        ExactDecimal(field)?.scaled(places: 6).map { .rate(Rate(millionths: $0)) }
      case .day: Day(field).map(Cell.day)
      case .month: Month(field).map(Cell.month)
      case .period: Day(field).map(Cell.day) ?? Month(field).map(Cell.month)
      case .flag: .flag(field == "1")
      }
    guard !field.isEmpty, let cell else { return nil }
    self = cell
  }
}
