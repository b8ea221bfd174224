import Testing
import Values

@testable import Metrics

@Suite("When a product was sold at which price")
struct PricePhasesTests {
  @Test("a price that all pay from a month on is a change")
  func change() {
    #expect(
      phases([799: 20], [799: 22], [799: 11, 899: 9], [799: 1, 899: 17], [899: 19]) == [
        .init(months: months(1, 2, 3), price: 799), .init(months: months(4, 5), price: 899),
      ])
  }

  @Test("a price that half pay in a test is none, whichever is ahead in a month")
  func test() {
    #expect(
      phases([8999: 9], [8999: 4, 10799: 6], [8999: 8, 10799: 5], [8999: 2, 10799: 7], [8999: 9])
        == [
          .init(months: months(1, 2, 3, 4, 5), price: 8999)
        ])
  }

  @Test("nor is one that is ahead by chance in the first month")
  func testFromTheFirstMonthOn() {
    #expect(
      phases([8999: 1, 10799: 6], [8999: 9, 10799: 7], [8999: 7, 10799: 8], [8999: 9, 10799: 6])
        == [
          .init(months: months(1, 2, 3, 4), price: 10799)
        ])
  }

  @Test("a price that is taken back is two changes")
  func takenBack() {
    #expect(
      phases([500: 10], [600: 8], [600: 9], [500: 12]) == [
        .init(months: months(1), price: 500), .init(months: months(2, 3), price: 600),
        .init(months: months(4), price: 500),
      ])
  }

  @Test("two who pay another price are no change until there is a third")
  func few() {
    #expect(phases([500: 9], [600: 1], [600: 1]).map(\.price) == [500])
    #expect(phases([500: 9], [600: 1], [600: 2]).map(\.price) == [500, 600])
  }

  @Test("a month in which nobody paid goes with those before it")
  func empty() {
    #expect(
      phases([:], [500: 9], [:], [600: 9]) == [
        .init(months: months(2, 3), price: 500), .init(months: months(4), price: 600),
      ])
    #expect(phases([:], [:]).isEmpty)
  }

  /// Payers by price, for month after month from the first on.
  private func phases(_ byMonth: [Int64: Int64]...) -> [PricePhases.Phase] {
    let payers = byMonth.enumerated().flatMap { index, counts in
      counts.map { PricePhases.Payers(month: Month(index + 1), price: $0, count: $1) }
    }
    return PricePhases(payers, months: byMonth.indices.map { Month($0 + 1) }).phases
  }

  private func months(_ numbers: Int...) -> [Month] { numbers.map { Month($0) } }
}
