import Alerts
import Metrics
import Reports
import SQLite
import Settings
import Store
import Timeline
import Values

/// `runrate explain`: what a figure of a report means, how it was computed, and the customers
/// behind it.
func explain(_ options: Options, _ console: Console) throws -> ExitCode {
  if options.arguments[0] == "alert" { return try explainAlert(options, console) }
  guard options.arguments.count == 1 else {
    throw UsageFailure(error: .unexpectedArgument(options.arguments[1]), command: .explain)
  }
  let metric = try Metric(named: options.arguments[0])
  try demandDatabase(options)
  let session = try Session(try options.asOfLastReport(), console)
  let figures = try session.judgedFigures()
  let question = RowQuestion(options.on ?? .day(figures.asOf), options.conditions)
  let explanation = try during("explaining \(metric.name)") {
    try session.explain(metric, question, figures)
  }
  try console.write(try explanation.printed(options, figures))
  return .allWell
}

/// `runrate explain alert RULE`: the window, segment and baseline that were judged, and each
/// condition. It asks the judge, so it cannot show another figure than the alert.
private func explainAlert(_ options: Options, _ console: Console) throws -> ExitCode {
  guard options.arguments.count == 2 else {
    throw UsageFailure(error: .missingArguments("RULE"), command: .explain)
  }
  try demandDatabase(options)
  let session = try Session(try options.asOfLastReport(), console)
  let rule = try session.settings.rules(named: [options.arguments[1]])[0]
  let (figures, judged) = try session.judgedRules()
  let judge = Judge(session.settings.alerts, session.judgeTerms(figures.asOf))
  guard let evidence = judge.evidence(for: rule.name, on: figures),
    let one = judged.first(where: { $0.verdict.rule.name == rule.name })
  else { throw AlertFailure.unknownRule(rule.name, nearest: nil) }
  try console.write(try EvidenceText(evidence, one, figures).printed(options))
  return .allWell
}

extension EvidenceText {
  fileprivate func printed(_ options: Options) throws -> String {
    switch options.formats {
    case []: options.writesJSON ? json.page : text
    case [.csv] where !options.writesJSON: csv
    default:
      throw UsageFailure(
        error: .unfitValue(option: "--format", expected: "csv, without --json"), command: .explain)
    }
  }
}

extension Options {
  /// With the as-of day of the newest report, where none is asked for: that is the one whose
  /// figures people have in front of them.
  fileprivate func asOfLastReport() throws -> Options {
    guard !isAsOfGiven else { return self }
    var options = self
    if let day = try Store(reading: database).reportedDay() { options.asOf = .day(day) }
    return options
  }
}

extension Session {
  /// The figures of the as-of day, with what the alert rules say about them; nothing is published.
  func judgedFigures() throws -> Figures { try judgedRules().figures }

  fileprivate func judgedRules() throws -> (figures: Figures, rules: [JudgedRule]) {
    let (asOf, extent) = try reportDay()
    try store.database.transaction { try fold(to: asOf) }
    var figures = try figures(asOf: asOf, extent: extent)
    let judged = try judge(&figures)
    return (figures, judged)
  }

  /// Takes a figure apart, on a connection of its own.
  func explain(_ metric: Metric, _ question: RowQuestion, _ figures: Figures) throws
    -> NamedExplanation
  {
    let ground = try ExplainedCustomers(self, metric, question, figures)
    let explanation = try Explainer(figures, store.database).explain(
      metric, question, ground.breakdown)
    return NamedExplanation(
      explanation: explanation, question: question,
      customers: try explanation.parts.map { try store.key(of: ground.customer($0.customer)) })
  }
}

/// The customers whose facts are laid out to take the figures of one row of a file apart.
final class ExplainedCustomers {
  let breakdown: CustomerParts
  private let customers: Customers

  /// In the order in which the parts count them.
  private final class Customers {
    var ids: [UserID] = []
  }

  init(_ session: Session, _ metric: Metric, _ question: RowQuestion, _ figures: Figures) throws {
    let facts = CustomerFacts(
      try Store(reading: session.options.database), strings: session.strings,
      rules: session.settings.foldRules(session.rates, session.strings), threads: session.threads)
    let end = session.settings.timezone.end(of: figures.asOf)
    let scope = try session.scope(figures.asOf, from: figures.firstDay ?? figures.asOf)
    let customers = Customers()
    self.customers = customers
    guard !CustomerParts.isOneByOne(metric) else {
      breakdown = CustomerParts(facts.database, scope) { tables, body in
        try facts.forEachAlone(tables, before: end) {
          customers.ids.append($0)
          try body(customers.ids.count - 1)
        }
      }
      return
    }
    let segment = try Explainer(figures, session.store.database).segment(question, of: metric)
    customers.ids = try facts.layOut(
      segment, CustomerParts.tables(of: metric), before: end,
      CustomerFacts.Naming(segment: CustomerParts.segment, name: CustomerParts.name))
    breakdown = CustomerParts(facts.database, scope, segment)
  }

  func customer(_ index: Int) -> UserID { customers.ids[index] }
}
