import Simulator

/// `runrate simulate`: a log to try things with, to a folder or to standard output.
func simulate(_ options: Options, _ console: Console) throws -> ExitCode {
  let simulation = Simulation(try SimulationOptions(options.simulation))
  let summary =
    options.simulation.output == "-"
    ? try simulation.run { _, bytes in try console.write(String(decoding: bytes, as: UTF8.self)) }
    : try simulate(simulation, into: options.simulation.output)
  console.note(
    "wrote \(grouped(Int64(summary.lines))) lines about \(grouped(Int64(summary.customers))) "
      + "customers: \(grouped(Int64(summary.duplicates))) sent twice, "
      + "\(grouped(Int64(summary.late))) late, \(grouped(Int64(summary.broken))) broken")
  return .allWell
}

/// The log, a file for each day of delivery, with the configuration and tables that belong to it.
private func simulate(_ simulation: Simulation, into folder: String) throws -> SimulationSummary {
  try during("writing the log") {
    var log = try LogFolder(folder)
    let summary = try simulation.run { day, bytes in try log.append(bytes, to: day) }
    try log.finish(with: simulation)
    return summary
  }
}

extension SimulationOptions {
  /// As the command line asks for it.
  init(_ options: Options.Simulation) throws {
    self.init(
      seed: options.seed, firstDay: options.firstDay, days: options.days,
      customers: options.customers, events: options.events,
      incident: options.incident.flatMap(Incident.init), incidentDay: options.incidentDay)
    dialect = LogDialect(rawValue: options.dialect) ?? .native
    if options.isSigned { signer = try options.signer() }
  }
}

extension Options.Simulation {
  /// New keys, for a log that can be signed and has a folder for its root certificate.
  fileprivate func signer() throws -> ThrowawaySigner {
    guard dialect == LogDialect.appStore.rawValue else { throw unfit("--dialect", "app-store") }
    guard output != "-" else { throw unfit("--output", "a folder") }
    guard let signer = ThrowawaySigner() else { throw OutputError.cannotSign }
    return signer
  }

  private func unfit(_ option: String, _ expected: String) -> UsageFailure {
    UsageFailure(
      error: .unfitValue(option: option, expected: "\(expected) with --signed"),
      command: .simulate)
  }
}
