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

  /// The number of the payload's document.
  mutating func signedDocument(_ value: LineValue) throws(Rejection) -> Int {
    guard let parts = parts(of: value) else { throw Rejection(.badJWS) }
    guard let checker = machine.signatures else { return try document(parts.payload) }
    return try verifiedDocument(parts, checker)
  }

  private func parts(of value: LineValue) -> Parts? {
    let text = Int(value.offset)..<(Int(value.offset) + Int(value.count))
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
    let start = try room(for: part.count)
    guard !part.isEmpty, let count = Base64.decode(bytes(part), .url, to: base + start) else {
      throw Rejection(.badJWS)
    }
    return start..<(start + count)
  }

  private mutating func document(_ part: Range<Int>) throws(Rejection) -> Int {
    guard let document = try openDocument(try decoded(part)) else { throw Rejection(.badJWS) }
    return document
  }

  private mutating func verifiedDocument(_ parts: Parts, _ checker: SignatureChecker)
    throws(Rejection) -> Int
  {
    let header = try document(parts.header)
    let payload = try document(parts.payload)
    let signature = try decoded(parts.signature)
    guard signature.count == 64 else { throw Rejection(.badJWS) }
    try checkAlgorithm(header)
    let chain = try chain(header, checker)
    guard chain.hasMarkers else { throw Rejection(.jwsCertificate) }
    guard chain.isValid(at: try signingSecond(payload)) else { throw Rejection(.jwsValidity) }
    let message = bytes(parts.header.lowerBound..<parts.payload.upperBound)
    guard let key = chain.key, checker.isSigned(message, bytes(signature), by: key) else {
      throw Rejection(.jwsSignature)
    }
    machine.documents[payload - 1].isSigned = true
    return payload
  }

  /// A member of a document's top.
  private func member(_ key: String, of document: Int) -> LineValue {
    let run = members(ofDocument: document)
    var found = LineValue()
    for i in run.range
    where run.fields[i].depth == 1 && isSame(run.fields[i].key, run.fields[i].key_length, key) {
      found = value(Int32(i), document: run.document)
    }
    return found
  }

  private func checkAlgorithm(_ header: Int) throws(Rejection) {
    let algorithm = member("alg", of: header)
    guard algorithm.type == LineValue.string, isOneOf(algorithm, ["ES256"]),
      member("crit", of: header).type == LineValue.missing
    else { throw Rejection(.jwsAlgorithm) }
  }

  private func chain(_ header: Int, _ checker: SignatureChecker) throws(Rejection)
    -> SignatureChecker.Chain
  {
    let list = member("x5c", of: header)
    let certificates = Array(children(of: list)).map { value($0, document: list.document) }
    guard list.type == LineValue.array, certificates.count == 3,
      certificates.allSatisfy({ $0.type == LineValue.string }),
      let chain = checker.chain(leaf: bytes(certificates[0]), intermediate: bytes(certificates[1])),
      checker.isCertificate(bytes(certificates[2]))
    else { throw Rejection(.jwsChain) }
    return chain
  }

  private func bytes(_ value: LineValue) -> UnsafeBufferPointer<UInt8> {
    bytes(Int(value.offset)..<(Int(value.offset) + Int(value.count)))
  }

  /// The second at which the payload says it was signed, else that of the ingest.
  private func signingSecond(_ payload: Int) throws(Rejection) -> Int64 {
    let date = member("signedDate", of: payload)
    guard date.isThere, !isZero(date) else { return floorDivide(rules.now.milliseconds, by: 1000) }
    guard let milliseconds = integer(date) else { throw Rejection(.jwsValidity) }
    return floorDivide(milliseconds, by: 1000)
  }
}
