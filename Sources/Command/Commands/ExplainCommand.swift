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
  let metric = try Metric(named: options.arguments[0])
  let session = try Session(try options.asOfLastReport(), console)
  let figures = try session.judgedFigures()
  let question = RowQuestion(options.on ?? .day(figures.asOf), options.conditions)
  let explanation = try during("explaining \(metric.name)") {
    try session.explain(metric, question, figures)
  }
  try console.write(try explanation.printed(options, figures))
  return .allWell
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
  func judgedFigures() throws -> Figures {
    let (asOf, extent) = try reportDay()
    try store.database.transaction { try fold(to: asOf) }
    var figures = try figures(asOf: asOf, extent: extent)
    _ = try judge(&figures)
    return figures
  }

  /// Takes a figure apart, on a connection of its own.
  func explain(_ metric: Metric, _ question: RowQuestion, _ figures: Figures) throws
    -> NamedExplanation
  {
    let explainer = Explainer(figures, store.database)
    let segment = try explainer.segment(question, of: metric)
    let facts = CustomerFacts(
      try Store(reading: options.database), strings: strings,
      rules: settings.foldRules(rates, strings), threads: threads)
    let customers = try facts.layOut(
      segment, Breakdown.tables(of: metric), before: settings.timezone.end(of: figures.asOf),
      CustomerFacts.Naming(segment: Breakdown.segment, name: Breakdown.name))
    let scope = ReportScope(
      asOf: figures.asOf, firstDay: figures.firstDay ?? figures.asOf, zone: settings.timezone,
      funnels: settings.funnels)
    let explanation = try explainer.explain(
      metric, question, Breakdown(facts.database, scope, segment))
    return NamedExplanation(
      explanation: explanation, question: question,
      customers: try explanation.parts.map { try store.key(of: customers[$0.customer]) })
  }
}
