/// What an alert rule says of a day: in `alerts.csv`, `alerts.prom` and the table `alert_state`.
/// Raw values are stored and published.
package enum AlertState: String, Sendable, CaseIterable {
  case ok
  case firing
  /// It fired, and is back to normal since today.
  case recovering
  /// The data is too old or incomplete, or cases that came regularly have stopped.
  case stale
  /// Fewer cases than the rule asks for.
  case notEnoughData = "not enough data"

  /// Firing or stale: what must not be read as all well.
  package var isTrouble: Bool { self == .firing || self == .stale }
}
