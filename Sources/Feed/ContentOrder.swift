import Values

/// The order of two events of one identity and one time: the one with more known fields first,
/// then by their content as text, field by field, so that it depends neither on the order of
/// arrival nor on how strings were numbered.
package struct ContentOrder {
  /// Which fields count in which order, behind kind and name: that of Definitions, "The log", then
  /// those of this program alone. Another order lets another of two such lines win.
  static let fields: [LogField] = [
    .platform, .country, .channel, .campaign, .appVersion, .productID, .originalTransactionID,
    .transactionID, .price, .currency, .expiresAt, .graceExpiresAt, .period, .offerID, .offerCode,
    .ownership, .reason, .error, .paywallID, .trigger, .experiment, .variant, .feature, .access,
    .ok, .latency, .recurringPrice, .tax, .fee, .convertedPrice, .convertedCurrency, .paymentID,
    .subscriptionGroup, .startsAt, .revokes, .chargePrice, .linkedTransactionID, .previousID,
    .referrerID, .crashed, .anr,
    .tier, .app, .validatedAt, .metric, .value, .consent, .grantedBy,
  ]

  private let strings: StringTable

  package init(_ strings: StringTable) { self.strings = strings }

  /// Whether the packed event at `a` precedes the one at `b`.
  package func precedes(
    _ a: (bytes: UnsafeRawBufferPointer, at: Int), _ b: (bytes: UnsafeRawBufferPointer, at: Int)
  ) -> Bool {
    let (a, b) = (content(a), content(b))
    let known = (a.count { !$0.isEmpty }, b.count { !$0.isEmpty })
    return known.0 != known.1 ? known.0 > known.1 : a.lexicographicallyPrecedes(b)
  }

  private func content(_ packed: (bytes: UnsafeRawBufferPointer, at: Int)) -> [String] {
    let event = Event(unpacking: packed.bytes, at: packed.at)
    func text(_ field: LogField) -> String {
      field.declaration.place.text(of: event, packed.bytes, strings)
    }
    return [event.kind.canonicalName, strings.string(event.name)]
      + ContentOrder.fields.map(text) + ["\(event.flags.rawValue)"]
  }
}

extension EventPlace {
  /// The value as text; empty where there is none.
  fileprivate func text(
    of event: Event, _ bytes: UnsafeRawBufferPointer, _ strings: StringTable
  ) -> String {
    switch self {
    case .text(_, let path, _): strings.string(event[keyPath: path])
    case .identifier(_, let path, _):
      String(decoding: bytes[event[keyPath: path].range], as: UTF8.self)
    case .amount(_, let path): event[keyPath: path].map(\.decimalText) ?? ""
    case .time(_, let path): event[keyPath: path].map { "\($0.milliseconds)" } ?? ""
    case .period(_, let path): event[keyPath: path].map(\.description) ?? ""
    case .number(_, let path): event[keyPath: path].map { "\($0)" } ?? ""
    case .flag(let yes, let no):
      event.flags.isSuperset(of: yes)
        ? "true" : no.isEmpty || !event.flags.isSuperset(of: no) ? "" : "false"
    case .words(let words):
      words.first { !$0.flags.isEmpty && event.flags.isSuperset(of: $0.flags) }?.text ?? ""
    case .reading, .unused, .folded: ""
    }
  }
}
