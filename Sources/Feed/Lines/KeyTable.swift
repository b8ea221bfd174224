/// What a key of a line stands for: a field and how good a name for it the key is.
enum KeyMeaning: Equatable {
  case field(LogField, rank: UInt8)
  /// `properties`, `parameters`, `event_params`: fields may stand inside.
  case container
  /// What analytics tools call theirs: the line may be of one though its `event` is a text.
  case mark
  case other

  /// Added to the rank of a key that stands in a container.
  static let nestedRank: UInt8 = 64

  /// As one integer for the cache: field in the low byte, rank in the next.
  var packed: Int32 {
    switch self {
    case .field(let field, let rank): Int32(field.rawValue) | Int32(rank) << 8
    case .container: KeyMeaning.containerCode
    case .mark: KeyMeaning.markCode
    case .other: KeyMeaning.otherCode
    }
  }

  static let containerCode: Int32 = 0xFD
  static let markCode: Int32 = 0xFE
  static let otherCode: Int32 = 0xFF

  /// Whether a packed meaning is that of a field.
  @inline(__always)
  static func isField(_ code: Int32) -> Bool { code < containerCode || code > otherCode }
}

/// The fields that a line can have, by their canonical names.
package enum FieldNames {
  package static let canonical = LogField.allCases.map(\.name)

  private static let keys = KeyTable()

  /// What a key of a native line stands for; nil for one that is not read.
  package static func canonical(of key: String) -> String? {
    if case .field(let field, _) = keys.meaning(of: key) { field.name } else { nil }
  }

  /// Whether fields may stand inside of a key's object.
  package static func isContainer(_ key: String) -> Bool { keys.meaning(of: key) == .container }

  /// The field that a key which is not read may well stand for, by the names that other systems
  /// give it; nil where none is known.
  package static func similar(to key: String) -> String? {
    let folded = KeyTable.folded(key)
    return LogField.allCases
      .first { $0.declaration.guesses.contains { KeyTable.folded($0) == folded } }?.name
  }
}

/// All names of fields, folded: the slow path behind the readers' key caches.
struct KeyTable: Sendable {
  private var byFoldedName: [String: [(field: LogField, rank: UInt8, name: String)]] = [:]
  private static let containers: Set<String> = ["properties", "parameters", "eventparams"]
  /// Exactly as written.
  private static let marks: Set<String> = [
    "$insert_id", "anonymousId", "collector_tstamp", "distinct_id", "messageId",
  ]

  /// Where the log's own names of fields lead into objects: `payload.user.id`.
  private(set) var paths: [FieldPath] = []

  /// `own`: a log's own name of a field → its canonical name. It stands behind the usual ones, and
  /// takes a usual name from its field.
  init(own: [String: String] = [:]) {
    for field in LogField.allCases {
      for (i, name) in field.names.enumerated() { add(name, field, rank: i) }
    }
    for (name, canonical) in own.sorted(by: { $0.key < $1.key }) {
      guard let field = LogField.allCases.first(where: { $0.name == canonical }) else { continue }
      byFoldedName[KeyTable.folded(name)] = nil
      add(name, field, rank: field.names.count)
      if name.contains(".") { paths.append(FieldPath(name, field)) }
    }
  }

  private mutating func add(_ name: String, _ field: LogField, rank: Int) {
    byFoldedName[KeyTable.folded(name), default: []].append((field, UInt8(2 * rank), name))
  }

  /// Exact names rank even, other spellings of the same name odd, one worse.
  func meaning(of key: String) -> KeyMeaning {
    let folded = KeyTable.folded(key)
    if let found = byFoldedName[folded]?.first {
      return .field(found.field, rank: found.rank + (found.name == key ? 0 : 1))
    }
    if KeyTable.containers.contains(folded) { return .container }
    return KeyTable.marks.contains(key) ? .mark : .other
  }

  /// Lower case without underscores.
  static func folded(_ key: String) -> String {
    String(decoding: key.utf8.lazy.filter { $0 != 95 }.map(lowerCase), as: UTF8.self)
  }
}

/// ASCII upper case letters in lower case, all other bytes as they are.
@inline(__always)
func lowerCase(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }

/// Where a log's own name of a field leads into objects: `event_properties.plan.sku`, whatever the
/// case and underscores of keys. Of a list the first element is looked at.
struct FieldPath: Sendable {
  let name: String
  let field: LogField
  private let keys: [[UInt8]]

  init(_ name: String, _ field: LogField) {
    (self.name, self.field) = (name, field)
    keys = name.split(separator: ".", omittingEmptySubsequences: false).map {
      Array(KeyTable.folded(String($0)).utf8)
    }
  }

  /// What stands there. `inner`: what to take for the member of this name.
  func value(in line: LineValue, _ inner: (name: String, value: LineValue)? = nil) -> LineValue {
    guard let inner, name.hasPrefix(inner.name + ".") else {
      return keys.reduce(line) { $0.member(folded: $1) }
    }
    return keys.dropFirst().reduce(inner.value) { $0.member(folded: $1) }
  }
}

extension LineReader {
  /// Takes what paths lead to for the fields of a native line that nothing else names.
  mutating func collectPaths() {
    for (i, path) in keys.paths.enumerated() {
      let value = path.value(in: line)
      guard value.isSet, let found = value.field else { continue }
      pathCounts[i] += 1
      guard !has(path.field) else { continue }
      present |= path.field.bit
      slots[Int(path.field.rawValue)] = Int32(truncatingIfNeeded: found - fields)
    }
  }
}
