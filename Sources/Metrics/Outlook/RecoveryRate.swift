import Timeline
import Values

extension Figures {
  /// Failed payments are over so many days after.
  static let recoveryDays = Int(BillingRecovery.window.wholeDays)
  private static let recoveryMonths = 6

  /// Of the failed payments of six months, the newest of which are over.
  var recoveryRate: Rate? {
    let settled = asOf.advanced(by: -Self.recoveryDays)
    let months = rows(of: Billing.self).totals
      .filter { row in row[Billing.month].map { $0.lastDay <= settled } ?? false }
      .suffix(Self.recoveryMonths)
    return Rate(
      months.reduce(0) { $0 + $1.integer(Billing.recovered) },
      over: months.reduce(0) { $0 + $1.integer(Billing.failures) })
  }
}
