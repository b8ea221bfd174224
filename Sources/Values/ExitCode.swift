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
