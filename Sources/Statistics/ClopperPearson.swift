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
