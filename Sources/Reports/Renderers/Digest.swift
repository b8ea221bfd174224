package import Metrics
package import Settings
package import Values

/// What happened in a day, a week or a month, in the words of the report and no longer than a mail:
/// key figures, at most three sentences, alerts, what to decide. All forms of it are written from
/// this.
///
/// The figures are those of the last day of the period; every number is a cell of `daily.csv`, a
/// sum of such cells over the days of the period, or stands in the sentences of the report.
package struct Digest: Sendable {
  package struct KeyFigure: Sendable {
    package let name: String
    package let now: String
    package let before: String
    package let change: String
    /// True for better, false for worse; nil for equal or unknown.
    package let isBetter: Bool?
  }

  /// An alert that fires, or is over.
  package struct Alert: Sendable {
    /// `critical: freshness, since 2026-06-29`.
    package let title: String
    package let text: String
    let runbook: Runbook?
  }

  /// `Subscriptions on Tue 30 June 2026`, `… in the week of 22 – 28 Jun`, `… in June 2026`.
  package let title: String
  /// The days in a word or two, above the figures: `Jun 2026`.
  package let span: String
  /// What the figures are compared with: `the week before`.
  package let comparison: String
  /// What makes figures too small or old, before any of them.
  package let notices: [String]
  package let keyFigures: [KeyFigure]
  /// What happened and why in the period, in at most three sentences.
  package let changes: [String]
  package let alertSentence: String
  package let alerts: [Alert]
  /// What waits for somebody to decide, at most three things.
  package let decisions: [String]
  /// The last day of the period.
  package let asOf: Day
  /// The address of the whole report.
  package let link: String?
  /// What made it, for its last line.
  package let provenance: String

  /// `figures` are those of the last day of the period.
  package init(_ figures: Figures, of period: DigestPeriod, link: String?) {
    let span = DigestSpan(period, until: figures.asOf)
    title = figures.mark + span.title + figures.segmentMark
    self.span = span.text
    comparison = span.comparison
    notices =
      [figures.staleSentence].compactMap(\.self)
      + figures.notices.map { $0.joined(separator: " ") }
    keyFigures = KeyFigure.all(figures, span.days, span.before)
    let first = FirstScreen(figures)
    // Of days whose log is missing, notices tell of that alone.
    changes =
      figures.isStale
      ? []
      : period == .daily
        ? [first.finding].compactMap(\.self)
        : WhatChanged.ofPeriod(span.days, span.before, figures)
    alertSentence = figures.alertSentence
    alerts = first.alerts.map { names, line in
      Alert(
        title: FirstScreen.title(line, names.joined(separator: ", "), figures),
        text: line.short,
        runbook: line.state == .recovering ? nil : line.runbook.map(Runbook.init))
    }
    decisions = first.decisions.map(\.text)
    asOf = figures.asOf
    self.link = link?.replacing("{day}", with: figures.asOf.description)
    provenance =
      "Made by Runrate \(figures.version) from the report as of \(figures.asOf), "
      + "configuration \(figures.configurationHash)."
  }
}

/// The days of a digest and those that they are compared with, in words.
struct DigestSpan {
  private let period: DigestPeriod
  let days: ClosedRange<Day>
  let before: ClosedRange<Day>

  init(_ period: DigestPeriod, until end: Day) {
    self.period = period
    days = period.days(until: end)
    before = period.daysBefore(until: end)
  }

  var title: String {
    let year = padded(days.upperBound.civil.year, 4)
    return switch period {
    case .daily: "Subscriptions on \(text) \(year)"
    case .weekly: "Subscriptions in the week of \(text) \(year)"
    case .monthly: "Subscriptions in \(text)"
    }
  }

  var text: String {
    switch period {
    case .daily: DisplayFormat.dayName(days.upperBound)
    case .weekly: DisplayFormat.days(days)
    case .monthly: DisplayFormat.monthAndYear(days.upperBound.month)
    }
  }

  var comparison: String {
    switch period {
    case .daily: DisplayFormat.dayName(before.upperBound)
    case .weekly: "the week before"
    case .monthly: DisplayFormat.monthAndYear(before.upperBound.month)
    }
  }
}

// MARK: - Key figures

extension Digest.KeyFigure {
  /// A column of `daily.csv`, and whether more of it is better.
  private struct Source {
    let name: String
    let column: any ReportColumn<Daily>
    var isState = false
    var isGoodUp = true
  }

  private static let sources = [
    Source(name: "MRR", column: Daily.mrr, isState: true),
    Source(name: "Paying subscribers", column: Daily.subscribers, isState: true),
    Source(name: "Net revenue", column: Daily.netRevenue),
    Source(name: "Refunded", column: Daily.refunded, isGoodUp: false),
    Source(name: "New MRR", column: Daily.newMRR),
    Source(name: "Churned MRR, incl. new", column: Daily.churnMRR),
    Source(name: "New subscribers", column: Daily.newSubscribers),
    Source(name: "Reactivated subscribers", column: Daily.reactivatedSubscribers),
    Source(name: Headline.allChurned, column: Daily.churnedSubscribers, isGoodUp: false),
    Source(name: "Trials started", column: Daily.trialsStarted),
    Source(name: "Trials converted", column: Daily.trialsConverted),
  ]

  /// Of two stretches of days; what is a state is that of their last days.
  static func all(
    _ figures: Figures, _ now: ClosedRange<Day>, _ before: ClosedRange<Day>
  ) -> [Digest.KeyFigure] {
    sources.map { source in
      let series = DailySeries(figures) { $0.cell(source.column) }
      func value(_ days: ClosedRange<Day>) -> Cell {
        let ago = days.upperBound.distance(to: figures.asOf)
        return source.isState
          ? series.last(ago: ago)
          : series.sum(days.lowerBound.distance(to: days.upperBound) + 1, ago: ago)
      }
      return Self(source, value(now), value(before), figures)
    }
  }

  private init(_ source: Source, _ now: Cell, _ before: Cell, _ figures: Figures) {
    name = source.name
    self.now = figures.shown(now)
    self.before = figures.shown(before)
    change = figures.isStale ? "" : DisplayFormat.change(now, from: before)
    if !figures.isStale, let a = now.magnitude, let b = before.magnitude, a != b {
      isBetter = (a > b) == source.isGoodUp
    } else {
      isBetter = nil
    }
  }
}
