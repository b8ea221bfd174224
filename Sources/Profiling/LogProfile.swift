package import Feed
import Foundation
import Synchronization
package import Values

/// What is in logs that nobody has configured anything for: how they are written, what could be
/// read of them, and under which names the rest may stand.
package struct LogProfile: Sendable {
  /// Lines of the sample, with what becomes of them under what a draft says.
  package private(set) var counts = LineCounts()
  package private(set) var keys = KeyProfile()
  /// Names of events that are not known → what they most likely mean, with their lines.
  package private(set) var unknownEvents: [UnknownEvent] = []
  package private(set) var events: EventProfile
  /// Accepted lines that say an event that another says, too.
  package private(set) var duplicates = 0
  /// Of each reason, the first line that was rejected for it.
  package private(set) var rejects: [Reject] = []

  package struct UnknownEvent: Sendable {
    package let name: String
    package let lines: Int
    package let guess: EventNameGuess?
    package fileprivate(set) var evidence = EventEvidence()

    /// Whether a draft maps it: by more than a likeness, and not from words alone where that would
    /// change money.
    package var isMapped: Bool {
      switch guess?.strength {
      case .spelling: true
      case .meaning: guess?.changesMoney == false || evidence.isOfMoney
      case .likeness, nil: false
      }
    }

    /// Whether it would change money and too little says so.
    package var isQuestion: Bool { guess?.changesMoney == true && !isMapped }
  }

  /// Lines that are parsed for their keys.
  private static let keyLines = 20_000

  /// Reads the sample: once for its keys, once for the names of events, and once more with what
  /// was found out.
  package init(_ sample: LogSample, zone: Zone, now: Instant) throws {
    let strings = StringTable()
    events = EventProfile(zone: zone, strings: strings)
    let plain = try Reading(sample, ReadingRules(names: EventNames(), now: now), events)
    keys = KeyProfile(isOfTool: plain.isMostlyOfTools)
    if plain.isMostlyNative || plain.isMostlyOfTools {
      try readKeys(of: sample, lines: plain.counts.read)
    }
    let fields = ReadingRules(names: EventNames(), fieldNames: fieldNames, now: now)
    let named = fieldNames.isEmpty ? plain : try Reading(sample, fields, events)
    if plain.hasOwnNames { unknownEvents = Self.unknown(named.counts) }
    try readEvidence(of: sample, lines: plain.counts.read)
    var rules = fields
    rules.names = EventNames(eventNames: eventNames)
    let whole = eventNames.isEmpty ? named : try Reading(sample, rules, events)
    (counts, events, rejects) = (whole.counts, whole.profile, whole.rejects)
    duplicates = whole.duplicates
  }

  private mutating func readKeys(of sample: LogSample, lines: Int) throws {
    var keys = keys
    try sample.forEachLine(step: max(1, lines / Self.keyLines)) { keys.add($0) }
    self.keys = keys
  }

  /// Looks at lines of names that would change money. A name is a text at the top.
  private mutating func readEvidence(of sample: LogSample, lines: Int) throws {
    let places = Dictionary(
      firstOf: unknownEvents.enumerated().filter { $1.guess?.changesMoney == true }.map {
        ($1.name, $0)
      })
    guard !places.isEmpty else { return }
    let guessed = fieldNames
    var unknown = unknownEvents
    try sample.forEachLine(step: max(1, lines / Self.keyLines)) { line in
      guard let (object, fields) = KeyProfile.fields(of: line, guessed) else { return }
      let names = object.values.lazy.compactMap { $0 as? String }
      guard let place = names.compactMap({ places[$0] }).first else { return }
      unknown[place].evidence.add(line, fields)
    }
    unknownEvents = unknown
  }

  private static func unknown(_ counts: LineCounts) -> [UnknownEvent] {
    counts.ignored.filter { $0.key != LineCounts.sandbox }
      .map { UnknownEvent(name: $0.key, lines: $0.value, guess: EventNameGuess($0.key)) }
      .sorted { ($1.lines, $0.name) < ($0.lines, $1.name) }
  }
}

extension LogProfile {
  /// The names that a draft of the configuration maps to fields.
  package var fieldNames: [String: String] {
    Dictionary(firstOf: keys.guesses.map { ($0.key, $0.field) })
  }

  /// What a draft says of unknown names of events.
  var eventNames: [String: String] {
    let guessed = unknownEvents.filter(\.isMapped).compactMap { unknown in
      unknown.guess.map { (unknown.name.lowercased(), $0.event) }
    }
    return Dictionary(firstOf: guessed)
  }
}

/// One reading of a sample, by one thread: its order is that of the lines.
private struct Reading {
  let counts: LineCounts
  let profile: EventProfile
  let rejects: [Reject]
  let duplicates: Int

  /// Whether half of the lines at least have names that a configuration can map.
  var hasOwnNames: Bool {
    let own = counts.dialects.filter { $0.key.hasOwnNames }.values.reduce(0, +)
    return own * 2 >= counts.read
  }

  /// Whether more than half of the lines are analytics tools'.
  var isMostlyOfTools: Bool {
    Dialect.tools.reduce(0) { $0 + (counts.dialects[$1] ?? 0) } * 2 > counts.read
  }

  /// Whether more than half of the lines are of no dialect.
  var isMostlyNative: Bool {
    let others = counts.dialects.filter { $0.key != .native }.values.reduce(0, +)
    return others * 2 < counts.read
  }

  init(_ sample: LogSample, _ rules: ReadingRules, _ empty: EventProfile) throws {
    let gathered = Gathered(empty)
    let results = try FeedReader(rules: rules, strings: empty.strings, threads: 1)
      .read([sample.file]) { gathered.take($0) }
    counts = results.reduce(into: LineCounts()) { $0 += $1.counts }
    (profile, rejects) = gathered.contents
    duplicates = gathered.duplicates
  }
}

/// What the lines of an event whose name is not known say of money.
package struct EventEvidence: Sendable {
  private var lines = 0
  private var linesOfMoney = 0
  /// The first of its lines, as they stand.
  package private(set) var samples: [String] = []

  private static let mostSamples = 3

  /// `fields`: those that the line has, by their canonical names.
  mutating func add(_ line: Data, _ fields: Set<String>) {
    lines += 1
    let isPriced = fields.isSuperset(of: ["price", "transaction_id"])
    if isPriced, !fields.isDisjoint(with: ["currency", "product_id", "expires_at"]) {
      linesOfMoney += 1
    }
    if samples.count < Self.mostSamples { samples.append(String(decoding: line, as: UTF8.self)) }
  }

  /// Whether nearly all lines have a price, a transaction, and a currency, a product or an end.
  var isOfMoney: Bool { lines > 0 && linesOfMoney * 10 >= lines * 9 }
}

/// What the batches of a reading add up to.
final class Gathered: Sendable {
  private struct Contents {
    var profile: EventProfile
    var rejects: [Reject.Reason: Reject] = [:]
    /// Identities, and how many events had one of another.
    var identities: Set<UInt64> = []
    var duplicates = 0
  }

  private let state: Mutex<Contents>

  init(_ empty: EventProfile) { state = Mutex(Contents(profile: empty)) }

  func take(_ batch: EventBatch) {
    state.withLock { contents in
      batch.forEachFrame { frame, bytes in
        let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
        let isNamed = !bytes[frame.key].starts(with: EventBatch.transactionPrefix.utf8)
        contents.profile.add(event, of: frame.keyHash, isNamed: isNamed)
        if !contents.identities.insert(event.hash(of: frame.keyHash, bytes)).inserted {
          contents.duplicates += 1
        }
        if isNamed { contents.profile.userIDs.note(bytes[frame.key]) }
      }
      for reject in batch.rejects where contents.rejects[reject.reason] == nil {
        contents.rejects[reject.reason] = reject
      }
    }
  }

  var duplicates: Int { state.withLock { $0.duplicates } }

  /// The profile, and the first line that was rejected for each reason.
  var contents: (EventProfile, [Reject]) {
    state.withLock { contents in
      (contents.profile, contents.rejects.values.sorted { $0.lineNumber < $1.lineNumber })
    }
  }
}

extension Event {
  /// Stands for the event's identity (Definitions, "The log"): a short id is one of its user's only.
  fileprivate func hash(of user: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let id = stableHash(UnsafeRawBufferPointer(rebasing: bytes[identity.range]))
    let name = kind == .custom ? UInt64(UInt32(bitPattern: self.name)) << 8 : 0
    let whose = hasEventID && identity.count < 16 ? user : 0
    return id ^ (name | UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15 ^ whose
  }
}
