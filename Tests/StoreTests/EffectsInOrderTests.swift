import Feed
import Settings
import Support
import Testing
import Values

@testable import Timeline

/// What each event of a customer led to, told by one fold.
struct EffectsInOrderTests {
  private func rules(_ strings: StringTable) -> FoldRules {
    Settings().foldRules(
      ExchangeRates(reportingCurrency: "USD"), nil, firstDay: nil, strings)
  }

  /// Lives in which no event changes what earlier ones were taken for, as a rule.
  private static let plain: [LargeCustomerTests.Life] = [
    .renewals, .refunds, .reversals, .billing, .cancellations, .trials, .grants, .resumed,
  ]

  @Test("One fold tells what folding the events up to each tells")
  func same() throws {
    var random = SplitMix(seed: 31)
    let strings = StringTable()
    let rules = rules(strings)
    var told = 0
    for _ in 0..<300 {
      let isPlain = Int.random(in: 0...3, using: &random) > 0
      let lives = isPlain ? Self.plain : LargeCustomerTests.Life.allCases
      var log = LogOfOne(strings)
      for step in 0..<Int.random(in: 0...25, using: &random) {
        log.live(random.one(of: lives), step * Int.random(in: 1...1_500, using: &random))
      }
      guard let effects = EffectsInOrder(log.events, rules) else { continue }
      told += 1
      for entry in try CustomerHistory.slowHistory(log.events, rules) {
        let event = try #require(entry.event)
        #expect("\(effects[event])" == "\(entry.effects)")
      }
    }
    #expect(told > 100)
  }
}
