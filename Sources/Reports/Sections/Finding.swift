import Metrics
import Settings
import Values

/// What happened, in one sentence of at most 30 words: the turning point of MRR, its cause where a
/// rule found one, the budget, and what can still be lost.
///
///     Failed payments on 20–26 Jun (now over) cut MRR by 4.0% to $14,526; another $744 is
///     in grace. MRR is 15.5% under budget.
struct Finding {
  private let figures: Figures
  private let turn: TurningPoint?

  init(_ figures: Figures, _ turn: TurningPoint?) {
    (self.figures, self.turn) = (figures, turn)
  }

  /// Nil where there is nothing to tell: no day, or figures that are hidden, too old or unproven.
  var text: String? {
    guard figures.hiddenBelow == nil, !figures.isStale, !figures.unproven.contains("daily.mrr"),
      let now = figures.rows(of: Daily.self).last?[Daily.mrr]
    else { return nil }
    let held = grace.map { "; \($0)" } ?? ""
    let plan = budget.map { " MRR is \($0)." } ?? ""
    return "\(turned(to: now) ?? moved(to: now))\(held).\(plan)"
  }

  /// Since the turning point.
  private func turned(to now: Amount) -> String? {
    guard let turn, let share = share(of: now, from: turn.mrr) else { return nil }
    let day = DisplayFormat.shortDay(turn.day)
    guard now < turn.mrr else {
      return "MRR has risen \(share) since \(day), to \(figures.shown(now))"
    }
    if let cause = cause(near: turn.day) {
      return "\(cause) cut MRR by \(share) to \(figures.shown(now))"
    }
    let begin =
      turn.isPeak ? "MRR peaked at \(figures.shown(turn.mrr)) on \(day) and has" : "MRR has"
    return "\(begin) fallen \(share) to \(figures.shown(now))"
      + (turn.isPeak ? "" : " since \(day)")
  }

  /// In the last 30 days; in a younger log how much there is.
  private func moved(to now: Amount) -> String {
    let days = figures.rows(of: Daily.self)
    guard days.count > 30, let before = days[days.count - 31][Daily.mrr] else {
      let count = days.last?.integer(Daily.subscribers) ?? 0
      return "MRR is \(figures.shown(now)) from "
        + counted(count, "paying subscriber")
        + ", \(days.count == 1 ? "one day" : "\(days.count) days") into the log"
    }
    guard now != before else { return "MRR is \(figures.shown(now)), as 30 days ago" }
    let verb = now > before ? "rose" : "fell"
    let share = share(of: now, from: before).map { "by \($0)" } ?? "from nothing"
    return "MRR \(verb) \(share) in 30 days, to \(figures.shown(now))"
  }

  /// `4.0%`; nil from nothing.
  private func share(of now: Amount, from before: Amount) -> String? {
    guard before > .zero else { return nil }
    let share = Rate((now - before).magnitude.micros, over: before.micros)
    return share.map(DisplayFormat.percent)
  }

  /// `Failed payments on 20–26 Jun (now over)`, where they began within three days of the turn.
  private func cause(near day: Day) -> String? {
    guard let incident = figures.incident,
      abs(day.advanced(by: 1).distance(to: incident.days.lowerBound)) <= 3
    else { return nil }
    let days = DisplayFormat.shortDays(incident.days)
    return "\(incident.name) on \(days)\(incident.isOver ? " (now over)" : "")"
  }

  /// `15.5% under budget`.
  private var budget: String? {
    guard let attained = figures.budgets(.mrr).last?[Budgets.attainment] else { return nil }
    let difference = Rate(millionths: 1_000_000 - attained.millionths)
    guard abs(difference.millionths) >= 5_000 else { return "on budget" }
    let size = DisplayFormat.percent(Rate(millionths: abs(difference.millionths)))
    return "\(size) \(difference.millionths > 0 ? "under" : "over") budget"
  }

  /// `another $744 is in grace`: where MRR falls.
  private var grace: String? {
    guard let turn, let now = figures.rows(of: Daily.self).last?[Daily.mrr], now < turn.mrr
    else { return nil }
    let stake = figures.stake(.grace)
    return stake.amount > .zero ? "another \(figures.shown(stake.amount)) is in grace" : nil
  }
}

/// Why MRR moved since a turning point, or in 30 days: three parts that add up to the change.
struct Reasons {
  struct Part: Equatable {
    let name: String
    let amount: Amount
  }

  /// `Why MRR fell by $608 since 19 Jun`.
  let title: String
  let parts: [Part]
  /// The products that changed most: `grip.pro.weekly −$690, …`; empty where there is one alone.
  let products: String

  /// Nil where there is no stretch of so many days, or its figures are not shown.
  init?(_ figures: Figures, _ turn: TurningPoint?) {
    guard figures.hiddenBelow == nil, !figures.unproven.contains("daily.mrr") else { return nil }
    let spans = figures.spans(since: turn)
    let rows = figures.comparing(spans).rows(of: Changes.self)
      .where(Changes.metric, is: Changes.Metric.mrr.rawValue)
    let split = { (split: Changes.Split) in
      rows.where(Changes.split, is: split.rawValue).map {
        Part(name: $0.text(Changes.part), amount: $0[Changes.amountChange] ?? .zero)
      }
    }
    guard let total = split(.total).first?.amount else { return nil }
    let since = turn.map { "since \(DisplayFormat.shortDay($0.day))" } ?? "in 30 days"
    title =
      total == .zero
      ? "MRR \(since): what came and went"
      : "Why MRR \(total > .zero ? "rose" : "fell") by \(figures.shown(total.magnitude)) \(since)"
    let movements = split(.movement)
    parts = Self.groups.map { name, members in
      Part(
        name: name,
        amount: movements.filter { members.contains($0.name) }.map(\.amount).reduce(.zero, +))
    }
    products = Self.largest(split(.product), figures)
  }

  /// `New and returning +$875, Churned −$1,451, …; by product: grip.pro.weekly −$619, …`
  func text(_ figures: Figures) -> String {
    parts.map { "\($0.name) \(figures.signed($0.amount))" }.joined(separator: ", ")
      + (products.isEmpty ? "" : "; by product: \(products)")
  }

  private static let groups: [(String, Set<String>)] = [
    ("New and returning", ["new", "reactivation"]), ("Churned", ["churn"]),
    ("Plan changes and rates", ["expansion", "contraction", "fx"]),
  ]

  private static func largest(_ parts: [Part], _ figures: Figures) -> String {
    guard parts.count > 1 else { return "" }
    let largest = parts.filter { $0.amount != .zero }.sorted {
      ($1.amount.magnitude, $0.name) < ($0.amount.magnitude, $1.name)
    }
    let rest = largest.dropFirst(3).map(\.amount).reduce(.zero, +)
    let others = largest.count > 3 ? [Part(name: "others", amount: rest)] : []
    return (largest.prefix(3) + others).map { "\($0.name) \(figures.signed($0.amount))" }
      .joined(separator: ", ")
  }
}

extension Figures {
  /// `+$353`, `−$690`.
  func signed(_ amount: Amount) -> String {
    (amount < .zero ? "−" : amount == .zero ? "" : "+") + shown(amount.magnitude)
  }
}

/// A few words behind each section's title; nil where there is nothing to tell.
extension Figures {
  /// `−4.0% since 19 Jun, to $14,526`.
  var mrrFinding: String? {
    guard let now = rows(of: Daily.self).last, hiddenBelow == nil else { return nil }
    guard let turn = TurningPoint(self) else { return moved("mrr", "in 30 days") }
    let change = DisplayFormat.change(now.cell(Daily.mrr), from: .money(turn.mrr))
    return "\(change) since \(DisplayFormat.shortDay(turn.day)), to \(shown(now.cell(Daily.mrr)))"
  }

  /// `10.1% in 30 days, 4.8% in the 30 days before; failed payments +5.6 pp`.
  var churnFinding: String? {
    guard let line = known("churn_30d_ratio") else { return nil }
    let reason = WhatChanged(self).largestChurnReason.map { "; \($0)" } ?? ""
    return "\(shown(line.value)) in 30 days, \(shown(line.before)) in the 30 days before\(reason)"
  }

  /// `74.0% of new subscribers are left after 3 months`.
  var retentionFinding: String? {
    let averages = averages(.retention)
    guard let age = [3, 1].first(where: { averages[$0] != nil }), let average = averages[age] else {
      return nil
    }
    return "\(shown(average.average)) of new subscribers are left after "
      + counted(Int64(age), "month")
  }

  /// `30.1% in 28 days, 29.1% in the 28 days before`.
  var trialFinding: String? {
    known("trial_conversion_28d_ratio").map { line in
      "\(shown(line.value)) in 28 days, \(shown(line.before)) in the 28 days before"
    }
  }

  /// `34.0% of those who reached paywall_shown go on to purchase_started, the weakest step`.
  var funnelFinding: String? {
    let steps = matureFunnels.first ?? []
    guard steps.count > 2, let worst = steps.firstIndex(where: { $0.isWorst(in: steps) }), worst > 0
    else { return nil }
    return "the weakest step is \(steps[worst - 1].text(FunnelSteps.event)) → "
      + "\(steps[worst].text(FunnelSteps.event)), "
      + "\(shown(steps[worst].cell(FunnelSteps.fromPrevious))) go on"
  }

  /// `$4.10 per install after 90 days`, over the cohorts that are so old.
  var valueFinding: String? {
    averages(.ltvPerCustomer)[Int(SegmentLine.valueDays)].map { row in
      "\(shown(row.average)) per install after \(SegmentLine.valueDays) days"
    }
  }

  /// `+20.7% in 30 days, to $19,593`.
  var revenueFinding: String? { moved("net_revenue_30d", "in 30 days") }

  private func moved(_ metric: String, _ span: String) -> String? {
    known(metric).map { "\($0.change) \(span), to \(shown($0.value))" }
  }

  /// With a figure of before to compare with, of enough cases.
  private func known(_ metric: String) -> Headline? {
    headlines.first {
      $0.metric == metric && $0.value != .missing && $0.before != .missing && !$0.isFirst
        && !$0.isSmall
    }
  }
}
