import Glibc
import Statistics
import Testing
import Values

@testable import Metrics

/// Values from given renewals.
struct PredictedValueTests {
  private func history(
    _ survivors: [Int64], period: Period? = Period(1, .month), monthsAgo: Int = 0
  ) -> RenewalHistory {
    let rows = RenewalCounts(survivors: survivors).rows
    return RenewalHistory(
      product: "plus", period: period, decisions: rows.map { ($0, monthsAgo) })
  }

  /// Fader and Hardie's high-end customers, α 0.668 and β 3.806, as if they paid every month.
  private let highEnd: [Int64] = [1000, 869, 743, 653, 593, 551, 517, 491]

  @Test("A value is the expected number of payments times what one leaves")
  func value() throws {
    let prediction = PredictedValue(history(highEnd), payment: 10)
    let model = try #require(prediction.model)
    let year = try #require(prediction.value(.oneYear))
    let expected =
      (0..<12).reduce(0.0) {
        $0 + model.survival(after: $1) * pow(1.1, -Double($1) / 12)
      } * 10
    #expect(abs(year.value - expected) < 1e-9)
    #expect(year.interval.low < expected && expected < year.interval.high)
    let twoYears = try #require(prediction.value(.twoYears))
    #expect(twoYears.value > year.value && prediction.subscribers == 1000)
    #expect(prediction.refusal == nil)
  }

  @Test("Money a year later is worth a tenth less, and life is five years")
  func life() throws {
    let prediction = PredictedValue(history(highEnd), payment: 1)
    let model = try #require(prediction.model)
    let life = try #require(prediction.value(.life))
    let expected = (0..<60).reduce(0.0) {
      $0 + model.survival(after: $1) * pow(1.1, -Double($1) / 12)
    }
    #expect(abs(life.value - expected) < 1e-6)
  }

  @Test(
    "Who looks further ahead expects no less, at either end of the interval",
    arguments: [Period(1, .week), Period(1, .month), Period(1, .year), Period(3, .year)])
  func order(period: Period) throws {
    for survivors in [highEnd, [1000, 631, 468, 382, 326, 289, 262, 241], [200, 100, 50, 25]] {
      let prediction = PredictedValue(history(survivors, period: period), payment: 3)
      let values = try PredictedValue.Horizon.allCases.map { try #require(prediction.value($0)) }
      for (near, far) in zip(values, values.dropFirst()) {
        #expect(near.value <= far.value)
        #expect(near.interval.low <= far.interval.low && near.interval.high <= far.interval.high)
      }
    }
  }

  @Test(
    "How often is paid within the horizons",
    arguments: [
      (Period(1, .month), 12, 24, 60), (Period(1, .year), 1, 2, 5),
      (Period(1, .week), 52, 104, 260),
      (Period(3, .month), 4, 8, 20), (Period(5, .month), 3, 5, 12), (Period(2, .year), 1, 1, 3),
    ])
  func payments(period: Period, oneYear: Int, twoYears: Int, life: Int) {
    #expect(PredictedValue.Horizon.oneYear.payments(period) == oneYear)
    #expect(PredictedValue.Horizon.twoYears.payments(period) == twoYears)
    #expect(PredictedValue.Horizon.life.payments(period) == life)
  }

  @Test("Too little data is refused in words")
  func refused() {
    let few = PredictedValue(history([49, 30, 20]), payment: 1)
    #expect(few.refusal?.contains("49 subscribers is known, 50 are needed") == true)
    #expect(few.value(.oneYear) == nil && few.model == nil)
    let loyal = PredictedValue(history([500, 498, 497]), payment: 1)
    #expect(loyal.refusal == "Too little data: 3 subscribers did not renew, 10 are needed.")
    #expect(
      PredictedValue(history([500, 300]), payment: 1).refusal?.hasPrefix("Only first") == true)
    #expect(PredictedValue(history(highEnd, period: nil), payment: 1).refusal != nil)
  }

  @Test("A fit on what was known is compared with what came")
  func heldOut() throws {
    let rows = RenewalCounts(survivors: highEnd).rows
    var decisions: [(row: RenewalCounts.Row, monthsAgo: Int)] = rows.map { ($0, 3) }
    decisions += rows.map { ($0, 0) }
    let same = PredictedValue(
      RenewalHistory(product: "plus", period: Period(1, .month), decisions: decisions), payment: 1)
    let error = try #require(same.heldOutError(months: 3))
    #expect(abs(error) < 0.02, "what came is what was known")
    #expect(same.heldOutError(months: 6) == nil, "nothing was known then")
    decisions = rows.map { ($0, 3) }
    decisions += rows.map { (.init(number: $0.number, due: $0.due, renewed: $0.due / 2), 0) }
    let worse = PredictedValue(
      RenewalHistory(product: "plus", period: Period(1, .month), decisions: decisions), payment: 1)
    #expect(try #require(worse.heldOutError(months: 3)) > 1, "half of all leave now")
  }
}
