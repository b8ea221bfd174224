package import Feed
package import Values

/// The events of one customer before E, in order (Definitions, "Who is one
/// customer"), with the bytes that their identifiers point into.
package struct CustomerEvents: Sendable {
  package private(set) var events: [Event] = []
  package private(set) var bytes: [UInt8] = []
  /// What looks at any of the events: who looks at none need not go through them.
  private(set) var rules: EventRules = []
  /// Whether any of the events names a subscription group, a linked transaction or a second id of
  /// its payment.
  private(set) var namesLinks = false
  /// Whether any of the events is of a vendor's history.
  private var hasHistory = false
  /// Transactions, by key without its lowest bit, that too many customers claim to be an id.
  package var claimedByMany: Set<UInt64> = []
  /// The ids of payments that have several.
  private var paymentIDs = JoinedKeys()
  /// Since when another original transaction goes on from one.
  private var continued: [UInt64: Instant] = [:]
  /// Where the events of each of the customer's ids begin in the bytes; 0 for an id that is an original
  /// transaction.
  private var users: [(start: Int, id: Int64)] = []
  /// Which id named an original transaction first, where there are several.
  private var owners: [UInt64: Int64] = [:]

  package init() {}

  private static let usualEvents = 1 << 14
  /// Most events take more bytes, their length included.
  private static let usualPacked = 40

  /// Adds the events of one stored block (each a varint length and a packed event) that are
  /// earlier than `end`, without refunds that name one of some payments. Returns the earliest time
  /// that was left out, if any.
  @discardableResult
  package mutating func add(
    block: ArraySlice<UInt8>, before end: Instant, without payments: Set<Int64> = []
  ) -> Instant? {
    let base = bytes.count
    bytes += block
    if events.isEmpty { events.reserveCapacity(block.count / Self.usualPacked) }
    return bytes.withUnsafeBytes { all in
      var left: Instant?
      for (at, _) in BlockEvents(all, from: base) {
        let event = Event(unpacking: all, at: at)
        if event.time < end {
          rules.formUnion(event.kind.rules)
          guard payments.isEmpty || !event.isRefund(ofAnyOf: payments, in: all) else { continue }
          if event.namesLinks { namesLinks = true }
          if event.flags.contains(.history) { hasHistory = true }
          events.append(event)
        } else {
          left = min(left ?? event.time, event.time)
        }
      }
      return left
    }
  }

  /// Says whose the blocks are that are added from now on: 0 for an original transaction.
  package mutating func begin(user: Int64) { users.append((bytes.count, user)) }

  /// The customer's id that an event with an original transaction is of, which named that first where the
  /// event names none; 0 where there is one alone, or a store or platform tells of its subscriber.
  func user(of event: borrowing Event) -> Int64 {
    guard users.count > 1, !event.flags.isSuperset(of: .subscriber) else { return 0 }
    let own = ownUser(of: event)
    return own != 0 ? own : owners[key(event.originalTransactionID)] ?? 0
  }

  private func ownUser(of event: borrowing Event) -> Int64 {
    let place = Int(event.originalTransactionID.start)
    let next = users.partitioningIndex { $0.start > place }
    return next > 0 ? users[next - 1].id : 0
  }

  /// From the events themselves: who owns what in the database may have changed since they were folded.
  private mutating func readOwners() {
    guard users.contains(where: { $0.id == 0 }), users.count(where: { $0.id != 0 }) > 1 else {
      return
    }
    for event in events where !event.originalTransactionID.isEmpty {
      let (own, key) = (ownUser(of: event), key(event.originalTransactionID))
      if own != 0, owners[key] == nil { owners[key] = own }
    }
  }

  /// Adds the refunds of a payment that a block has.
  package mutating func add(
    refundsOf payment: Int64, in block: ArraySlice<UInt8>, before end: Instant
  ) {
    let count = events.count
    add(block: block, before: end)
    let refunds = bytes.withUnsafeBytes { all in
      events[count...].filter { $0.isRefund(ofAnyOf: [payment], in: all) }
    }
    events.replaceSubrange(count..., with: refunds)
  }

  /// Keeps the memory, unless it was for a customer of uncommonly many events.
  package mutating func removeAll() {
    let isUsual = events.capacity <= Self.usualEvents
    events.removeAll(keepingCapacity: isUsual)
    bytes.removeAll(keepingCapacity: isUsual)
    rules = []
    (namesLinks, hasHistory) = (false, false)
    paymentIDs = JoinedKeys()
    continued = [:]
    users.removeAll(keepingCapacity: true)
    owners = [:]
  }

  /// Puts the events in order: by time, those of one instant as Definitions, "Who is one customer",
  /// says. Call once, after the last block.
  package mutating func sort() {
    bytes.withUnsafeBytes { bytes in
      let isSorted = events.indices.dropFirst().allSatisfy { next in
        events[next - 1].time < events[next].time
          || !Event.comes(events[next], before: events[next - 1], in: bytes)
      }
      if !isSorted { events.sort { Event.comes($0, before: $1, in: bytes) } }
    }
    if namesLinks { readLinks() }
    readOwners()
    if hasHistory { removeEchoes() }
  }

  /// What a history tells of a payment, and another line has told within a day, is that line's
  /// alone; so is a refund as large for the same reason, as a dispute that is lost months later. Payments
  /// themselves become one by their ids (``ChargeCandidates``).
  private mutating func removeEchoes() {
    var told: [Echo: [(time: Instant, reason: StringID, price: Amount?)]] = [:]
    for event in events where !event.flags.contains(.history) {
      if let echo = echo(event) {
        told[echo, default: []].append((event.time, event.reason, event.price))
      }
    }
    events = events.filter { event in
      guard event.flags.contains(.history), let echo = echo(event) else { return true }
      return !told[echo, default: []].contains {
        event.kind == .refunded && event.reason != 0 && $0.reason == event.reason
          && $0.price == event.price
          || max($0.time, event.time) - min($0.time, event.time) <= ChargeCandidates.echoDistance
      }
    }
  }

  /// What an event tells of a payment.
  private struct Echo: Hashable {
    let kind: EventKind
    let payment: UInt64
  }

  /// Nil for payments, and for what names none.
  private func echo(_ event: borrowing Event) -> Echo? {
    let payment = payment(of: event)
    guard payment != 0, !event.isCharge else { return nil }
    let isFailure = event.kind == .gracePeriodEntered
    return Echo(kind: isFailure ? .billingFailed : event.kind, payment: payment)
  }

  /// An event with both ids of a payment says that they are one.
  private mutating func readLinks() {
    (paymentIDs, continued) = (JoinedKeys(), [:])
    for event in events {
      let (payment, linked) = (key(event.paymentID), key(event.linkedTransactionID))
      let transaction = transactionKey(of: event)
      if payment != 0, transaction != 0 { paymentIDs.join(transaction, payment) }
      if linked != 0, linked != key(event.originalTransactionID), continued[linked] == nil {
        continued[linked] = event.time
      }
    }
  }

  /// Whether an event that names no payment is of an original transaction from which another one goes
  /// on by then: the end of what was replaced.
  func isOfReplaced(_ event: borrowing Event) -> Bool {
    guard namesLinks, event.transactionID.isEmpty,
      let since = continued[key(event.originalTransactionID)]
    else { return false }
    return since <= event.time
  }

  /// A 64-bit key of the payment that an event names, 0 for none; equal for all ids of one payment.
  func payment(of event: borrowing Event) -> UInt64 {
    let transaction = transactionKey(of: event)
    guard namesLinks else { return transaction }
    return paymentIDs.root(of: transaction != 0 ? transaction : key(event.paymentID))
  }

  /// Whether a payment has another id beside its transaction.
  func hasSecondID(_ payment: UInt64) -> Bool { payment != 0 && paymentIDs.hasSeveral(payment) }

  private func transactionKey(of event: borrowing Event) -> UInt64 {
    let key = key(event.transactionID)
    return claimedByMany.isEmpty || !claimedByMany.contains(key & ~1) ? key : 0
  }

  /// A key of the original transaction that an event names, 0 for none: an analytics tool's
  /// installation, which stands in for a customer, is no subscription.
  func original(of event: borrowing Event) -> UInt64 {
    isInstallation(event.originalTransactionID) ? 0 : key(event.originalTransactionID)
  }

  private func isInstallation(_ id: ByteRange) -> Bool {
    let prefix = UnsafeBufferPointer(
      start: Event.installationPrefix.utf8Start, count: Event.installationPrefix.utf8CodeUnitCount)
    return !id.isEmpty && bytes[id.range.lowerBound] == prefix[0]
      && bytes[id.range].starts(with: prefix)
  }

  /// Whether an identifier is smaller than another, byte by byte.
  func isSmaller(_ a: ByteRange, than b: ByteRange) -> Bool {
    bytes[a.range].lexicographicallyPrecedes(bytes[b.range])
  }

  /// The first `count` events alone.
  func first(_ count: Int) -> CustomerEvents {
    var part = self
    part.events.removeLast(events.count - count)
    if namesLinks { part.readLinks() }
    return part
  }

  /// The events that `isMeant` holds of.
  func filtered(_ isMeant: (Event) -> Bool) -> CustomerEvents {
    var part = self
    part.events.removeAll { !isMeant($0) }
    return part
  }

  /// A 64-bit key of an identifier, 0 for none; equal identifiers have equal keys.
  func key(_ identifier: ByteRange) -> UInt64 {
    bytes.withUnsafeBytes { identifier.key(in: $0) }
  }
}

extension ByteRange {
  /// A 64-bit key of an identifier, 0 for none.
  fileprivate func key(in bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard !isEmpty else { return 0 }
    let hash = stableHash(UnsafeRawBufferPointer(rebasing: bytes[range]))
    return hash == 0 ? 1 : hash
  }
}

extension Event {
  /// Whether a refund, or the reversal of one, names one of some payments, by their numbers in the
  /// derived tables.
  fileprivate func isRefund(ofAnyOf payments: Set<Int64>, in bytes: UnsafeRawBufferPointer) -> Bool
  {
    guard kind.isRefund else { return false }
    return [transactionID, paymentID].contains {
      !$0.isEmpty && payments.contains($0.key(in: bytes).transactionNumber)
    }
  }

  fileprivate var namesLinks: Bool {
    !paymentID.isEmpty || subscriptionGroup != 0 || !linkedTransactionID.isEmpty
  }
}

/// The packed events of a block: where each begins, and its length.
package struct BlockEvents: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var at: Int

  package init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
    self.bytes = bytes
    at = start
  }

  package mutating func next() -> (at: Int, count: Int)? {
    guard at < bytes.count else { return nil }
    var count = 0
    var shift = 0
    while true {
      let byte = bytes[at]
      at += 1
      count |= Int(byte & 0x7F) << shift
      guard byte >= 0x80 else { break }
      shift += 7
    }
    defer { at += count }
    return (at, count)
  }
}
