import Alerts
import Metrics
import Reports
import SQLite
import Settings
import Store
import Timeline
import Values

/// `runrate explain`: a figure's meaning, computation and customers.
struct ExplainCommand: ParsableCommand {
  /// Nil: the as-of day.
  var on: RowQuestion.Moment?
  /// By the name of a dimension or a column.
  var conditions: [String: String] = [:]

  static let configuration = CommandConfiguration(
    name: "explain",
    abstract: "Explain a figure: what it means, how it was computed, which customers are in it",
    arguments: ArgumentsDeclaration(
      name: "METRIC", usage: "METRIC [RULE]", count: 1...2,
      help:
        "A column of a CSV file, as file.column or by its name alone; or the word alert, with a "
        + "rule's name behind it: what was judged, day by day and condition by condition"),
    options: [
      OptionDeclaration(
        "--on", "DAY", default: "the as-of day",
        help: "The day (YYYY-MM-DD) or month (YYYY-MM) of the figure",
        expected: "YYYY-MM-DD or YYYY-MM", kind: .day, into: \Self.on),
      .conditions(into: \Self.conditions),
    ],
    examples: [
      Example(line: "runrate explain mrr --on 2026-06-30", purpose: "a figure of one day"),
      Example(
        line: "runrate explain trial_cohorts.matured_rate --on 2026-04 --where country=DE",
        purpose: "a rate of a month's cohort in one country"),
      Example(
        line: "runrate explain daily.churn_mrr --format csv > churned.csv",
        purpose: "everybody who churned on the as-of day"),
      Example(
        line: "runrate explain alert paywall-start --as-of 2026-06-30",
        purpose: "why a rule fires, or does not"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    if options.arguments[0] == "alert" { return try explainAlert(options, console) }
    guard options.arguments.count == 1 else {
      throw Failure.unexpectedArgument(options.arguments[1])
    }
    let metric = try Metric(named: options.arguments[0])
    try requireDatabase(options)
    let session = try explaining(options, console)
    try session.store.requireEvents(of: options.database)
    let figures = try session.figures(toExplain: metric)
    let question = RowQuestion(on ?? .day(figures.asOf), conditions)
    let explanation = try during("explaining \(metric.name)") {
      try session.explain(metric, question, figures)
    }
    try console.write(
      options.printed(
        text: explanation.text(figures), json: explanation.json, csv: explanation.csv))
    return .allWell
  }

  /// On a copy: it takes long, and a night must not wait for it.
  private func explaining(_ options: Options, _ console: Console) throws -> Session {
    let (copy, options) = try options.asOfLastReport(console).copyingDatabase(console)
    return try Session(options, console, on: copy)
  }

  /// `runrate explain alert RULE`: the window, segment and baseline that were judged, and each
  /// condition. It asks the judge, so it cannot show another figure than the alert.
  private func explainAlert(_ options: Options, _ console: Console) throws -> ExitCode {
    guard options.arguments.count == 2 else {
      throw Failure.missingArguments("RULE")
    }
    if on != nil { throw Failure.conflict("explain alert", "--on") }
    if !conditions.isEmpty { throw Failure.conflict("explain alert", "--where") }
    try requireDatabase(options)
    let session = try explaining(options, console)
    let rule = try session.settings.rules(named: [options.arguments[1]])[0]
    let (figures, judged) = try session.judgedRules(causesOf: .rule(rule.name)) { asOf, _ in
      try session.figuresToJudge(asOf: asOf, session.settings.alerts)
    }
    guard let one = judged.first(where: { $0.verdict.rule.name == rule.name }) else {
      throw Failure.unknownRule(rule.name, nearest: nil)
    }
    let judge = Judge(session.settings.alerts, session.judgeTerms(figures.asOf))
    let answer = EvidenceText(judge.evidence(for: one.verdict, on: figures), one, figures)
    try console.write(options.printed(text: answer.text, json: answer.json, csv: answer.csv))
    return .allWell
  }
}

extension RowQuestion.Moment: ExpressibleByArgument {
  init?(argument: String) {
    if let day = Day(argument) {
      self = .day(day)
    } else if let month = Month(argument) {
      self = .month(month)
    } else {
      return nil
    }
  }
}

extension Options {
  /// As of the newest report, where no day is asked for.
  fileprivate func asOfLastReport(_ console: Console) throws -> Options {
    guard !isAsOfGiven else { return self }
    var options = self
    if let day = try openForReading(console).reportedDay() { options.asOf = .day(day) }
    return options
  }
}

extension Session {
  /// The figures of the as-of day, with what the alert rules say about them; nothing is published.
  func judgedFigures() throws -> Figures {
    try judgedRules(causesOf: .news) { try figures(asOf: $0, extent: $1) }.figures
  }

  /// The figures of the as-of day that `metric` is explained from.
  func figures(toExplain metric: Metric) throws -> Figures {
    // These list every check, and every rule.
    let wholeReport = [DataQuality.schema.name, AlertStates.schema.name]
    guard !wholeReport.contains(metric.file.name) else { return try judgedFigures() }
    let (asOf, extent) = try reportDay()
    try foldToAnswer(to: asOf)
    return try figures(toExplain: metric, asOf, extent)
  }

  fileprivate func judgedRules(
    causesOf demand: CauseDemand, on compute: (Day, EventExtent) throws -> Figures
  ) throws -> (figures: Figures, rules: [JudgedRule]) {
    let (asOf, extent) = try reportDay()
    try foldToAnswer(to: asOf)
    var figures = try compute(asOf, extent)
    let judged = try judge(&figures, causesOf: demand)
    return (figures, judged)
  }

  /// Takes a figure apart, on a connection of its own.
  func explain(_ metric: Metric, _ question: RowQuestion, _ figures: Figures) throws
    -> NamedExplanation
  {
    let explainer = explainer(figures)
    let question = try explainer.reading(question, of: metric, writtenBy: CSVWriter.neutral)
    let ground = try ExplainedCustomers(self, metric, question, figures)
    let explanation = try explainer.explain(metric, question, ground.breakdown)
    return NamedExplanation(
      explanation: explanation, question: question,
      customers: try explanation.parts.map { try store.key(of: ground.customer($0.customer)) })
  }

  fileprivate func explainer(_ figures: Figures) -> Explainer {
    Explainer(figures, store.database, settings.timezone)
  }

  /// Whose facts can have a part in a figure; everybody where that saves nothing.
  func choice(
    of metric: Metric, _ question: RowQuestion, _ figures: Figures, unless few: Int64
  ) throws -> CustomerFacts.Choice {
    guard try store.foldState()?.asOf == figures.asOf,
      try store.database.integer("SELECT count(*) FROM customer") > few,
      let candidates = try explainer(figures).candidates(of: metric, question)
    else { return .everybody }
    return choice(candidates)
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

  /// Up to so many customers in all, everybody is looked at.
  private static let few: Int64 = 1_000

  init(
    _ session: Session, _ metric: Metric, _ question: RowQuestion, _ figures: Figures,
    everybodyUpTo few: Int64 = ExplainedCustomers.few
  ) throws {
    let facts = CustomerFacts(
      try Store(
        reading: session.store.path, lockTimeout: session.options.lockTimeout(session.console)),
      strings: session.strings,
      rules: try session.foldRules(), threads: session.threads,
      memory: session.options.memoryBytes)
    let end = session.settings.timezone.end(of: figures.asOf)
    let scope = try session.scope(figures.asOf, from: figures.firstDay ?? figures.asOf)
    let choice = try session.choice(of: metric, question, figures, unless: few)
    let customers = Customers()
    self.customers = customers
    guard !CustomerParts.isOneByOne(metric) else {
      breakdown = CustomerParts(facts.database, scope) { tables, body in
        try facts.forEachAlone(tables, before: end, among: choice) {
          customers.ids.append($0)
          try body(customers.ids.count - 1)
        }
      }
      return
    }
    let segment = try session.explainer(figures).segment(question, of: metric)
    customers.ids = try facts.materialize(
      segment, CustomerParts.tables(of: metric), before: end, among: choice,
      CustomerFacts.Naming(segment: CustomerParts.segment, name: CustomerParts.name))
    breakdown = CustomerParts(facts.database, scope, segment)
  }

  func customer(_ index: Int) -> UserID { customers.ids[index] }
}
