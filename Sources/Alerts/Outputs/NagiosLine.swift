package import Metrics
import Values
import Reports

/// What `check` prints: one line as monitoring systems expect, then one for each rule in trouble.
///
///     RUNRATE CRITICAL - 1 firing, 13 ok, 1 not enough data as of 2026-05-17 | firing=1 stale=0
///     critical: trial-conversion (since 2026-05-12): Matured trial conversion was …
package enum NagiosLine {
  package static func text(_ figures: Figures) -> String {
    let tally = Tally(figures.alerts)
    let status =
      "RUNRATE \(OverallStatus(figures.alerts).word) - \(tally.text) as of \(figures.asOf)"
      + " | firing=\(tally.count(.firing)) stale=\(tally.count(.stale))"
    let troubled = figures.alerts.worstFirst.filter {
      $0.needsAttention || $0.isStale && $0.acknowledged == nil
    }
    return ([status] + troubled.joined.map { line($0, $1) }).map { $0 + "\n" }.joined()
  }

  /// One line for each rule that fires, the worst first; those that wait for newer data left aside.
  package static func firing(_ figures: Figures) -> [String] {
    figures.alerts.worstFirst.filter(\.needsAttention).joined
      .map { line($0, $1) }
  }

  /// The line of a check that could not judge anything, for the reason given.
  package static func unknown(_ reason: String) -> String {
    "RUNRATE \(OverallStatus.unjudged.word) - \(plain(reason))\n"
  }

  /// What every rule says, well or not: for a dry run.
  package static func every(_ figures: Figures) -> String {
    figures.alerts.worstFirst.joined.map { names, line in
      let state = line.acknowledged == nil ? line.state.rawValue : "acknowledged"
      let text = "\(state): \(names.joined(separator: ", ")): \(line.message)"
      return UntrustedText.terminalLine(text) + "\n"
    }.joined()
  }

  private static func line(_ names: [String], _ line: AlertLine) -> String {
    let since = line.since.map { " (since \($0))" } ?? ""
    return plain(
      "\(line.severity.rawValue): \(names.joined(separator: ", "))\(since): \(line.short)")
  }

  /// On one line; a bar would begin performance data.
  private static func plain(_ text: String) -> String {
    text.replacing("|", with: "/").replacing("\n", with: " ")
  }
}
