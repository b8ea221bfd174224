import Metrics
import Settings
import Values

struct CauseText {
  let cause: SmallestCause
  let units: Units
  let source: MetricSource
  let comparison: AlertRule.Comparison

  /// `country US × variant benefits, from 38.0% to 0% since 2026-04-01 (148 viewers), 98% of the
  /// change; everywhere else 37.1%, before 37.4%. 28 fewer viewers started a day than usual`.
  var text: String {
    cause.parts.map(text).joined(separator: "; then ") + others + (missing.map { ". \($0)" } ?? "")
  }

  /// The same without what the headline says of the first: `148 viewers, 98% of the change; everywhere
  /// else 37.1%, before 37.4%`.
  var evidence: String {
    ([cause.parts.first.map(weight)].compactMap(\.self) + cause.parts.dropFirst().map(text))
      .joined(separator: "; then ") + others
  }

  private func text(_ part: SmallestCause.Part) -> String {
    let since = part.since.map { " since \($0)" } ?? ""
    let before = part.rates.before.map { " from \(units.text($0))" } ?? " new,"
    let now = part.rates.now.map { "\(before) to \(units.text($0))" } ?? ""
    return "\(part.name),\(now)\(since) (\(source.counted(part.cases))), \(ofChange(part))"
  }

  private func weight(_ part: SmallestCause.Part) -> String {
    "\(source.counted(part.cases)), \(ofChange(part))"
  }

  /// A part above the whole says that the rest went the other way.
  private func ofChange(_ part: SmallestCause.Part) -> String {
    part.part > 1 ? "all of the change" : "\(percent(part.part)) of the change"
  }

  private var others: String {
    let usual = cause.others.before.map { ", before \(units.text($0))" } ?? ""
    return cause.others.now.map { "; everywhere else \(units.text($0))\(usual)" } ?? ""
  }

  /// `28 fewer viewers started a day than usual`.
  private var missing: String? {
    source.fewer(cause.parts.reduce(0) { $0 + $1.missing }, comparison, " a day")
  }
}

extension MetricSource {
  /// `28 fewer viewers started a day than usual`; nil of what counts no cases.
  func fewer(_ daily: Double, _ comparison: AlertRule.Comparison, _ period: String = "") -> String?
  {
    guard let counting else { return nil }
    let few =
      daily < 10
      ? Units.decimal(Int64(daily * 1_000_000), places: 1) : grouped(Int64(daily.rounded()))
    return "\(few) \(comparison.isDownward ? "fewer" : "more") \(counting)\(period) than usual"
  }
}

func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }
