import Metrics
import Settings
import Values

/// A trouble that takes MRR away by itself, with its days.
struct Incident {
  let name: String
  let days: ClosedRange<Day>
  let isOver: Bool
}

extension Figures {
  /// Metrics whose trouble takes MRR away, the nearest to the money first.
  private static let takingMoney: [(AlertMetric, String)] = [
    (.paymentFailureRate, "Failed payments"), (.renewalRate, "Missed renewals"),
  ]

  /// Nil where no such rule fires or recovers, or none knows its days.
  var incident: Incident? {
    let known = firing + recovering
    return Self.takingMoney.lazy.compactMap { metric, name in
      known.first { $0.metric == metric.name }.flatMap { line in
        line.incident.map { Incident(name: name, days: $0, isOver: line.state == .recovering) }
      }
    }.first
  }

  /// The stretch of `days` of the incident.
  func incidentStretches(_ days: [Day?]) -> [(points: ClosedRange<Int>, name: String)] {
    guard let incident else { return [] }
    let points = days.indices.filter { days[$0].map(incident.days.contains) ?? false }
    guard let first = points.first, let last = points.last else { return [] }
    return [(first...last, "\(incident.name), \(DisplayFormat.shortDays(incident.days))")]
  }
}
