import Feed
import SQLite
import Settings
import Timeline
import Values

/// Which strings of the database events and derived rows still say.
struct UsedTexts {
  private var used: [Bool]
  private var fixed: Set<StringID> = []

  /// `count`: how many ids there are, 0 included.
  init(_ database: Database, count: Int) throws {
    used = Array(repeating: false, count: count)
    let users = try UserBlocks(database, opening: false)
    while let (_, blocks) = try users.next() {
      for block in blocks { block.events.withUnsafeBytes { note(eventsOf: $0) } }
    }
    let numbers = Dimension.allCases.filter { $0.value != .string }.map { "\($0.rawValue)" }.joined(
      separator: ", ")
    let rows = CustomerTable.allCases.flatMap { table in
      table.columns.filter(\.isText).map { "SELECT \($0.name) FROM \(table.name)" }
    }
    let derived = try database.prepare(
      (rows + [
        "SELECT app FROM log_app",
        "SELECT id & 0xFFFFFFFF FROM segment WHERE id >> 32 NOT IN (\(numbers))",
      ]).joined(separator: " UNION "))
    while try derived.step() { note(Int(truncatingIfNeeded: derived.integer(0))) }
  }

  func contains(_ id: StringID) -> Bool { used[Int(id)] }

  /// Whether some event needs it for its money, or for what it is.
  func isFixed(_ id: StringID) -> Bool { fixed.contains(id) }

  private mutating func note(eventsOf block: UnsafeRawBufferPointer) {
    for (at, _) in BlockEvents(block) {
      let event = Event(unpacking: block, at: at)
      for id in event.texts { note(Int(id)) }
      fixed.formUnion(event.fixedTexts)
    }
  }

  private mutating func note(_ id: Int) {
    if used.indices.contains(id) { used[id] = true }
  }
}

extension Event {
  /// The strings that decide about money, or what the event is.
  var fixedTexts: [StringID] { [name] + Self.keptTexts.map { self[keyPath: $0] } }

  /// Every string that the event says; 0 for none.
  var texts: [StringID] { fixedTexts + Self.forgettableTexts.map { self[keyPath: $0] } }
}

/// Which strings the events say that a run keeps.
struct KeptTexts {
  private(set) var all: Set<StringID> = []

  mutating func note(eventsOf block: ArraySlice<UInt8>) {
    block.withUnsafeBytes { bytes in
      for (at, _) in BlockEvents(bytes) {
        all.formUnion(Event(unpacking: bytes, at: at).texts)
      }
    }
  }
}

/// Looks for ids in texts: as whole words, so that the id `7` is not found in `1700`. An id can have
/// several words. Addresses of mail are found in upper and lower case.
struct IdentifierScanner {
  /// How long the ids are, each length once.
  private let lengths: [Int]
  private let isGone: ([UInt8]) throws -> Bool

  /// `lengths`: of the ids in bytes; `isGone` says whether something of such a length is one.
  init(lengths: some Sequence<Int>, isGone: @escaping ([UInt8]) throws -> Bool) {
    self.lengths = Set(lengths).filter { $0 > 0 }.sorted()
    self.isGone = isGone
  }

  init(_ ids: Set<[UInt8]>) {
    let known = Set(ids.map { Self.normalised($0[...]) })
    self.init(lengths: ids.map { Self.composed($0).count }) { known.contains($0) }
  }

  /// Whether the text has one of the ids.
  func finds(in text: [UInt8]) throws -> Bool {
    try finds(in: text, where: { _ in true })
  }

  /// In names of things: only ids that could hardly be anything else.
  func findsDistinctive(in name: String) throws -> Bool {
    try finds(in: Array(name.utf8), where: Self.isDistinctive)
  }

  private func finds(in text: [UInt8], where isWanted: ([UInt8]) -> Bool) throws -> Bool {
    guard !lengths.isEmpty else { return false }
    let text = Self.composed(text)
    let edges = (0...text.count).map { Self.isEdge(text, $0) }
    for start in edges.indices where edges[start] {
      for length in lengths where start + length <= text.count && edges[start + length] {
        let id = Self.normalised(text[start..<(start + length)])
        if isWanted(id), try isGone(id) { return true }
      }
    }
    return false
  }

  /// Eight bytes or more, and no word of letters alone.
  private static func isDistinctive(_ id: [UInt8]) -> Bool {
    id.count >= 8 && id.contains { $0 &- 48 < 10 || $0 == UInt8(ascii: "@") }
  }

  /// As ids are kept; addresses of mail in lower case.
  static func normalised(_ id: ArraySlice<UInt8>) -> [UInt8] {
    var id = composed(Array(id))
    id.withUnsafeMutableBytes { CustomerID.normalise($0) }
    guard id.contains(UInt8(ascii: "@")) else { return id }
    return Array(String(decoding: id, as: UTF8.self).lowercased().normalized.utf8)
  }

  /// In NFC, as texts are kept: an id can be written in another form in each line.
  static func composed(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 >= 0x80 }) else { return text }
    guard let valid = String(validating: text, as: UTF8.self) else { return text }
    return Array(valid.normalized.utf8)
  }

  /// Whether no word goes on across `at`.
  private static func isEdge(_ text: [UInt8], _ at: Int) -> Bool {
    at == 0 || at == text.count || !isWordByte(text[at - 1]) || !isWordByte(text[at])
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
      true
    default: false
    }
  }
}

/// Removes from events of other people what says an id that is gone: as the one who referred them,
/// or as an id that they had before; refunds of a payment that is gone name what stands for it.
struct Mentions {
  let isGone: (Slice<UnsafeRawBufferPointer>, Instant) -> Bool
  let payment: (Slice<UnsafeRawBufferPointer>) -> [UInt8]?

  /// The block without such ids; nil where there is none to remove.
  func removed(from block: [UInt8]) -> [UInt8]? {
    block.withUnsafeBytes { bytes in
      var isChanged = false
      var packed: [UInt8] = []
      for (at, count) in BlockEvents(bytes) {
        let clean = removed(from: Event(unpacking: bytes, at: at), bytes)
        isChanged = isChanged || clean != nil
        EventBlock.append(clean ?? Array(bytes[at..<(at + count)]), to: &packed)
      }
      return isChanged ? packed : nil
    }
  }

  /// Nil for an event that says no such id.
  private func removed(from event: Event, _ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard event.isRefund || event.namesPeople else { return nil }
    var isNamed = false
    let packed = event.packed(bytes) { path, id in
      let other = text(inPlaceOf: id, at: path, of: event)
      isNamed = isNamed || other != nil
      return other
    }
    return isNamed ? packed : nil
  }

  private func text(
    inPlaceOf id: Slice<UnsafeRawBufferPointer>, at path: Event.IdentifierPath, of event: Event
  ) -> [UInt8]? {
    if Event.peopleIDs.contains(where: { $0 == path }) { return isGone(id, event.time) ? [] : nil }
    guard event.isRefund, Event.paymentIDs.contains(where: { $0 == path }) else { return nil }
    return payment(id)
  }
}

extension Event {
  /// The packed form with `other` identifiers, where there is one; `bytes` are what they point into.
  func packed(
    _ bytes: UnsafeRawBufferPointer,
    other: (IdentifierPath, Slice<UnsafeRawBufferPointer>) -> [UInt8]?
  ) -> [UInt8] {
    var event = self
    var texts = TextBuffer()
    for path in Event.identifiers where !self[keyPath: path].isEmpty {
      let id = bytes[self[keyPath: path].range]
      event[keyPath: path] = texts.add(other(path, id) ?? Array(id))
    }
    return texts.packed(event)
  }
}
