import CSimdJSON
import Values

// Finding the scopes of a declaration: objects and lists in the line, and documents inside texts.

extension LineReader {
  /// Finds the outer scopes, or the inner ones.
  mutating func placeScopes(_ program: DialectProgram, inner: Bool) throws(Rejection) {
    for number in program.scopes.indices {
      let scope = machine.code.scopes[number]
      guard scope.isInner == inner, !machine.hasFound(scope.root),
        holds(scope.when)
      else { continue }
      for place in scope.places.indices
      where try self.place(machine.code.places[place], scope.root, program) {
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
    case .object(let node): return placeObject(at(node), root, program)
    case .signed(let node): return try placeSigned(at(node), root, program)
    case .base64(let node): return try placeEncoded(at(node), root, program)
    case .parameters(let node):
      readParameters(at(node), root)
      return true
    default: return placeObject(element(place), root, program)
    }
  }

  private mutating func placeObject(
    _ value: LineValue, _ root: Int32, _ program: DialectProgram
  ) -> Bool {
    guard value.type == LineValue.object else { return false }
    machine.homes[Int(root)] = value.document
    collect(members(of: value), root: root, program.emptyIsAbsent)
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
    collect(members(ofDocument: document), root: root, program.emptyIsAbsent)
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
    case .first(let node):
      let list = list(node)
      return children(of: list).first { _ in true }.map { value($0, document: list.document) }
        ?? LineValue()
    case .firstWhere(let node, let member, let other): return firstElement(node, member, at(other))
    case .greatest(let node, let members, let unless): return greatest(node, members, unless)
    default: return LineValue()
    }
  }

  /// The list at a place; missing for anything else.
  private func list(_ node: Int32) -> LineValue {
    let value = at(node)
    return value.type == LineValue.array ? value : LineValue()
  }

  private func firstElement(_ node: Int32, _ member: CodeRange, _ other: LineValue) -> LineValue {
    let list = list(node)
    var first = LineValue()
    for i in children(of: list) {
      let element = value(i, document: list.document)
      if isSame(value(at: member, in: element), other) { return element }
      if first.type == LineValue.missing { first = element }
    }
    return first
  }

  private func greatest(_ node: Int32, _ members: CodeRange, _ unless: CodeRange) -> LineValue {
    let list = list(node)
    var best = LineValue()
    var isBestLeft = false
    for i in children(of: list) {
      let element = value(i, document: list.document)
      let isLeft = !unless.indices.contains {
        isTrue(value(at: machine.code.keyPaths[$0], in: element))
      }
      let isBetter = isLeft == isBestLeft ? isGreater(element, than: best, at: members) : isLeft
      guard best.type == LineValue.missing || isBetter else { continue }
      (best, isBestLeft) = (element, isLeft)
    }
    return best
  }

  /// Whether one has the greater number at the first of the members at which they differ.
  private func isGreater(_ value: LineValue, than other: LineValue, at members: CodeRange) -> Bool {
    for member in members.indices {
      let (own, others) = (number(at: member, in: value), number(at: member, in: other))
      if own != others { return own > others }
    }
    return false
  }

  private func number(at member: Int, in value: LineValue) -> Int64 {
    integer(self.value(at: machine.code.keyPaths[member], in: value)) ?? .min
  }
}
