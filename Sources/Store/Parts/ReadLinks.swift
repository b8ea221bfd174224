import Feed
import Values

/// Which keys lines say to be one customer, as hashes: whoever deals customers out keeps these
/// together. More may be kept together than is one customer in the end, never fewer (Definitions,
/// "Who is one customer"): aliases count whenever they come, and a transaction that a line without
/// a user id names is everybody's who names it, too.
///
/// Where more than ``crowd`` name it, those are left out who cannot be its owner: who named it
/// first later than somebody whose line stands for certain, as no other line has its identity.
struct ReadLinks {
  private struct Pair: Hashable {
    let one: UInt64
    let other: UInt64
  }

  /// The first line of a user that names a transaction.
  private struct Claim: Comparable {
    let time: Int64
    let identity: UInt64

    static func < (a: Claim, b: Claim) -> Bool { (a.time, a.identity) < (b.time, b.identity) }
  }

  /// Users of one transaction from whom on it pays to look closer.
  static let crowd = 100

  /// `user_aliased`.
  private var aliases: Set<Pair> = []
  private var claims: [Pair: Claim] = [:]
  /// Transactions that lines without a user id name, and those whose subscribers a vendor names.
  private var transactions: Set<UInt64> = []
  /// Whoever names a payment or a continued transaction, by that.
  private var payments: Set<Pair> = []

  mutating func note(_ batch: EventBatch) {
    batch.forEachFrame { frame, bytes in
      notePayments(of: frame, bytes)
      if bytes[frame.key].starts(with: Links.transactionPrefix) {
        transactions.insert(frame.keyHash)
        return
      }
      let fields = PackedIdentityFields(bytes, at: frame.packed.lowerBound)
      if let previous = fields.previousID {
        let other = stableHash(UnsafeRawBufferPointer(rebasing: bytes[previous]))
        if other != frame.keyHash { aliases.insert(Pair(one: frame.keyHash, other: other)) }
      }
      guard let original = fields.originalTransactionID else { return }
      let transaction = Links.transactionKeyHash(bytes[original])
      if fields.isOfSubscriber {
        transactions.insert(transaction)
        payments.insert(Pair(one: transaction, other: frame.keyHash))
      }
      note(
        Claim(time: fields.time.milliseconds, identity: frame.identity(in: bytes)),
        on: Pair(one: transaction, other: frame.keyHash))
    }
  }

  /// Payments may join all who name them: one store transaction is told under two ids.
  private mutating func notePayments(of frame: EventBatch.Frame, _ bytes: UnsafeRawBufferPointer) {
    let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
    for id in [event.transactionID, event.paymentID, event.linkedTransactionID]
    where !id.isEmpty {
      payments.insert(
        Pair(one: Links.transactionKeyHash(bytes[id.range]), other: frame.keyHash))
    }
  }

  private mutating func note(_ claim: Claim, on pair: Pair) {
    claims[pair] = claims[pair].map { min($0, claim) } ?? claim
  }

  mutating func merge(_ other: ReadLinks) {
    aliases.formUnion(other.aliases)
    transactions.formUnion(other.transactions)
    payments.formUnion(other.payments)
    for (pair, claim) in other.claims { note(claim, on: pair) }
  }

  /// As lines: what it is, and one or two hashes in hexadecimal; of a claim its time and identity,
  /// too.
  var lines: [String] {
    let joined = aliases.map { "alias\t\(hexadecimal($0.one))\t\(hexadecimal($0.other))\t\t\n" }
    let claimed = claims.map { pair, claim in
      "claim\t\(hexadecimal(pair.one))\t\(hexadecimal(pair.other))\t\(claim.time)\t"
        + "\(hexadecimal(claim.identity))\n"
    }
    let named = transactions.map { "unclaimed\t\(hexadecimal($0))\t\t\t\n" }
    let paid = payments.map { "payment\t\(hexadecimal($0.one))\t\(hexadecimal($0.other))\t\t\n" }
    return (joined + claimed + named + paid).sorted()
  }
}

// MARK: - Owners

extension ReadLinks {
  /// Users, and when they first named it, by transactions that lines without a user id name.
  private var claimants: [UInt64: [(user: UInt64, claim: Claim)]] {
    var claimants: [UInt64: [(user: UInt64, claim: Claim)]] = [:]
    for (pair, claim) in claims where transactions.contains(pair.one) {
      claimants[pair.one, default: []].append((pair.other, claim))
    }
    return claimants
  }

  /// The payments that several name; those of one customer join nobody.
  private var sharedPayments: Set<Pair> {
    let names = Dictionary(payments.map { ($0.one, 1) }, uniquingKeysWith: +)
    return payments.filter { names[$0.one] ?? 0 > 1 || transactions.contains($0.one) }
  }

  /// The identities of which it has to be known whether several lines have them.
  var doubtful: Set<UInt64> {
    Set(claimants.values.filter { $0.count > Self.crowd }.joined().map(\.claim.identity))
  }

  /// The key that stands for all keys of a customer, by each of them: the smallest. `conflicted`:
  /// those of ``doubtful`` that lines of different content have.
  func owners(conflicted: Set<UInt64>) -> [UInt64: UInt64] {
    var sets = DisjointSets()
    for pair in aliases.union(sharedPayments) {
      sets.unite(UserID(bitPattern: pair.one), UserID(bitPattern: pair.other))
    }
    for (transaction, all) in claimants {
      let certain = all.filter { !conflicted.contains($0.claim.identity) }.map(\.claim.time).min()
      for (user, claim) in all
      where all.count <= Self.crowd || claim.time <= certain ?? .max {
        sets.unite(UserID(bitPattern: transaction), UserID(bitPattern: user))
      }
    }
    var owners: [UInt64: UInt64] = [:]
    for set in sets.all where set.count > 1 {
      let keys = set.map { UInt64(bitPattern: $0) }
      for key in keys { owners[key] = keys.min() }
    }
    return owners
  }
}

extension EventBatch.Frame {
  /// What tells the event from all others, those of other users too.
  func identity(in bytes: UnsafeRawBufferPointer) -> UInt64 {
    PackedHeader(bytes, at: packed.lowerBound).key(in: bytes).high ^ keyHash
  }
}
