import Simulator
import Testing
import Values

@Suite("The lives in a simulated log")
struct LifeTests {
  private static let log = Log(options(days: 200, customers: 800, disorder: .none))

  private func times(_ event: [String: Any]) -> (String, String)? {
    guard let start = event["timestamp"] as? String, let end = event["expires_at"] as? String
    else { return nil }
    return (start, end)
  }

  private func events(_ names: Set<String>) -> [[String: Any]] {
    LifeTests.log.objects.compactMap { $0 }.filter { names.contains($0["event"] as? String ?? "") }
  }

  @Test("pay for coverage that ends later")
  func coverageAhead() {
    let charges = events(["purchased", "renewed", "trial_converted", "trial_started"])
    #expect(charges.count > 500)
    #expect(charges.allSatisfy { times($0).map { $0.0 < $0.1 } ?? false })
  }

  @Test("tell of one transaction with one price and one end")
  func echoesAgree() {
    var told: [String: String] = [:]
    for charge in events(["purchased", "renewed", "trial_converted"]) {
      let id = charge["transaction_id"] as? String ?? ""
      let terms = "\(charge["price"] ?? "") \(charge["expires_at"] ?? "")"
      #expect(told[id] == nil || told[id] == terms)
      told[id] = terms
    }
  }

  @Test("renew before the paid end")
  func renewalsInTime() {
    var ends: [String: String] = [:]
    var late = 0
    let renewals = events([
      "purchased", "renewed", "trial_started", "trial_converted", "product_changed",
      "offer_redeemed", "subscription_extended",
    ])
    for charge in renewals.sorted(by: { times($0)?.0 ?? "" < times($1)?.0 ?? "" }) {
      guard let (start, end) = times(charge), let id = charge["original_transaction_id"] as? String
      else { continue }
      if charge["event"] as? String == "renewed", let before = ends[id], start > before {
        late += 1
      }
      ends[id] = max(end, ends[id] ?? "")
    }
    // Only payments recovered in or after grace come past the end.
    #expect(late <= events(["billing_recovered"]).count)
  }

  @Test("begin with an install")
  func installs() {
    #expect(events(["app_installed"]).count == LifeTests.log.summary.customers)
  }
}
