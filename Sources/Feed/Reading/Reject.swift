/// A line that cannot be trusted (SPEC 1): why, where, and what it says.
package struct Reject: Sendable, Equatable {
  /// Why a line is rejected. Raw values are stored in the database: never change one.
  package enum Reason: String, Sendable, CaseIterable {
    case notJSON = "not-json"
    case notAnObject = "not-an-object"
    case tooDeep = "too-deep"
    case tooLong = "too-long"
    case missingField = "missing-field"
    case mistypedField = "mistyped-field"
    case badTime = "bad-time"
    case timeBeforeAppStore = "time-before-app-store"
    case timeInFuture = "time-in-future"
    case badAmount = "bad-amount"
    case negativePrice = "negative-price"
    case unknownCurrency = "unknown-currency"
    // Lines of other dialects (DIALECTS 1.7).
    case badJWS = "bad-jws"
    case jwsAlgorithm = "jws-algorithm"
    case jwsChain = "jws-chain"
    case jwsCertificate = "jws-certificate"
    case jwsValidity = "jws-validity"
    case jwsSignature = "jws-signature"
    case notSigned = "not-signed"
    case wrongApp = "wrong-app"
    case badBase64 = "bad-base64"
  }

  package var reason: Reason
  /// The canonical name of the field that the reason speaks of, else empty.
  package var field: String
  /// From 1.
  package var lineNumber: Int64
  /// Of the line's first byte, in the decompressed file.
  package var byteOffset: Int64
  /// The line without its line end, cut at ``rawLimit`` bytes. Not necessarily UTF-8.
  package var raw: [UInt8]

  package static let rawLimit = 4096
}

/// A reason on its way out of the line reader.
struct Rejection: Error {
  var reason: Reject.Reason
  var field: LogField?

  init(_ reason: Reject.Reason, _ field: LogField? = nil) {
    self.reason = reason
    self.field = field
  }
}
