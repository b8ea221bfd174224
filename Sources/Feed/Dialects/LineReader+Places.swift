import CSimdJSON
import Values

// Finding the places of a declaration in a line: one walk over the members of each scope.

/// A run of members of one document: those of an object.
struct MemberRun {
  var fields: UnsafePointer<rr_field>
  var range: Range<Int>
  /// The depth of the object.
  var depth: UInt32
  var document: UInt8
}

extension LineReader {
  /// The members of a document.
  @inline(__always)
  func members(ofDocument document: Int) -> MemberRun {
    if document == 0 {
      return MemberRun(
        fields: rr_fields(parser), range: 0..<fieldCount, depth: 0, document: 0)
    }
    let other = machine.documents[document - 1]
    return MemberRun(
      fields: rr_fields(other.parser), range: 0..<other.count, depth: 0,
      document: UInt8(document))
  }

  /// The members of an object, or the elements of a list.
  @inline(__always)
  func members(of value: LineValue) -> MemberRun {
    var run = members(ofDocument: Int(value.document))
    run.depth = run.fields[Int(value.index)].depth
    run.range = (Int(value.index) + 1)..<run.range.upperBound
    return run
  }

  /// Notes where the places below `root` stand.
  mutating func collect(_ run: MemberRun, root: Int32, _ emptyIsAbsent: Bool) {
    let parents = machine.parents
    parents[0] = root
    // Members deeper than this are inside something that no place leads into.
    var live: UInt32 = 1
    for i in run.range {
      guard run.fields[i].depth > run.depth else { break }
      let depth = run.fields[i].depth - run.depth
      guard depth <= live else { continue }
      live = depth
      let key = keyNumber(run.fields[i])
      guard key >= 0 else { continue }
      let node = machine.code.child(of: parents[Int(depth) - 1], key)
      guard node >= 0 else { continue }
      note(LineValue(run.fields[i], i, run), node)
      if emptyIsAbsent { dropEmpty(node) }
      if run.fields[i].type == UInt32(RR_OBJECT) {
        parents[Int(depth)] = node
        live = depth + 1
      }
    }
  }

  /// Notes a value at a place. Of equal keys the last counts, with all that is in it.
  @inline(__always)
  mutating func note(_ value: LineValue, _ node: Int32) {
    if machine.touch(node) { forget(below: node) }
    machine.values[Int(node)] = value
  }

  /// Forgets what stands inside a place.
  @inline(never)
  func forget(below node: Int32) {
    let tree = machine.programs.tree
    for i in 0..<machine.touchedCount where tree.isBelow(machine.touched[i], node) {
      machine.values[Int(machine.touched[i])].type = LineValue.missing
    }
  }

  /// An empty text is absent, and so is 0 at some places.
  @inline(__always)
  func dropEmpty(_ node: Int32) {
    let value = at(node)
    if value.isEmptyText || (machine.code.zeroIsAbsent[node] && isZero(value)) {
      machine.values[Int(node)].type = LineValue.missing
    }
  }

  /// The number of a member's key; -1 for keys that no declaration names.
  @inline(__always)
  mutating func keyNumber(_ field: rr_field) -> Int32 {
    let known = machine.keys.value(of: base + Int(field.key), Int(field.key_length))
    return known != ByteCache.unknown ? known : learnNumber(of: field)
  }

  @inline(never)
  private mutating func learnNumber(of field: rr_field) -> Int32 {
    let number = machine.programs.tree.keys[text(field.key, field.key_length)] ?? -1
    machine.keys.insert(base + Int(field.key), Int(field.key_length), number)
    return number
  }

  // MARK: - Elements and single members

  /// The elements of a list, or the members of an object: their places in the document. Nothing for
  /// anything else.
  @inline(__always)
  func children(of value: LineValue) -> Children {
    guard value.isContainer else { return Children() }
    let run = members(of: value)
    return Children(
      fields: run.fields, at: run.range.lowerBound, end: run.range.upperBound, run.depth)
  }

  func value(_ index: Int32, document: UInt8) -> LineValue {
    let run = members(ofDocument: Int(document))
    return LineValue(run.fields[Int(index)], Int(index), run)
  }

  /// The value at `keys`, which are texts, inside an object; of equal keys the last. `*` stands for
  /// any key.
  func value(at keys: CodeRange, in object: LineValue) -> LineValue {
    guard !keys.isEmpty else { return object }
    guard object.type == LineValue.object else { return LineValue() }
    let key = literal(keys.start)
    let isAny = key.count == 1 && base[Int(key.offset)] == UInt8(ascii: "*")
    let rest = CodeRange(start: keys.start + 1, count: keys.count - 1)
    let fields = members(ofDocument: Int(object.document)).fields
    var found = LineValue()
    for i in children(of: object)
    where isAny || isSame(fields[Int(i)].key, fields[Int(i)].key_length, key) {
      let value = value(at: rest, in: value(i, document: object.document))
      if value.isThere || !isAny { found = value }
    }
    return found
  }

  /// Whether bytes of the buffer are this text.
  @inline(__always)
  func isSame(_ start: UInt32, _ count: UInt32, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { letters in
      guard letters.count == Int(count) else { return false }
      for i in 0..<letters.count where base[Int(start) + i] != letters[i] { return false }
      return true
    }
  }
}

/// The members directly inside an object or a list, by their place in the document.
struct Children: Sequence, IteratorProtocol {
  private var fields: UnsafePointer<rr_field>?
  private var at = 0
  private var end = 0
  private var depth: UInt32 = 0

  init() {}

  init(fields: UnsafePointer<rr_field>, at: Int, end: Int, _ depth: UInt32) {
    (self.fields, self.at, self.end, self.depth) = (fields, at, end, depth)
  }

  @inline(__always)
  mutating func next() -> Int32? {
    guard let fields else { return nil }
    while at < end, fields[at].depth > depth {
      at += 1
      if fields[at - 1].depth == depth + 1 { return Int32(truncatingIfNeeded: at - 1) }
    }
    return nil
  }
}
