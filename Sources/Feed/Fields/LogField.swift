/// The fields of a line, in the order in which `runrate events` prints them. The raw value is a
/// field's bit in the masks of ``LineReader`` and stands nowhere else. What a field is called,
/// what it means and where it is kept is said once, in its ``declaration``.
enum LogField: UInt8, CaseIterable {
  case event, timestamp, environment, eventID
  case userID, deviceID, familyID, appAccountToken, userPseudoID, previousID, referrerID
  case platform, country, channel, campaign, app, appVersion
  case productID, tier, transactionID, originalTransactionID
  case paymentID, linkedTransactionID, subscriptionGroup
  case price, currency, period, expiresAt, graceExpiresAt
  case recurringPrice, tax, fee, convertedPrice, convertedCurrency, startsAt
  case chargePrice, revokes
  case offerID, offerCode, offerType, ownership
  case reason, error, paywallID, trigger, experiment, variant, feature
  case access, hasSubscription, ok, latency, crashed, anr, validatedAt, metric, value, consent,
    grantedBy
  case autoRenew, subtype
  case text, kind, link

  @inline(__always)
  var bit: UInt64 { 1 << UInt64(rawValue) }

  var name: String { LogField.canonicalNames[Int(rawValue)] }

  /// The canonical name, then the other names in order of preference.
  var names: [String] { declaration.names }

  private static let canonicalNames = allCases.map { $0.declaration.names[0] }

  /// The fields for which `condition` holds, as a mask.
  static func mask(where condition: (LogField) -> Bool) -> UInt64 {
    allCases.filter(condition).reduce(0) { $0 | $1.bit }
  }
}
