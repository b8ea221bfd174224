/// What is remembered of a file that was read, to know it again in the next run. A file is known
/// by its bytes: its name, inode and times only spare reading them where nothing has moved.
package struct InputRecord: Sendable, Equatable {
  package var path: String
  package var identity: FileIdentity
  /// stableHash of the first and the last `min(65,536, size)` bytes on disk: who has others is
  /// another file.
  package var rawHeadHash: UInt64
  package var rawTailHash: UInt64
  /// ``BlockHashes`` of all bytes on disk: who has the same is the same file.
  package var wholeHash: UInt64
  /// Decompressed bytes that were read: up to the end of the last line, without a torn tail.
  package var consumed: Int64
  /// Newlines in them.
  package var newlines: Int64
  /// `min(65,536, consumed)`, and stableHash of so many decompressed bytes at the beginning.
  package var headLength: Int32
  package var headHash: UInt64
  /// ``BlockHashes`` of all of them.
  package var contentHash: UInt64
  /// Behind them stands a torn tail, which no run has counted yet.
  package var hasTornTail: Bool
  /// The earliest time of a line that was rejected because it was in the future. Once such a line
  /// would be believed, the file is as good as never read.
  package var earliestFuture: Int64?

  package init(
    path: String, identity: FileIdentity, rawHeadHash: UInt64, rawTailHash: UInt64,
    wholeHash: UInt64, consumed: Int64, newlines: Int64, headLength: Int32, headHash: UInt64,
    contentHash: UInt64, hasTornTail: Bool, earliestFuture: Int64?
  ) {
    self.path = path
    self.identity = identity
    self.rawHeadHash = rawHeadHash
    self.rawTailHash = rawTailHash
    self.wholeHash = wholeHash
    self.consumed = consumed
    self.newlines = newlines
    self.headLength = headLength
    self.headHash = headHash
    self.contentHash = contentHash
    self.hasTornTail = hasTornTail
    self.earliestFuture = earliestFuture
  }

  /// How many bytes at either end are hashed at most.
  static let window = 65_536
}

/// What the system says of a file without reading it. Times are nanoseconds since 1970.
package struct FileIdentity: Sendable, Equatable {
  /// Bytes on disk.
  package var size: Int64
  package var modified: Int64
  /// When its bytes, name or rights were changed last, which nobody can set; 0 where that was so
  /// shortly before it was looked at that it could have changed since without another time.
  package var changed: Int64
  package var inode: Int64

  package init(size: Int64, modified: Int64, changed: Int64, inode: Int64) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }

  /// Whether a file that looks so is the one that looked like `other`.
  func isCertainly(_ other: FileIdentity) -> Bool { changed != 0 && self == other }
}

/// What was learned of a file on disk before reading it.
struct Fingerprint: Equatable {
  var identity: FileIdentity
  var rawHeadHash: UInt64
  var rawTailHash: UInt64

  var size: Int64 { identity.size }
}

/// The records of earlier runs, by what a file can be recognised with.
struct KnownInputs: Sendable {
  private var byPath: [String: [InputRecord]] = [:]
  private var byEnds: [Ends: [InputRecord]] = [:]
  /// How long a file is on disk, and the hashes of its two ends.
  private struct Ends: Hashable { let size: Int64, head: UInt64, tail: UInt64 }

  /// Those with a head of full length, by its hash.
  private var byHead: [UInt64: [InputRecord]] = [:]

  /// `latest`: the latest time that is believed now, in milliseconds.
  init(_ records: [InputRecord], latest: Int64) {
    for record in records where record.earliestFuture.map({ $0 > latest }) ?? true {
      byPath[record.path, default: []].append(record)
      let ends = Ends(
        size: record.identity.size, head: record.rawHeadHash, tail: record.rawTailHash)
      byEnds[ends, default: []].append(record)
      if Int(record.headLength) == InputRecord.window {
        byHead[record.headHash, default: []].append(record)
      }
    }
  }

  /// The record of a file of that name that nobody has touched.
  func untouched(_ path: String, _ identity: FileIdentity) -> InputRecord? {
    byPath[path]?.last { identity.isCertainly($0.identity) }
  }

  /// Records that may be of the same bytes on disk: as long, with the same ends. The newest first.
  func alike(_ file: Fingerprint) -> [InputRecord] {
    let ends = Ends(size: file.size, head: file.rawHeadHash, tail: file.rawTailHash)
    return (byEnds[ends] ?? []).reversed()
  }

  /// Records that a file of this size may be the continuation of, the longest first. `headHash` is
  /// that of its first bytes, where there is a whole window of them. A file that is not larger
  /// than it was is never a continuation.
  func candidates(_ path: String, size: Int64, headHash: UInt64?) -> [InputRecord] {
    var found = byPath[path] ?? []
    if let headHash { found += byHead[headHash] ?? [] }
    return found.filter { $0.consumed > 0 && $0.consumed <= size && $0.identity.size < size }
      .sorted { $0.consumed > $1.consumed }
  }

  /// Records that an archive with these first bytes, a whole window, may be the continuation of,
  /// the shortest first.
  func archived(headHash: UInt64) -> [InputRecord] {
    (byHead[headHash] ?? []).sorted { $0.consumed < $1.consumed }
  }
}
