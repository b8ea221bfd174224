import Glibc
import Support

/// Draws of what customers do.
extension SplitMix {
  /// True with this probability.
  mutating func happens(_ probability: Double) -> Bool { uniform() < probability }

  /// 0 < u < 1.
  mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992 }

  /// Of a gamma distribution with scale 1 (Marsaglia and Tsang 2000).
  mutating func gamma(_ shape: Double) -> Double {
    guard shape >= 1 else { return gamma(shape + 1) * pow(uniform(), 1 / shape) }
    let d = shape - 1.0 / 3
    while true {
      let x = normal()
      let v = pow(1 + x / (9 * d).squareRoot(), 3)
      if v > 0, log(uniform()) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }

  mutating func beta(_ a: Double, _ b: Double) -> Double {
    let first = gamma(a)
    return first / (first + gamma(b))
  }

  private mutating func normal() -> Double {
    (-2 * log(uniform())).squareRoot() * cos(2 * Double.pi * uniform())
  }
}

/// A share with its numerator and denominator: `4.6% (92 of 2000)`.
func share(_ part: Int, of whole: Int) -> String {
  "\(percent(Double(part) / Double(whole))) (\(part) of \(whole))"
}

func percent(_ share: Double) -> String {
  let tenths = Int((share * 1000).rounded())
  return "\(tenths / 10).\(abs(tenths % 10))%"
}
