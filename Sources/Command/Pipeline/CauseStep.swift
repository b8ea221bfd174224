import Alerts
import Metrics
import Settings
import Store
import Timeline
import Values

extension Session {
  /// A verdict with its smallest cause, looked for among the customers of the days that a firing rule
  /// judged and compared with: where nothing fires, nothing is read.
  func explained(_ verdict: Verdict, _ figures: Figures) throws -> Verdict {
    let judge = Judge([verdict.rule], judgeTerms(figures.asOf))
    guard let question = judge.causeQuestion(verdict, on: figures),
      let crossed = try crossed(question, figures)
    else { return verdict }
    return judge.explained(verdict, by: crossed, on: figures)
  }

  /// The rows of the question's table by every combination of segments; nil where its figures are
  /// not taken apart by segments, or the database has no events.
  private func crossed(_ question: CauseQuestion, _ figures: Figures) throws -> CrossedFigures? {
    let tables = CustomerParts.tables(of: question.metric)
    guard !tables.isEmpty, !CustomerParts.isOneByOne(question.metric), try !store.isMerged(),
      try folded.foldState()?.asOf == figures.asOf,
      let candidates = try Explainer(figures, folded.database, settings.timezone)
        .candidates(of: question.metric, on: question.days)
    else { return nil }
    let facts = CustomerFacts(
      try Store(reading: folded.path, lockTimeout: options.lockTimeout(console)),
      strings: strings, rules: try foldRules(), threads: threads, memory: options.memoryBytes)
    let combinations = try facts.materializeCrossed(
      tables, before: settings.timezone.end(of: figures.asOf),
      among: choice(candidates),
      CustomerFacts.Naming(
        segment: CustomerParts.segment, name: CustomerParts.name))
    return try CrossedFigures(
      question.metric.file, facts.database,
      scope(figures.asOf, from: figures.firstDay ?? figures.asOf), from: question.days.lowerBound,
      combinations.map { segments in
        segments.map { .init(dimension: $0.dimension.name, value: $0.text(strings)) }
      })
  }

  /// The candidates as whoever folds them is told of them.
  func choice(_ candidates: CandidateCustomers) -> CustomerFacts.Choice {
    guard let days = candidates.eventDays else { return .these(candidates.customers) }
    let zone = settings.timezone
    return .theseOr(
      candidates.customers,
      within: zone.start(of: days.lowerBound)..<zone.end(of: days.upperBound))
  }
}
