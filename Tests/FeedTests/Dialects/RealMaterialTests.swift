import Foundation
import Testing
import Values

@testable import Feed

/// Lines that vendors published themselves, beside the project. Where they are not there nothing is
/// compared, and the test says so.
struct RealMaterialTests {
  private static let apple = Shared.path("data/apple")
  private static let revenueCat = Shared.path("data/revenuecat/sample_events.ndjson")

  private func text(_ name: String) throws -> String {
    let folder = try #require(Self.apple)
    return try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func signed(_ name: String) throws -> String {
    #"{"signedPayload":"\#(try text("mock_signed_data/" + name))"}"#
  }

  @Test(
    "Apple's own signed samples are verified under their root, and under no other",
    .enabled(if: apple != nil, "../shared/data/apple is not there: nothing was verified"))
  func samples() throws {
    let root = try Data(
      contentsOf: URL(fileURLWithPath: try #require(Self.apple) + "/certs/testCA.der"))
    let trusting = SignatureRules(verifies: true, roots: [[UInt8](root)])
    let notification = try signed("testNotification")
    #expect(try tell(notification, signatures: trusting) == .ignored("TEST"))
    #expect(
      try tell(notification, signatures: SignatureRules(verifies: true))
        == .rejected(.jwsChain, ""))
    #expect(
      try tell(try signed("missingX5CHeaderClaim"), signatures: trusting)
        == .rejected(.jwsChain, ""))
    let old = try signed("legacyTransaction")
    #expect(try tell(old, signatures: trusting) == .rejected(.badJWS, ""))
  }

  @Test(
    "Apple's model of a transaction is read, field by field",
    .enabled(if: apple != nil, "../shared/data/apple is not there: nothing was read"))
  func transaction() throws {
    let model = try text("models/signedTransaction.json").replacing("\n", with: " ")
    #expect(try tell(model) == .ignored("sandbox"))
    let told = try tell(model.replacing("LocalTesting", with: "Production"))
    #expect(told["event"] == "refunded" && told["transaction_id"] == "23456", "\(told)")
    #expect(told["user_id"] == "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    #expect(told["event_id"] == "transaction:23456:revoked")
    #expect(told["timestamp"] == "2023-10-24T12:02:30.000Z" && told["country"] == "US")
  }

  @Test(
    "No model of Apple's stops the reader, and each line is accounted for",
    .enabled(if: apple != nil, "../shared/data/apple is not there: nothing was read"))
  func models() throws {
    let folder = try #require(Self.apple) + "/models"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    try #require(names.count > 50)
    let lines = try names.map { try text("models/" + $0).replacing("\n", with: " ") }
    let counts = try readLines(lines, in: .appStore).counts
    #expect(counts.read == names.count)
    #expect(counts.accepted + counts.ignoredTotal + counts.rejectedTotal == names.count)
    #expect(Set(counts.rejected.keys).isSubset(of: [.missingField, .badJWS, .notJSON]))
  }

  @Test(
    "RevenueCat's sample events are read, each as its type says",
    .enabled(if: revenueCat != nil, "../shared/data/revenuecat is not there: nothing was read"))
  func events() throws {
    let file = try String(contentsOfFile: try #require(Self.revenueCat), encoding: .utf8)
    let lines = file.split(separator: "\n").map(String.init)
    let kinds = [
      "INITIAL_PURCHASE": ["purchased", "trial_started"], "RENEWAL": ["renewed"],
      "CANCELLATION": ["cancelled", "refunded"], "UNCANCELLATION": ["uncancelled"],
      "NON_RENEWING_PURCHASE": ["purchased"], "SUBSCRIPTION_PAUSED": ["cancelled"],
      "BILLING_ISSUE": ["billing_failed", "grace_period_entered"], "EXPIRATION": ["expired"],
      "PRODUCT_CHANGE": ["product_changed"], "TRANSFER": ["user_aliased"],
      "SUBSCRIPTION_EXTENDED": ["subscription_extended"], "SUBSCRIBER_ALIAS": ["user_aliased"],
      "TEMPORARY_ENTITLEMENT_GRANT": ["access_granted"],
      "EXPERIMENT_ENROLLMENT": ["experiment_exposed"], "REFUND_REVERSED": ["refund_reversed"],
    ]
    var accepted = 0
    for line in lines {
      let type = try #require(line.firstMatch(of: /"type": ?"([A-Z_]+)"/)).1
      switch try tell(line) {
      case .event(let fields):
        accepted += 1
        let kind = try #require(fields["event"])
        #expect(kinds[String(type)]?.contains(kind) == true, "\(type): \(kind)")
      case .ignored(let name): #expect(name == type && kinds[name] == nil)
      case .rejected(let reason, _): #expect(reason == .timeInFuture, "\(type)")
      }
    }
    #expect(lines.count == 33 && accepted > 25, "\(accepted)")
  }
}
