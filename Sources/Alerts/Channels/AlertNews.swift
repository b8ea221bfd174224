package import Metrics
import Reports
package import Settings
package import Values

/// What a channel is told of a run: each trouble that is news, with what broke, where, since when,
/// what the days since came to, and what to look at first. The formats of all services are made of
/// this.
package struct AlertNews: Sendable {
  package struct Trouble: Sendable {
    let item: AlertNotifications.Item
    /// Of the rules that tell it.
    let names: [String]
    /// What the days since then came to.
    let cost: String?
    let chart: AlertChart?
  }

  package let asOf: Day
  /// `CRITICAL`, of all rules.
  let status: String
  let tally: String
  /// The address of the report.
  let link: String?
  package private(set) var troubles: [Trouble]
  let figures: Figures

  /// - Parameter link: with `{day}` for the as-of day.
  package init(_ notifications: AlertNotifications, _ figures: Figures, link: String? = nil) {
    asOf = figures.asOf
    status = OverallStatus(figures.alerts).word
    tally = Tally(figures.alerts).text
    self.link = link?.replacing("{day}", with: figures.asOf.description)
    self.figures = figures
    troubles = notifications.items.grouped.map { names, item in
      Trouble(
        item: item, names: names, cost: item.isOver ? nil : figures.cost(of: item),
        chart: AlertChart(item.rule.verdict, currency: figures.currency))
    }
  }

  /// What a channel is to be told; nil for nothing.
  package func routed(to channel: AlertChannel) -> AlertNews? {
    var news = self
    news.troubles = troubles.filter { trouble in
      trouble.names.contains { channel.takes($0, isCritical: trouble.item.isCritical) }
    }
    return news.troubles.isEmpty ? nil : news
  }

  /// `Runrate CRITICAL, as of 2026-06-30: 2 of 18 alert rules fire`.
  var title: String { "Runrate \(status), as of \(asOf): \(tally)" }
}

extension AlertNotifications.Item {
  var isOver: Bool { change == .resolved }
}

extension AlertNews.Trouble {
  /// The same from the first message to that of its end.
  var key: String { "runrate:\(item.line.name):\(item.since)" }

  var severity: AlertLine.Severity { item.isCritical ? .critical : .warning }

  /// `new, critical`, `resolved`.
  var heading: String {
    switch item.change {
    case .new: "new, \(severity.rawValue)"
    case .worse: "now critical"
    case .wider: "spread, \(severity.rawValue)"
    case .still: "still, \(severity.rawValue)"
    case .resolved: "resolved"
    }
  }

  var mark: String { item.isOver ? "🟢" : item.isCritical ? "🔴" : "🟠" }

  var title: String { names.joined(separator: ", ") }

  /// What is told besides the message itself, by name.
  var facts: [(name: String, text: String)] {
    drawnFacts + (chart.map { [($0.title, $0.text)] } ?? [])
  }

  /// The same for a channel that shows the chart as a picture.
  var drawnFacts: [(name: String, text: String)] {
    let told: [(String, String?)] = [
      ("Since", item.isOver ? nil : item.since.description), ("Stands out", item.line.moved),
      ("Noted", item.line.noted),
      ("Since then", cost), ("What to do", item.isOver ? nil : item.line.runbook),
      ("Details", item.isOver ? nil : item.line.command),
    ]
    return told.compactMap { name, text in text.map { (name, $0) } }
  }
}

extension [AlertNotifications.Item] {
  /// Rules that are stale for one reason are one trouble, and so are those that fire for one cause; the
  /// worst of them tells it.
  fileprivate var grouped: [(names: [String], item: AlertNotifications.Item)] {
    var groups: [(names: [String], item: AlertNotifications.Item)] = []
    for item in self {
      let at = groups.firstIndex { $0.item.change == item.change && $0.item.isOne(with: item) }
      if let at {
        groups[at].names.append(item.line.name)
        if item.isCritical, !groups[at].item.isCritical { groups[at].item = item }
      } else {
        groups.append(([item.line.name], item))
      }
    }
    return groups
  }
}

extension AlertNotifications.Item {
  fileprivate func isOne(with other: AlertNotifications.Item) -> Bool {
    if line.state == .stale { return line.message == other.line.message }
    guard let cause = rule.verdict.smallest, let others = other.rule.verdict.smallest else {
      return false
    }
    return cause.isOne(with: others)
  }
}

// MARK: - What it costs

extension Figures {
  private static let daysBefore = 28

  /// `MRR −$85.00 a day (before: +$12.00), net revenue $610 a day (before: $655)`: the mean of the
  /// days since it began beside that of the 28 days before. Nil where days are missing, or the data
  /// is too old to tell.
  fileprivate func cost(of item: AlertNotifications.Item) -> String? {
    guard !isStale, item.line.state == .firing, item.rule.verdict.rule.figure.column != nil else {
      return nil
    }
    let rows = rows(of: Daily.self).map(\.self)
    let count = item.since.distance(to: asOf) + 1
    let first = rows.count - count
    guard count > 0, first > Self.daysBefore, rows.last?[Daily.date] == asOf else { return nil }
    let (now, before) = (first..<rows.count, (first - Self.daysBefore)..<first)
    func mean(_ days: Range<Int>, _ sum: Amount?) -> Amount? {
      sum.map { Amount(micros: $0.micros / Int64(days.count)) }
    }
    func growth(_ days: Range<Int>) -> Amount? {
      guard let end = rows[days.upperBound - 1][Daily.mrr],
        let begin = rows[days.lowerBound - 1][Daily.mrr]
      else { return nil }
      return mean(days, end - begin)
    }
    func revenue(_ days: Range<Int>) -> Amount? {
      let known = days.compactMap { rows[$0][Daily.netRevenue] }
      return known.count == days.count ? mean(days, known.reduce(.zero, +)) : nil
    }
    guard let change = growth(now), let usual = growth(before), let came = revenue(now),
      let usually = revenue(before)
    else { return nil }
    return "MRR \(signed(change)) a day (before: \(signed(usual))), "
      + "net revenue \(shown(came)) a day (before: \(shown(usually)))"
  }

  private func signed(_ amount: Amount) -> String {
    amount < .zero ? "−\(shown(amount.magnitude))" : "+\(shown(amount))"
  }
}
