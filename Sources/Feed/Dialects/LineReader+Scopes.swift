import CSimdJSON
import Values

// Finding the scopes of a declaration: objects and lists in the line, and documents inside texts.

extension LineReader {
  /// Finds the outer scopes, or the inner ones.
  mutating func placeScopes(_ program: DialectProgram, inner: Bool) throws(Rejection) {
    for scope in program.scopes where scope.isInner == inner {
      guard machine.found & (1 << UInt64(scope.root)) == 0, holds(scope.when) else { continue }
      for place in scope.places where try self.place(place, scope.root, program) {
        machine.found |= 1 << UInt64(scope.root)
        break
      }
    }
  }

  /// Notes the places of a scope when it stands here.
  private mutating func place(
    _ place: DialectProgram.Place, _ root: Int32, _ program: DialectProgram
  ) throws(Rejection) -> Bool {
    switch place {
    case .line(let condition):
      guard holds(condition) else { return false }
      return placeDocument(0, root, program)
    case .object(let node): return placeObject(machine.values[Int(node)], root, program)
    case .signed(let node): return try placeSigned(machine.values[Int(node)], root, program)
    case .base64(let node): return try placeEncoded(machine.values[Int(node)], root, program)
    case .parameters(let node):
      readParameters(machine.values[Int(node)], root, program)
      return true
    default: return placeObject(element(place), root, program)
    }
  }

  private mutating func placeObject(
    _ value: LineValue, _ root: Int32, _ program: DialectProgram
  ) -> Bool {
    guard value.type == LineValue.object else { return false }
    machine.homes[Int(root)] = value.document
    collect(members(of: value), root: root, program.children, program)
    return true
  }

  private mutating func placeSigned(
    _ value: LineValue, _ root: Int32, _ program: DialectProgram
  ) throws(Rejection) -> Bool {
    guard value.isThere else { return false }
    if value.type == LineValue.object { return placeObject(value, root, program) }
    guard value.type == LineValue.string else { throw Rejection(.badJWS) }
    return placeDocument(try signedDocument(value), root, program)
  }

  private mutating func placeEncoded(
    _ value: LineValue, _ root: Int32, _ program: DialectProgram
  ) throws(Rejection) -> Bool {
    guard value.type == LineValue.string else { return false }
    let start = try room(for: Int(value.count))
    let at = Int(value.offset)
    guard
      let count = Base64.decode(
        UnsafeBufferPointer(start: base + at, count: Int(value.count)), .either,
        to: base + start),
      let document = try openDocument(start..<(start + count))
    else { throw Rejection(.badBase64) }
    return placeDocument(document, root, program)
  }

  private mutating func placeDocument(
    _ document: Int, _ root: Int32, _ program: DialectProgram
  ) -> Bool {
    machine.homes[Int(root)] = UInt8(document)
    collect(members(ofDocument: document), root: root, program.children, program)
    return true
  }

  // MARK: - Documents

  /// Room for a text in the buffer; it is taken.
  @inline(__always)
  mutating func room(for count: Int) throws(Rejection) -> Int {
    let start = machine.free
    guard start + count + LineReader.padding <= scratch + 16 + capacity else {
      throw Rejection(.tooLong)
    }
    machine.free += count
    return start
  }

  /// Reads JSON that stands in the buffer; the number of its document, nil when it is no object.
  mutating func openDocument(_ range: Range<Int>) throws(Rejection) -> Int? {
    let number = machine.documentCount
    guard number < 8, prepareDocument(number, capacity: range.count) else { return nil }
    let parser = machine.documents[number].parser
    guard !range.isEmpty, rr_index(parser, base, range.lowerBound, range.upperBound) == 0 else {
      return nil
    }
    let scratch = try room(for: range.count)
    let count = rr_read_whole_line(parser, range.lowerBound, range.upperBound, scratch)
    guard count >= 0 else { return nil }
    machine.documents[number].count = Int(count)
    machine.documents[number].isSigned = false
    machine.documentCount += 1
    return number + 1
  }

  /// A parser that is large enough; false without memory.
  private mutating func prepareDocument(_ number: Int, capacity: Int) -> Bool {
    if number < machine.documents.count, machine.documents[number].capacity >= capacity {
      return true
    }
    let larger = max(capacity * 2, 1 << 14)
    guard let parser = rr_parser_create(larger + 64) else { return false }
    if number < machine.documents.count {
      rr_parser_destroy(machine.documents[number].parser)
      machine.documents[number] = DialectMachine.Document(parser: parser, capacity: larger)
    } else {
      machine.documents.append(DialectMachine.Document(parser: parser, capacity: larger))
    }
    return true
  }

  // MARK: - Elements

  private func element(_ place: DialectProgram.Place) -> LineValue {
    switch place {
    case .first(let node): elements(node).first ?? LineValue()
    case .firstWhere(let node, let member, let other):
      firstElement(node, member, machine.values[Int(other)])
    case .greatest(let node, let member, let unless): greatest(node, member, unless)
    default: LineValue()
    }
  }

  private func elements(_ node: Int32) -> [LineValue] {
    let list = machine.values[Int(node)]
    guard list.type == LineValue.array else { return [] }
    return children(of: list).map { value($0, document: list.document) }
  }

  private func firstElement(_ node: Int32, _ member: String, _ other: LineValue) -> LineValue {
    let all = elements(node)
    let match = all.first { isSame(value(at: [member], in: $0), other) }
    return match ?? all.first ?? LineValue()
  }

  private func greatest(_ node: Int32, _ member: [String], _ unless: [[String]]) -> LineValue {
    let all = elements(node)
    let left = all.filter { element in
      !unless.contains { isTrue(value(at: $0[...], in: element)) }
    }
    var best: (value: LineValue, number: Int64)?
    for element in left.isEmpty ? all : left {
      let number = integer(value(at: member[...], in: element)) ?? .min
      if best.map({ number > $0.number }) ?? true { best = (element, number) }
    }
    return best?.value ?? LineValue()
  }
}
