import CSimdJSON
import Values

// A JSON Web Signature (RFC 7515, compact) as a document of the line. Without verification only the
// middle part is looked at; with it, nothing in the payload is used before all checks passed,
// but `signedDate`, which says for what moment the certificates must be valid.

extension LineReader {
  /// Where the three parts of a JWS stand in the buffer.
  private struct Parts {
    var header: Range<Int>
    var payload: Range<Int>
    var signature: Range<Int>
  }

  /// The payload.
  mutating func signedDocument(_ value: LineValue) throws(Rejection) -> LineValue {
    guard let parts = parts(of: value) else { throw Rejection(.badJWS) }
    guard let checker = signatures else { return try document(of: parts.payload) }
    return try verifiedDocument(parts, checker)
  }

  /// Whether a value is inside a JWS that was verified.
  func isSigned(_ value: LineValue) -> Bool { vendorLines.documents.isSigned(value) }

  private func parts(of value: LineValue) -> Parts? {
    guard let letters = value.bytes.baseAddress else { return nil }
    let start = letters - UnsafePointer(base)
    let text = start..<(start + value.bytes.count)
    guard let first = text.first(where: { base[$0] == 46 }),
      let second = text.suffix(from: first + 1).first(where: { base[$0] == 46 }),
      !text.suffix(from: second + 1).contains(where: { base[$0] == 46 })
    else { return nil }
    return Parts(
      header: text.lowerBound..<first, payload: (first + 1)..<second,
      signature: (second + 1)..<text.upperBound)
  }

  private func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Decodes a part; where its bytes stand.
  private mutating func decoded(_ part: Range<Int>) throws(Rejection) -> Range<Int> {
    let start = try draft.room(for: part.count)
    guard !part.isEmpty, let count = Base64.decode(bytes(part), .url, to: base + start) else {
      throw Rejection(.badJWS)
    }
    return start..<(start + count)
  }

  private mutating func document(of part: Range<Int>) throws(Rejection) -> LineValue {
    guard let document = try document(try decoded(part)) else { throw Rejection(.badJWS) }
    return document
  }

  private mutating func verifiedDocument(_ parts: Parts, _ checker: SignatureChecker)
    throws(Rejection) -> LineValue
  {
    let header = try document(of: parts.header)
    let payload = try document(of: parts.payload)
    let signature = try decoded(parts.signature)
    guard signature.count == 64 else { throw Rejection(.badJWS) }
    try checkAlgorithm(header)
    let chain = try chain(header["x5c"], checker)
    guard chain.hasMarkers else { throw Rejection(.jwsCertificate) }
    guard chain.isValid(at: try signingSecond(payload)) else { throw Rejection(.jwsValidity) }
    let message = bytes(parts.header.lowerBound..<parts.payload.upperBound)
    guard let key = chain.key, checker.isSigned(message, bytes(signature), by: key) else {
      throw Rejection(.jwsSignature)
    }
    vendorLines.documents.insertSigned(payload)
    return payload
  }

  private func checkAlgorithm(_ header: LineValue) throws(Rejection) {
    guard header["alg"].isText, header["alg"] == "ES256", !header["crit"].isNamed else {
      throw Rejection(.jwsAlgorithm)
    }
  }

  private func chain(_ list: LineValue, _ checker: SignatureChecker) throws(Rejection)
    -> SignatureChecker.Chain
  {
    let certificates = Array(list.elements)
    guard list.isList, certificates.count == 3, certificates.allSatisfy(\.isText),
      let chain = checker.chain(leaf: certificates[0].bytes, intermediate: certificates[1].bytes),
      checker.isCertificate(certificates[2].bytes)
    else { throw Rejection(.jwsChain) }
    return chain
  }

  /// The second at which the payload says it was signed, else that of the ingest.
  private func signingSecond(_ payload: LineValue) throws(Rejection) -> Int64 {
    let date = payload["signedDate"]
    guard date.isPresent, !date.isZero else { return floorDivide(rules.now.milliseconds, by: 1000) }
    guard let milliseconds = date.integer else { throw Rejection(.jwsValidity) }
    return floorDivide(milliseconds, by: 1000)
  }
}
