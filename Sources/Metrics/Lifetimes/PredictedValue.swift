import Glibc
package import Statistics
import Values

/// What a new subscriber of one product and period will have paid (SPEC 5.6): the fit of a
/// shifted-beta-geometric model to renewals, times what a payment leaves after refunds.
package struct PredictedValue {
  let history: RenewalHistory
  let counts: RenewalCounts
  /// Net revenue ÷ payments, of the last 400 days; nil where there were none.
  let payment: Double?
  private let fit: ShiftedBetaGeometricFit?

  /// How much less money in a year is worth than money now.
  static let yearlyDiscount = 0.1
  static let smallestSample: Int64 = 50
  static let smallestLapses: Int64 = 10

  package init(_ history: RenewalHistory, payment: Double?) {
    self.history = history
    self.payment = payment
    counts = history.known
    fit = Self.fit(counts)
  }

  var model: ShiftedBetaGeometric? { refusal == nil ? fit?.model : nil }
  var logLikelihood: Double? { refusal == nil ? fit?.logLikelihood : nil }

  /// Subscribers whose first renewal is known.
  var subscribers: Int64 { counts.rows.first { $0.number == 1 }?.due ?? 0 }

  private static func fit(_ counts: RenewalCounts) -> ShiftedBetaGeometricFit? {
    let first = counts.rows.first { $0.number == 1 }?.due ?? 0
    guard first >= smallestSample, counts.lapsed >= smallestLapses else { return nil }
    return ShiftedBetaGeometricFit(counts)
  }

  /// Why nothing is predicted; nil where something is.
  var refusal: String? {
    if history.period == nil { return "Its payments have no period." }
    if subscribers < Self.smallestSample {
      return "Too little data: the first renewal of \(subscribers) subscribers is known, "
        + "\(Self.smallestSample) are needed."
    }
    if counts.lapsed < Self.smallestLapses {
      return "Too little data: \(counts.lapsed) subscribers did not renew, "
        + "\(Self.smallestLapses) are needed."
    }
    if counts.rows.count < 2 {
      return "Only first renewals are known: how many stay longer cannot be told from them."
    }
    return fit == nil ? "The renewals fit no curve." : nil
  }
}

// MARK: - Money

extension PredictedValue {
  /// How far ahead a value looks.
  package enum Horizon: CaseIterable {
    case oneYear, twoYears, life

    /// Payments made within the horizon, the first one at its beginning; nil without an end.
    func payments(_ period: Period) -> Int? {
      let perYear = 12 * period.monthlyShare.approximate
      switch self {
      case .oneYear: return Swift.max(1, Int((perYear - 1e-9).rounded(.up)))
      case .twoYears: return Swift.max(1, Int((2 * perYear - 1e-9).rounded(.up)))
      case .life: return nil
      }
    }
  }

  /// Expected payments by a model; for life each is worth less than the one before.
  func payments(_ horizon: Horizon, _ model: ShiftedBetaGeometric) -> Double {
    guard let period = history.period else { return 0 }
    guard let limit = horizon.payments(period) else {
      let years = 1 / (12 * period.monthlyShare.approximate)
      return model.payments(discount: pow(1 + Self.yearlyDiscount, -years))
    }
    return model.payments(limit: limit)
  }

  /// The expected money with its 95 % interval; nil where nothing is predicted.
  package func value(_ horizon: Horizon) -> (value: Double, interval: Interval)? {
    guard let payment, let model, let fit else { return nil }
    let interval = fit.interval { payments(horizon, $0) }
    return (
      payments(horizon, model) * payment, Interval(interval.low * payment, interval.high * payment)
    )
  }
}

// MARK: - The error on held-out months

extension PredictedValue {
  /// How far a fit on what was known so many months ago was off: payments of a new subscriber that
  /// it expects, over those by the renewal rates of the months since, less 1. Nil where there was
  /// too little then, or has been since.
  func heldOutError(months: Int) -> Double? {
    guard let before = Self.fit(history.known(before: months)) else { return nil }
    let since = history.known(since: months)
    let steps = Self.unbroken(since)
    guard let period = history.period, !steps.isEmpty else { return nil }
    let limit = min(steps.count + 1, Horizon.twoYears.payments(period) ?? 1)
    var (came, survival) = (1.0, 1.0)
    for step in steps.prefix(limit - 1) {
      survival *= Double(step.renewed) / Double(step.due)
      came += survival
    }
    return before.model.payments(limit: limit) / came - 1
  }

  /// The decisions from the first on that enough subscribers had to take to know a rate.
  private static func unbroken(_ counts: RenewalCounts) -> [RenewalCounts.Row] {
    let enough = counts.rows.filter { $0.due >= 20 }
    return zip(enough, 1...).prefix { $0.number == $1 }.map(\.0)
  }
}
