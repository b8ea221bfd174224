import Metrics
import Settings
import Values

/// What a cause is looked for in: a share on some days, and on those before that it is held against.
struct CauseSubject {
  /// What counts, and what is counted.
  let part: SumTerm
  let whole: SumTerm
  let filter: [String: String]
  let comparison: AlertRule.Comparison
  /// Stands in for the past where there is none.
  let threshold: Fraction
  let days: ClosedRange<Day>
  let earlier: [ClosedRange<Day>]

  /// Of the share that a rule judges; nil of anything else.
  init?(_ one: RuleEvaluation) {
    guard case .share(let part, let whole) = one.source.form else { return nil }
    (self.part, self.whole, filter) = (part, whole, one.rule.filter)
    (comparison, threshold) = (one.rule.comparison, one.rule.threshold)
    days = one.days
    earlier = one.earlier.filter { $0.lowerBound > one.firstDay }
  }

  /// Of trials that go on to renew, in the nights and the part of their days in which their nowcast fell;
  /// nil of anything else.
  init?(fallOf verdict: Verdict, on figures: Figures) {
    guard verdict.rule.figure == .metric(.trialNowcastFall),
      let row = figures.newestNights(verdict),
      let since = row[TrialNowcasts.fallSince], since <= figures.asOf,
      let share = row[TrialNowcasts.fallIn].flatMap(TrialNights.share)
    else { return nil }
    (part, whole, filter) = (share.part, share.whole, [:])
    (comparison, threshold) = (.drop, .zero)
    days = since...figures.asOf
    earlier = (1...Self.weeks).map { [days] in days.earlier(byDays: 7 * $0) }
      .filter { [figures] in $0.lowerBound > figures.firstDay ?? figures.asOf }
  }

  /// As long as what is usual is taken from.
  private static let weeks = 8
}

extension Figures {
  /// The row of the newest nights that a verdict on the nowcast is about.
  func newestNights(_ verdict: Verdict) -> Row<TrialNowcasts>? {
    newestNights(of: verdict.place ?? verdict.breaches.first)
  }

  /// Those of all trials for no segment.
  func newestNights(of segment: Breach?) -> Row<TrialNowcasts>? {
    let segment = segment.map { ($0.dimension, $0.value) } ?? ("all", "all")
    return rows(of: TrialNowcasts.self).where(
      TrialNowcasts.cohort, is: TrialNowcasts.newestNights
    )
    .first { ($0.text(TrialNowcasts.dimension), $0.text(TrialNowcasts.value)) == segment }
  }
}
