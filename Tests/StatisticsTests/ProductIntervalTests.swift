import Statistics
import Testing

/// The interval of a share times an estimate.
struct ProductIntervalTests {
  private let share = Proportion(0.3, wilson: Interval(0.2, 0.42))

  @Test("A factor that is known for sure only scales the share")
  func certain() {
    let interval = share.times(10, Interval(10, 10))
    #expect(abs(interval.low - 2) < 1e-12 && abs(interval.high - 4.2) < 1e-12)
  }

  @Test("Both factors widen it, but less than their bounds multiplied")
  func both() {
    let interval = share.times(10, Interval(8, 13))
    #expect(interval.low > 0.2 * 8 && interval.low < 2)
    #expect(interval.high < 0.42 * 13 && interval.high > 4.2)
    // By hand: 3 × exp(−√(ln 1.5² + ln 1.25²)), 3 × exp(√(ln 1.4² + ln 1.3²)).
    #expect(abs(interval.low - 1.888_533) < 1e-6 && abs(interval.high - 4.596_448) < 1e-6)
  }

  @Test("Nobody converted: from nothing to the product of the upper bounds")
  func none() {
    let interval = Proportion(0, wilson: Interval(0, 0.05)).times(10, Interval(8, 13))
    #expect(interval.low == 0 && abs(interval.high - 0.65) < 1e-12)
  }
}
