import Alerts
import Metrics
import SQLite
import Settings
import Store
import Values

/// The firing rules whose smallest cause is looked for.
enum CauseDemand {
  case nothing
  /// Those whose trouble is new, worse or wider.
  case news
  /// The one of this name, whenever its trouble began.
  case rule(String)
}

extension Session {
  /// JUDGE: puts what the rules say among the figures, with the causes that are asked for.
  func judge(_ figures: inout Figures, causesOf demand: CauseDemand = .news) throws -> [JudgedRule]
  {
    try during("judging the alerts") {
      let memory = try store.alertStates(before: figures.asOf)
      let known = try store.acknowledgements()
      let isProofOpen = memory[AlertRule.proof.name]?.since != nil
      let proof =
        figures.failedChecks.isEmpty && !isProofOpen ? [] : [Judge.proof(of: figures)]
      let judge = Judge(
        settings.alerts, judgeTerms(figures.asOf), told: memory.compactMapValues(\.extent))
      let verdicts = judge.verdicts(on: figures)
      let asOf = figures.asOf
      let rules = try explained(verdicts, figures) { verdict in
        let name = verdict.rule.name
        return switch demand {
        case .nothing: false
        case .news: RememberedState.isNews(verdict, after: memory[name], on: asOf)
        case .rule(let asked): asked == name
        }
      }
      let alone = (rules + proof).map {
        JudgedRule(
          $0, after: memory[$0.rule.name], on: figures.asOf, acknowledgement: known[$0.rule.name])
      }
      let judged = alone.map { $0.acknowledged(with: alone) }
      figures.take(judged)
      return judged
    }
  }

  /// Remembers the states for the reports of later days, and queues what is news. A day after
  /// today, asked for by mistake, is not remembered: no report of a real day would be newer. A day
  /// before one that was judged is history, and nobody's news.
  func remember(_ judged: [JudgedRule], _ figures: Figures) throws {
    guard figures.asOf <= settings.timezone.day(of: now) else { return }
    let states = judged.map {
      let state = RememberedState(state: $0.state, since: $0.since, extent: $0.extent)
      return (rule: $0.verdict.rule.name, state: state)
    }
    try store.database.transaction {
      guard try store.keep(states, of: figures.asOf) else { return }
      try queueNews(judged, figures)
    }
  }

  func judgeTerms(_ asOf: Day) -> Judge.Terms {
    let defaults = settings.catalogue.defaults
    return Judge.Terms(
      end: settings.timezone.end(of: asOf), trialGraceDays: defaults.trialGraceDays,
      renewalTolerance: defaults.renewalTolerance, maturingDays: settings.maturingDays,
      isDayOver: options.asOf != .newest && settings.timezone.end(of: asOf) <= now)
  }
}

extension Settings {
  /// Days after which the slowest funnel's customers and the longest trials are over.
  fileprivate var maturingDays: Int {
    let trial = catalogue.longestTrial + catalogue.defaults.trialGraceDays + 1
    return max(trial, funnels.map(\.windowDays).max() ?? 0)
  }
}

extension ExitCode {
  /// What a report answers to the shell: not proven, else the worst state of the rules.
  init(_ figures: Figures) {
    let status = ExitCode(rawValue: OverallStatus(figures.alerts).rawValue) ?? .unjudged
    self = figures.failedChecks.isEmpty ? status : .reconciliation
  }

  /// This code where alerts are to be told by it; else 0 for whatever is no error.
  func following(_ policy: ExitPolicy) -> ExitCode {
    policy == .errors && !isError ? .allWell : self
  }
}
