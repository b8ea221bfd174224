import COpenSSL
import Values

/// Checks signatures of one reader. Remembers the paths that it verified.
final class SignatureChecker {
  /// Leaf, intermediate and root of a verified path.
  final class Chain {
    let leaf: Certificate
    let intermediate: Certificate
    let root: Certificate
    let hasMarkers: Bool
    let key: OpaquePointer?

    init(_ leaf: Certificate, _ intermediate: Certificate, _ root: Certificate) {
      (self.leaf, self.intermediate, self.root) = (leaf, intermediate, root)
      hasMarkers =
        leaf.hasExtension("1.2.840.113635.100.6.11.1")
        && intermediate.hasExtension("1.2.840.113635.100.6.2.1")
      key = leaf.p256Key
    }

    func isValid(at second: Int64) -> Bool {
      leaf.isValid(at: second) && intermediate.isValid(at: second) && root.isValid(at: second)
    }
  }

  private let roots: TrustedRoots?
  /// Verified paths by the bytes of leaf and intermediate as the header writes them. A name for
  /// what was verified must not be made by chance or by intent: it is a SHA-256.
  private var chains: [[UInt8]: Chain] = [:]
  private static let mostChains = 1024
  /// Hashes of texts that are certificates.
  private var certificates: Set<[UInt8]> = []
  private let digest = EVP_MD_CTX_new()

  init(_ rules: SignatureRules) { roots = TrustedRoots(rules.roots) }

  deinit { EVP_MD_CTX_free(digest) }

  /// The path of two certificates in base64 to a trusted root; nil when it is none.
  func chain(
    leaf: UnsafeBufferPointer<UInt8>, intermediate: UnsafeBufferPointer<UInt8>
  ) -> Chain? {
    let name = SHA256.digest(leaf) + SHA256.digest(intermediate)
    if let known = chains[name] { return known }
    guard let roots, let first = certificate(leaf), let second = certificate(intermediate),
      let root = roots.root(of: first, second)
    else { return nil }
    if chains.count >= SignatureChecker.mostChains { chains = [:] }
    let chain = Chain(first, second, root)
    chains[name] = chain
    return chain
  }

  /// Whether base64 text is the DER of a certificate.
  func isCertificate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = SHA256.digest(text)
    if certificates.contains(name) { return true }
    guard certificate(text) != nil else { return false }
    if certificates.count >= SignatureChecker.mostChains { certificates = [] }
    certificates.insert(name)
    return true
  }

  private func certificate(_ text: UnsafeBufferPointer<UInt8>) -> Certificate? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 4) { der in
      guard let target = der.baseAddress, let count = Base64.decode(text, .plain, to: target)
      else { return nil }
      return Certificate(UnsafeBufferPointer(rebasing: der[..<count]))
    }
  }

  /// Whether r‖s is the signature of a message by a key of P-256 (ECDSA with SHA-256).
  func isSigned(
    _ message: UnsafeBufferPointer<UInt8>, _ signature: UnsafeBufferPointer<UInt8>,
    by key: OpaquePointer
  ) -> Bool {
    defer { ERR_clear_error() }
    guard signature.count == 64, let bytes = signature.baseAddress, let pair = ECDSA_SIG_new()
    else { return false }
    defer { ECDSA_SIG_free(pair) }
    let r = BN_bin2bn(bytes, 32, nil)
    let s = BN_bin2bn(bytes + 32, 32, nil)
    guard ECDSA_SIG_set0(pair, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return false
    }
    var der: UnsafeMutablePointer<UInt8>?
    let count = i2d_ECDSA_SIG(pair, &der)
    defer { CRYPTO_free(der, nil, 0) }
    guard count > 0 else { return false }
    EVP_MD_CTX_reset(digest)
    return EVP_DigestVerifyInit(digest, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(digest, der, Int(count), message.baseAddress, message.count) == 1
  }
}
