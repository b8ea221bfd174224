import Metrics
import Reports

/// `alerts.csv`: one row a rule, as in the CSV contract.
struct AlertsCSV: Report {
  let name = "alerts.csv"

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let writer = CSVWriter(dialect: options.csvDialect)
    try folder.write(writer.bytes(of: figures.table(AlertStates.self)), to: name)
  }
}
