import Metrics
import Values

/// What changed between two stretches of days and why, in at most three sentences: for `report
/// --from --to` and digests. Every number in them is a change of figures of these days.
struct WhatChanged {
  /// How the sentences name the stretches of days.
  struct Words: Sendable {
    /// `in 30 days`.
    var span = "in 30 days"
    /// `over 30 days`.
    var ofSpan = "over 30 days"
    /// `the 28 days before`.
    var trialsBefore = "the 28 days before"
    /// The days of which it is named what happened; nil: the 30 days.
    var days: ClosedRange<Day>?

    init() {}

    /// Of two stretches of days by their names.
    init(_ spans: ChangeSpans) {
      span = ComparisonMarkdown.when(spans.now)
      ofSpan = "for \(ComparisonMarkdown.name(spans.now))"
      trialsBefore = ComparisonMarkdown.name(spans.before)
      days = spans.now
    }
  }

  /// What changed in a period of a digest, in sentences.
  static func ofPeriod(
    _ now: ClosedRange<Day>, _ before: ClosedRange<Day>, _ figures: Figures
  ) -> [String] {
    let spans = ChangeSpans(now: now, before: before)
    return WhatChanged(figures.comparing(spans), Words(spans)).changes
  }

  private let figures: Figures
  private let rows: Rows<Changes>
  private let words: Words

  init(_ figures: Figures, _ words: Words = Words()) {
    self.figures = figures
    self.words = words
    rows = figures.rows(of: Changes.self)
  }

  /// Empty where rows are hidden, or nothing came before. Churn is known of 30 days alone.
  var changes: [String] { [recurring, revenue, conversion].compactMap(\.self) }
}

// MARK: - The sentences

extension WhatChanged {
  private static let days = 30
  /// A tenth of a percentage point, less half of it: what is less is told as nothing.
  private static let smallestShown: Int64 = 500
  /// One of twenty, in millionths.
  private static let significance: Int64 = 50_000

  /// `MRR rose by $137 (+7.2%) to $2,057 in 30 days: new +$449, churn −$336 …`, and what was noted.
  var recurring: String? {
    guard let total = total(.mrr), let change = total[Changes.amountChange] else { return nil }
    let parts = largestFirst(.mrr, .movement).map { "\(name($0)) \(signed($0))" }
    return statement(
      "MRR \(moved(change, total)) \(words.span)" + listed(parts, end: bySegment) + noted,
      of: "daily.mrr")
  }

  /// ` Noted on 20 Jun: …`.
  private var noted: String {
    let month = figures.asOf.advanced(by: 1 - Self.days)...figures.asOf
    return figures.annotationSentence(of: words.days ?? month)
  }

  var isChurnBeyondChance: Bool { isBeyondChance(.churnRate) }
  var isConversionBeyondChance: Bool { isBeyondChance(.trialConversion) }

  private func isBeyondChance(_ metric: Changes.Metric) -> Bool {
    guard let p = total(metric)?[Changes.pValue] else { return false }
    return p.millionths < Self.significance
  }

  /// The apps, where the log tells of several, and the products.
  private static let segments: [Changes.Split] = [.app, .product]

  /// `; by app: griptrack −$707 (−14.5%), screentime +$299 (+2.8%); by product: …`: those that
  /// changed most.
  private var bySegment: String { Self.segments.map(largest).joined() + "." }

  private func largest(_ split: Changes.Split) -> String {
    let parts = largestFirst(.mrr, split)
    guard parts.count > 1 else { return "" }
    let named = parts.prefix(3).map { row in
      let share = DisplayFormat.change(
        row.cell(Changes.amountNow), from: row.cell(Changes.amountBefore))
      let known = share == DisplayFormat.unknown ? "" : " (\(share))"
      return "\(row.text(Changes.part)) \(signed(row))\(known)"
    }
    return "; by \(split.rawValue): " + named.joined(separator: ", ")
  }

  /// `Net revenue over 30 days fell by $664 (−25.2%) to $1,973: yearly payments −$723 (16 → 7) …`.
  var revenue: String? {
    guard let total = total(.netRevenue), let change = total[Changes.amountChange] else {
      return nil
    }
    let periods = largestFirst(.netRevenue, .period).prefix(3).map { row in
      "\(PeriodWords.payments(row.text(Changes.part))) \(signed(row))\(cases(row))"
    }
    let effects = largestFirst(.netRevenue, .effect).map { "\(name($0)) \(signed($0))" }
    let why =
      effects.isEmpty
      ? "" : "; split by volume, mix and price instead: " + effects.joined(separator: ", ")
    return statement(
      "Net revenue \(words.ofSpan) \(moved(change, total))" + listed(periods, end: why + timing),
      of: "daily.net_revenue")
  }

  /// Where payments of long periods moved the cash of a month and MRR went the other way.
  private var timing: String {
    guard let cash = total(.netRevenue)?[Changes.amountChange],
      let recurring = total(.mrr)?[Changes.amountChange],
      (cash < .zero) != (recurring < .zero), recurring != .zero,
      let first = largestFirst(.netRevenue, .period).first,
      PeriodWords.isLong(first.text(Changes.part))
    else { return "." }
    return ". Longer plans are paid up front; MRR, which spreads each payment over its period, "
      + "\(recurring < .zero ? "fell" : "rose")."
  }

  /// `Churn over 30 days was 12.9% (33 of 255), vs 6.4% in the 30 days before: failed payments
  /// +7.1 pp (0 → 18) …`.
  var churn: String? {
    guard let total = total(.churnRate), let now = total[Changes.rateNow],
      let before = total[Changes.rateBefore]
    else { return nil }
    let parts = churnReasons.map { "\(name($0)) \(points($0))\(cases($0))" }
    return statement(
      "Churn over 30 days was \(figures.shown(now))\(base(Churn.trailing)), vs "
        + "\(figures.shown(before)) in the 30 days before"
        + listed(parts, end: "; " + chance(total) + highestChurn),
      of: "churn.churn_rate")
  }

  private var churnReasons: [Row<Changes>] {
    largestFirst(.churnRate, .reason)
      .filter { $0.integer(Changes.casesBefore) + $0.integer(Changes.casesNow) > 0 }
      .filter { abs($0[Changes.rateChange]?.millionths ?? 0) >= Self.smallestShown }
  }

  /// `failed payments +5.6 pp`, where churn changed beyond chance.
  var largestChurnReason: String? {
    isChurnBeyondChance ? churnReasons.first.map { "\(name($0)) \(points($0))" } : nil
  }

  /// ` (242 of 2,157)`: of those who paid at the opening.
  private func base(_ month: String) -> String {
    let totals = figures.rows(of: Churn.self).totals
    guard let row = totals.first(where: { $0[Churn.month] == month }) else { return "" }
    return " (\(shown(row[Churn.churnedCustomers])) of \(shown(row[Churn.openingCustomers])))"
  }

  /// ` It was highest in griptrack: 17.0% (158 of 931), and in griptrack.weekly: 38.0% (111 of
  /// 292).`: among the apps and among the products that had enough customers to tell.
  private var highestChurn: String {
    let highest = Self.segments.compactMap(highestChurn)
    return highest.isEmpty ? "" : " It was highest in \(highest.joined(separator: ", and in "))."
  }

  private func highestChurn(_ split: Changes.Split) -> String? {
    let rows = figures.rows(of: Churn.self).where(Churn.dimension, is: split.rawValue)
      .filter { $0[Churn.month] == Churn.trailing && $0.integer(Churn.openingCustomers) >= 30 }
    let highest = rows.max {
      ($0[Churn.churnRate]?.millionths ?? 0, $1.text(Churn.value))
        < ($1[Churn.churnRate]?.millionths ?? 0, $0.text(Churn.value))
    }
    guard rows.count > 1, let highest, highest.integer(Churn.churnedCustomers) > 0 else {
      return nil
    }
    return "\(highest.text(Churn.value)): \(figures.shown(highest.cell(Churn.churnRate))) "
      + "(\(shown(highest[Churn.churnedCustomers])) of \(shown(highest[Churn.openingCustomers])))"
  }

  private func shown(_ count: Int64?) -> String { grouped(count ?? 0) }

  var conversion: String? {
    guard let total = total(.trialConversion), let now = total[Changes.rateNow],
      let before = total[Changes.rateBefore]
    else { return nil }
    let parts = largestFirst(.trialConversion, .effect).map { "\(name($0)) \(points($0))" }
    return statement(
      "\(figures.shown(now)) of the trials due to end converted, vs "
        + "\(figures.shown(before)) in \(words.trialsBefore)"
        + listed(parts, end: "; " + chance(total)),
      of: "trial_cohorts.matured_rate")
  }
}

// MARK: - The grammar

extension WhatChanged {
  /// Nil where the figure that it is about is not shown.
  private func statement(_ text: String, of figure: String) -> String? {
    figures.unproven.contains(figure) ? nil : text
  }

  private func total(_ metric: Changes.Metric) -> Row<Changes>? {
    part(metric, .total).first
  }

  private func part(_ metric: Changes.Metric, _ split: Changes.Split) -> Rows<Changes> {
    rows.where(Changes.metric, is: metric.rawValue).where(Changes.split, is: split.rawValue)
  }

  /// The parts that changed something that can be shown, those that changed most first.
  private func largestFirst(_ metric: Changes.Metric, _ split: Changes.Split) -> [Row<Changes>] {
    func size(_ row: Row<Changes>) -> Int64 {
      row[Changes.amountChange].map { abs($0.micros) }
        ?? row[Changes.rateChange].map { abs($0.millionths) } ?? 0
    }
    func isShown(_ row: Row<Changes>) -> Bool {
      row[Changes.amountChange].map { figures.shown($0.magnitude) != figures.shown(Amount.zero) }
        ?? (size(row) > 0)
    }
    return part(metric, split).filter(isShown).enumerated()
      .sorted { (size($1.element), $0.offset) < (size($0.element), $1.offset) }.map(\.element)
  }

  /// `rose by $137 (+7.2%) to $2,057`.
  private func moved(_ change: Amount, _ total: Row<Changes>) -> String {
    let now = figures.shown(total.cell(Changes.amountNow))
    guard change != .zero else { return "stayed at \(now)" }
    let share = DisplayFormat.change(
      total.cell(Changes.amountNow), from: total.cell(Changes.amountBefore))
    let known = share == DisplayFormat.unknown ? "" : " (\(share))"
    let verb = change > .zero ? "rose" : "fell"
    return "\(verb) by \(figures.shown(change.magnitude))\(known) to \(now)"
  }

  private func signed(_ row: Row<Changes>) -> String {
    let change = row[Changes.amountChange] ?? .zero
    return (change < .zero ? "−" : "+") + figures.shown(change.magnitude)
  }

  /// `+7.1 pp`.
  private func points(_ row: Row<Changes>) -> String {
    let change = row[Changes.rateChange] ?? Rate(millionths: 0)
    let size = DisplayFormat.fixed(abs(change.value) * 100, 1)
    return (change.millionths < 0 ? "−" : "+") + "\(size) pp"
  }

  /// ` (16 → 7)`.
  private func cases(_ row: Row<Changes>) -> String {
    guard let before = row[Changes.casesBefore], let now = row[Changes.casesNow] else { return "" }
    return " (\(grouped(before)) → \(grouped(now)))"
  }

  /// Whether rates at least as far apart come by chance in more than one of twenty cases.
  private func chance(_ total: Row<Changes>) -> String {
    guard let p = total[Changes.pValue] else { return "too few to tell." }
    return p.millionths < Self.significance
      ? "statistically significant." : "not statistically significant."
  }

  private func listed(_ parts: [String], end: String = ".") -> String {
    (parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")) + end
  }

  private func name(_ row: Row<Changes>) -> String {
    let part = row.text(Changes.part)
    return Self.names[part] ?? part
  }

  /// How people call parts whose names in the table are those of columns.
  private static let names = [
    "fx": "exchange rates", "voluntary": "cancelled", "billing": "failed payments",
    "refund": "refunded", "other": "no known reason", "rate": "rates within products",
    "mix": "product mix",
  ]
}
