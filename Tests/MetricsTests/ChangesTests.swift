import Support
import Testing
import Values

@testable import Metrics

/// The parts of a change, by hand and over random figures.
@Suite struct ChangesTests {
  private func windows(_ before: (Int64, Int64), _ now: (Int64, Int64)) -> RevenueWindows {
    RevenueWindows(
      before: (before.0, Amount(micros: before.1 * 1_000_000)),
      now: (now.0, Amount(micros: now.1 * 1_000_000)))
  }

  @Test("Two products by hand: 10 months of $10 and 2 years of $60 become 14 of $11 and 1 of $60")
  func byHand() {
    let month = windows((10, 100), (14, 154))
    let year = windows((2, 120), (1, 60))
    let total = windows((12, 220), (15, 214))
    let effects = RevenueEffects([month, year], total)
    // 3 payments more, of 220 ÷ 12 each; prices: 14 × $1; mix: what is left.
    #expect(effects.volume == Amount(micros: 55_000_000))
    #expect(effects.price == Amount(micros: 14_000_000))
    #expect(effects.mix == Amount(micros: -75_000_000))
  }

  @Test("A product that is new is mix, and one that has gone too; without a past all is mix")
  func newProducts() {
    let old = windows((10, 100), (0, 0))
    let new = windows((0, 0), (10, 150))
    let effects = RevenueEffects([old, new], windows((10, 100), (10, 150)))
    #expect(effects.volume == .zero && effects.price == .zero)
    #expect(effects.mix == Amount(micros: 50_000_000))
    #expect(RevenueEffects([new], windows((0, 0), (10, 150))).mix == Amount(micros: 150_000_000))
  }

  @Test("Volume, mix and price add up to the change, to the millionth")
  func addUp() {
    var random = SplitMix(seed: 7)
    for _ in 0..<500 {
      let products = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        RevenueWindows(
          before: Self.stretch(&random), now: Self.stretch(&random))
      }
      let total = products.reduce(
        into: (before: (Int64(0), Amount.zero), now: (Int64(0), Amount.zero))
      ) {
        $0.before = ($0.before.0 + $1.before.charges, $0.before.1 + $1.before.net)
        $0.now = ($0.now.0 + $1.now.charges, $0.now.1 + $1.now.net)
      }
      let all = RevenueWindows(before: total.before, now: total.now)
      let parts = RevenueEffects(products, all).parts
      let sum = parts.reduce(Amount.zero) { $0 + ($1.amount ?? .zero) }
      #expect(sum == all.change)
    }
  }

  /// Payments with odd millionths, and sometimes none, or more paid back than paid.
  private static func stretch(_ random: inout SplitMix) -> (charges: Int64, net: Amount) {
    let charges = Int64.random(in: 0...30, using: &random)
    return (
      charges,
      charges == 0 ? .zero : Amount(micros: .random(in: -9_999_999...99_999_999, using: &random))
    )
  }
}
