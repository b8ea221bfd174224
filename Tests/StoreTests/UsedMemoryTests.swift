import Feed
import Settings
import Support
import Testing
import Values

@testable import Timeline

/// The fold of one customer goes on with the memory of another.
struct UsedMemoryTests {
  private func rules(_ strings: StringTable) -> FoldRules {
    Settings().foldRules(
      ExchangeRates(reportingCurrency: "USD"), nil, firstDay: nil, strings)
  }

  @Test(
    "A customer folded in the memory of others has the timeline and facts that he has by himself")
  func same() throws {
    var random = SplitMix(seed: 29)
    let strings = StringTable()
    let rules = rules(strings)
    var used = FactEmitter(Timeline(), rules)
    for customer in 0..<300 {
      // One of them has more than any list keeps memory for.
      let steps = customer == 150 ? 5_000 : Int.random(in: 0...40, using: &random)
      var log = LogOfOne(strings)
      for step in 0..<steps {
        log.live(random.one(of: LargeCustomerTests.Life.allCases), step * 40)
      }
      try used.fold(log.events)
      let fresh = FactEmitter(try Timeline(log.events, rules), rules)
      #expect(written(used.timeline) == written(fresh.timeline), "\(customer)")
      #expect(facts(used) == facts(fresh), "\(customer)")
    }
  }

  /// Every property, those that only the fold uses included.
  private func written(_ timeline: Timeline) -> String {
    var text = ""
    dump(timeline, to: &text)
    return text
  }

  private func facts(_ emitter: FactEmitter) -> [[Int64]] {
    var sums = FactSums()
    emitter.emit(into: &sums)
    sums.expand()
    return FactTable.allCases.flatMap { table in
      let rows = sums.rows(of: table)
      return rows.ordered.map { row in
        [Int64(table.rawValue), rows.key(row).positions, rows.key(row).segment] + rows.values(row)
      }
    }
  }
}
