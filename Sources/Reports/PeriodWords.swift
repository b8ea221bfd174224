import Values

/// Billing periods as people say them.
enum PeriodWords {
  /// `yearly payments`; other periods as they are.
  static func payments(_ period: String) -> String {
    names[period].map { "\($0) payments" }
      ?? (period == "(other)" ? "others" : "\(period) payments")
  }

  /// `Yearly`; other periods as they are.
  static func title(_ period: String) -> String {
    names[period].map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? period
  }

  private static let names = [
    "P7D": "weekly", "P1W": "weekly", "P1M": "monthly", "P3M": "quarterly", "P6M": "half-yearly",
    "P12M": "yearly", "P1Y": "yearly",
  ]

  /// Whether one payment is for more than a quarter: their cash comes in lumps.
  static func isLong(_ period: String) -> Bool {
    Period(period).map { $0.monthlyShare.numerator * 3 < $0.monthlyShare.denominator } ?? false
  }
}
