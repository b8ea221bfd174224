/// The commands. Their declarations stand in `CommandTable.swift`, what they do in `Dispatch.swift`.
package enum CommandName: String, CaseIterable, Sendable {
  case run, ingest, report, check, ack, backtest, status, rejected, events, purge, simulate
  case explain, customer, diff, backup, print
}
