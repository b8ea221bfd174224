import Metrics
import Values

/// Every table as `csv/<name>.csv`, read back before anybody can see it.
struct CSVFiles: Report {
  let name = "csv/*.csv"
  let form: ReportForm? = .csv

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let writer = CSVWriter(dialect: options.csvDialect)
    for table in figures.tables.map(figures.published) {
      let bytes = writer.bytes(of: table)
      if let difference = CSVReader().difference(between: bytes, and: table) {
        throw Failure.differs(table.name, difference)
      }
      try folder.write(bytes, to: "csv/\(table.name).csv")
    }
  }
}

extension Failure {
  /// A CSV file that was read back says something else than its table.
  static func differs(_ table: String, _ difference: CSVReader.Difference) -> Failure {
    Failure(
      "csv/\(table).csv, read back, says \"\(difference.found)\" where \"\(difference.expected)\" was "
        + "written: line \(difference.line), column \(difference.column)",
      hint:
        "nothing was published; this is a defect of the program, or of the memory of the machine",
      exit: .reconciliation)
  }
}
