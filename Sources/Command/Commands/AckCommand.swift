import SQLite
import Settings
import Store
import Values

/// `runrate ack`: remembers that somebody knows of a trouble.
func acknowledge(_ options: Options, _ console: Console) throws -> ExitCode {
  guard let until = options.alerts.until else {
    throw AlertFailure.missing(option: "--until", what: "an acknowledgement ends on a day")
  }
  guard let why = options.alerts.why else {
    throw AlertFailure.missing(option: "--why", what: "say what is known")
  }
  try demandDatabase(options)
  let session = try Session(options, console)
  let rules = try session.settings.rules(named: options.arguments)
  let today = session.settings.timezone.day(of: session.now)
  try session.store.database.transaction {
    for rule in rules {
      try session.store.keep(
        AcknowledgementRecord(rule: rule.name, made: today, until: until, why: why))
    }
  }
  for rule in rules { console.note("\(rule.name) is acknowledged until \(until)") }
  if until < today { console.warn("\(until) is over: the rules page again") }
  return .allWell
}

extension Settings {
  /// The rules of these names; all that are not off where no name is given.
  func rules(named names: [String]) throws -> [AlertRule] {
    let known = alerts.filter { $0.severity != .off }
    guard !names.isEmpty else { return known }
    return try names.map { name in
      guard let rule = known.first(where: { $0.name == name }) else {
        throw AlertFailure.unknownRule(
          name, nearest: nearestName(to: name, among: known.map(\.name)))
      }
      return rule
    }
  }
}
