/// The fields of the packed form, by bit. Stored in the database: never renumber. Which field of a
/// line one belongs to, and how its value is written, says the ``FieldDeclaration``.
package enum PackedField: Int, CaseIterable, Sendable {
  case identity = 0
  case platform = 1
  case country = 2
  case channel = 3
  case product = 4
  case transactionID = 5
  case originalTransactionID = 6
  case price = 7
  case currency = 8
  case expiresAt = 9
  case paywall = 10
  case trigger = 11
  case experiment = 12
  case variant = 13
  case appVersion = 14
  case campaign = 15
  case tier = 16
  case period = 17
  case offerID = 18
  case offerCode = 19
  case reason = 20
  case error = 21
  case graceExpiresAt = 22
  case feature = 23
  /// All yes-or-no fields (``EventFlags``).
  case flags = 24
  case latency = 25
  case previousID = 26
  case referrerID = 27
  /// The name of an event that only the configuration knows.
  case name = 28
  /// No value: `identity` is the hash of the line, because it had no `event_id`.
  case identityIsHash = 29
  case app = 30
  // 31 says in the packed form that fields from 32 on follow (``PackedForm``).
  case validatedAt = 32
  case metric = 33
  case value = 34
  case consent = 35
  case grantedBy = 36
  case recurringPrice = 37
  case tax = 38
  case fee = 39
  case convertedPrice = 40
  case convertedCurrency = 41
  case paymentID = 42
  case linkedTransactionID = 43
  case subscriptionGroup = 44
  case startsAt = 45
  case chargePrice = 46

  @inlinable
  package var bit: UInt64 { 1 << UInt64(rawValue) }
}
