import Metrics
import Values

/// What a reader sees first, in every form: what happened, the figures that matter, why, and what
/// waits for a decision.
struct FirstScreen {
  /// How far back it looks.
  static let days = 90
  /// Nil where there is nothing to tell, or it must not be told.
  let finding: String?
  let reasons: Reasons?
  let decisions: [Decision]
  /// What fires, the worst first, then what is over.
  let alerts: [(names: [String], line: AlertLine)]

  init(_ figures: Figures) {
    let isTold = figures.hiddenBelow == nil && !figures.isStale
    let turn = isTold ? TurningPoint(figures) : nil
    finding = Finding(figures, turn).text
    reasons = isTold ? Reasons(figures, turn) : nil
    decisions = isTold && figures.segment == nil ? Decision.all(figures) : []
    alerts = (figures.firing + figures.recovering).joined
  }

  /// What stands below the finding in sentences, for a sheet: why, and what to decide.
  func sentences(_ figures: Figures) -> [String] {
    let why = reasons.map { "\($0.title): \($0.text(figures))." }
    return [why].compactMap(\.self) + decisions.map { "Decide: \($0.text)" }
  }

  /// `recovering: payment-failure, 20–26 Jun`, `critical: freshness, since 2026-06-29`.
  static func title(_ alert: AlertLine, _ names: String, _ figures: Figures) -> String {
    let days = alert.incident.map { ", \(DisplayFormat.shortDays($0))" }
    return alert.state == .recovering
      ? "recovering: \(names)\(days ?? "")"
      : "\(alert.severity.rawValue): \(names)\(days ?? figures.age(of: alert))"
  }
}

extension Figures {
  /// What was bad within its window, and is reliably well again.
  var recovering: [AlertLine] { worstFirst { $0.state == .recovering } }
}
