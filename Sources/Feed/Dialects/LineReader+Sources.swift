import CSimdJSON
import Values

// Where the texts and identifiers of a canonical event come from.

extension LineReader {
  /// The value of a source; missing when there is none.
  mutating func value(of source: DialectProgram.Source) throws(Rejection) -> LineValue {
    switch source {
    case .path(let node): return at(node)
    case .literal(let text): return try write(text)
    case .first(let choices): return try first(choices, isID: false)
    case .id(let choices): return try first(choices, isID: true)
    case .when(let test, let choice):
      return holds(test) ? try value(of: choice) : LineValue()
    case .lowerCase(let choice): return try lowered(try value(of: choice))
    case .joined(let choices): return try joined(choices)
    case .orEmpty(let choice):
      let value = try value(of: choice)
      return value.isThere ? value : try write("")
    default: return try seldom(source)
    }
  }

  private mutating func seldom(_ source: DialectProgram.Source) throws(Rejection) -> LineValue {
    switch source {
    case .without(let prefix, let choice):
      var value = try value(of: choice)
      guard begins(value, prefix) else { return value }
      value.offset += UInt32(prefix.utf8.count)
      value.count -= UInt32(prefix.utf8.count)
      return value
    case .mapped(let node, let texts):
      guard let match = texts.first(where: { isOneOf(at(node), [$0.0]) }) else {
        return LineValue()
      }
      return try write(match.1)
    case .element(let node, let prefix): return element(at(node), notPrefixed: prefix)
    case .unless(let words, let choice):
      let value = try value(of: choice)
      return isOneOf(value, words) ? LineValue() : value
    case .period(let count, let unit): return try period(at(count), at(unit))
    default: return LineValue()
    }
  }

  /// The first that is there and says something; an object where a text may stand does not.
  private mutating func first(_ choices: [DialectProgram.Source], isID: Bool) throws(Rejection)
    -> LineValue
  {
    var last = LineValue()
    for choice in choices {
      let value = try value(of: choice)
      guard value.isThere else { continue }
      if !value.isContainer, isID ? !isNoID(value) : !value.isEmptyText { return value }
      if last.type == LineValue.missing || last.isContainer { last = value }
    }
    return last.isEmptyText ? LineValue() : last
  }

  func isNoID(_ value: LineValue) -> Bool {
    value.isEmptyText
      || rules.noIDs.contains(
        UnsafeBufferPointer(start: base + Int(value.offset), count: Int(value.count)))
  }

  private mutating func joined(_ choices: [DialectProgram.Source]) throws(Rejection) -> LineValue {
    var parts: [LineValue] = []
    for choice in choices {
      let part = try value(of: choice)
      guard isScalarText(part) else { return LineValue() }
      parts.append(part)
    }
    let count = parts.reduce(0) { $0 + Int($1.count) }
    let start = try room(for: count)
    var at = start
    for part in parts {
      (base + at).update(from: base + Int(part.offset), count: Int(part.count))
      at += Int(part.count)
    }
    return LineReader.string(start, count)
  }

  private func element(_ list: LineValue, notPrefixed prefix: String) -> LineValue {
    guard list.type == LineValue.array else { return list }
    let all = children(of: list).map { value($0, document: list.document) }
    return all.first { !begins($0, prefix) } ?? all.first ?? LineValue()
  }

  /// `P3M` of 3 and `month`.
  private mutating func period(_ count: LineValue, _ unit: LineValue) throws(Rejection) -> LineValue
  {
    let letters = ["day": "D", "week": "W", "month": "M", "year": "Y"]
    guard unit.type == LineValue.string, let letter = letters[text(unit.offset, unit.count)] else {
      return LineValue()
    }
    return try write("P\(count.isThere ? text(count.offset, count.count) : "1")\(letter)")
  }

  private mutating func lowered(_ value: LineValue) throws(Rejection) -> LineValue {
    guard value.type == LineValue.string else { return value }
    let start = try room(for: Int(value.count))
    for i in 0..<Int(value.count) { base[start + i] = lowerCase(base[Int(value.offset) + i]) }
    return LineReader.string(start, Int(value.count))
  }

  /// A text of our own, in the buffer.
  mutating func write(_ text: String) throws(Rejection) -> LineValue {
    let count = text.utf8.count
    let start = try room(for: count)
    var at = start
    for byte in text.utf8 {
      base[at] = byte
      at += 1
    }
    return LineReader.string(start, count)
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
