import CSimdJSON
import Values

// Where the texts and identifiers of a canonical event come from.

extension LineReader {
  /// How many parts a declaration may join.
  static let mostParts = 8

  /// The value of a source; missing when there is none.
  @inline(__always)
  mutating func value(of source: DialectProgram.Source) throws(Rejection) -> LineValue {
    try value(step: source.step)
  }

  mutating func value(step number: Int32) throws(Rejection) -> LineValue {
    let step = machine.code.steps[number]
    switch step.code {
    case .path: return at(step.place)
    case .literal: return literal(step.texts.start)
    case .first: return try first(number + 1, step.end, isID: false)
    case .id: return try first(number + 1, step.end, isID: true)
    case .when:
      guard holds(step: number + 1) else { return LineValue() }
      return try value(step: machine.code.steps[number + 1].end)
    case .lowerCase: return try lowered(try value(step: number + 1))
    case .joined: return try joined(number + 1, step.end)
    case .orEmpty:
      let value = try value(step: number + 1)
      return value.isThere ? value : LineReader.string(pool, 0)
    default: return try seldom(number, step)
    }
  }

  private mutating func seldom(_ number: Int32, _ step: DialectStep) throws(Rejection) -> LineValue
  {
    switch step.code {
    case .without:
      var value = try value(step: number + 1)
      guard begins(value, step.texts.start) else { return value }
      let prefix = machine.code.texts[step.texts.start].count
      value.offset += UInt32(prefix)
      value.count -= UInt32(prefix)
      return value
    case .mapped: return mapped(at(step.place), step.texts)
    case .element: return element(at(step.place), notPrefixed: step.texts.start)
    case .unless:
      let value = try value(step: number + 1)
      return isOneOf(value, step.texts) ? LineValue() : value
    case .period: return try period(at(step.place), at(step.other))
    default: return LineValue()
    }
  }

  /// What stands behind the value among the texts, which come in pairs.
  private func mapped(_ value: LineValue, _ pairs: CodeRange) -> LineValue {
    var text = pairs.start
    while text < pairs.start + pairs.count {
      if isOneOf(value, CodeRange(start: text, count: 1)) { return literal(text + 1) }
      text += 2
    }
    return LineValue()
  }

  /// The first that is there and says something; an object where a text may stand does not, nor
  /// does `true` where an id may.
  private mutating func first(_ start: Int32, _ end: Int32, isID: Bool) throws(Rejection)
    -> LineValue
  {
    var last = LineValue()
    var step = start
    while step < end {
      let value = try value(step: step)
      step = machine.code.steps[step].end
      guard value.isThere else { continue }
      let isUsable = isID ? self.isID(value) : !value.isContainer
      if isUsable, !value.isEmptyText { return value }
      if last.type == LineValue.missing || last.isContainer { last = value }
    }
    return last.isEmptyText || (isID && !last.isContainer && isNoID(last)) ? LineValue() : last
  }

  func isID(_ value: LineValue) -> Bool { isScalarText(value) && !isNoID(value) }

  func isNoID(_ value: LineValue) -> Bool {
    value.isEmptyText
      || rules.noIDs.contains(
        UnsafeBufferPointer(start: base + Int(value.offset), count: Int(value.count)))
  }

  private mutating func joined(_ first: Int32, _ end: Int32) throws(Rejection) -> LineValue {
    var parts = InlineArray<8, LineValue>(repeating: LineValue())
    var partCount = 0
    var count = 0
    var step = first
    while step < end {
      let part = try value(step: step)
      guard isScalarText(part) else { return LineValue() }
      parts[partCount] = part
      partCount += 1
      count += Int(part.count)
      step = machine.code.steps[step].end
    }
    let start = try room(for: count)
    var at = start
    for i in 0..<partCount { at = copy(parts[i], to: at) }
    return LineReader.string(start, count)
  }

  /// Copies a text to a place of the buffer; where it ends there.
  @inline(__always)
  private func copy(_ part: LineValue, to at: Int) -> Int {
    (base + at).update(from: base + Int(part.offset), count: Int(part.count))
    return at + Int(part.count)
  }

  private func element(_ list: LineValue, notPrefixed prefix: Int32) -> LineValue {
    guard list.type == LineValue.array else { return list }
    var first = LineValue()
    for i in children(of: list) {
      let value = value(i, document: list.document)
      guard isID(value) else { continue }
      if !begins(value, prefix) { return value }
      if first.type == LineValue.missing { first = value }
    }
    return first
  }

  /// `P3M` of 3 and `month`.
  private mutating func period(_ count: LineValue, _ unit: LineValue) throws(Rejection) -> LineValue
  {
    guard let letter = LineReader.letter(of: unit, base) else { return LineValue() }
    let digits = count.isThere ? Int(count.count) : 1
    let start = try room(for: digits + 2)
    base[start] = UInt8(ascii: "P")
    base[start + 1] = UInt8(ascii: "1")
    if count.isThere { _ = copy(count, to: start + 1) }
    base[start + 1 + digits] = letter
    return LineReader.string(start, digits + 2)
  }

  /// The unit of ISO 8601 for a word.
  private static func letter(of unit: LineValue, _ base: UnsafePointer<UInt8>) -> UInt8? {
    guard unit.type == LineValue.string else { return nil }
    let text = UnsafeBufferPointer(start: base + Int(unit.offset), count: Int(unit.count))
    let words: InlineArray<4, StaticString> = ["day", "week", "month", "year"]
    for i in words.indices {
      let word = UnsafeBufferPointer(
        start: words[i].utf8Start, count: words[i].utf8CodeUnitCount)
      if text.elementsEqual(word) { return word[0] - 32 }
    }
    return nil
  }

  private mutating func lowered(_ value: LineValue) throws(Rejection) -> LineValue {
    guard value.type == LineValue.string else { return value }
    let start = try room(for: Int(value.count))
    for i in 0..<Int(value.count) { base[start + i] = lowerCase(base[Int(value.offset) + i]) }
    return LineReader.string(start, Int(value.count))
  }

  static func string(_ start: Int, _ count: Int) -> LineValue {
    LineValue(offset: UInt32(start), count: UInt32(count), type: LineValue.string)
  }

  // MARK: - Countries

  /// The alpha-2 code of a name or an alpha-3 code; anything else as it stands.
  mutating func country(_ value: LineValue) throws(Rejection) -> LineValue {
    guard value.type == LineValue.string, value.count > 2 else { return value }
    var code = machine.countries.value(of: base + Int(value.offset), Int(value.count))
    if code == ByteCache.unknown {
      code = Countries.code(of: text(value.offset, value.count))
      machine.countries.insert(base + Int(value.offset), Int(value.count), code)
    }
    guard code != 0 else { return value }
    let start = try room(for: 2)
    base[start] = UInt8(code >> 8)
    base[start + 1] = UInt8(code & 0xFF)
    return LineReader.string(start, 2)
  }
}
