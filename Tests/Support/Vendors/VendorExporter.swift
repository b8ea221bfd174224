package import Values

/// Writes lines of a simulated log as a store or vendor would send them. What a vendor cannot say
/// stays as it is: the app's own log stands beside the vendor's, as it does where both are kept.
package struct VendorExporter: Sendable {
  let vendor: Dialect

  /// Who can tell of a simulated log.
  package static let vendors = Dialect.readable.filter {
    ![.native, .paddle, .chargebee, .lemonSqueezy, .purchasely, .revenueCatExport].contains($0)
  }

  /// Signs the App Store's notifications; nil leaves them decoded.
  let signer: ThrowawaySigner?

  package init(_ vendor: Dialect, signer: ThrowawaySigner? = nil) {
    (self.vendor, self.signer) = (vendor, signer)
  }

  /// The line as the vendor would send it; nil where it stays as it is.
  package func exported(_ line: some StringProtocol) -> String? {
    guard let event = LoggedEvent(line) else { return nil }
    return switch vendor {
    case .auto, .native: nil
    case .appStore: appStore(event)
    case .googlePlay: googlePlay(event)
    case .revenueCat: revenueCat(event)
    case .firebase: firebase(event)
    case .stripe: stripe(event)
    case .adapty, .superwall, .qonversion, .apphud: platform(event)
    // Those whose cases are made by hand.
    case .paddle, .chargebee, .lemonSqueezy, .purchasely: nil
    // Rows of payments, not lines of events: `TransactionRows`.
    case .revenueCatExport: nil
    case .segment, .amplitude, .mixpanel, .postHog, .snowplow: envelope(event)
    }
  }
}

/// An object of the members that are there, values as JSON.
func object(_ members: [(String, String?)]) -> String {
  let parts = members.compactMap { key, value in value.map { "\"\(key)\":\($0)" } }
  return "{" + parts.joined(separator: ",") + "}"
}

func quoted(_ text: String) -> String { "\"\(text)\"" }
