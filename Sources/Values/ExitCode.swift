/// What the program answers to the shell. Errors come before alerts.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case allWell = 0
  case warning = 1
  case critical = 2
  case unjudged = 3
  case usage = 64
  case badData = 65
  case noInput = 66
  case reconciliation = 70
  case cannotWrite = 73
  case inputOutput = 74
  case locked = 75

  /// Whether the command failed; else it did its work, whatever alerts say.
  package var isError: Bool { rawValue > ExitCode.unjudged.rawValue }

  /// In words, for help, manual and guides.
  package var meaning: String {
    switch self {
    case .allWell: "all is well"
    case .warning: "a warning alert fires"
    case .critical: "a critical alert fires, stale data included"
    case .unjudged: "no alert rule could be judged"
    case .usage: "the command line is wrong"
    case .badData: "the data or the configuration is wrong"
    case .noInput: "there is no input"
    case .reconciliation: "figures do not add up; those are not shown"
    case .cannotWrite: "the output cannot be written"
    case .inputOutput: "reading or writing failed"
    case .locked: "another run holds the lock"
    }
  }
}

/// What an alert rule says of a day. Raw values are stored and published.
package enum AlertState: String, Sendable, CaseIterable {
  case ok
  case firing
  /// It fired, and is back to normal since today.
  case recovering
  /// The data is too old or incomplete, or cases that came regularly have stopped.
  case stale
  /// Fewer cases than the rule asks for.
  case notEnoughData = "not enough data"

  /// Firing or stale: what must not be read as all well.
  package var isTrouble: Bool { self == .firing || self == .stale }
}

/// How an input was found. Raw values are stored.
package enum InputStatus: String, Sendable {
  case read
  /// Known; only what had been appended was read.
  case grown
  /// Could not be read to its end, and was left out whole.
  case refused
  /// It was there when logs were looked for, and was not any more.
  case gone
  /// Says no more than where else, or in which state, a known file is.
  case alreadyRead = "already read"

  /// As SQL has it.
  package var sql: String { "'\(rawValue)'" }
}
