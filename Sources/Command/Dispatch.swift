/// Does what was asked for and answers with the exit code. The commands stand in `Commands/`, one
/// file each.
package func perform(_ invocation: Invocation, on console: Console) throws -> ExitCode {
  let options = invocation.options
  return switch invocation.command {
  case .run: try run(options, console)
  case .ingest: try ingest(options, console)
  case .report: try report(options, console)
  case .check: try check(options, console)
  case .ack: try acknowledge(options, console)
  case .backtest: try backtest(options, console)
  case .status: try status(options, console)
  case .rejected: try rejected(options, console)
  case .events: try events(options, console)
  case .purge: try purge(options, console)
  case .simulate: try simulate(options, console)
  case .explain: try explain(options, console)
  case .customer: try customer(options, console)
  case .diff: try diff(options, console)
  case .backup: try backup(options, console)
  case .print: try print(options, console)
  }
}
