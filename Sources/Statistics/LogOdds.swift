import Glibc

/// The logarithm of the odds of a share, and how well it is known.
///
/// A worked example: 36 of 100 are odds of 36.5 to 64.5, a logarithm of −0.57 with a variance of
/// 1 ÷ 36.5 + 1 ÷ 64.5 = 0.043.
package struct LogOdds: Sendable, Hashable {
  package let value: Double
  package let variance: Double

  package init(value: Double, variance: Double) {
    (self.value, self.variance) = (value, variance)
  }

  /// Of `part` of some cases; with half a case more on either side, which leaves hardly any bias
  /// (Anscombe 1956).
  package init(_ part: Double, of cases: Double) {
    let odds = (part.within(cases) + 0.5, cases - part.within(cases) + 0.5)
    self.init(value: log(odds.0 / odds.1), variance: 1 / odds.0 + 1 / odds.1)
  }

  package static func + (a: LogOdds, b: LogOdds) -> LogOdds {
    LogOdds(value: a.value + b.value, variance: a.variance + b.variance)
  }

  package static func - (a: LogOdds, b: LogOdds) -> LogOdds {
    LogOdds(value: a.value - b.value, variance: a.variance + b.variance)
  }

  /// Drawn toward nothing, as one of many whose variance is `between`.
  package func shrunk(between: Double) -> LogOdds {
    let weight = between / (between + variance)
    return LogOdds(value: value * weight, variance: variance * weight)
  }

  package var share: Double { 1 / (1 + exp(-value)) }

  /// How many times as probable `part` of some cases is at the share that they have as at these odds,
  /// as a logarithm; odds as far off as their variance allows are tried, too (the profile
  /// likelihood). Twice that is a χ² of one degree of freedom.
  package func evidence(against part: Double, of cases: Double) -> Double {
    guard cases > 0, variance > 0 else { return 0 }
    let part = part.within(cases)
    let odds = root(in: (value - variance * cases)...(value + variance * cases)) {
      part - cases / (1 + exp(-$0)) > ($0 - value) / variance
    }
    let off = (odds - value) * (odds - value) / (2 * variance)
    let own = part.timesLog(of: cases) + (cases - part).timesLog(of: cases)
    return max(0, own - (part * odds - cases * log1pExp(odds)) + off)
  }
}

/// log(1 + eˣ).
private func log1pExp(_ x: Double) -> Double { max(x, 0) + log1p(exp(-abs(x))) }

extension Double {
  fileprivate func within(_ cases: Double) -> Double { Swift.min(cases, Swift.max(0, self)) }

  /// n log(n ÷ cases), 0 for none.
  fileprivate func timesLog(of cases: Double) -> Double { self > 0 ? self * log(self / cases) : 0 }
}
