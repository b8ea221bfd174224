import CSimdJSON
import Glibc
import Values

// The hot core of reading: one line of JSON in, one frame of a batch out, without allocation.
//
//   rr_read_line   line → flat fields            (CSimdJSON)
//   collect        fields → the best candidate for each LogField
//   check          the rules (Definitions, "The log"), in their order; a Rejection where one is broken
//   frame          → the bytes of EventBatch
//
// Legal order: fill `base`, `index` once for each block of whole lines, `read` for each line of
// the block in order. Everything stays on one thread.

/// Reads lines. Owns its parser, its caches and its counts; shares only the string table.
struct LineReader: ~Copyable {
  /// What became of a line that is not rejected.
  enum Outcome { case accepted, annotated, ignored }

  /// An event name as the caches know it.
  struct EventName {
    var kind: EventKind
    var name: StringID
    var isOverride: Bool
    var feature: StringID
  }

  let rules: ReadingRules
  let latestTime: Int64
  /// What a line without a text at `event` is looked through for.
  let isNativeOnly: Bool
  /// The vendor whose every line is, as a place among ``Vendor/all``.
  let named: Int?
  let strings: StringTable
  let keys: KeyTable
  let currencies = Currencies.bits()
  /// Nil where signed lines are decoded and not verified.
  let signatures: SignatureChecker?

  let parser: OpaquePointer
  /// The reader's own buffer: room for `capacity` bytes of lines, then, from `scratch` on, for a
  /// line's hash and its unescaped strings.
  let base: UnsafeMutablePointer<UInt8>
  let capacity: Int
  let scratch: Int

  // The line that is read.
  var start = 0
  var end = 0
  var fields: UnsafePointer<rr_field>
  var fieldCount = 0
  /// Which fields the line has, and which of them are read as absent.
  var present: UInt64 = 0
  var mistyped: UInt64 = 0
  /// Whether it has a key of an analytics tool's (``KeyMeaning/mark``).
  var bearsMark = false
  /// By field: index into `fields`, and the rank of its name.
  let slots: UnsafeMutablePointer<Int32>
  let ranks: UnsafeMutablePointer<UInt8>
  /// The packed values by PackedField: string ids, zigzag numbers, ranges (start << 32 | count).
  let values: UnsafeMutablePointer<UInt64>
  var packedFields: UInt64 = 0
  let groups = FieldGroups()
  /// By field: the PackedField of a text or an identifier.
  let places: UnsafeMutablePointer<UInt8>
  var flags = EventFlags()

  // What was seen before.
  var keyCache = ByteCache(capacity: 1024)
  var eventCache = ByteCache(capacity: 2048)
  var textCache = ByteCache(capacity: 8192)
  /// Codes of countries by what lines write, 0 for none.
  var countries = ByteCache(capacity: 1024)
  var dates = DateCache()
  var eventNames: [EventName] = []
  var ignoredNames: [String] = []
  var ignoredIndex: [String: Int32] = [:]

  // Counts since they were last taken.
  var ignoredCounts: [Int] = []
  /// Of them, lines with a price.
  var ignoredPrices: [Int] = []
  var sandboxCount = 0
  var earliestFuture: Int64?
  /// The app of the line that named one last, and all that were named.
  var lastApp: StringID = 0
  var apps: Set<StringID> = []
  var annotations: [LogAnnotation] = []
  let mistypedCounts: UnsafeMutablePointer<Int>
  /// Lines that have what `keys.paths` lead to.
  var pathCounts: [Int]

  let packed = PackedForm.shared
  var output: FrameBuffer
  var vendorLines = VendorLines()
  var draft: EventDraft

  /// Nil without memory for the parser. `capacity` bytes of lines fit into `base`.
  init?(rules: ReadingRules, strings: StringTable, capacity: Int) {
    guard let parser = rr_parser_create(max(rules.maximumLineBytes, LineReader.blockBytes) + 64)
    else { return nil }
    self.parser = parser
    self.rules = rules
    keys = KeyTable(own: rules.fieldNames)
    pathCounts = [Int](repeating: 0, count: keys.paths.count)
    self.strings = strings
    self.capacity = capacity
    latestTime = rules.latestTime.milliseconds
    fields = rr_fields(parser)
    scratch = capacity + LineReader.padding
    let literals = scratch + 16 + capacity + LineReader.padding
    base = LineReader.zeros(literals + EventDraft.literalBytes + LineReader.padding, of: 0)
    draft = EventDraft(
      base, scratchEnd: scratch + 16 + capacity, literals: literals, noIDs: rules.noIDs)
    signatures = rules.signatures.flatMap { $0.verifies ? SignatureChecker($0) : nil }
    slots = LineReader.zeros(64, of: 0)
    ranks = LineReader.zeros(64, of: 0)
    values = LineReader.zeros(PackedForm.fieldCount, of: 0)
    places = LineReader.zeros(64, of: 0)
    mistypedCounts = LineReader.zeros(64, of: 0)
    output = FrameBuffer()
    isNativeOnly = rules.dialect == .native
    named = Vendor.all.firstIndex { $0.dialect == rules.dialect }
    vendorLines.areExpected = named != nil || !keys.paths.isEmpty
    for field in LogField.allCases {
      places[Int(field.rawValue)] = UInt8(field.declaration.place.packed?.rawValue ?? 0)
    }
  }

  private static func zeros<Number>(_ count: Int, of zero: Number) -> UnsafeMutablePointer<Number> {
    let numbers = UnsafeMutablePointer<Number>.allocate(capacity: count)
    numbers.initialize(repeating: zero, count: count)
    return numbers
  }

  deinit {
    rr_parser_destroy(parser)
    base.deallocate()
    slots.deallocate()
    ranks.deallocate()
    values.deallocate()
    places.deallocate()
    mistypedCounts.deallocate()
  }

  /// How many bytes of whole lines are indexed at once: what the second-level cache holds.
  static let blockBytes = 1 << 16
  /// Readable bytes behind every text.
  static let padding = 64

  /// Indexes whole lines; false when one of them is no JSON, and each must be indexed alone.
  mutating func index(_ lines: Range<Int>) -> Bool {
    rr_index(parser, base, lines.lowerBound, lines.upperBound) == 0
  }

  /// Reads the line `line` (without its line end) of the indexed block, and appends its frame to
  /// `output` when it is accepted.
  @inline(__always)
  mutating func read(_ line: Range<Int>) throws(Rejection) -> Outcome {
    start = line.lowerBound
    end = line.upperBound
    if vendorLines.areExpected { return try readWhole() }
    let count = rr_read_line(parser, start, end, scratch + 16)
    guard count >= 0 else { throw LineReader.rejection(of: count) }
    fields = rr_fields(parser)
    fieldCount = Int(count)
    collect()
    guard isNative else { return try readOther() }
    return try check()
  }

  /// Whether the line is a native one at first sight: `event` itself is a text, whatever else
  /// stands beside it.
  @inline(__always)
  private var isNative: Bool {
    if has(.event), ranks[Int(LogField.event.rawValue)] == 0 {
      return isNativeOnly || (member(.event).type == UInt32(RR_STRING) && !bearsMark)
    }
    return isNativeOnly
  }

  static func rejection(of error: Int32) -> Rejection {
    switch Int(error) {
    case Int(RR_NOT_OBJECT): Rejection(.notAnObject)
    case Int(RR_TOO_DEEP): Rejection(.tooDeep)
    default: Rejection(.notJSON)
    }
  }

  /// Finds for each field the member of the line that names it best.
  @inline(__always)
  mutating func collect() {
    present = 0
    bearsMark = false
    var isInContainer = false
    var i = 0
    while i < fieldCount {
      let depth = fields[i].depth
      if depth == 1 || (depth == 2 && isInContainer) {
        let meaning = keyMeaning(fields[i])
        if depth == 1 { isInContainer = meaning == KeyMeaning.containerCode }
        if KeyMeaning.isField(meaning) {
          guard offer(i, meaning, depth) else { return collectWithoutDuplicates() }
        } else if meaning == KeyMeaning.markCode {
          bearsMark = true
        }
      }
      i += 1
    }
  }

  /// Takes the member `i` as a field's candidate when its name is at least as good as the one
  /// found so far. False when it is a null that may hide an equal key: the slow path decides.
  @inline(__always)
  private mutating func offer(_ i: Int, _ meaning: Int32, _ depth: UInt32) -> Bool {
    let field = Int(meaning & 0xFF)
    let rank = UInt8(truncatingIfNeeded: meaning >> 8) + (depth == 1 ? 0 : KeyMeaning.nestedRank)
    let bit: UInt64 = 1 << UInt64(field)
    let isKnown = present & bit != 0
    if fields[i].type == UInt32(RR_NULL) { return !isKnown || ranks[field] != rank }
    guard !isKnown || isBetter(i, rank, field) else { return true }
    present |= bit
    ranks[field] = rank
    slots[field] = Int32(truncatingIfNeeded: i)
    return true
  }

  /// Whether another spelling of a field is to be taken: one that says something before one that
  /// says nothing, then the better name.
  @inline(never)
  private func isBetter(_ i: Int, _ rank: UInt8, _ field: Int) -> Bool {
    let (this, known) = (
      saysNothing(fields[i], field), saysNothing(fields[Int(slots[field])], field)
    )
    return this == known ? rank <= ranks[field] : known
  }

  /// An empty text, and of an id a word for nobody.
  private func saysNothing(_ value: rr_field, _ field: Int) -> Bool {
    guard value.type == UInt32(RR_STRING) else { return false }
    if value.value_length == 0 { return true }
    guard LineReader.ids & (1 << UInt64(field)) != 0 else { return false }
    return rules.noIDs.contains(
      UnsafeBufferPointer(start: base + Int(value.value), count: Int(value.value_length)))
  }

  private static let ids =
    LogField.userID.bit | LogField.deviceID.bit | LogField.familyID.bit
    | LogField.appAccountToken.bit | LogField.userPseudoID.bit | LogField.previousID.bit

  @inline(__always)
  mutating func keyMeaning(_ field: rr_field) -> Int32 {
    let known = keyCache.value(of: base + Int(field.key), Int(field.key_length))
    return known != ByteCache.unknown ? known : learnKey(field)
  }

  @inline(never)
  private mutating func learnKey(_ field: rr_field) -> Int32 {
    let meaning = keys.meaning(of: text(field.key, field.key_length)).packed
    keyCache.insert(base + Int(field.key), Int(field.key_length), meaning)
    return meaning
  }

  /// The place of the first newline of base[start..<end].
  @inline(__always)
  func firstNewline(_ start: Int, _ end: Int) -> Int? {
    memchr(base + start, 10, end - start).map { $0 - UnsafeMutableRawPointer(base) }
  }

  func lastNewline(_ start: Int, _ end: Int) -> Int? {
    let found = rr_last_newline(base, start, end)
    return found < 0 ? nil : found
  }

  func text(_ start: UInt32, _ count: UInt32) -> String {
    let bytes = UnsafeBufferPointer(start: base + Int(start), count: Int(count))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension LineReader {
  /// The slow way of `collect`, for lines in which a key stands twice and once as null: of equal
  /// keys of one object only the last one counts, and a null is absent.
  @inline(never)
  private mutating func collectWithoutDuplicates() {
    let members = Array(UnsafeBufferPointer(start: fields, count: fieldCount))
    var parent = -1
    var lastByKey: [[UInt8]: Int] = [:]
    for (i, member) in members.enumerated() where member.depth <= 2 {
      if member.depth == 1 { parent = i }
      lastByKey[path(member, member.depth == 1 ? -1 : parent)] = i
    }
    present = 0
    let last = Set(lastByKey.values)
    for (i, member) in members.enumerated() where member.depth <= 2 {
      if member.depth == 1 { parent = i }
      guard last.contains(i), member.type != UInt32(RR_NULL),
        member.depth == 1 || keyMeaning(members[parent]) == KeyMeaning.containerCode
      else { continue }
      let meaning = keyMeaning(member)
      if meaning == KeyMeaning.markCode { bearsMark = true }
      guard KeyMeaning.isField(meaning) else { continue }
      _ = offer(i, meaning, member.depth)
    }
  }

  /// A member's key with the place of its object.
  private func path(_ member: rr_field, _ parent: Int) -> [UInt8] {
    let key = UnsafeBufferPointer(start: base + Int(member.key), count: Int(member.key_length))
    return Array(String(parent).utf8) + [0] + Array(key)
  }
}
