package import Values

/// A line that cannot be trusted (Definitions, "The log"): why, where, and what it says.
package struct Reject: Sendable, Equatable {
  /// Why a line is rejected. Raw values are stored in the database: never change one.
  package enum Reason: String, Sendable, CaseIterable {
    case notJSON = "not-json"
    case notAnObject = "not-an-object"
    case tooDeep = "too-deep"
    case tooLong = "too-long"
    /// A last line that nobody ended, in a file that nobody writes to.
    case incompleteLine = "incomplete-line"
    case missingField = "missing-field"
    case mistypedField = "mistyped-field"
    case badTime = "bad-time"
    case timeBeforeAppStore = "time-before-app-store"
    case timeInFuture = "time-in-future"
    case badAmount = "bad-amount"
    case negativePrice = "negative-price"
    case unknownCurrency = "unknown-currency"
    // Lines of other dialects.
    case badJWS = "bad-jws"
    case jwsAlgorithm = "jws-algorithm"
    case jwsChain = "jws-chain"
    case jwsCertificate = "jws-certificate"
    case jwsValidity = "jws-validity"
    case jwsSignature = "jws-signature"
    case notSigned = "not-signed"
    case wrongApp = "wrong-app"
    case badBase64 = "bad-base64"
    /// Of a table: a quote that is not closed, or another number of fields than its header has.
    case badRow = "bad-row"
  }

  package var reason: Reason
  /// The canonical name of the field that the reason speaks of, else empty.
  package var field: String
  /// Which dialect the line was read in; nil for a native one, and for what is no JSON object.
  package var dialect: Dialect?
  /// From 1.
  package var lineNumber: Int64
  /// Of the line's first byte, in the decompressed file.
  package var byteOffset: Int64
  /// The line without its line end, cut at ``rawLimit`` bytes. Not necessarily UTF-8.
  package var raw: [UInt8]

  package static let rawLimit = 4096
}

/// What no copy of a line may hold.
enum Secrets {
  private static let password = Array("\"password\"".utf8)
  /// What billers tell of people and their cards, as texts.
  private static let personal = [
    "authorization", "card_last_four", "cardholder_name", "customer_email", "email", "first_name",
    "last4", "last_four", "last_name", "signature", "user_email", "user_name",
  ].map { Array("\"\($0)\"".utf8) }
  private static let keys = [password] + personal
  private static let quote = UInt8(ascii: "\"")

  /// The line, cut at `limit` bytes, with `***` in place of a password (the App Store's
  /// notifications of version 1 carry the app's shared secret), of names, addresses and cards.
  static func masked(_ line: UnsafeBufferPointer<UInt8>, limit: Int) -> [UInt8] {
    var masked: [UInt8] = []
    var at = 0
    while let value = value(in: line, from: at), masked.count < limit {
      masked += line[at..<value.lowerBound] + Array("***".utf8)
      at = value.upperBound
    }
    return Array((masked + line[at...].prefix(limit)).prefix(limit))
  }

  /// Where the next secret stands, without its quotes; it may lack its end.
  private static func value(in line: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
    for at in start..<line.count where line[at] == quote {
      guard let key = keys.first(where: { line[at...].starts(with: $0) }) else {
        continue
      }
      var next = at + key.count
      while next < line.count, [32, 9, 58].contains(line[next]) { next += 1 }
      guard next < line.count, line[(at + key.count)..<next].contains(58) else { continue }
      if line[next] == quote { return (next + 1)..<end(of: line, from: next + 1) }
      guard key == password else { continue }
      // No text: a number, or all the rest behind a bracket, in which nothing tells where it ends.
      let isOpen = [0x7B, 0x5B].contains(line[next])
      let end = line[next...].firstIndex { [0x2C, 0x7D, 0x20].contains($0) } ?? line.count
      return next..<(isOpen ? line.count : end)
    }
    return nil
  }

  /// The quote that ends a text.
  private static func end(of line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at < line.count, line[at] != quote { at += line[at] == 92 ? 2 : 1 }
    return min(at, line.count)
  }
}

/// A reason on its way out of the line reader.
struct Rejection: Error {
  var reason: Reject.Reason
  var field: LogField?

  init(_ reason: Reject.Reason, _ field: LogField? = nil) {
    self.reason = reason
    self.field = field
  }

  /// Whether the line is a JSON object at least.
  var isOfObject: Bool {
    switch reason {
    case .notJSON, .notAnObject, .tooDeep, .tooLong, .incompleteLine: false
    default: true
    }
  }
}
