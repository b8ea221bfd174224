import COpenSSL

/// Signs as the App Store does (a compact JWS, RFC 7515, by ES256 under a path of three
/// certificates), with keys that are made for one log and forgotten with it.
package final class ThrowawaySigner: Sendable {
  /// The root certificate in PEM (RFC 7468), for `appStore.roots`.
  package let root: String
  private let header: String
  private let key: ThrowawayKey

  /// Nil when OpenSSL cannot make keys.
  package init?() {
    let names = ["Simulated Root", "Simulated Intermediate", "Simulated Leaf"]
    let keys = names.compactMap { _ in ThrowawayKey() }
    guard keys.count == names.count,
      let root = keys[0].certificate(names[0], [.authority, .signsOthers], by: keys[0], names[0]),
      let second = keys[1].certificate(
        names[1], [.authority, .signsOthers, .ofIntermediate], by: keys[0], names[0]),
      let leaf = keys[2].certificate(names[2], [.person, .signs, .ofLeaf], by: keys[1], names[1])
    else { return nil }
    let path = [leaf, second, root].map { quoted(base64($0)) }.joined(separator: ",")
    header = base64url(Array(#"{"alg":"ES256","x5c":[\#(path)]}"#.utf8))
    self.root =
      "-----BEGIN CERTIFICATE-----\n" + lines(base64(root)) + "-----END CERTIFICATE-----\n"
    key = keys[2]
  }

  /// A payload as a JWS; nil when OpenSSL cannot sign.
  func jws(_ payload: String) -> String? {
    let message = header + "." + base64url(Array(payload.utf8))
    return key.signature(of: Array(message.utf8)).map { message + "." + base64url($0) }
  }
}

/// A key of P-256.
private final class ThrowawayKey: Sendable {
  // OpenSSL's keys can sign on any thread.
  private nonisolated(unsafe) let handle: OpaquePointer

  init?() {
    guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
      EVP_PKEY_keygen(context, &key) == 1, let key
    else { return nil }
    handle = key
  }

  deinit { EVP_PKEY_free(handle) }

  /// r‖s, 32 bytes each.
  func signature(of message: [UInt8]) -> [UInt8]? {
    guard let digest = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(digest) }
    var der = [UInt8](repeating: 0, count: 80)
    var count = der.count
    guard EVP_DigestSignInit(digest, nil, EVP_sha256(), nil, handle) == 1,
      EVP_DigestSign(digest, &der, &count, message, message.count) == 1
    else { return nil }
    return der.withUnsafeBufferPointer { bytes in
      var at = bytes.baseAddress
      guard let pair = d2i_ECDSA_SIG(nil, &at, count) else { return nil }
      defer { ECDSA_SIG_free(pair) }
      var flat = [UInt8](repeating: 0, count: 64)
      let isWritten = flat.withUnsafeMutableBufferPointer { flat in
        BN_bn2binpad(ECDSA_SIG_get0_r(pair), flat.baseAddress, 32) == 32
          && BN_bn2binpad(ECDSA_SIG_get0_s(pair), flat.baseAddress?.advanced(by: 32), 32) == 32
      }
      return isWritten ? flat : nil
    }
  }

  // MARK: - Certificates

  /// What a certificate says besides its names, as DER.
  enum Extension {
    case authority, person, signsOthers, signs, ofIntermediate, ofLeaf

    var identifier: String {
      switch self {
      case .authority, .person: "2.5.29.19"
      case .signsOthers, .signs: "2.5.29.15"
      case .ofIntermediate: "1.2.840.113635.100.6.2.1"
      case .ofLeaf: "1.2.840.113635.100.6.11.1"
      }
    }

    var value: [UInt8] {
      switch self {
      case .authority: [0x30, 0x03, 0x01, 0x01, 0xFF]
      case .person: [0x30, 0x00]
      case .signsOthers: [0x03, 0x02, 0x01, 0x06]
      case .signs: [0x03, 0x02, 0x07, 0x80]
      case .ofIntermediate, .ofLeaf: [0x05, 0x00]
      }
    }

    var isCritical: Bool { identifier.hasPrefix("2.5.29.") }
  }

  /// A certificate of this key in DER, valid for every moment that a log may tell of.
  func certificate(
    _ name: String, _ extensions: [Extension], by issuer: ThrowawayKey, _ issuerName: String
  ) -> [UInt8]? {
    guard let certificate = X509_new() else { return nil }
    defer { X509_free(certificate) }
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
    let isFilled =
      X509_set_version(certificate, 2) == 1
      && ASN1_TIME_set_string_X509(X509_getm_notBefore(certificate), "20080710000000Z") == 1
      && ASN1_TIME_set_string_X509(X509_getm_notAfter(certificate), "99991231235959Z") == 1
      && Self.name(X509_get_subject_name(certificate), name)
      && Self.name(X509_get_issuer_name(certificate), issuerName)
      && X509_set_pubkey(certificate, handle) == 1
      && extensions.allSatisfy { Self.add($0, to: certificate) }
    guard isFilled, X509_sign(certificate, issuer.handle, EVP_sha256()) > 0 else { return nil }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(certificate, &bytes)
    defer { CRYPTO_free(bytes, nil, 0) }
    return count > 0 ? Array(UnsafeBufferPointer(start: bytes, count: Int(count))) : nil
  }

  private static func name(_ entry: OpaquePointer?, _ name: String) -> Bool {
    X509_NAME_add_entry_by_NID(
      entry, NID_commonName, V_ASN1_UTF8STRING, Array(name.utf8), Int32(name.utf8.count), -1, 0)
      == 1
  }

  private static func add(_ told: Extension, to certificate: OpaquePointer) -> Bool {
    guard let object = OBJ_txt2obj(told.identifier, 1), let text = ASN1_OCTET_STRING_new() else {
      return false
    }
    defer {
      ASN1_OBJECT_free(object)
      ASN1_OCTET_STRING_free(text)
    }
    guard ASN1_OCTET_STRING_set(text, told.value, Int32(told.value.count)) == 1,
      let made = X509_EXTENSION_create_by_OBJ(nil, object, told.isCritical ? 1 : 0, text)
    else { return false }
    defer { X509_EXTENSION_free(made) }
    return X509_add_ext(certificate, made, -1) == 1
  }
}

// MARK: - Base64

private func base64(_ bytes: [UInt8]) -> String {
  var letters = [UInt8](repeating: 0, count: bytes.count / 3 * 4 + 5)
  let count = EVP_EncodeBlock(&letters, bytes, Int32(bytes.count))
  return String(decoding: letters[..<Int(count)], as: UTF8.self)
}

private func base64url(_ bytes: [UInt8]) -> String {
  String(
    base64(bytes).compactMap { letter -> Character? in
      switch letter {
      case "+": "-"
      case "/": "_"
      case "=": nil
      default: letter
      }
    })
}

/// 64 letters a line.
private func lines(_ text: String) -> String {
  var rest = text[...]
  var lines = ""
  while !rest.isEmpty {
    lines += rest.prefix(64) + "\n"
    rest = rest.dropFirst(64)
  }
  return lines
}

extension ThrowawaySigner: Equatable {
  /// Two of them have different keys.
  package static func == (a: ThrowawaySigner, b: ThrowawaySigner) -> Bool { a === b }
}
