import Metrics
import Settings
import Statistics
import Values

/// What a reader sees first, in every form.
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

/// The last shift of the daily change of MRR beyond chance, in 90 days.
struct TurningPoint: Equatable {
  /// The last day of the way before.
  let day: Day
  let mrr: Amount
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
