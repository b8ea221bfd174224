import SQLite
import Settings
import Store
import Values

/// `runrate ack`: remembers that somebody knows of a trouble.
struct AckCommand: ParsableCommand {
  /// The last day of the acknowledgement.
  var until: Day?
  var why: String?

  static let configuration = CommandConfiguration(
    name: "ack", abstract: "Acknowledge an alert, so that it stops paging",
    arguments: ArgumentsDeclaration(
      name: "RULE", usage: "RULE…", count: 1...Int.max,
      help: "The names of the rules, as alerts.md shows them"),
    options: [
      .day("--until", help: "The last day for which it holds", into: \Self.until),
      OptionDeclaration(
        "--why", "TEXT", help: "The reason, for the next person who looks", expected: "a text",
        into: \Self.why),
    ],
    examples: [
      Example(
        line:
          "runrate ack renewal-rate --until 2026-07-10 --why \"bank outage\"",
        purpose: "no page and no exit code for this trouble until then")
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    guard let until else {
      throw Failure.missing(oneOf: ["--until DAY"], why: "an acknowledgement ends on a day")
    }
    guard let why else {
      throw Failure.missing(oneOf: ["--why TEXT"], why: "say what is known")
    }
    try requireDatabase(options)
    let session = try Session(options, console, for: .brief("ack"))
    let rules = try session.settings.rules(named: options.arguments)
    let today = session.settings.timezone.day(of: session.now)
    try session.store.database.transaction {
      for rule in rules { try session.acknowledge(rule, until: until, why) }
    }
    for rule in rules {
      console.note(
        "\(rule.name) is acknowledged until \(until), and what else fires for the same cause")
    }
    if until < today { console.warn("\(until) is over: the rules page again") }
    return .allWell
  }
}

extension Session {
  /// Covers what the newest judgement found, nothing of a later night.
  fileprivate func acknowledge(_ rule: AlertRule, until: Day, _ why: String) throws {
    guard let judged = try store.newestAlertState(of: rule.name) else {
      throw Failure(
        "\(rule.name) has not been judged yet: there is no trouble to acknowledge",
        hint: "runrate run judges the rules", exit: .usage)
    }
    guard judged.state.since != nil else {
      throw Failure(
        "there is no trouble to acknowledge: \(rule.name) was \(judged.state.state.rawValue) on "
          + "\(judged.day)",
        hint: "only a problem that exists now can be acknowledged; a later one is reported as new",
        exit: .usage)
    }
    try store.keep(Acknowledgement(made: judged.day, until: until, why: why), of: rule.name)
  }
}

extension Settings {
  /// The rules of these names; all that are not off where no name is given.
  func rules(named names: [String]) throws -> [AlertRule] {
    let known = alerts.filter { $0.severity != .off }
    guard !names.isEmpty else { return known }
    return try names.map { name in
      guard let rule = known.first(where: { $0.name == name }) else {
        throw Failure.unknownRule(
          name, nearest: nearestName(to: name, among: known.map(\.name)))
      }
      return rule
    }
  }
}

extension Failure {
  static func unknownRule(_ name: String, nearest: String?) -> Failure {
    Failure(
      "there is no alert rule \"\(name)\"",
      hint: nearest.map { "did you mean \($0)?" } ?? "\"runrate check --dry-run\" names them all",
      exit: .usage)
  }

  static func daysReversed(from: Day, to: Day) -> Failure {
    Failure(
      "the first day \(from) is after the last one, \(to)", hint: "see --from and --to",
      exit: .usage)
  }
}
