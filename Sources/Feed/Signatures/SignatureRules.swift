/// What the configuration asks of the App Store's signatures (`appStore`).
package struct SignatureRules: Sendable {
  /// Whether a line that is not signed by a root of these is rejected.
  package var verifies: Bool
  /// Certificates that are trusted, in DER.
  package var roots: [[UInt8]]
  /// The apps whose lines are read; empty means all.
  package var bundleIDs: [String]

  package init(verifies: Bool = false, roots: [[UInt8]] = [], bundleIDs: [String] = []) {
    (self.verifies, self.roots, self.bundleIDs) = (verifies, roots, bundleIDs)
  }

  /// Whether the bytes are a certificate that signed itself.
  package static func canTrust(_ der: [UInt8]) -> Bool {
    der.withUnsafeBufferPointer { Certificate($0)?.isSelfSigned ?? false }
  }
}
