import Settings
import Statistics
import Values

/// Why an experiment has its verdict, in sentences that somebody who decides can act upon.
struct ExperimentReason {
  let experiment: ExperimentCase
  let currency: String

  var text: String {
    switch experiment.verdict.word {
    case .brokenSplit: broken
    case .notEnoughData: tooLittle
    case .noDifference: equal
    case .winner: won
    }
  }

  private var metric: Experiment.Metric { experiment.settings.metric }

  private var broken: String {
    let counts = experiment.variants.map { "\($0.name) \(grouped($0.soFar.exposed))" }
    return
      "Customers were not split as planned: \(counts.joined(separator: ", ")); chance makes a split this "
      + "uneven in \(Self.chance(experiment.splitPValue ?? 0)). Find out where customers get lost "
      + "before reading anything else here."
  }

  private var tooLittle: String {
    guard experiment.variants.count > 1 else {
      return "Only one variant has been seen."
    }
    let counts = experiment.variants.map { "\($0.name) \(grouped($0.matured.exposed))" }
    return "Customers whose \(experiment.settings.windowDays) days are over: "
      + "\(counts.joined(separator: ", ")). Each variant needs "
      + "\(ExperimentCase.smallestSample) and more than \(Int(ExperimentCase.smallestCount)) "
      + "conversions to be expected."
  }

  private var equal: String {
    let most = strongest
    let sentence = most.map { describe($0) + " " } ?? "Nobody did anything that can be compared. "
    return sentence + hint
  }

  private var won: String {
    guard let most = strongest else { return "" }
    guard experiment.verdictOnAnyDay.word == .winner else {
      return describe(most)
        + " That holds only if today is the planned end. With a daily look the interval "
        + "is \(range(most.comparison.alwaysValid)): then wait. " + hint
    }
    let winner = experiment.verdict.winner ?? ""
    let act = winner == experiment.control.name ? "keep" : "roll out"
    return describe(most) + " Valid under continuous monitoring: \(act) \(winner)."
  }

  /// How far the experiment is from its planned size.
  private var hint: String {
    let more = experiment.comparisons(metric, .matured).compactMap { $0?.moreCustomers }.max()
    let effect = Self.percent(experiment.settings.effect.approximate, places: 0)
    guard let more else { return "" }
    return more == 0
      ? "There are enough customers to detect a relative difference of \(effect) at 80% power: "
        + "any remaining difference is smaller."
      : "\(grouped(more)) more customers are needed to detect a relative difference of \(effect) at "
        + "80% power."
  }
}

// MARK: - Words for numbers

extension ExperimentReason {
  private typealias Rival = (variant: Variant, comparison: VariantComparison)

  /// The winner, or the rival whose difference is the least probable by chance.
  private var strongest: Rival? {
    let all = zip(experiment.rivals, experiment.comparisons(metric, .matured)).compactMap {
      variant, comparison in comparison.map { (variant, $0) }
    }
    return all.first { $0.0.name == experiment.verdict.winner }
      ?? all.min { $0.1.difference.pValue < $1.1.difference.pValue }
  }

  private func describe(_ rival: Rival) -> String {
    let comparison = rival.comparison
    let corrected = experiment.rivals.count > 1 ? " after Holm's correction" : ""
    return "\(rival.variant.name) \(value(rival.variant)) against \(value(experiment.control)) for "
      + "\(experiment.control.name), \(what): \(range(comparison.interval)) (95% interval), "
      + "p \(Self.pValue(comparison.judgingHolm))\(corrected)."
  }

  private var what: String {
    switch metric {
    case .trial: "customers with a trial"
    case .paid: "customers who paid"
    case .revenue: "net revenue for each customer"
    }
  }

  private func value(_ variant: Variant) -> String {
    let outcome = variant.matured
    guard let converted = outcome.converted(metric) else {
      return Self.amount(outcome.sample(metric).mean, currency)
    }
    return "\(Self.percent(outcome.sample(metric).mean)) "
      + "(\(grouped(converted)) of \(grouped(outcome.exposed)))"
  }

  private func range(_ interval: Interval) -> String {
    guard metric != .revenue else { return Self.amounts(interval, currency) }
    let ends = [interval.low, interval.high].map { end in
      (end > 0 ? "+" : "") + Self.decimal(end * 100, 1)
    }
    return "\(ends[0]) to \(ends[1]) points"
  }

  private static func pValue(_ p: Double) -> String {
    p < 0.001 ? "below 0.001" : decimal(p, 3)
  }

  private static func chance(_ p: Double) -> String {
    p < 0.000_001
      ? "less than one in a million cases" : "one in \(grouped(Int64((1 / p).rounded()))) cases"
  }

  private static func percent(_ share: Double, places: Int = 1) -> String {
    decimal(share * 100, places) + "%"
  }

  /// `−$1.19 to +$1.80`.
  static func amounts(_ interval: Interval, _ currency: String) -> String {
    [interval.low, interval.high].map { ($0 > 0 ? "+" : "") + amount($0, currency) }
      .joined(separator: " to ")
  }

  /// `$1,019.50`.
  static func amount(_ units: Double, _ currency: String) -> String {
    let text = decimal(abs(units), 2)
    return (units < 0 && text != "0.00" ? "−" : "") + currencySign(currency) + text
  }

  /// With so many decimals, thousands apart, and a real minus.
  static func decimal(_ value: Double, _ places: Int) -> String {
    let scale = [1.0, 10, 100, 1000][places]
    let scaled = Int64((value * scale).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    return (scaled < 0 ? "−" : "") + grouped(Int64(whole))
      + (places > 0 ? "." + padded(Int(rest), places) : "")
  }
}
