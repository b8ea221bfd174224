import Alerts
import Foundation
import Metrics
import Reports
import SQLite
import Settings
import Store
import Values

/// `runrate backtest`: what the rules would have said of every day from one to another.
///
/// The nights are run again on a copy of the database, one after the other, each knowing only the
/// events up to its own day. What came late is there in time: when it was delivered is not kept.
struct BacktestCommand: ParsableCommand {
  /// The days to go back to; nil: the last 90, up to the newest event's.
  var from: Day?
  var to: Day?
  /// Instead of the rule's own.
  var threshold: Fraction?

  static let configuration = CommandConfiguration(
    name: "backtest", abstract: "Show what alert rules would have done on past days",
    arguments: ArgumentsDeclaration(
      name: "RULE", usage: "[RULE…]", count: 0...Int.max,
      help: "The names of the rules; all of them by default"),
    options: [
      .day(
        "--from", default: "90 days before the last one", help: "The first day to go back to",
        into: \Self.from),
      .day("--to", default: "the day of the newest event", help: "The last day", into: \Self.to),
      OptionDeclaration(
        "--threshold", "NUMBER", default: "the rule's own", help: "Another threshold, to try it",
        expected: "a number, at least 0"
      ) { (command: inout Self, text: String) in
        command.threshold = ExactDecimal(text).flatMap(Fraction.init(decimal:))
        return command.threshold.map { $0.numerator >= 0 } ?? false
      },
    ],
    examples: [
      Example(
        line: "runrate backtest paywall-start --from 2026-01-01 --to 2026-06-30",
        purpose: "when it would have fired, for how long, and how often for nothing"),
      Example(
        line: "runrate backtest refund-rate --threshold 0.04",
        purpose: "the same with another threshold"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    try requireDatabase(options)
    Store.sweepOldCopies()
    let database = options.database
    let (copy, options) = try options.copyingDatabase(console)
    try Store(copy).requireEvents(of: database)
    let runner = try BacktestRunner(self, options, console, copy)
    let tests = try runner.run()
    let report = BacktestReport(tests: tests, days: runner.days, currency: runner.currency)
    try console.write(options.writesJSON ? report.json.page : report.text)
    return .allWell
  }
}

/// Runs the nights again.
private struct BacktestRunner {
  let days: ClosedRange<Day>
  let currency: String
  private let options: Options
  private let console: Console
  private let rules: [AlertRule]
  private let copy: DatabaseCopy

  init(
    _ command: BacktestCommand, _ options: Options, _ console: Console, _ copy: DatabaseCopy
  ) throws {
    self.copy = copy
    let session = try Session(options, console, on: copy)
    var rules = try session.settings.rules(named: options.arguments)
    if let threshold = command.threshold {
      for index in rules.indices { rules[index].take(threshold: threshold) }
    }
    guard let extent = try session.store.extent() else { throw Failure.nothingToReport }
    let zone = session.settings.timezone
    let first = zone.day(of: extent.first)
    let last = command.to ?? zone.day(of: extent.last)
    let from = max(first, command.from ?? last.advanced(by: -89))
    guard from <= last else { throw Failure.daysReversed(from: from, to: last) }
    try session.store.database.execute("DELETE FROM fold_state")
    days = from...last
    currency = session.settings.catalogue.reportingCurrency
    self.options = options
    self.console = console
    self.rules = rules
  }

  func run() throws -> [Backtest] {
    var tests = rules.map { rule in
      Backtest(rule: rule.name, severity: rule.severity == .critical ? .critical : .warning)
    }
    for day in days {
      console.detail("judging \(day)")
      let told = tests.compactMap { test in test.told.map { (test.rule, $0) } }
      let night = try judge(day, told: Dictionary(firstOf: told))
      for (index, verdict) in night.verdicts.enumerated() {
        try tests[index].take(
          verdict, on: day, currency: currency, newest: night.figures.newestEvent
        ) { try night.session.explained([$0], night.figures) { _ in true }[0] }
      }
    }
    return tests
  }

  /// One night, over a connection of its own: temporary tables are made once for each.
  private func judge(_ day: Day, told: [String: AlertScope]) throws -> (
    session: Session, figures: Figures, verdicts: [Verdict]
  ) {
    var night = options
    night.asOf = .day(day)
    let session = try Session(night, console, on: copy)
    try session.foldAlone(to: day)
    let figures = try session.figuresToJudge(asOf: day, rules)
    let judge = Judge(rules, session.judgeTerms(day), told: told)
    return (session, figures, judge.verdicts(on: figures))
  }
}

/// What `backtest` prints: a line a rule, then its firings one by one.
struct BacktestReport {
  let tests: [Backtest]
  let days: ClosedRange<Day>
  let currency: String

  var text: String {
    let parts = [heading, table] + tests.filter { !$0.firings.isEmpty }.map(firings)
    return parts.joined(separator: "\n")
  }

  private var heading: String {
    "\(days.lowerBound) to \(days.upperBound), \(counted(Int64(days.count), "day")), as each night would have "
      + "judged them.\n"
  }

  private var table: String {
    let header = [
      "rule", "severity", "firings", "days", "longest", "false starts", "too few", "stale",
      "middle value",
    ]
    let rows = tests.map { test -> [String] in
      [
        test.rule, test.severity.rawValue, "\(test.firings.count)", "\(test.count(.firing))",
        "\(test.firings.map(\.days).max() ?? 0)", "\(test.falseStarts)",
        "\(test.count(.notEnoughData))", "\(test.count(.stale))", test.usual(currency),
      ]
    }
    return TextColumns.text([header] + rows, left: [0, 1])
  }

  private func firings(_ test: Backtest) -> String {
    let lines = test.firings.map { firing in
      "  \(firing.first) to \(firing.last), \(firing.days) \(firing.days == 1 ? "day" : "days")"
        + (firing.isCritical && test.severity == .warning ? ", critical" : "")
        + (firing.isFalseStart ? ", a false start" : "")
        + ": \(UntrustedText.terminalLine(firing.message))\n"
        + (firing.moved.map { "    Stands out: \(UntrustedText.terminalLine($0))\n" } ?? "")
    }
    return "\(test.rule)\n" + lines.joined()
  }

  var json: JSONValue {
    .members([
      "from": .string(days.lowerBound.description), "to": .string(days.upperBound.description),
      "days": .number(days.count),
      "rules": .array(tests.map(\.json)),
    ])
  }
}

extension Backtest {
  /// The middle of all values: half of the days were below it.
  fileprivate func usual(_ currency: String) -> String {
    quantile(0.5).map { text($0, currency: currency) } ?? "–"
  }

  fileprivate var json: JSONValue {
    .members([
      "rule": .string(rule), "severity": .string(severity.rawValue),
      "days_firing": .number(count(.firing)), "days_ok": .number(count(.ok)),
      "days_recovering": .number(count(.recovering)),
      "days_not_enough_data": .number(count(.notEnoughData)), "days_stale": .number(count(.stale)),
      "false_starts": .number(falseStarts),
      "firings": .array(
        firings.map { firing in
          .members([
            "first": .string(firing.first.description), "last": .string(firing.last.description),
            "resolved": firing.resolved.map { .string($0.description) } ?? .null,
            "days": .number(firing.days), "false_start": .bool(firing.isFalseStart),
            "stale": .bool(firing.isStale), "critical": .bool(firing.isCritical),
            "message": .string(firing.message),
            "stands_out": firing.moved.map(JSONValue.string) ?? .null,
          ])
        }),
    ])
  }
}
