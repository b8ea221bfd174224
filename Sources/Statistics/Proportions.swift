import Glibc

/// The exact interval of a proportion (Clopper & Pearson 1934): no proportion within its bounds
/// would make what was counted rarer than `outside` ÷ 2 on either side. It keeps its promise for
/// however few cases, where Wilson's is a little too narrow.
package enum ClopperPearson {
  /// - Parameter outside: 1 − the confidence, 0.05 for 95 %.
  /// - Returns: Nil without trials.
  package static func interval(
    _ successes: Int64, of trials: Int64, outside: Double
  ) -> Interval? {
    guard trials > 0, (0...trials).contains(successes) else { return nil }
    let (k, others) = (Double(successes), Double(trials - successes))
    return Interval(
      k == 0 ? 0 : root(in: 0...1) { incompleteBeta($0, k, others + 1) < outside / 2 },
      others == 0 ? 1 : root(in: 0...1) { incompleteBeta($0, k + 1, others) < 1 - outside / 2 })
  }
}

/// The difference between two proportions: the square-and-add interval of their Wilson intervals
/// (Newcombe 1998, Statistics in Medicine 17:873–890, method 10). Unlike the plain one it stays
/// within −1…1, and holds what it says for small samples and rare events.
package enum Newcombe {
  package static func difference(_ a: Proportion, _ b: Proportion) -> Interval {
    let difference = a.value - b.value
    return Interval(
      difference - hypot(a.value - a.wilson.low, b.wilson.high - b.value),
      difference + hypot(a.wilson.high - a.value, b.value - b.wilson.low))
  }
}

extension Interval {
  /// The normal quantile of a two-sided 95 % interval.
  package static let z95 = 1.959_963_984_540_054

  /// The Wilson score interval of a proportion (Wilson 1927; Newcombe 1998, method 3). Nil without
  /// trials.
  package init?(wilson successes: Int64, of trials: Int64, z: Double = Interval.z95) {
    guard trials > 0, (0...trials).contains(successes) else { return nil }
    let n = Double(trials)
    let p = Double(successes) / n
    let denominator = 1 + z * z / n
    let center = p + z * z / (2 * n)
    let spread = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    low = successes == 0 ? 0 : max(0, (center - spread) / denominator)
    high = successes == trials ? 1 : min(1, (center + spread) / denominator)
  }
}

/// A share that was counted, with its Wilson 95 % interval.
package struct Proportion: Sendable, Equatable {
  package let value: Double
  package let wilson: Interval

  package init(_ value: Double, wilson: Interval) {
    self.value = value
    self.wilson = wilson
  }

  /// The interval of this share times `other`, a positive figure that was estimated from other
  /// cases: the distances of both to their bounds are added as squares, on the scale of logarithms
  /// (MOVER; Donner and Zou 2012, Statistical Methods in Medical Research 21:347–359).
  package func times(_ other: Double, _ interval: Interval) -> Interval {
    let product = value * other
    guard value > 0, wilson.low > 0, interval.low > 0 else {
      return Interval(wilson.low * interval.low, wilson.high * interval.high)
    }
    let down = hypot(log(value / wilson.low), log(other / interval.low))
    let up = hypot(log(wilson.high / value), log(interval.high / other))
    return Interval(product * exp(-down), product * exp(up))
  }
}

/// How many customers each of two variants needs until a true difference would show.
///
/// - Parameters:
///   - difference: the true difference of the means that must not be missed; not zero.
///   - variances: of a customer, in each of the two.
///   - significance: two-sided; divided among several comparisons by the caller.
///   - power: how probably the difference shows.
package func plannedSize(
  difference: Double, variances: (Double, Double), significance: Double, power: Double = 0.8
) -> Double {
  let z = Normal.quantile(1 - significance / 2) + Normal.quantile(power)
  return (z * z * (variances.0 + variances.1) / (difference * difference)).rounded(.up)
}

/// Whether customers were split as they were meant to be: Pearson's χ² test. The probability of a
/// split at least this uneven by chance; 0 where a part has some that was meant to have none, nil
/// unless at least two parts were meant to have any.
///
/// - Parameters:
///   - counts: customers by variant.
///   - weights: how they were meant to be split, in the same order, in any unit.
package func sampleRatioPValue(_ counts: [Int64], weights: [Double]) -> Double? {
  let customers = Double(counts.reduce(0, +))
  let whole = weights.reduce(0, +)
  let parts = weights.count { $0 > 0 }
  guard counts.count == weights.count, parts > 1, customers > 0 else { return nil }
  if zip(counts, weights).contains(where: { $0 > 0 && $1 <= 0 }) { return 0 }
  let distance = zip(counts, weights).filter { $1 > 0 }.reduce(0.0) { sum, part in
    let expected = customers * part.1 / whole
    let difference = Double(part.0) - expected
    return sum + difference * difference / expected
  }
  return ChiSquare(freedom: parts - 1).above(distance)
}

/// Corrects p-values that belong together, so that the chance of even one false alarm among them
/// stays what it is for a single one (Holm 1979). In the order given.
package func holmCorrected(_ pValues: [Double]) -> [Double] {
  var corrected = pValues
  var largest = 0.0
  let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
  for (rank, index) in order.enumerated() {
    largest = max(largest, min(1, pValues[index] * Double(pValues.count - rank)))
    corrected[index] = largest
  }
  return corrected
}
