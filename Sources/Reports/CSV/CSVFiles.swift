import Metrics

/// Every table as `csv/<name>.csv`, read back before anybody can see it.
struct CSVFiles: Report {
  let name = "csv/*.csv"
  let form: ReportForm? = .csv

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let writer = CSVWriter(dialect: options.csvDialect)
    for table in figures.tables.map(figures.published) {
      let bytes = writer.bytes(of: table)
      if let difference = CSVReader().difference(between: bytes, and: table) {
        throw ReportError.csvDiffers(table: table.name, difference)
      }
      try folder.write(bytes, to: "csv/\(table.name).csv")
    }
  }
}
