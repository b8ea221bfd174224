package import Values

/// Writes lines of a simulated log as a store or vendor would send them. What a vendor cannot say
/// stays as it is: the app's own log stands beside the vendor's, as it does where both are kept.
package struct VendorExporter: Sendable {
  let vendor: Dialect

  private typealias Export = @Sendable (VendorExporter, LoggedEvent) -> String?

  /// Who can tell of a simulated log. Cases of others are made by hand; rows of payments are
  /// ``TransactionRows``.
  private static let exports: [Dialect: Export] = [
    .appStore: { $0.appStore($1) }, .googlePlay: { $0.googlePlay($1) },
    .revenueCat: { $0.revenueCat($1) }, .firebase: { $0.firebase($1) },
    .stripe: { $0.stripe($1) }, .adapty: { $0.platform($1) }, .superwall: { $0.platform($1) },
    .qonversion: { $0.platform($1) }, .apphud: { $0.platform($1) }, .segment: { $0.envelope($1) },
    .amplitude: { $0.envelope($1) }, .mixpanel: { $0.envelope($1) },
    .postHog: { $0.envelope($1) }, .snowplow: { $0.envelope($1) },
  ]

  package static let vendors = Dialect.readable.filter { exports[$0] != nil }

  /// Signs the App Store's notifications; nil leaves them decoded.
  let signer: ThrowawaySigner?

  package init(_ vendor: Dialect, signer: ThrowawaySigner? = nil) {
    (self.vendor, self.signer) = (vendor, signer)
  }

  /// The line as the vendor would send it; nil where it stays as it is.
  package func exported(_ line: some StringProtocol) -> String? {
    LoggedEvent(line).flatMap { Self.exports[vendor]?(self, $0) }
  }
}

/// An object of the members that are there, values as JSON.
func object(_ members: [(String, String?)]) -> String {
  let parts = members.compactMap { key, value in value.map { "\"\(key)\":\($0)" } }
  return "{" + parts.joined(separator: ",") + "}"
}

func quoted(_ text: String) -> String { "\"\(text)\"" }
