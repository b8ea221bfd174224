import Alerts
import Metrics
import Reports
import SQLite
import Settings
import Store
import Timeline
import Values

/// Days that `--compare` names: `2026-05-01..2026-05-31`.
extension ClosedRange<Day>: ExpressibleByArgument {
  init?(argument: String) {
    let ends = argument.split(separator: "..", omittingEmptySubsequences: false).map {
      Day(String($0))
    }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    self = first...last
  }
}

extension Session {
  /// FOLD → SUM of two stretches of days. Nothing is published, judged or remembered.
  func comparison(_ spans: ChangeSpans) throws -> String {
    let (asOf, extent) = try reportDay(atLeast: spans.before.upperBound)
    let first = settings.timezone.day(of: extent.first)
    guard spans.before.lowerBound >= first else {
      throw Failure.beforeFirstEvent(asOf: spans.before.lowerBound, first: first)
    }
    try foldToAnswer(to: asOf)
    var figures = try figures(
      asOf: asOf, extent: extent, detailDays: spans.before.lowerBound.distance(to: asOf) + 1)
    try requireProof(of: figures)
    figures = figures.comparing(spans)
    try hideSmall(in: &figures)
    return ComparisonMarkdown(figures, spans).text
  }
}

/// What a firing rule asks, and who alone can have a part in the answer.
private struct CauseInquiry {
  let question: CauseQuestion
  let tables: [FactTable]
  let candidates: CandidateCustomers
}

extension Session {
  /// Verdicts with the smallest causes of those that are asked for, looked for among the customers of
  /// the days that firing rules judged and compared with, who are folded once for all of them; where
  /// none of these fires, nothing is read.
  func explained(_ verdicts: [Verdict], _ figures: Figures, where isAsked: (Verdict) -> Bool) throws
    -> [Verdict]
  {
    let judge = Judge(settings.alerts, judgeTerms(figures.asOf))
    let asked = try verdicts.map { verdict in
      guard isAsked(verdict) else { return CauseInquiry?.none }
      return try judge.causeQuestion(verdict, on: figures).flatMap { try inquiry($0, figures) }
    }
    guard let crossed = try crossed(asked.compactMap(\.self), figures) else { return verdicts }
    return try zip(verdicts, asked).map { verdict, asked in
      guard let question = asked?.question,
        let rows = try crossed.figures(
          of: question.metric.file, from: question.days.lowerBound)
      else { return verdict }
      return judge.explained(verdict, by: rows, on: figures)
    }
  }

  /// Nil where the figures are not taken apart by segments, or the database has no events.
  private func inquiry(_ question: CauseQuestion, _ figures: Figures) throws -> CauseInquiry? {
    let tables = CustomerParts.tables(of: question.metric)
    guard !tables.isEmpty, !CustomerParts.isOneByOne(question.metric), try !store.isMerged(),
      try folded.foldState()?.asOf == figures.asOf,
      let candidates = try Explainer(figures, folded.database, settings.timezone)
        .candidates(of: question.metric, on: question.days)
    else { return nil }
    return CauseInquiry(question: question, tables: tables, candidates: candidates)
  }

  /// The facts that are asked for by every combination of segments; nil where nothing is asked.
  private func crossed(_ asked: [CauseInquiry], _ figures: Figures) throws -> CrossedDatabase? {
    guard let first = asked.first else { return nil }
    let candidates = asked.dropFirst().reduce(first.candidates) { $0.union($1.candidates) }
    let facts = CustomerFacts(
      try Store(reading: folded.path, lockTimeout: options.lockTimeout(console)),
      strings: strings, rules: try foldRules(), threads: threads, memory: options.memoryBytes)
    let days = asked.dropFirst().map(\.question.days.lowerBound)
    let combinations = try facts.materializeCrossed(
      FactTable.allCases.filter { table in asked.contains { $0.tables.contains(table) } },
      from: days.reduce(first.question.days.lowerBound, min),
      before: settings.timezone.end(of: figures.asOf), among: choice(candidates),
      CustomerFacts.Naming(segment: CustomerParts.segment, name: CustomerParts.name))
    return try CrossedDatabase(
      facts.database, scope(figures.asOf, from: figures.firstDay ?? figures.asOf),
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
