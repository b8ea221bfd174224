import Foundation
import Testing
import Values

@testable import Feed

/// The moment for which the certificates of the tests are valid: tomorrow.
private let tomorrow = Int64(Date().timeIntervalSince1970 * 1000) + 86_400_000

private func payload(_ more: String = "", signed: Int64? = tomorrow, inner: String? = nil) -> String
{
  let transaction =
    #"{"transactionId":"2","originalTransactionId":"1","productId":"pro","price":9990,"currency":"EUR","purchaseDate":1767258000000,"expiresDate":1769936400000,"appAccountToken":"u"}"#
  let date = signed.map { #","signedDate":\#($0)"# } ?? ""
  let key = inner == nil ? "transactionInfo" : "signedTransactionInfo"
  let data = inner.map { "\"\($0)\"" } ?? transaction
  return
    #"{"notificationType":"DID_RENEW","notificationUUID":"n","data":{"\#(key)":\#(data)}\#(date)\#(more)}"#
}

/// Signatures are made by the openssl program; where it is missing, none of these run.
@Suite(.enabled(if: TestPKI.isThere, "needs the openssl program"))
struct SignatureTests {
  private let pki: TestPKI
  private let rules: SignatureRules

  init() throws {
    pki = try TestPKI.shared.get()
    rules = SignatureRules(verifies: true, roots: [pki.root])
  }

  private func tellSigned(_ jws: String, key: String = "signedPayload") throws -> Telling {
    let reading = try readLines(
      [#"{"\#(key)":"\#(jws)"}"#], signatures: rules, now: Instant(milliseconds: tomorrow))
    if let reject = reading.rejects.first { return .rejected(reject.reason, reject.field) }
    if let name = reading.counts.ignored.keys.first { return .ignored(name) }
    return .event(try reading.onlyFields())
  }

  private func expect(_ reason: Reject.Reason, _ jws: String) throws {
    #expect(try tellSigned(jws) == .rejected(reason, ""))
  }

  @Test("A line that a trusted root's path signed is read, at the top and inside")
  func valid() throws {
    let told = try tellSigned(try pki.jws(payload()))
    #expect(told["event"] == "renewed" && told["price"] == "9.99" && told["user_id"] == "u")
    #expect(try tellSigned(try pki.jws(payload(signed: nil)))["event"] == "renewed")
    let inner = try pki.jws(
      #"{"transactionId":"3","appAccountToken":"u","productId":"p","purchaseDate":1767258000000,"signedDate":\#(tomorrow)}"#
    )
    #expect(try tellSigned(try pki.jws(payload(inner: inner)))["transaction_id"] == "3")
    let alone = try tellSigned(inner, key: "signedTransactionInfo")
    #expect(alone["event_id"] == "transaction:3")
  }

  @Test("The same path is accepted again from the cache, and another signature under it is not")
  func cache() throws {
    let good = try pki.jws(payload())
    let parts = good.split(separator: ".")
    let forged = "\(parts[0]).\(base64url(Array(payload(",\"x\":1").utf8))).\(parts[2])"
    let lines = [good, forged, good, forged].map { #"{"signedPayload":"\#($0)"}"# }
    let reading = try readLines(
      lines, signatures: rules, now: Instant(milliseconds: tomorrow))
    #expect(reading.counts.accepted == 2)
    #expect(reading.counts.rejected == [.jwsSignature: 2])
    #expect(reading.rejects.map(\.lineNumber) == [2, 4])
  }

  @Test("Without three base64url parts, JSON in two of them and 64 bytes of signature it is no JWS")
  func shape() throws {
    let parts = try pki.jws(payload()).split(separator: ".").map(String.init)
    for bad in [
      "", ".", "..", "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).",
      ".\(parts[1]).\(parts[2])",
      "\(parts[0])..\(parts[2])", "\(parts[0]).\(parts[1]).\(parts[2]).x",
      "\(parts[0]).\(parts[1]).\(parts[2])=", "\(parts[0]).\(parts[1]).\(parts[2])AA",
      "\(parts[0]).\(parts[1]).\(parts[2].dropLast(2))", "\(parts[0]) .\(parts[1]).\(parts[2])",
      "W10.\(parts[1]).\(parts[2])", "\(parts[0]).W10.\(parts[2])", "e.\(parts[1]).\(parts[2])",
    ] where !bad.isEmpty {
      try expect(.badJWS, bad)
    }
  }

  @Test("A signature in DER in place of r and s is none")
  func signatureInDER() throws {
    let parts = try pki.jws(payload()).split(separator: ".").map(String.init)
    let der = try pki.derSignature(of: "\(parts[0]).\(parts[1])", by: "leaf")
    try expect(.badJWS, "\(parts[0]).\(parts[1]).\(base64url(der))")
  }

  @Test(
    "Only ES256 is an algorithm, and nothing may be critical",
    arguments: [
      #""alg":"none","#, #""alg":"HS256","#, #""alg":"RS256","#, #""alg":"es256","#,
      #""alg":"ES384","#, #""alg":"","#, #""alg":null,"#, #""alg":["ES256"],"#, "",
      #""alg":"ES256","crit":["b64"],"#, #""alg":"ES256","crit":null,"#,
      #""alg":"ES256","alg":"none","#,
    ])
  func algorithms(_ header: String) throws {
    try expect(.jwsAlgorithm, try pki.jws(payload(), header: header))
  }

  @Test("An HMAC with the leaf's public key is no signature")
  func publicKeyAsSecret() throws {
    let head = base64url(Array(#"{"alg":"HS256"}"#.utf8))
    let message = head + "." + base64url(Array(payload().utf8))
    try expect(.jwsAlgorithm, message + "." + base64url([UInt8](repeating: 7, count: 64)))
  }

  @Test("The key comes from the certificate, whatever else the header offers")
  func otherKeys() throws {
    let foreign =
      #""alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"AA","y":"AA"},"jku":"https://x.example/k","x5u":"https://x.example/c","kid":"1","#
    #expect(try tellSigned(try pki.jws(payload(), header: foreign))["event"] == "renewed")
    try expect(.jwsSignature, try pki.jws(payload(), by: "otherleaf", header: foreign))
  }

  @Test(
    "The path is exactly leaf, intermediate and a trusted root",
    arguments: [
      ["leaf"], ["leaf", "inter"], [], ["inter", "leaf", "root"], ["leaf", "root", "inter"],
      ["leaf", "inter", "root", "root"], ["otherleaf", "otherinter", "otherroot"],
      ["otherleaf", "otherinter", "root"], ["leaf", "otherinter", "root"],
      ["leaf", "leaf", "root"], ["direct", "inter", "root"], ["child", "leaf", "root"],
      ["root", "root", "root"],
    ])
  func paths(_ x5c: [String]) throws {
    let key = x5c.first.map { $0 } ?? "leaf"
    try expect(.jwsChain, try pki.jws(payload(), by: key, x5c: x5c))
  }

  @Test("The third certificate is not trusted and not compared, but it must be one")
  func third() throws {
    #expect(
      try tellSigned(try pki.jws(payload(), x5c: ["leaf", "inter", "otherroot"]))["event"]
        == "renewed")
    let jws = try pki.jws(payload(), x5c: ["leaf", "inter"])
    var parts = jws.split(separator: ".").map(String.init)
    let chain = try ["leaf", "inter"].map { "\"\(try pki.certificate($0))\"" }
    for third in ["\"AAAA\"", "7", "\"\"", "null"] {
      let head = #"{"alg":"ES256","x5c":[\#(chain.joined(separator: ",")),\#(third)]}"#
      parts[0] = base64url(Array(head.utf8))
      try expect(.jwsChain, parts.joined(separator: "."))
    }
  }

  @Test("Leaf and intermediate must bear the store's marks")
  func markers() throws {
    try expect(
      .jwsCertificate, try pki.jws(payload(), by: "bareleaf", x5c: ["bareleaf", "inter", "root"]))
    try expect(
      .jwsCertificate,
      try pki.jws(payload(), by: "barechild", x5c: ["barechild", "bareinter", "root"]))
  }

  @Test("The path must be valid when the payload says it was signed")
  func validity() throws {
    try expect(.jwsValidity, try pki.jws(payload(signed: 1_577_836_800_000)))
    try expect(.jwsValidity, try pki.jws(payload(signed: 4_102_444_800_000)))
    let dateless = payload(signed: nil).replacing("{\"notif", with: "{\"signedDate\":\"x\",\"notif")
    try expect(.jwsValidity, try pki.jws(dateless))
    let reading = try readLines(
      [#"{"signedPayload":"\#(try pki.jws(payload(signed: nil)))"}"#], signatures: rules,
      now: Instant(milliseconds: 4_102_444_800_000))
    #expect(reading.counts.rejected == [.jwsValidity: 1])
  }

  @Test("A signature by another key, of other bytes, of zeros or of another curve is wrong")
  func wrongSignatures() throws {
    let parts = try pki.jws(payload()).split(separator: ".").map(String.init)
    let signature = try pki.signature(of: "\(parts[0]).\(parts[1])", by: "leaf")
    let zeros = [UInt8](repeating: 0, count: 32)
    let ones = [UInt8](repeating: 255, count: 32)
    let r = Array(signature[..<32])
    let s = Array(signature[32...])
    for (first, second) in [(zeros, zeros), (zeros, s), (r, zeros), (ones, ones), (s, r)] {
      try expect(.jwsSignature, "\(parts[0]).\(parts[1]).\(base64url(first + second))")
    }
    try expect(.jwsSignature, try pki.jws(payload(), by: "inter"))
    let longer = base64url(Array((payload() + " ").utf8))
    try expect(.jwsSignature, "\(parts[0]).\(longer).\(parts[2])")
    let other = try pki.jws(payload(), by: "p384", x5c: ["p384", "inter", "root"])
    let cut = other.split(separator: ".").map(String.init)
    try expect(.jwsSignature, "\(cut[0]).\(cut[1]).\(parts[2])")
  }

  @Test("A line whose facts are not inside a JWS is not signed, whatever stands beside them")
  func notSigned() throws {
    let good = try pki.jws(payload())
    let inner = try pki.jws(
      #"{"transactionId":"3","appAccountToken":"u","productId":"p","purchaseDate":1767258000000,"signedDate":\#(tomorrow)}"#
    )
    var lines = [payload(), payload(inner: inner), #"{"notificationType":"TEST"}"#]
    lines.append(#"{"transactionId":"1","originalTransactionId":"1","bundleId":"b"}"#)
    lines.append(#"{"signedTransactionInfo":{"transactionId":"1"}}"#)
    lines.append(#"{"notificationType":"DID_RENEW","signedTransactionInfo":"\#(inner)"}"#)
    lines.append(#"{"notification_type":"CANCEL","unified_receipt":{}}"#)
    lines.append(#"{"latest_receipt_info":[],"jws":"\#(good)"}"#)
    for line in lines {
      #expect(try tell(line, signatures: rules) == .rejected(.notSigned, ""), "\(line.prefix(80))")
    }
    let stripe = #"{"object":"event","type":"payout.paid"}"#
    #expect(try tell(stripe, signatures: rules) == .ignored("payout.paid"))
  }

  @Test("Nothing that stands beside a signed transaction is read")
  func besideSigned() throws {
    let signed = try pki.jws(
      #"{"transactionId":"3","originalTransactionId":"3","productId":"p","purchaseDate":1767258000000,"signedDate":\#(tomorrow)}"#
    )
    for beside in [
      #""signedRenewalInfo":{"originalTransactionId":"3","appAccountToken":"other"}"#,
      #""autoRenewProductId":"x","appAccountToken":"other""#,
    ] {
      let reading = try readLines(
        [#"{"signedTransactionInfo":"\#(signed)",\#(beside)}"#], signatures: rules,
        now: Instant(milliseconds: tomorrow))
      let told = try reading.onlyFields()
      #expect(told["event"] == "purchased" && told["user_id"] == nil)
    }
  }

  @Test("Every JWS of a line that is used is checked, and sandbox comes before what is inside")
  func innerSignatures() throws {
    let bad = try pki.jws(
      #"{"transactionId":"3","purchaseDate":1767258000000}"#, by: "otherleaf",
      x5c: ["otherleaf", "otherinter", "otherroot"])
    try expect(.jwsChain, try pki.jws(payload(inner: bad)))
    let sandbox = payload(inner: bad).replacing(
      "\"data\":{", with: "\"data\":{\"environment\":\"Sandbox\",")
    #expect(try tellSigned(try pki.jws(sandbox)) == .ignored("sandbox"))
    let test = payload(inner: bad).replacing("DID_RENEW", with: "TEST")
    #expect(try tellSigned(try pki.jws(test)) == .ignored("TEST"))
  }

  @Test("A header that is far too large is a bad one, not a crash")
  func oversized() throws {
    let parts = try pki.jws(payload()).split(separator: ".").map(String.init)
    let huge = base64url(
      Array(#"{"alg":"ES256","x5c":[\#(String(repeating: "[", count: 60))"#.utf8))
    try expect(.badJWS, "\(huge).\(parts[1]).\(parts[2])")
    let many =
      #"{"alg":"ES256","x5c":[\#(Array(repeating: "\"AA\"", count: 50_000).joined(separator: ","))]}"#
    try expect(.jwsChain, "\(base64url(Array(many.utf8))).\(parts[1]).\(parts[2])")
    let wide = String(repeating: "A", count: 400_000)
    try expect(.badJWS, "\(parts[0]).\(wide).\(parts[2])")
  }

  @Test("A root is trusted only when it is a certificate that signed itself")
  func roots() throws {
    #expect(SignatureRules.canTrust(pki.root))
    #expect(!SignatureRules.canTrust(try pki.der("inter")))
    #expect(!SignatureRules.canTrust([]))
    #expect(!SignatureRules.canTrust(pki.root + [0]))
    #expect(!SignatureRules.canTrust([UInt8](repeating: 48, count: 200)))
    let line = #"{"signedPayload":"\#(try pki.jws(payload()))"}"#
    let interOnly = SignatureRules(verifies: true, roots: [try pki.der("inter")])
    #expect(
      try tell(line, signatures: interOnly) == .rejected(.jwsChain, ""))
  }
}
