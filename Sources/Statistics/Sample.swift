/// What is known of one measured quantity of many customers: how many they are, its mean, and
/// how widely it varies from customer to customer.
package struct Sample: Sendable, Equatable {
  package let count: Double
  package let mean: Double
  /// Of a customer, not of the mean.
  package let variance: Double

  /// The variance of the mean.
  package var errorVariance: Double { count > 0 ? variance / count : .infinity }

  /// Each customer did or did not: the mean is a proportion p, the variance p (1 − p).
  package init(_ successes: Int64, of count: Int64) {
    self.count = Double(count)
    mean = count > 0 ? Double(successes) / Double(count) : 0
    variance = mean * (1 - mean)
  }

  /// A quantity by its sum and the sum of its squares; the variance is the unbiased one.
  package init(count: Int64, sum: Double, squares: Double) {
    self.count = Double(count)
    mean = count > 0 ? sum / Double(count) : 0
    let spread = max(0, squares - sum * mean)
    variance = count > 1 ? spread / (Double(count) - 1) : 0
  }
}

/// Both ends of an interval.
package struct Interval: Sendable, Equatable {
  package let low: Double
  package let high: Double

  package init(_ low: Double, _ high: Double) {
    self.low = low
    self.high = high
  }

  package init(around center: Double, _ halfWidth: Double) {
    self.init(center - halfWidth, center + halfWidth)
  }

  package func contains(_ value: Double) -> Bool { low <= value && value <= high }
}
