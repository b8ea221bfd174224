import Foundation
import Metrics
import Statistics
import Testing
import Values

@testable import Alerts

@Suite struct StatisticsTests {
  private static let reference = Example.shared("data/statistics/ab/ab_reference.json")
  private static let grid = Example.shared("data/statistics/ab/binom_ci_R_grid.csv")

  private struct Reference: Decodable {
    struct Case: Decodable {
      let k: Int64
      let n: Int64
      let conf: Double
      let cc: Bool
      let low: Double
      let high: Double
    }
    struct Wilson: Decodable { let cases: [Case] }
    // The file's own name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let wilson_one_sample: Wilson
  }

  @Test(
    "Wilson intervals are those that R publishes (skipped where ../shared is absent)",
    .enabled(if: reference != nil))
  func published() throws {
    let path = try #require(Self.reference)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let cases = try JSONDecoder().decode(Reference.self, from: data).wilson_one_sample.cases
    #expect(!cases.isEmpty)
    for known in cases where !known.cc {
      let confidence = Fraction(Int64((known.conf * 100).rounded()), over: 100)
      let z = Significance.quantile(confidence)
      let interval = try #require(Interval(wilson: known.k, of: known.n, z: z))
      #expect(abs(interval.low - known.low) < 1e-6, "\(known)")
      #expect(abs(interval.high - known.high) < 1e-6, "\(known)")
    }
  }

  @Test(
    "Wilson intervals are those of R's binom package (skipped where ../shared is absent)",
    .enabled(if: grid != nil))
  func binom() throws {
    let path = try #require(Self.grid)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
    let wilson = rows.filter { $0.count == 5 && $0[2] == "wilson" }
    #expect(!wilson.isEmpty)
    for row in wilson {
      let (count, sample) = (Int64(row[0]) ?? -1, Int64(row[1]) ?? 0)
      let interval = try #require(Interval(wilson: count, of: sample))
      #expect(abs(interval.low - (Double(row[3]) ?? 9)) < 1e-7, "\(row)")
      #expect(abs(interval.high - (Double(row[4]) ?? 9)) < 1e-7, "\(row)")
    }
  }

  @Test("The normal quantile of 95 % is the constant of the printed intervals")
  func quantile() {
    #expect(abs(Significance.quantile(Fraction(95, over: 100)) - Interval.z95) < 1e-14)
    #expect(abs(Significance.quantile(Fraction(99, over: 100)) - 2.575_829_303_548_901) < 1e-13)
    #expect(Significance.quantile(Fraction(1, over: 2)) < 0.68)
  }

  @Test("The sample that would be enough is the smallest whose Wilson bound passes")
  func enough() throws {
    let z = Interval.z95
    let share = try #require(Ratio(6, over: 100))
    let threshold = try #require(Ratio(5, over: 100))
    let enough = try #require(Significance.enough(share, against: threshold, z: z))
    func low(_ n: Int64) -> Double { Interval(wilson: n * 6 / 100, of: n, z: z)?.low ?? 0 }
    let rounded = (enough + 99) / 100 * 100
    #expect(low(rounded) > 0.05)
    #expect(low(rounded - 100) <= 0.05)
    #expect(Significance.enough(threshold, against: threshold, z: z) == nil)
  }

  @Test("Medians and robust deviations")
  func medians() {
    func rates(_ numbers: [Int64]) -> [Rate] { numbers.map { Rate(millionths: $0) } }
    #expect(RobustStatistics.median([]) == nil)
    #expect(RobustStatistics.median(rates([5])) == Rate(millionths: 5))
    #expect(RobustStatistics.median(rates([9, 1, 5])) == Rate(millionths: 5))
    #expect(RobustStatistics.median(rates([1, 4])) == Rate(millionths: 2))
    #expect(
      RobustStatistics.absoluteDeviation(rates([1, 1, 2, 2, 4, 6, 9])) == Rate(millionths: 1))
    let values = rates([100, 110, 90, 105, 95])
    let three = Fraction(3, over: 1)
    func isOutlier(_ value: Int64, chance: Int64 = 0) -> Bool {
      RobustStatistics.isOutlier(
        Rate(millionths: value), among: values, deviations: three,
        chance: Rate(millionths: chance))
    }
    #expect(!isOutlier(78))
    #expect(isOutlier(77))
    #expect(!isOutlier(77, chance: 8), "chance alone does as much")
    #expect(isOutlier(75, chance: 8))
  }

  @Test("Ratios compare exactly, however large")
  func ratios() throws {
    let third = try #require(Ratio(1, over: 3))
    #expect(third > Ratio(Rate(millionths: 333_333)))
    let large = try #require(Ratio(999_999_999_999_999, over: 1_000_000))
    let part = Fraction(200_000_000_001, over: 1_000_000_000_000)
    #expect(large.reduced(by: part) < large.reduced(by: Fraction(1, over: 5)))
    #expect(large.raised(by: part) > large)
    #expect(Ratio(1, over: 0) == nil)
  }
}
