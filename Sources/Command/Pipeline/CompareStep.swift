import Metrics
import Reports
import SQLite
import Settings
import Store
import Values

/// Days that `--compare` names: `2026-05-01..2026-05-31`.
struct DayRange: ExpressibleByArgument, Sendable, Equatable {
  let days: ClosedRange<Day>

  init?(argument: String) {
    let ends = argument.split(separator: "..", omittingEmptySubsequences: false).map {
      Day(String($0))
    }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    days = first...last
  }
}

extension Session {
  /// FOLD → SUM: two stretches of days beside one another, as of the last day of the newer one.
  /// Nothing is published, judged or remembered.
  func comparison(_ spans: ChangeSpans) throws -> String {
    let (asOf, extent) = try reportDay()
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
