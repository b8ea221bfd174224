import Metrics
import Settings
import Values

/// The trouble that reports tell of by its days: what takes money away before anything else.
struct Incident {
  let name: String
  let days: ClosedRange<Day>
  let isOver: Bool
  /// Whether it takes MRR away by itself.
  let takesMoney: Bool

  /// Metrics whose trouble takes MRR away, the nearest to the money first.
  fileprivate static let ofMoney: [(AlertMetric, String)] = [
    (.paymentFailureRate, "Failed payments"), (.renewalRate, "Missed renewals"),
  ]

  fileprivate init?(_ line: AlertLine, _ name: String? = nil) {
    guard let days = line.incident else { return nil }
    self.name = name ?? line.name
    self.days = days
    isOver = line.state == .recovering
    takesMoney = name != nil
  }
}

extension Figures {
  /// Nil where no rule that fires or recovers knows its days.
  var incident: Incident? {
    let known = firing + recovering
    let ofMoney = Incident.ofMoney.lazy.compactMap { metric, name in
      known.first { $0.metric == metric.name }.flatMap { Incident($0, name) }
    }
    return ofMoney.first ?? known.lazy.compactMap { Incident($0) }.first
  }

  /// The stretch of `days` of the incident.
  func incidentStretches(_ days: [Day?]) -> [(points: ClosedRange<Int>, name: String)] {
    guard let incident else { return [] }
    let points = days.indices.filter { days[$0].map(incident.days.contains) ?? false }
    guard let first = points.first, let last = points.last else { return [] }
    return [(first...last, "\(incident.name), \(DisplayFormat.shortDays(incident.days))")]
  }
}
