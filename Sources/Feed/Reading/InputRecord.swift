/// What is remembered of a file that was read, to know it again in the next run. A file is known
/// by its bytes, never by its inode; its path only says where to look first.
package struct InputRecord: Sendable, Equatable {
  package var path: String
  /// Bytes on disk, and the time of the last change in nanoseconds since 1970.
  package var size: Int64
  package var modified: Int64
  /// stableHash of the first and the last `min(65,536, size)` bytes on disk.
  package var rawHeadHash: UInt64
  package var rawTailHash: UInt64
  /// Decompressed bytes that were read: up to the end of the last line, without a torn tail.
  package var consumed: Int64
  /// Newlines in them.
  package var newlines: Int64
  /// `min(65,536, consumed)`, and stableHash of so many decompressed bytes at the beginning and
  /// before `consumed`.
  package var headLength: Int32
  package var headHash: UInt64
  package var tailHash: UInt64

  package init(
    path: String, size: Int64, modified: Int64, rawHeadHash: UInt64, rawTailHash: UInt64,
    consumed: Int64, newlines: Int64, headLength: Int32, headHash: UInt64, tailHash: UInt64
  ) {
    self.path = path
    self.size = size
    self.modified = modified
    self.rawHeadHash = rawHeadHash
    self.rawTailHash = rawTailHash
    self.consumed = consumed
    self.newlines = newlines
    self.headLength = headLength
    self.headHash = headHash
    self.tailHash = tailHash
  }

  /// How many bytes at either end are hashed at most.
  static let window = 65_536
}

/// What was learned of a file on disk before reading it.
struct Fingerprint: Equatable {
  var size: Int64
  var modified: Int64
  var rawHeadHash: UInt64
  var rawTailHash: UInt64
}

/// The records of earlier runs, by what a file can be recognised with.
struct KnownInputs: Sendable {
  private var byPath: [String: [InputRecord]] = [:]
  private var bySize: [Int64: [InputRecord]] = [:]
  /// Those with a head of full length, by its hash.
  private var byHead: [UInt64: [InputRecord]] = [:]

  init(_ records: [InputRecord]) {
    for record in records {
      byPath[record.path, default: []].append(record)
      bySize[record.size, default: []].append(record)
      if Int(record.headLength) == InputRecord.window {
        byHead[record.headHash, default: []].append(record)
      }
    }
  }

  /// The record of the same bytes on disk. At the same path the time of change must be the same
  /// too: a log that was edited in its middle is read again.
  func unchanged(_ path: String, _ file: Fingerprint) -> InputRecord? {
    bySize[file.size]?.first { record in
      record.rawHeadHash == file.rawHeadHash && record.rawTailHash == file.rawTailHash
        && (record.path != path || record.modified == file.modified)
    }
  }

  /// Records that a file of this size may be the continuation of, the longest first. `headHash` is
  /// that of its first bytes, where there is a whole window of them. A file that is not larger
  /// than it was is never a continuation.
  func candidates(_ path: String, size: Int64, headHash: UInt64?) -> [InputRecord] {
    var found = byPath[path] ?? []
    if let headHash { found += byHead[headHash] ?? [] }
    return found.filter { $0.consumed > 0 && $0.consumed <= size && $0.size < size }
      .sorted { $0.consumed > $1.consumed }
  }

  /// Records that an archive with these first bytes, a whole window, may be the continuation of,
  /// the shortest first.
  func archived(headHash: UInt64) -> [InputRecord] {
    (byHead[headHash] ?? []).sorted { $0.consumed < $1.consumed }
  }
}
