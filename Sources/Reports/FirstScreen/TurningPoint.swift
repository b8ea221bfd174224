import Metrics
import Statistics
import Values

/// Since when MRR goes another way than before: the last shift of its daily change that is beyond
/// chance, in 90 days.
struct TurningPoint: Equatable {
  /// The last day of the way before.
  let day: Day
  let mrr: Amount
  /// Whether MRR rose up to it.
  let isPeak: Bool

  /// Less than a hundredth of MRR is no story.
  private static let smallestShare: Int64 = 100

  /// Nil without one, and where MRR is about what it was then.
  init?(_ figures: Figures) {
    let rows = figures.rows(of: Daily.self).suffix(FirstScreen.days + 1)
    let levels = rows.compactMap { row in
      row[Daily.date].flatMap { day in row[Daily.mrr].map { (day, $0) } }
    }
    guard levels.count == rows.count, let now = levels.last else { return nil }
    let changes = zip(levels, levels.dropFirst()).map { Double(($1.1 - $0.1).micros) }
    guard let shift = MeanShift.last(in: changes) else { return nil }
    (day, mrr) = levels[shift]
    isPeak = mrr > levels[0].1
    guard (now.1 - mrr).magnitude.micros * Self.smallestShare >= mrr.magnitude.micros else {
      return nil
    }
  }
}

extension Figures {
  /// The days since the turning point, or the last 30, beside as many before.
  func spans(since turn: TurningPoint?) -> ChangeSpans {
    let first = (turn?.day ?? asOf.advanced(by: -30)).advanced(by: 1)
    return ChangeSpans(now: first...asOf)
  }
}
