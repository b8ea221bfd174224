import Metrics
import Settings
import Values

/// What is said of a trouble first: what broke, where, from what to what and since when.
///
///     Same-day start rate for country US × variant benefits fell from 48.1% to 0% since 2025-11-27
///
/// How sure that is, and the conditions of the rule, stand in ``AlertMessage``.
struct AlertHeadline {
  private let judged: JudgedRule
  private let units: Units
  private let source: MetricSource
  private let newest: Instant?
  /// Of the nowcast: how trials went in the newest nights.
  private let nights: Row<TrialNowcasts>?
  private var verdict: Verdict { judged.verdict }
  private var rule: AlertRule { verdict.rule }

  init(
    _ judged: JudgedRule, currency: String, newest: Instant? = nil,
    nights: Row<TrialNowcasts>? = nil
  ) {
    self.judged = judged
    self.newest = newest
    self.nights = nights
    source = MetricSource(judged.verdict.rule)
    units = Units(source.unit, currency: currency)
  }

  /// Nil where the message itself is as short.
  var text: String? {
    if judged.resolved != nil, verdict.finding == .ok, let value = verdict.value {
      return "\(source.name) is back to normal: \(units.text(value))\(days)"
    }
    guard verdict.finding == .firing, !isListed, let value = verdict.value,
      let threshold = verdict.threshold
    else { return nil }
    if rule.isOfFreshness { return age(value) }
    if let fall { return fall }
    if let after = verdict.incident?.after { return past(value, threshold, after) }
    return causeChange ?? change(to: value) ?? level(value, threshold)
  }

  /// Whether the message lists what is concerned, and what to do.
  private var isListed: Bool { rule.isOfProof || rule.figure == .metric(.missingRateShare) }

  /// The first day of the trouble, where its figures tell it.
  var began: Day? {
    if let nights { return nights[TrialNowcasts.fallSince] }
    let shift = verdict.nights != nil && source.isShare ? verdict.days?.lowerBound : nil
    return verdict.smallest?.parts.first?.since ?? shift ?? verdict.incident?.days.lowerBound
  }

  // MARK: - What broke

  private func age(_ value: Rate) -> String? {
    newest.map { "No events for \(units.text(value)), since \($0.minuteText)" }
  }

  /// Of the smallest cause, else of the segment that is told of, if there is one.
  private var fall: String? {
    guard let nights, let change = nights.expectedChange else { return nil }
    let name = verdict.smallest?.parts.first?.name ?? verdict.place?.name
    return "Expected trial conversion\(name.map { " for \($0)" } ?? "") fell from "
      + "\(units.text(change.before)) to \(units.text(change.now))\(span)\(lost)"
  }

  /// In which part of their days trials are lost.
  private var lost: String {
    switch nights?[TrialNowcasts.fallIn] {
    case "end": ": fewer trials pay at their end"
    case let part?: ": more trials opt out in their \(part)"
    case nil: ""
    }
  }

  /// What is over but for the window that still has its days.
  private func past(_ value: Rate, _ threshold: Rate, _ after: RuleEvidence.Line) -> String {
    let during = verdict.incident?.during?.value ?? value
    let days = verdict.incident.map { " from \(Verdict.text($0.days))" } ?? ""
    let now = after.value.map { "; \(units.text($0)) from \(after.days.lowerBound) on" } ?? ""
    return
      "\(source.name)\(place) was \(units.text(during))\(days), \(side) \(units.text(threshold))"
      + now
  }

  private var causeChange: String? {
    guard let part = verdict.smallest?.parts.first, let now = part.rates.now else { return nil }
    let name = "\(source.name) for \(part.name)"
    guard let before = part.rates.before else {
      let others = verdict.smallest?.others.now.map { ", everywhere else \(units.text($0))" } ?? ""
      return "\(name), which is new, is \(units.text(now))\(others)"
    }
    return "\(name) \(moved) from \(units.text(before)) to \(units.text(now))\(span)"
  }

  private func change(to figure: Rate) -> String? {
    let shown = verdict.place?.verdict ?? verdict
    guard rule.comparison.isRelative, let usual = shown.baseline else { return nil }
    let value = shown.value ?? figure
    return
      "\(source.name)\(place) \(moved) from \(units.text(usual)) to \(units.text(value))\(span)"
  }

  private func level(_ value: Rate, _ threshold: Rate) -> String {
    let shown = verdict.incident?.during?.value ?? value
    let over = began == nil ? days : ""
    let since = began.map { ", since \($0)" } ?? ""
    return "\(source.name)\(place) is \(units.text(shown))\(over), \(side) \(units.text(threshold))"
      + since
  }

  private var moved: String { rule.comparison.isDownward ? "fell" : "rose" }
  private var side: String { rule.comparison.isDownward ? "below" : "above" }

  /// ` for country DE`.
  private var place: String {
    if let place = verdict.place { return " for \(place.name)" }
    return rule.filter.isEmpty || rule.title != nil ? "" : " for \(rule.segmentText)"
  }

  private var span: String { began.map { " since \($0)" } ?? days }

  /// ` on 2026-05-10`.
  private var days: String {
    verdict.days.map { " \($0.count == 1 ? "on" : "from") \(Verdict.text($0))" } ?? ""
  }

  // MARK: - How sure, and how much

  /// `98 viewers, 80% of the change; everywhere else 25.1%, before 27.4%; by chance once in 13,142
  /// nights`; nil where the headline has no figures.
  func evidence(_ moves: String?) -> String? {
    guard text != nil, !rule.isOfFreshness else { return nil }
    let cause = verdict.smallest.map { explained($0).evidence }
    let firing = verdict.finding == .firing ? verdict.nights : nil
    let chance = firing.map { "by chance \(Units.once(in: $0))" }
    let failing = verdict.cause.map(\.text)
    let other = cause == nil ? moves ?? onTheirOwn : failing
    return [cause ?? basis, chance, other].compactMap(\.self).joined(separator: "; ")
  }

  /// `on their own: product plus (62.1%), platform ios (27.1%)`: the segments that fire besides of what
  /// cannot be taken apart.
  private var onTheirOwn: String? {
    let others = verdict.breaches.filter { $0.name != verdict.place?.name }
    guard verdict.isOfSingleFigures, !others.isEmpty else { return nil }
    let names = others.map { $0.text(units) }.joined(separator: ", ")
    let own = "on \(others.count == 1 ? "its" : "their") own:"
    return "\(verdict.place == nil ? own : "also") \(names)"
  }

  private func explained(_ cause: SmallestCause) -> CauseText {
    CauseText(cause: cause, units: units, source: source, comparison: rule.comparison)
  }

  /// `10 of 283 payments`, `77 charges, usually 81`.
  private var basis: String? {
    guard let sample = verdict.sample else { return nil }
    let usual = verdict.usualSample.map { ", usually \(grouped($0))" } ?? ""
    let part = verdict.part.map { "\(grouped($0)) of " } ?? ""
    return part + source.counted(sample) + usual
  }

  /// A day: `24 fewer viewers started than usual`; nil where that is not known.
  var missing: String? {
    guard judged.resolved == nil, verdict.finding == .firing else { return nil }
    if let cause = verdict.smallest {
      return source.fewer(cause.parts.reduce(0) { $0 + $1.missing }, rule.comparison)
    }
    guard let usual = verdict.baseline, let part = verdict.part, let sample = verdict.sample,
      let days = verdict.days?.count
    else { return nil }
    let off = Double(part) - usual.value * Double(sample)
    return source.fewer(abs(off) / Double(days), rule.comparison)
  }

  /// Whether segments were looked for on this night, and none was found.
  var isEverywhere: Bool {
    source.isShare && verdict.finding == .firing && verdict.smallest == nil
      && verdict.segment == nil && verdict.moves.isEmpty
  }

  /// What to look at first.
  var look: String? {
    guard case .metric(let metric) = rule.figure, verdict.finding == .firing else { return nil }
    return nights?[TrialNowcasts.fallIn] == "end"
      ? "whether trials that nobody cancelled are charged: store status, receipts, prices"
      : metric.look
  }
}
