import Values

/// The order of two events of one identity and one time: by their content as text, field by
/// field, so that it depends neither on the order of arrival nor on how strings were numbered.
package struct ContentOrder {
  private let strings: StringTable

  package init(_ strings: StringTable) { self.strings = strings }

  /// Whether the packed event at `a` precedes the one at `b`.
  package func precedes(
    _ a: (bytes: UnsafeRawBufferPointer, at: Int), _ b: (bytes: UnsafeRawBufferPointer, at: Int)
  ) -> Bool {
    content(a).lexicographicallyPrecedes(content(b))
  }

  private func content(_ packed: (bytes: UnsafeRawBufferPointer, at: Int)) -> [String] {
    let event = Event(unpacking: packed.bytes, at: packed.at)
    func identifier(_ range: ByteRange) -> String {
      String(decoding: packed.bytes[range.range], as: UTF8.self)
    }
    let texts = [
      event.name, event.product, event.tier, event.currency, event.offerID, event.offerCode,
      event.country, event.channel, event.campaign, event.platform, event.appVersion,
      event.reason, event.error, event.paywall, event.trigger, event.experiment, event.variant,
      event.feature, event.app,
    ]
    let numbers = [
      event.price.map { "\($0.micros)" }, event.expiresAt.map { "\($0.milliseconds)" },
      event.graceExpiresAt.map { "\($0.milliseconds)" }, event.period?.description,
      event.latencyMilliseconds.map { "\($0)" }, "\(event.flags.rawValue)",
    ]
    return [event.kind.canonicalName] + texts.map(strings.string) + numbers.map { $0 ?? "" }
      + [
        event.transactionID, event.originalTransactionID, event.previousID, event.referrerID,
      ].map(identifier)
  }
}
