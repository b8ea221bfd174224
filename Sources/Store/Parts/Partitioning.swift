import Values

/// How customers are dealt out to parts: each key to one, and the keys of one customer to the same.
package struct Partitioning: Sendable {
  /// The key that stands for all of a customer's, by each of them; keys by themselves are not in
  /// it.
  private var owners: [UInt64: UInt64] = [:]
  /// How many parts there are.
  package let parts: Int

  package init(owners: [UInt64: UInt64] = [:], parts: Int) {
    (self.owners, self.parts) = (owners, max(1, parts))
  }

  /// The dealing of a folder of `runrate read`.
  package init(dealtIn folder: String, parts: Int) throws {
    try self.init(ownersIn: "\(folder)/\(HashLines.owners)", parts: parts)
  }

  /// Reads the owners that a file names: two hashes in hexadecimal, with a tab between, a line.
  package init(ownersIn path: String, parts: Int) throws {
    var owners: [UInt64: UInt64] = [:]
    try HashLines.forEach(in: path, count: 2) { owners[$0[0]] = $0[1] }
    self.init(owners: owners, parts: parts)
  }

  /// The part of a key, from 0 on.
  func part(of key: UInt64) -> Int {
    Int(((owners[key] ?? key) &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: UInt64(parts)).high)
  }
}

/// The customers of one part.
package struct DealtCustomers: Sendable {
  private let dealing: Partitioning
  private let part: Int

  package init(_ dealing: Partitioning, at place: PartPlace) {
    (self.dealing, part) = (dealing, place.number - 1)
  }

  /// Whether a key, by its hash, is one of theirs.
  func holds(_ key: UInt64) -> Bool { dealing.part(of: key) == part }
}
