import COpenSSL

/// A key of P-256.
final class ThrowawayKey: Sendable {
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
