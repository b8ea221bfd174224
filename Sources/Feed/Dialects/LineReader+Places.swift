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
  @inline(__always)
  mutating func collect(
    _ run: MemberRun, root: Int32, _ children: borrowing ChildTable, _ program: DialectProgram?
  ) {
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
      let node = children.child(of: parents[Int(depth) - 1], key)
      guard node >= 0 else { continue }
      note(i, run, node, program)
      if run.fields[i].type == UInt32(RR_OBJECT) {
        parents[Int(depth)] = node
        live = depth + 1
      }
    }
  }

  @inline(__always)
  private mutating func note(
    _ i: Int, _ run: MemberRun, _ node: Int32, _ program: DialectProgram?
  ) {
    let field = run.fields[i]
    if machine.values[Int(node)].type != LineValue.missing { forget(below: node, program) }
    machine.values[Int(node)] = LineValue(field, i, run)
    guard let program, program.table.emptyIsAbsent else { return }
    let value = machine.values[Int(node)]
    if value.isEmptyText || (program.zeroIsAbsent[Int(node)] && isZero(value)) {
      machine.values[Int(node)].type = LineValue.missing
    }
  }

  /// Of equal keys the last counts, with all that is in it.
  @inline(never)
  private func forget(below node: Int32, _ program: DialectProgram?) {
    guard let program else { return }
    for other in 0..<program.count where program.tree.isBelow(other, node) {
      machine.values[other].type = LineValue.missing
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
    let number = machine.programs.keys[text(field.key, field.key_length)] ?? -1
    machine.keys.insert(base + Int(field.key), Int(field.key_length), number)
    return number
  }

  // MARK: - Elements and single members

  /// The elements of a list, or the members of an object: their places in the document.
  func children(of value: LineValue) -> [Int32] {
    guard value.isContainer else { return [] }
    let run = members(of: value)
    var found: [Int32] = []
    for i in run.range {
      guard run.fields[i].depth > run.depth else { break }
      if run.fields[i].depth == run.depth + 1 { found.append(Int32(i)) }
    }
    return found
  }

  func value(_ index: Int32, document: UInt8) -> LineValue {
    let run = members(ofDocument: Int(document))
    return LineValue(run.fields[Int(index)], Int(index), run)
  }

  /// The value at `keys` inside an object; of equal keys the last. `*` stands for any key.
  func value(at keys: ArraySlice<String>, in object: LineValue) -> LineValue {
    guard let key = keys.first else { return object }
    guard object.type == LineValue.object else { return LineValue() }
    let fields = members(ofDocument: Int(object.document)).fields
    var found = LineValue()
    for i in children(of: object) where key == "*" || isText(fields[Int(i)], key) {
      let value = value(at: keys.dropFirst(), in: value(i, document: object.document))
      if value.isThere || key != "*" { found = value }
    }
    return found
  }

  private func isText(_ field: rr_field, _ key: String) -> Bool {
    isSame(field.key, field.key_length, key)
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
