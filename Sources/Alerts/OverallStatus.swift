package import Metrics
import Values

/// The worst of all rules; raw values are the exit codes of `run` and `check`.
package enum OverallStatus: Int32, Sendable, CaseIterable {
  case allWell = 0
  case warning = 1
  case critical = 2
  /// No rule could be judged.
  case unjudged = 3

  package init(_ lines: [AlertLine]) {
    let troubled = lines.filter(\.needsAttention)
    if troubled.contains(where: { $0.severity == .critical }) {
      self = .critical
    } else if !troubled.isEmpty {
      self = .warning
    } else {
      self = lines.contains { $0.state != .notEnoughData } ? .allWell : .unjudged
    }
  }

  /// As Nagios plugins say it.
  package var word: String {
    switch self {
    case .allWell: "OK"
    case .warning: "WARNING"
    case .critical: "CRITICAL"
    case .unjudged: "UNKNOWN"
    }
  }
}

extension [AlertLine] {
  /// Worst first: firing and stale before recovering, critical before warning, then by name.
  package var worstFirst: [AlertLine] {
    sorted { ($0.urgency, $0.name) < ($1.urgency, $1.name) }
  }
}

extension AlertLine {
  fileprivate var urgency: Int {
    let state =
      switch state {
      case .firing: 0
      case .stale: 1
      case .recovering: 2
      case .notEnoughData: 3
      case .ok: 4
      }
    return state * 2 + (severity == .critical ? 0 : 1)
  }
}
