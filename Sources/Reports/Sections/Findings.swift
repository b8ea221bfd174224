import Metrics
import Values

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
