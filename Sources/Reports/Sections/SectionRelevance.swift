import Metrics
import Settings
import Values

/// Which sections tell something today: those whose figure moved in 30 days (an amount by 5 %, a
/// rate beyond chance), that an alert or a decision of the first screen is about, that say that
/// something is wrong, or that the configuration asks for.
struct SectionRelevance {
  /// By a target or a budget: there is nothing in them without one.
  private static let askedFor: Set<String> = ["targets", "budget"]
  private static let smallestMove = 0.05

  private let figures: Figures
  private let ids: Set<String>

  init(_ figures: Figures) {
    self.figures = figures
    ids = Self.askedFor.union(Self.moved(figures)).union(Self.alerted(figures))
      .union(FirstScreen(figures).decisions.map(\.section))
  }

  func holds(for section: ReportSection) -> Bool {
    ids.contains(section.id) || section.saysWhatIsWrong(figures)
  }

  private static func moved(_ figures: Figures) -> [String] {
    guard figures.hiddenBelow == nil, !figures.isStale else { return [] }
    let changed = WhatChanged(figures)
    let isMRRMoved = TurningPoint(figures) != nil || figures.hasMoved("mrr", by: smallestMove)
    return [
      ("mrr", isMRRMoved), ("churn", changed.isChurnBeyondChance),
      ("trials", changed.isConversionBeyondChance),
      ("revenue", figures.hasMoved("net_revenue_30d", by: smallestMove)),
      ("quality", !figures.rows(of: Restated.self).isEmpty || !figures.appStoreTable.rows.isEmpty),
    ].filter(\.1).map(\.0)
  }

  private static func alerted(_ figures: Figures) -> [String] {
    (figures.firing + figures.recovering).map { topic(of: $0.metric).rawValue }
  }
}

extension Figures {
  fileprivate func hasMoved(_ metric: String, by share: Double) -> Bool {
    guard let line = headlines.first(where: { $0.metric == metric }), !line.isSmall,
      let now = line.value.magnitude, let before = line.before.magnitude, before != 0
    else { return false }
    return abs(now / before - 1) >= share
  }
}

extension ReportSection {
  fileprivate func saysWhatIsWrong(_ figures: Figures) -> Bool {
    parts.contains { part in
      if case .remarks(_, let make) = part { make(figures).contains(where: \.isBad) } else { false }
    }
  }
}

// MARK: - What an alert is about

extension SectionRelevance {
  /// What a figure as rules name it is about; what is in no file is about the logs.
  static func topic(of figure: String) -> TableSchema.Topic {
    let column = AlertMetric.allCases.first { $0.name == figure }?.column
    let name = column.map { "\($0.file).\($0.name)" } ?? figure
    return columns[name]
      ?? (ReportSchema.table(String(name.prefix { $0 != "." }))?.topic ?? .quality)
  }

  /// Of files that are about several things.
  private static let columns: [String: TableSchema.Topic] = [
    "daily.net_revenue": .revenue, "operations.start_rate": .paywalls,
    "operations.bounce_rate": .paywalls, "operations.payment_failure_rate": .churn,
    "operations.without_rate_share": .quality, "outcomes.conversion_rate": .trials,
    "outcomes.refund_rate": .revenue,
  ]
}
