import Glibc
package import Statistics
package import Values

/// What a new subscriber of one product and period will have paid (Definitions, "Lifetime value"):
/// the fit of a shifted-beta-geometric model to renewals, times what a payment leaves after
/// refunds.
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
      return
        "Too little data: the first renewal of \(counted(subscribers, "subscriber")) is known, "
        + "\(Self.smallestSample) are needed."
    }
    if counts.lapsed < Self.smallestLapses {
      return "Too little data: \(counted(counts.lapsed, "subscriber")) did not renew, "
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
    case oneYear, twoYears
    /// As far as a forecast is worth anything: five years.
    case life

    private var years: Double {
      switch self {
      case .oneYear: 1
      case .twoYears: 2
      case .life: 5
      }
    }

    /// Payments made within the horizon, the first one at its beginning.
    package func payments(_ period: Period) -> Int {
      let perYear = 12 * period.monthlyShare.approximate
      return Swift.max(1, Int((years * perYear - 1e-9).rounded(.up)))
    }
  }

  /// What a payment is worth beside the one before it, by ``yearlyDiscount``.
  package static func discount(_ period: Period) -> Double {
    pow(1 + yearlyDiscount, -1 / (12 * period.monthlyShare.approximate))
  }

  /// Expected payments by a model, each worth less than the one before, over all horizons alike.
  func payments(_ horizon: Horizon, _ model: ShiftedBetaGeometric) -> Double {
    guard let period = history.period else { return 0 }
    return model.payments(limit: horizon.payments(period), discount: Self.discount(period))
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
  /// it expects, over those by the renewal rates of the months since, less 1. Payments are counted,
  /// not discounted. Nil where there was too little then, or has been since.
  func heldOutError(months: Int) -> Double? {
    guard let before = Self.fit(history.known(before: months)) else { return nil }
    let since = history.known(since: months)
    let steps = Self.unbroken(since)
    guard let period = history.period, !steps.isEmpty else { return nil }
    let limit = min(steps.count + 1, Horizon.twoYears.payments(period))
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
