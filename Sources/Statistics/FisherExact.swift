import Glibc

/// How probable two shares at least as far apart are where there is no difference: Fisher's exact
/// test (1935), twice the smaller of its tails. Whatever the true share, however small and uneven
/// the samples: a value up to 0.05 comes by chance in at most one of twenty cases, which no test by
/// an approximation can promise.
///
/// - Parameters:
///   - a: successes of the first sample, at most `n`, its size.
///   - b: successes of the second sample, at most `m`, its size.
package func fisherExactPValue(_ a: Int64, of n: Int64, against b: Int64, of m: Int64) -> Double {
  let table = Hypergeometric(
    successes: Double(a + b), drawn: Double(n), all: Double(n + m))
  let smaller = min(table.tail(from: Double(a), step: 1), table.tail(from: Double(a), step: -1))
  return min(1, 2 * smaller)
}

/// How many of `drawn` are successes, when there are so many among `all`.
private struct Hypergeometric {
  let successes: Double
  let drawn: Double
  let all: Double

  /// The probability of `value` and all beyond it in the direction of `step` (1 or −1).
  func tail(from value: Double, step: Double) -> Double {
    var (place, term) = (value, probability(value))
    var sum = 0.0
    while term > sum * 1e-17 {
      sum += term
      term *= step > 0 ? ratio(after: place) : 1 / ratio(after: place - 1)
      place += step
    }
    return sum
  }

  /// The probability of `value` + 1 ÷ that of `value`; infinite before the first, 0 at the last.
  private func ratio(after value: Double) -> Double {
    (successes - value) * (drawn - value) / ((value + 1) * (all - successes - drawn + value + 1))
  }

  private func probability(_ value: Double) -> Double {
    exp(
      choose(successes, value) + choose(all - successes, drawn - value) - choose(all, drawn))
  }

  /// The logarithm of the number of ways to choose `k` of `n`.
  private func choose(_ n: Double, _ k: Double) -> Double {
    lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
  }
}
