import Alerts
import Metrics
import SQLite
import Store

/// `runrate check`: JUDGE on what the database holds; nothing is read, published or remembered.
func check(_ options: Options, _ console: Console) throws -> ExitCode {
  try demandDatabase(options)
  let session = try Session(options, console)
  let (asOf, extent) = try session.reportDay()
  try session.store.database.transaction { try session.fold(to: asOf) }
  var figures = try session.figures(asOf: asOf, extent: extent)
  _ = try session.judge(&figures)
  try console.write(answer(figures, options))
  return ExitCode(Standing(figures.alerts))
}

private func answer(_ figures: Figures, _ options: Options) -> String {
  if options.writesJSON { return AlertsJSON.text(figures) }
  return options.alerts.isDryRun
    ? NagiosLine.text(figures) + NagiosLine.every(figures) : NagiosLine.text(figures)
}
