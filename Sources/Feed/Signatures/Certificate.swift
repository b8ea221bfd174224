import COpenSSL

/// A certificate of X.509, read by OpenSSL.
final class Certificate {
  let handle: OpaquePointer

  /// Nil for bytes that are not exactly one certificate in DER.
  init?(_ der: UnsafeBufferPointer<UInt8>) {
    var at = der.baseAddress
    guard !der.isEmpty, let handle = d2i_X509(nil, &at, der.count) else {
      ERR_clear_error()
      return nil
    }
    self.handle = handle
    guard at == der.baseAddress?.advanced(by: der.count) else { return nil }
  }

  deinit { X509_free(handle) }

  /// Whether it has the extension of this object identifier.
  func hasExtension(_ identifier: String) -> Bool {
    guard let object = OBJ_txt2obj(identifier, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(handle, object, -1) >= 0
  }

  /// Whether it is valid at a second since 1970.
  func isValid(at second: Int64) -> Bool {
    var time = Int(second)
    // X509_cmp_time answers 0 for an error, and -1 for the very second: as if earlier.
    let begin = X509_cmp_time(X509_get0_notBefore(handle), &time)
    let end = X509_cmp_time(X509_get0_notAfter(handle), &time)
    return begin < 0 && end > 0
  }

  /// The public key when it is one of P-256.
  var p256Key: OpaquePointer? {
    guard let key = X509_get0_pubkey(handle), EVP_PKEY_get_base_id(key) == EVP_PKEY_EC else {
      return nil
    }
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else { return nil }
    return String(cString: Array(name[..<count]) + [0]) == "prime256v1" ? key : nil
  }

  /// Whether it names itself as its issuer and its own key signed it.
  var isSelfSigned: Bool {
    X509_self_signed(handle, 1) == 1
  }
}
