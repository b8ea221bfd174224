package import Metrics
import Settings
package import Values

/// The fewest crossed segments that explain a change (``CauseSearch``).
package struct SmallestCause: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    /// In the order of ``Dimension/actionable``.
    package let segments: [CrossedFigures.Segment]
    package let rates: RateChange
    /// Its cases in the judged days.
    package let cases: Int64
    /// Its part of the whole change; above 1 where others went the other way.
    package let part: Double
    /// How many fewer a day than usual, or more.
    package let missing: Double
    /// The first of the days that are the worst together; nil where it cannot be told.
    package let since: Day?

    /// `country US × variant benefits`.
    package var name: String {
      segments.map { "\($0.dimension) \($0.value)" }.joined(separator: " × ")
    }
  }

  package let parts: [Part]
  /// Those of everybody else.
  package let others: RateChange
}

/// A rate before and now; nil where there were no cases.
package struct RateChange: Sendable, Hashable {
  package let before: Rate?
  package let now: Rate?
}

/// What is asked of the customers of the judged windows when a rule fires.
package struct CauseQuestion: Sendable {
  package let metric: Metric
  /// From the first day that the rule compares with to the last one that it judged.
  package let days: ClosedRange<Day>
}

extension Judge {
  /// What to ask to explain a verdict; nil where it does not fire, is over, or is about no share by
  /// segment.
  package func causeQuestion(_ verdict: Verdict, on figures: Figures) -> CauseQuestion? {
    guard let subject = causeSubject(verdict, on: figures),
      let file = ReportSchema.table(MetricSource(verdict.rule).segmentTable),
      let column = verdict.rule.figure.column.flatMap({ file.column($0.name) })
    else { return nil }
    let first = (subject.earlier + [subject.days]).map(\.lowerBound).min()
    let last = max(subject.days.upperBound, verdict.days?.upperBound ?? subject.days.upperBound)
    return CauseQuestion(metric: Metric(file, column), days: (first ?? last)...last)
  }

  /// Nil where a verdict does not fire, is over, or is about no share by segment and no nowcast.
  private func causeSubject(_ verdict: Verdict, on figures: Figures) -> CauseSubject? {
    guard verdict.state == .firing, !verdict.rule.isOfProof, let days = verdict.days,
      let one = evaluation(verdict.rule, MetricSource(verdict.rule), figures)
    else { return nil }
    return CauseSubject(one.over(verdict.days(ofTrouble: days)))
      ?? CauseSubject(fallOf: verdict, on: figures)
  }

  /// The verdict with its smallest cause, found in the figures of combinations; with no other segments
  /// where there is none.
  package func explained(_ verdict: Verdict, by crossed: CrossedFigures, on figures: Figures)
    -> Verdict
  {
    guard let question = causeQuestion(verdict, on: figures),
      let subject = causeSubject(verdict, on: figures)
    else { return verdict }
    var verdict = verdict
    verdict.smallest = CauseSearch(subject, crossed, on: question.days).cause
    verdict.moves = []
    return verdict
  }
}

extension Verdict {
  /// The judged days, without those before the trouble, where that is known: an app version that came
  /// with it would be named for its days.
  fileprivate func days(ofTrouble days: ClosedRange<Day>) -> ClosedRange<Day> {
    guard let first = incident?.days.lowerBound, days.contains(first) else { return days }
    return first...days.upperBound
  }
}
