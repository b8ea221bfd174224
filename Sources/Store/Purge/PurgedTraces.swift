import Feed
import SQLite
import Timeline
import Values

/// The ids of purged people, for lines that are read later: no name or note that has one of them is
/// kept again. Looked up in the database, for there can be millions.
struct PurgedTraces {
  private let lengths: [Int]
  private let scanner: IdentifierScanner

  init(_ database: Database) throws {
    lengths = try database.rows("SELECT DISTINCT bytes FROM purged_trace") { Int($0.integer(0)) }
    guard !lengths.isEmpty else {
      scanner = IdentifierScanner([])
      return
    }
    let salt = try PurgedIDs.salt(of: database)
    let find = try database.prepare("SELECT 1 FROM purged_trace WHERE hash = ?")
    scanner = IdentifierScanner(lengths: lengths) { try find.hasRow(PurgedIDs.hash($0, salt)) }
  }

  /// Whether nobody was purged.
  var isEmpty: Bool { lengths.isEmpty }

  func findsDistinctive(in name: String) throws -> Bool { try scanner.findsDistinctive(in: name) }

  /// What stands for a name that says an id: the same for one name.
  static func text(inPlaceOf name: String, salt: [UInt8]) -> String {
    let hash = PurgedIDs.hash(IdentifierScanner.normalised(Array(name.utf8)[...]), salt)
    return "(purged \(hexadecimal(hash.prefix(6))))"
  }

  /// What a line notes, without its words where they name somebody who was purged.
  func forgetting(_ noted: LogAnnotation) throws -> LogAnnotation {
    let isOfOne = try [noted.text, noted.kind, noted.link].contains { try findsDistinctive(in: $0) }
    return isOfOne ? LogAnnotation(time: noted.time, text: Purge.ignoredName) : noted
  }

  /// Adds what somebody was called by.
  static func add(_ ids: Set<[UInt8]>, _ database: Database) throws {
    let salt = try PurgedIDs.salt(of: database)
    let insert = try database.prepare("INSERT OR IGNORE INTO purged_trace VALUES (?, ?)")
    for id in ids {
      let length = IdentifierScanner.composed(id).count
      try insert.run(PurgedIDs.hash(IdentifierScanner.normalised(id[...]), salt), length)
    }
  }
}

/// By what a person could be found in a line: the ids of the person, events and payments.
struct PersonTraces {
  /// Under which the person's events come: the ids, and original transactions for events without.
  private(set) var userKeys: [[UInt8]]
  /// All of them, as lines write them.
  private(set) var all: Set<[UInt8]>
  /// The payments, as refunds name them.
  private(set) var payments: Set<[UInt8]> = []
  /// After the last event.
  private(set) var end = Instant.distantPast

  /// `blocks` are all that is kept of the events, also of those that others have replaced.
  init(keys: [[UInt8]], _ blocks: [EventBlock]) {
    userKeys = keys
    all = Set(keys.map(Self.asWritten))
    for block in blocks {
      block.events.withUnsafeBytes { bytes in
        for (at, _) in BlockEvents(bytes) { note(Event(unpacking: bytes, at: at), bytes) }
      }
    }
    userKeys = Set(userKeys).sorted { $0.lexicographicallyPrecedes($1) }
    all.formUnion(all.compactMap(Self.withoutHyphens))
    all.remove([])
  }

  private mutating func note(_ event: Event, _ bytes: UnsafeRawBufferPointer) {
    end = max(end, Instant(milliseconds: event.time.milliseconds + 1))
    let original = Array(bytes[event.originalTransactionID.range])
    if !original.isEmpty { userKeys.append(Array(Links.transactionPrefix) + original) }
    let subscriptions: [Event.IdentifierPath] = [\.originalTransactionID, \.linkedTransactionID]
    for path in Event.paymentIDs + subscriptions {
      all.insert(Array(bytes[event[keyPath: path].range]))
    }
    let paid = event.isRefund ? [] : Event.paymentIDs.map { Array(bytes[event[keyPath: $0].range]) }
    payments.formUnion(paid.filter { !$0.isEmpty })
    if event.hasEventID { all.insert(Array(bytes[event.identity.range])) }
  }

  /// The other way to write a UUID; nil for other ids.
  private static func withoutHyphens(_ id: [UInt8]) -> [UInt8]? {
    guard id.count == 36, id.count(where: { $0 == UInt8(ascii: "-") }) == 4 else { return nil }
    let digits = id.filter { $0 != UInt8(ascii: "-") }
    return digits.count == 32 && digits.allSatisfy(\.isHexadecimal) ? digits : nil
  }

  /// An original transaction without what tells it from other ids.
  private static func asWritten(_ key: [UInt8]) -> [UInt8] {
    let prefix = Links.transactionPrefix
    return key.starts(with: prefix) ? Array(key.dropFirst(prefix.count)) : key
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    self &- UInt8(ascii: "0") < 10 || (self | 32) &- UInt8(ascii: "a") < 6
  }
}
