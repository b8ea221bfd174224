import COpenSSL

/// The roots of the configuration, and paths from a leaf to one of them.
final class TrustedRoots {
  private let store: OpaquePointer
  private let roots: [Certificate]

  /// Roots that cannot be read, or did not sign themselves, are left out.
  init?(_ ders: [[UInt8]]) {
    guard let store = X509_STORE_new() else { return nil }
    self.store = store
    roots = ders.compactMap { $0.withUnsafeBufferPointer { Certificate($0) } }
      .filter(\.isSelfSigned)
    for root in roots { X509_STORE_add_cert(store, root.handle) }
    ERR_clear_error()
  }

  deinit { X509_STORE_free(store) }

  /// The root at the end of the path leaf, intermediate, root; nil when that is no such path. Times
  /// are judged elsewhere (at the moment of signing).
  func root(of leaf: Certificate, _ intermediate: Certificate) -> Certificate? {
    guard let context = X509_STORE_CTX_new(), let others = OPENSSL_sk_new_null() else { return nil }
    defer {
      X509_STORE_CTX_free(context)
      OPENSSL_sk_free(others)
      ERR_clear_error()
    }
    OPENSSL_sk_push(others, UnsafeRawPointer(intermediate.handle))
    guard X509_STORE_CTX_init(context, store, leaf.handle, others) == 1 else { return nil }
    X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_NO_CHECK_TIME))
    guard X509_verify_cert(context) == 1, let path = X509_STORE_CTX_get0_chain(context),
      OPENSSL_sk_num(path) == 3,
      let second = OPENSSL_sk_value(path, 1), let third = OPENSSL_sk_value(path, 2),
      X509_cmp(OpaquePointer(second), intermediate.handle) == 0
    else { return nil }
    return roots.first { X509_cmp(OpaquePointer(third), $0.handle) == 0 }
  }
}

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
