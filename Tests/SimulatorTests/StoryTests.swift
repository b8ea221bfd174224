import Simulator
import Testing
import Values

@Suite("A simulated log that tells a story")
struct StoryTests {
  /// By name; only read once they are there.
  private nonisolated(unsafe) static let events: [String: [[String: Any]]] = {
    var wanted = options(days: 240, customers: 3_000, disorder: .none)
    wanted.hasStory = true
    let objects = Log(wanted).objects.compactMap(\.self)
    return Dictionary(grouping: objects) { $0["event"] as? String ?? "" }
  }()
  /// 121 and 60 days before the last one.
  private static let raised = spring.advanced(by: 239 - 121).description
  private static let yearlyFirst = spring.advanced(by: 239 - 60).description

  private func events(_ names: Set<String>) -> [[String: Any]] {
    names.sorted().flatMap { Self.events[$0] ?? [] }
  }

  private func text(_ event: [String: Any], _ key: String) -> String { event[key] as? String ?? "" }

  /// The prices in dollars of first payments, before the price goes up and six weeks after.
  private func prices(_ isWanted: (String) -> Bool) -> Set<Double> {
    Set(
      events(["purchased", "trial_converted"]).filter {
        text($0, "product_id") == "st.individual.monthly" && text($0, "currency") == "USD"
          && isWanted(text($0, "timestamp"))
      }.compactMap { $0["price"] as? Double })
  }

  @Test("raises one price for who subscribes later, and for nobody before")
  func price() {
    #expect(prices { $0 < Self.raised } == [7.99])
    #expect(prices { $0 >= Self.raised }.contains(8.99))
    let renewed = events(["renewed"]).filter {
      text($0, "product_id") == "st.individual.monthly" && text($0, "timestamp") >= Self.raised
        && $0["price"] as? Double == 7.99
    }
    #expect(!renewed.isEmpty)
  }

  @Test("sells more years from one day on")
  func yearly() {
    func share(_ isWanted: (String) -> Bool) -> Double {
      let begun = events(["purchase_started"]).filter { isWanted(text($0, "timestamp")) }
      let yearly = begun.filter { text($0, "product_id").hasSuffix("yearly") }
      return Double(yearly.count) / Double(begun.count)
    }
    #expect(share { $0 < Self.yearlyFirst } < 0.4)
    #expect(share { $0 >= Self.yearlyFirst } > 0.5)
  }

  @Test("has customers who take their money back, and who begin trial after trial")
  func intentions() {
    let refunds = Dictionary(grouping: events(["refunded"]), by: { text($0, "user_id") })
    #expect(refunds.values.contains { $0.count >= 3 })
    let joined = events(["user_aliased"]).map { text($0, "previous_id") }
    let trials = Set(events(["trial_started"]).map { text($0, "user_id") })
    #expect(joined.contains(where: trials.contains))
  }

  @Test("is otherwise as without one: nobody is raised, hops or takes back")
  func without() {
    let plain = Log(options(days: 240, customers: 300, disorder: .none))
    #expect(!plain.objects.contains { $0?["price"] as? Double == 8.99 })
  }
}
