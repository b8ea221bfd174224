import Statistics
import Support
import Testing

/// Intervals as wide as held-out errors.
@Suite struct ConformalQuantileTests {
  @Test(
    "So many errors are needed", arguments: [(0.5, 1), (0.8, 4), (0.9, 9), (0.95, 19)])
  func needed(share: Double, count: Int) {
    let quantile = ConformalQuantile(share: share)
    #expect(quantile.needed == count)
    let errors = (1...count).map { Double($0) * ($0 % 2 == 0 ? 1 : -1) }
    #expect(quantile.width(errors) == Double(count))
    #expect(quantile.width(Array(errors.dropLast())) == nil)
  }

  @Test("Of nine errors the eighth holds eight of ten, of twelve the eleventh")
  func rank() {
    let quantile = ConformalQuantile(share: 0.8)
    #expect(quantile.width((1...9).reversed().map(Double.init)) == 8)
    #expect(quantile.width((1...12).map(Double.init)) == 11)
    #expect(quantile.width([]) == nil)
  }

  /// Whatever the errors' distribution, the next one of n + 1 alike is equally likely to have any
  /// rank among them.
  @Test("The next error is inside with the share rank ÷ (n + 1), whatever their distribution")
  func exact() {
    let quantile = ConformalQuantile(share: 0.8)
    let shapes: [(Double) -> Double] = [
      { $0 }, { 1 / (0.01 + $0) }, { $0 * $0 * $0 - 0.2 }, { $0 < 0.9 ? $0 : 1000 * $0 },
    ]
    for (seed, shape) in shapes.enumerated() {
      var chance = SplitMix(seed: UInt64(seed + 1))
      for (count, rank) in [(4, 4), (9, 8), (12, 11), (24, 20)] {
        let rounds = 4000
        let held = (0..<rounds).count { _ in
          let errors = (0...count).map { _ in
            shape(Double(chance.next() >> 11) / 9_007_199_254_740_992)
          }
          return abs(errors[count]) <= quantile.width(Array(errors.dropLast())) ?? 0
        }
        let share = Double(rank) / Double(count + 1)
        let error = (share * (1 - share) / Double(rounds)).squareRoot()
        #expect(abs(Double(held) / Double(rounds) - share) < 4 * error)
      }
    }
  }
}
