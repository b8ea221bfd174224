import Testing

@testable import Statistics

/// Where a mean last shifted; noise is a fixed sequence, so that the cases are what they are.
@Suite struct MeanShiftTests {
  /// From −1 to 1, without any trend.
  private static func noise(_ index: Int) -> Double {
    Double((index * 7919 + 104_729) % 201) / 100 - 1
  }

  private func series(_ means: [(Double, Int)]) -> [Double] {
    means.flatMap { Array(repeating: $0.0, count: $0.1) }.enumerated()
      .map { $1 + Self.noise($0) }
  }

  @Test("A series without a shift has none, of whatever mean", arguments: [0.0, 5, -40])
  func none(mean: Double) {
    #expect(MeanShift.last(in: series([(mean, 90)])) == nil)
  }

  @Test("The last of several shifts is found")
  func last() {
    #expect(MeanShift.last(in: series([(0, 40), (3, 30), (-2, 20)])) == 70)
    #expect(MeanShift.last(in: series([(2, 79), (-3, 11)])) == 79)
  }

  @Test("Less than five values are no side, and ten are the fewest in which one is looked for")
  func few() {
    #expect(MeanShift.last(in: []) == nil)
    #expect(MeanShift.last(in: [1, 1, 1, 1, 9, 9, 9, 9, 9]) == nil)
    #expect(MeanShift.last(in: [1, 1, 1, 1, 1, 9, 9, 9, 9, 9]) == 5)
    #expect(MeanShift.last(in: [Double](repeating: 3, count: 50)) == nil)
  }
}
