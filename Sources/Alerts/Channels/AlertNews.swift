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
    let headline: AlertHeadline
    /// What a day since it began comes to, beside those before.
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
      let headline = figures.headline(of: item.rule)
      return Trouble(
        item: item, names: names, headline: headline,
        cost: item.isOver ? nil : figures.cost(of: item, since: headline.began ?? item.since),
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

  /// What broke, where and since when; of what has no headline, the message.
  var title: String { item.line.short }

  /// What is told besides the message itself, by name.
  var facts: [(name: String, text: String)] {
    drawnFacts + (chart.map { [($0.title, $0.text)] } ?? [])
  }

  /// The same for a channel that shows the chart as a picture.
  var drawnFacts: [(name: String, text: String)] {
    let ofOpen: [(String, String?)] = [
      ("Where", isEverywhere ? "no segment stands out: look at what all share" : nil),
      ("Per day", perDay), ("Just before", item.line.noted), ("Look first", headline.look),
      (Self.runbook, item.line.runbook), ("Details", item.line.command),
    ]
    let told: [(String, String?)] =
      [("Evidence", headline.evidence(item.line.moved))] + (item.isOver ? [] : ofOpen)
      + [("Rule", rule)]
    return told.compactMap { name, text in text.map { (name, $0) } }
  }

  /// The same as an object, between other members.
  func details(
    _ before: [(String, String)], _ behind: [(String, String)] = []
  ) -> JSONValue {
    let named = facts.map { ($0.name.lowercased().replacing(" ", with: "_"), $0.text) }
    return .object(
      (before + named + behind).map {
        JSONValue.Member($0, .string(UntrustedText.cleaned($1, limit: 1_500)))
      })
  }

  /// The fact that the configuration writes, whose addresses are meant to be links.
  static let runbook = "Runbook"

  /// Segments are looked for when there is something new to tell.
  private var isEverywhere: Bool {
    item.change != .still && headline.isEverywhere
  }

  private var perDay: String? {
    let parts = [headline.missing, cost].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private var rule: String {
    let first = item.change == .new ? "" : ", first told \(item.since)"
    return names.joined(separator: ", ") + first
  }
}

// MARK: - What it costs

extension Figures {
  private static let daysBefore = 28

  /// `net revenue $610 since then, $655 before; MRR −$85.00, before +$12.00`: the mean of the days since
  /// it began beside that of the 28 days before. Nil where days are missing, or the data is too old to
  /// tell.
  fileprivate func cost(of item: AlertNotifications.Item, since: Day) -> String? {
    guard !isStale, item.line.state == .firing, item.rule.verdict.rule.figure.column != nil else {
      return nil
    }
    let rows = rows(of: Daily.self).map(\.self)
    let count = since.distance(to: asOf) + 1
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
    return "net revenue \(shown(came)) since then, \(shown(usually)) before; "
      + "MRR \(signed(change)), \(signed(usual)) before"
  }

  private func signed(_ amount: Amount) -> String {
    amount < .zero ? "−\(shown(amount.magnitude))" : "+\(shown(amount))"
  }
}
