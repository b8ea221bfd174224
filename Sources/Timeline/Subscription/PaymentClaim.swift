package import Feed
package import Values

/// That a customer's charge or trial has some transaction.
package struct PaymentClaim: Sendable {
  /// How far apart two id systems may tell of one payment.
  static let distance = TimeSpan.hours(24)
  /// How far apart the clocks of two systems may be.
  private static let clockDifference = TimeSpan(milliseconds: 5 * 60_000)

  package let time: Instant
  /// Nil where the event names none.
  package let product: StringID?
  /// Key of the original transaction, 0 for none.
  let original: UInt64

  /// Whether two systems may tell of one payment at these times.
  static func isNear(_ time: Instant, _ other: Instant) -> Bool {
    max(time, other) - min(time, other) <= distance
  }

  /// Whether two clocks may have been at one moment at these times.
  static func isSameMoment(_ time: Instant, _ other: Instant) -> Bool {
    max(time, other) - min(time, other) <= clockDifference
  }

  /// Whether both are one payment that two id systems tell of (Definitions, "Who is one customer").
  /// Under another product it is that of one original transaction, at the same moment.
  package func isSamePayment(as other: PaymentClaim, _ rules: FoldRules) -> Bool {
    guard Self.isNear(time, other.time) else { return false }
    guard let product, let its = other.product else { return true }
    return rules.isSameProduct(product, its)
      || original != 0 && original == other.original && Self.isSameMoment(time, other.time)
  }
}

extension CustomerEvents {
  /// The charges and trials with a transaction, by its number in the derived tables.
  package func claims(on transaction: Int64, _ rules: FoldRules) -> [PaymentClaim] {
    events.filter {
      (rules.isCharge($0) || $0.kind == .trialStarted)
        && key($0.transactionID).transactionNumber == transaction
    }
    .map {
      PaymentClaim(
        time: $0.time, product: rules.product(of: $0)?.id, original: key($0.originalTransactionID))
    }
  }
}

/// The number of a payment in the derived tables, by its id.
package func transactionNumber(of id: [UInt8]) -> Int64 {
  let key = id.withUnsafeBytes { stableHash($0) }
  return (key == 0 ? 1 : key).transactionNumber
}

extension UInt64 {
  /// Of the key of a transaction, its number in the derived tables.
  package var transactionNumber: Int64 { Int64(bitPattern: self >> 1) }
}
