package import Values

/// A small integer that stands for a string of low cardinality (a product, a country, a channel);
/// ``StringTable`` gives and explains them. Zero is "absent".
package typealias StringID = Int32

/// One accepted event, decoded from its packed form. Field meanings: Definitions, "The log".
///
/// Absent texts are 0, absent numbers nil. `ByteRange` fields point into the bytes that the event
/// was decoded from.
package struct Event: Sendable {
  package var kind: EventKind = .custom
  package var time = Instant(milliseconds: 0)
  /// The canonical name of a `.custom` event.
  package var name: StringID = 0

  /// `event_id`, or the 16-byte hash of the line where it has none (`hasEventID`).
  package var identity = ByteRange.empty
  package var hasEventID = true
  package var transactionID = ByteRange.empty
  package var originalTransactionID = ByteRange.empty
  /// Another id of the payment that `transactionID` names.
  package var paymentID = ByteRange.empty
  /// The original transaction that this one continues.
  package var linkedTransactionID = ByteRange.empty
  package var previousID = ByteRange.empty
  package var referrerID = ByteRange.empty

  package var platform: StringID = 0
  package var country: StringID = 0
  package var channel: StringID = 0
  package var campaign: StringID = 0
  /// The app that told of it: a bundle id, a package name, or what the log calls it.
  package var app: StringID = 0
  package var appVersion: StringID = 0
  package var product: StringID = 0
  package var tier: StringID = 0
  package var subscriptionGroup: StringID = 0
  package var currency: StringID = 0
  /// The currency of `convertedPrice`.
  package var convertedCurrency: StringID = 0
  package var offerID: StringID = 0
  package var offerCode: StringID = 0
  package var reason: StringID = 0
  package var error: StringID = 0
  package var paywall: StringID = 0
  package var trigger: StringID = 0
  package var experiment: StringID = 0
  package var variant: StringID = 0
  package var feature: StringID = 0
  /// What `usage_reported` counts, such as `child_count`.
  package var metric: StringID = 0
  /// Who gave complimentary access.
  package var grantedBy: StringID = 0
  /// What the customer has agreed to, in the log's own words.
  package var consent: StringID = 0

  package var price: Amount?
  /// What of `price` recurs each period, in `currency`.
  package var recurringPrice: Amount?
  /// The tax within `price`, and what the store or processor keeps; both in `currency`.
  package var tax: Amount?
  package var fee: Amount?
  package var convertedPrice: Amount?
  /// What a refunded payment was, in `currency`.
  package var chargePrice: Amount?
  /// From when the payment pays.
  package var startsAt: Instant?
  package var expiresAt: Instant?
  package var graceExpiresAt: Instant?
  package var period: Period?
  package var latencyMilliseconds: Int64?
  /// How many there are of what `metric` names.
  package var value: Int64?
  /// When what the customer may use was last checked with the server.
  package var validatedAt: Instant?
  package var flags = EventFlags()

  package init() {}
}

/// Where some bytes of an event stand in the buffer that it was decoded from.
public struct ByteRange: Hashable, Sendable {
  public var start: Int32
  public var count: Int32

  @inlinable
  package init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  package static let empty = ByteRange(start: 0, count: 0)
  @inlinable
  package var isEmpty: Bool { count == 0 }
  @inlinable
  package var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
}

extension Event {
  /// What an original transaction begins with that is an analytics tool's installation: it stands in
  /// for a customer, and is no subscription.
  package static let installationPrefix: StaticString = "ga:"
}

/// The yes-or-no fields of an event; a pair of flags where "absent" is a third answer.
public struct EventFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `ownership: family_shared`: a note, neither money nor coverage.
  package static let familyShared = EventFlags(rawValue: 1)
  package static let accessAllowed = EventFlags(rawValue: 2)
  package static let accessDenied = EventFlags(rawValue: 4)
  package static let accessTrial = EventFlags(rawValue: 8)
  package static let ok = EventFlags(rawValue: 16)
  package static let notOK = EventFlags(rawValue: 32)
  package static let crashed = EventFlags(rawValue: 64)
  package static let anr = EventFlags(rawValue: 128)
  /// An event of a dialect that names an earlier id of its customer: the two are one, as
  /// `user_aliased` says it.
  package static let alias = EventFlags(rawValue: 256)
  /// An event of an analytics tool that names the device of its customer: the two are one as a
  /// native `user_aliased` says it, which is nobody where the device is another's.
  package static let deviceAlias = EventFlags(rawValue: 2048)
  /// An event of a vendor with subscribers of its own: all of a subscription are one customer, also
  /// under an id that it moved to or that was given to an installation.
  package static let subscriber: EventFlags = [.alias, .deviceAlias]
  /// No event of the log: a subscription from before it.
  package static let opening = EventFlags(rawValue: 512)
  /// A refund that takes the access away, whatever its amount.
  package static let revokes = EventFlags(rawValue: 1024)
  /// It says again what another line may have told when it happened: a payment of a vendor's history,
  /// or a failed payment whose grace a platform reports, too.
  package static let history = EventFlags(rawValue: 4096)
  /// A payment that its vendor says is no subscription's.
  package static let oneTime = EventFlags(rawValue: 8192)
  /// A refund whose price is all that was paid back of the payment so far.
  package static let cumulative = EventFlags(rawValue: 16_384)
  /// A payment whose plan has the tax within its list price.
  package static let taxWithin = cumulative
  /// An end of a biller's subscription: what is paid for the time before it brings nobody back.
  package static let final = cumulative
  /// A purchase in the place of another, whose price is the plan's: what was paid is not told. A change
  /// of plan whose price, where it has one, is for the rest of a period: what recurs is the plan's price,
  /// or what it says on top.
  package static let planPrice = EventFlags(rawValue: 32_768)
  /// An end for want of a payment, which may still come: the time since then is not paid for.
  package static let unpaid = planPrice
}
