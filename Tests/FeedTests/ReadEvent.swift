import Foundation
import Synchronization
import Testing
import Values

@testable import Feed

/// 2026-01-15T12:00:00Z: the moment of ingest in these tests.
let now = Instant(milliseconds: 1_768_478_400_000)

/// One accepted event with its texts resolved.
struct ReadEvent: Equatable, Comparable {
  var key: String
  var identity: [UInt8]
  var kind: EventKind
  var time: Int64
  var packed: [UInt8]

  static func < (a: ReadEvent, b: ReadEvent) -> Bool {
    (a.key, a.time, a.packed.description) < (b.key, b.time, b.packed.description)
  }
}

/// Everything a reading delivered.
struct Reading {
  var results: [InputResult]
  var batches: [EventBatch]
  var strings: StringTable

  var counts: LineCounts { results.reduce(into: LineCounts()) { $0 += $1.counts } }
  var rejects: [Reject] {
    batches.flatMap(\.rejects).sorted { $0.byteOffset < $1.byteOffset }
  }
  var ignored: Int { counts.ignoredTotal }

  /// Key, event and the bytes that the event points into, in no certain order.
  func forEachEvent(_ body: (String, Event, UnsafeRawBufferPointer) -> Void) {
    for batch in batches {
      batch.forEachFrame { frame, bytes in
        let key = String(decoding: bytes[frame.key], as: UTF8.self)
        body(key, Event(unpacking: bytes, at: frame.packed.lowerBound), bytes)
      }
    }
  }

  var events: [ReadEvent] {
    var events: [ReadEvent] = []
    for batch in batches {
      batch.forEachFrame { frame, bytes in
        let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
        events.append(
          ReadEvent(
            key: String(decoding: bytes[frame.key], as: UTF8.self),
            identity: Array(bytes[event.identity.range]), kind: event.kind,
            time: event.time.milliseconds, packed: Array(bytes[frame.packed])))
      }
    }
    return events
  }

  /// The only event.
  func only() throws -> Event {
    var found: [Event] = []
    forEachEvent { _, event, _ in found.append(event) }
    try #require(found.count == 1, "\(counts) \(rejects.map(\.reason))")
    return found[0]
  }

  /// A text of the only event.
  func text(_ path: KeyPath<Event, StringID>) throws -> String {
    strings.string(try only()[keyPath: path])
  }

  /// An identifier of the only event.
  func identifier(_ path: KeyPath<Event, ByteRange>) throws -> String {
    var found = ""
    forEachEvent { _, event, bytes in
      found = String(decoding: bytes[event[keyPath: path].range], as: UTF8.self)
    }
    return found
  }
}

/// A folder that goes with the test.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "feed-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }
}

/// Reads paths.
func read(
  _ paths: [String], names: EventNames = EventNames(), known: [InputRecord] = [],
  threads: Int = 1, maximumLineBytes: Int = 1 << 20, noIDs: PlaceholderIDs = PlaceholderIDs(),
  timesWithoutZone: Zone? = nil
) throws -> Reading {
  var rules = ReadingRules(
    names: names, noIDs: noIDs, now: now, maximumLineBytes: maximumLineBytes)
  rules.timesWithoutZone = timesWithoutZone
  return try read(paths, rules: rules, known: known, threads: threads)
}

func read(
  _ paths: [String], rules: ReadingRules, known: [InputRecord] = [], threads: Int = 1
) throws -> Reading {
  let strings = StringTable()
  let reader = FeedReader(rules: rules, strings: strings, known: known, threads: threads)
  let batches = Mutex<[EventBatch]>([])
  let results = try reader.read(try findInputs(paths)) { batch in
    batches.withLock { $0.append(batch) }
  }
  return Reading(results: results, batches: batches.withLock { $0 }, strings: strings)
}

/// Reads a text as one file.
func read(
  text: String, names: EventNames = EventNames(), noIDs: PlaceholderIDs = PlaceholderIDs()
) throws
  -> Reading
{
  let folder = try Folder()
  return try read([folder.write("log.ndjson", text)], names: names, noIDs: noIDs)
}

/// Reads one line: `members` behind an event, a time and a customer.
func read(
  event: String = "purchased", _ members: String, names: EventNames = EventNames(),
  noIDs: PlaceholderIDs = PlaceholderIDs()
) throws -> Reading {
  let line = """
    {"event":"\(event)","timestamp":"2026-01-10T10:00:00Z","user_id":"u1"\
    \(members.isEmpty ? "" : ",")\(members)}

    """
  return try read(text: line, names: names, noIDs: noIDs)
}
