import Feed
import Synchronization
import Values

/// Of some identities the lines that have them, as hashes: an identity that lines of different
/// content have may stand for another event than each of them says.
struct IdentityContents {
  private let wanted: Set<UInt64>
  private(set) var contents: [UInt64: Set<UInt64>] = [:]

  init(of identities: Set<UInt64>) { wanted = identities }

  /// Identities with several lines.
  var conflicted: Set<UInt64> { Set(contents.filter { $0.value.count > 1 }.keys) }

  mutating func note(_ batch: EventBatch) {
    batch.forEachLine { frame, bytes, line in
      let identity = frame.identity(in: bytes)
      if wanted.contains(identity) { contents[identity, default: []].insert(stableHash(line)) }
    }
  }

  /// As lines: an identity and a line, in hexadecimal.
  var lines: [String] {
    contents.flatMap { identity, lines in
      lines.map { "\(hexadecimal(identity))\t\(hexadecimal($0))\n" }
    }.sorted()
  }
}

extension LogPartitioner {
  /// Reads all lines once more, for those of some identities.
  func contents(of identities: Set<UInt64>) throws -> IdentityContents {
    let found = Mutex(IdentityContents(of: identities))
    guard !identities.isEmpty else { return found.withLock { $0 } }
    _ = try readWithLines { batch in found.withLock { $0.note(batch) } }
    return found.withLock { $0 }
  }

  /// Writes the lines of identities that a file names, as hashes, into a folder.
  package func writeContents(ofIdentitiesIn path: String, into folder: String) throws {
    var identities: Set<UInt64> = []
    try HashLines.forEach(in: path, count: 1) { identities.insert($0[0]) }
    try Directory.make(folder)
    try HashLines.write(contents(of: identities).lines, to: HashLines.contents, in: folder)
  }
}
