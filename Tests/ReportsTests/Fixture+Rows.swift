import Foundation
import Metrics
import Values

@testable import Reports

/// The tables that ``SampleData`` is too plain for: a few rows each, of a simulated log to the same day,
/// in the folder `Rows`. A column that a file lacks is missing in all of its rows.
extension Fixture {
  static let rows: [Table] = [
    FirstPayments.schema, Billing.schema, RenewalCurve.schema, Operations.schema,
    Outcomes.schema, Paywalls.schema, PaywallEncounters.schema, ConversionTimes.schema,
    FunnelLosses.schema, Features.schema, Offers.schema, Referrals.schema,
    AcquisitionCost.schema, Plans.schema, PlanChanges.schema, PricePoints.schema,
    Experiments.schema, PriceSensitivity.schema, VariantLTV.schema, Survival.schema,
    Lifetimes.schema,
    PredictedLTV.schema, Suspicious.schema, Restated.schema,
  ].map(rows(of:))

  private static func rows(of file: TableSchema) -> Table {
    let folder = (#filePath as NSString).deletingLastPathComponent + "/Rows/"
    guard let bytes = try? readFile(folder + file.name + ".csv") else {
      fatalError("Tests/ReportsTests/Rows/\(file.name).csv cannot be read")
    }
    let records = CSVRecords(bytes).map(\.fields)
    let places = file.columns.map { column in records[0].firstIndex(of: column.name) }
    return file.table(
      records.dropFirst().map { record in
        zip(file.columns, places).map { column, place in
          place.map { cell(record[$0], column.kind) } ?? .missing
        }
      })
  }

  /// A field as the contract writes it.
  private static func cell(_ field: String, _ kind: Table.Kind) -> Cell {
    let isWhole = Int64(field) != nil
    let cell: Cell? =
      switch kind {
      case .text: .text(field)
      case .count: Int64(field).map(Cell.count)
      case .money: micros(field).map { .money(Amount(micros: $0)) }
      case .number where isWhole: Int64(field).map(Cell.count)
      case .rate, .number: micros(field).map { .rate(Rate(millionths: $0)) }
      case .day: Day(field).map(Cell.day)
      case .month: Month(field).map(Cell.month)
      case .period: Month(field).map(Cell.month) ?? Day(field).map(Cell.day)
      case .flag: .flag(field == "1")
      }
    return field.isEmpty ? .missing : cell ?? .missing
  }

  /// Millionths of a decimal number.
  private static func micros(_ field: String) -> Int64? {
    Double(field).map { Int64(($0 * 1_000_000).rounded()) }
  }
}

extension Table {
  /// The rows of the total; none where the table has no segments.
  var totals: Table {
    let dimension = columns.firstIndex { $0.role == .dimension }
    var totals = self
    totals.rows.removeAll { row in dimension.map { row[$0] != .text("all") } ?? true }
    return totals
  }
}
