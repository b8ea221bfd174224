import CSimdJSON
import Values

// What the conditions of a declaration mean.

extension LineReader {
  func holds(_ test: DialectProgram.Condition) -> Bool {
    switch test {
    case .always: true
    case .has(let node): at(node).isThere
    case .hasKey(let node): at(node).type != LineValue.missing
    case .isNull(let node): at(node).type == LineValue.null
    case .isText(let node): at(node).type == LineValue.string
    case .isObject(let node): at(node).type == LineValue.object
    case .isList(let node): at(node).type == LineValue.array
    case .equals(let node, let texts): isOneOf(at(node), texts)
    case .all(let tests): tests.allSatisfy { holds($0) }
    case .any(let tests): tests.contains { holds($0) }
    case .not(let test): !holds(test)
    default: holdsSeldom(test)
    }
  }

  private func holdsSeldom(_ test: DialectProgram.Condition) -> Bool {
    switch test {
    case .beginsWith(let node, let text): begins(at(node), text)
    case .isSame(let node, let other): isSame(at(node), at(other))
    case .isTrue(let node): isTrue(at(node))
    case .isFalse(let node): isFalse(at(node))
    case .isZero(let node): isZero(at(node))
    case .isPositive(let node): (decimal(at(node))?.mantissa ?? 0) > 0
    case .isNegative(let node): (decimal(at(node))?.mantissa ?? 0) < 0
    case .isLater(let node, let other): isLater(at(node), than: at(other))
    case .contains(let node, let text): contains(at(node), text)
    case .allZero(let node, let member): allZero(at(node), member)
    default: false
    }
  }

  @inline(__always)
  func at(_ node: Int32) -> LineValue { machine.values[Int(node)] }

  @inline(__always)
  func isScalarText(_ value: LineValue) -> Bool {
    value.type == LineValue.string || value.type == LineValue.number
  }

  func isOneOf(_ value: LineValue, _ texts: [String]) -> Bool {
    guard isScalarText(value) else { return false }
    for text in texts where isSame(value.offset, value.count, text) { return true }
    return false
  }

  func isSame(_ a: LineValue, _ b: LineValue) -> Bool {
    guard isScalarText(a), isScalarText(b), a.count == b.count else { return false }
    for i in 0..<Int(a.count) where base[Int(a.offset) + i] != base[Int(b.offset) + i] {
      return false
    }
    return true
  }

  func begins(_ value: LineValue, _ text: String) -> Bool {
    let count = UInt32(text.utf8.count)
    return isScalarText(value) && value.count >= count && isSame(value.offset, count, text)
  }

  func isTrue(_ value: LineValue) -> Bool {
    value.type == UInt8(RR_TRUE) || isWord(value, "true")
  }

  func isFalse(_ value: LineValue) -> Bool {
    value.type == UInt8(RR_FALSE) || isWord(value, "false")
  }

  /// Whether a text is this word, in any case.
  func isWord(_ value: LineValue, _ word: String) -> Bool {
    guard value.type == LineValue.string, Int(value.count) == word.utf8.count else { return false }
    for (i, letter) in word.utf8.enumerated()
    where lowerCase(base[Int(value.offset) + i]) != lowerCase(letter) {
      return false
    }
    return true
  }

  func isZero(_ value: LineValue) -> Bool {
    guard isScalarText(value), value.count > 0, value.count < 32 else { return false }
    let first = base[Int(value.offset)]
    guard first == 48 || first == 45 else { return false }
    return decimal(value)?.mantissa == 0
  }

  /// A number, or a text that is written as one.
  func decimal(_ value: LineValue) -> ExactDecimal? {
    guard isScalarText(value) else { return nil }
    return ExactDecimal(
      UnsafeRawBufferPointer(start: base + Int(value.offset), count: Int(value.count)))
  }

  /// The whole part of a number.
  func integer(_ value: LineValue) -> Int64? {
    guard isScalarText(value) else { return nil }
    return NumberText.integer(base + Int(value.offset), Int(value.count))
      ?? decimal(value).flatMap { $0.whole }
  }

  private func isLater(_ value: LineValue, than other: LineValue) -> Bool {
    guard let a = integer(value) else { return false }
    return integer(other).map { a > $0 } ?? true
  }

  private func contains(_ value: LineValue, _ word: String) -> Bool {
    if value.type == LineValue.array {
      return children(of: value).contains {
        contains(self.value($0, document: value.document), word)
      }
    }
    guard value.type == LineValue.string else { return false }
    return text(value.offset, value.count).lowercased().contains(word)
  }

  private func allZero(_ list: LineValue, _ member: String) -> Bool {
    children(of: list).allSatisfy {
      isZero(value(at: [member], in: value($0, document: list.document)))
    }
  }
}

extension ExactDecimal {
  /// The number without its fraction, rounded down; nil beyond Int64.
  var whole: Int64? {
    guard exponent < 0 else { return scaled(places: 0) }
    guard exponent > -19 else { return mantissa < 0 ? -1 : 0 }
    return floorDivide(mantissa, by: powerOfTen(-exponent))
  }
}
