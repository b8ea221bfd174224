import Feed
import Values

/// Which keys lines say to be one customer, as hashes: whoever deals customers out keeps these together.
/// More may be kept together than is one customer in the end, never fewer: aliases count whenever they
/// come, and an original transaction is everybody's who names it, where a line without a user id names
/// it, too (Definitions, "Who is one customer").
struct ReadLinks {
  private struct Pair: Hashable {
    let one: UInt64
    let other: UInt64
  }

  /// `user_aliased`.
  private var aliases: Set<Pair> = []
  /// Transactions, and users who name them.
  private var claims: Set<Pair> = []
  /// Transactions that lines without a user id name.
  private var transactions: Set<UInt64> = []

  mutating func note(_ batch: EventBatch) {
    batch.forEachFrame { frame, bytes in
      if bytes[frame.key].starts(with: Links.transactionPrefix) {
        transactions.insert(frame.keyHash)
        return
      }
      let fields = PackedIdentityFields(bytes, at: frame.packed.lowerBound)
      if let previous = fields.previousID {
        let other = stableHash(UnsafeRawBufferPointer(rebasing: bytes[previous]))
        if other != frame.keyHash { aliases.insert(Pair(one: frame.keyHash, other: other)) }
      }
      if let original = fields.originalTransactionID {
        let transaction = Links.transactionKeyHash(bytes[original])
        claims.insert(Pair(one: transaction, other: frame.keyHash))
      }
    }
  }

  mutating func merge(_ other: ReadLinks) {
    aliases.formUnion(other.aliases)
    claims.formUnion(other.claims)
    transactions.formUnion(other.transactions)
  }

  /// As lines: what it is, and one or two hashes in hexadecimal.
  var lines: [UInt8] {
    let pairs =
      aliases.map { ("alias", $0) } + claims.map { ("claim", $0) }
    let texts =
      pairs.map { "\($0.0)\t\(hexadecimal($0.1.one))\t\(hexadecimal($0.1.other))\n" }
      + transactions.map { "unclaimed\t\(hexadecimal($0))\t\n" }
    return texts.sorted().flatMap(\.utf8)
  }

  /// The key that stands for all keys of a customer, by each of them: the smallest.
  var owners: [UInt64: UInt64] {
    var sets = DisjointSets()
    for pair in aliases { sets.unite(UserID(bitPattern: pair.one), UserID(bitPattern: pair.other)) }
    for pair in claims where transactions.contains(pair.one) {
      sets.unite(UserID(bitPattern: pair.one), UserID(bitPattern: pair.other))
    }
    var owners: [UInt64: UInt64] = [:]
    for set in sets.all where set.count > 1 {
      let keys = set.map { UInt64(bitPattern: $0) }
      for key in keys { owners[key] = keys.min() }
    }
    return owners
  }
}

/// 16 digits.
func hexadecimal(_ hash: UInt64) -> String {
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
