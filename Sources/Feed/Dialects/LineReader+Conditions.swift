import CSimdJSON
import Glibc
import Values

// What the conditions of a declaration mean.

extension LineReader {
  @inline(__always)
  func holds(_ test: DialectProgram.Condition) -> Bool { holds(step: test.step) }

  func holds(step number: Int32) -> Bool {
    let step = machine.code.steps[number]
    switch step.code {
    case .always: return true
    case .has: return at(step.place).isThere
    case .hasID: return isID(at(step.place))
    case .hasKey: return at(step.place).type != LineValue.missing
    case .found: return machine.hasFound(step.place)
    case .isNull: return at(step.place).type == LineValue.null
    case .isText: return at(step.place).type == LineValue.string
    case .isObject: return at(step.place).type == LineValue.object
    case .isList: return at(step.place).type == LineValue.array
    case .equals: return isOneOf(at(step.place), step.texts)
    case .all: return holdsAll(number + 1, step.end, true)
    case .any: return !holdsAll(number + 1, step.end, false)
    case .not: return !holds(step: number + 1)
    default: return holdsSeldom(step)
    }
  }

  /// Whether all steps of the range hold, or none of them.
  private func holdsAll(_ first: Int32, _ end: Int32, _ expected: Bool) -> Bool {
    var at = first
    while at < end {
      guard holds(step: at) == expected else { return false }
      at = machine.code.steps[at].end
    }
    return true
  }

  private func holdsSeldom(_ step: DialectStep) -> Bool {
    let value = at(step.place)
    return switch step.code {
    case .beginsWith: begins(value, step.texts.start)
    case .isSame: isSame(value, at(step.other))
    case .isTrue: isTrue(value)
    case .isFalse: isFalse(value)
    case .isZero: isZero(value)
    case .isPositive: (decimal(value)?.mantissa ?? 0) > 0
    case .isNegative: (decimal(value)?.mantissa ?? 0) < 0
    case .isLater: isLater(value, than: at(step.other))
    case .contains: contains(value, step.texts.start)
    case .allZero: allZero(value, step.texts)
    default: false
    }
  }

  @inline(__always)
  func at(_ node: Int32) -> LineValue { machine.values[Int(node)] }

  @inline(__always)
  func isScalarText(_ value: LineValue) -> Bool {
    value.type == LineValue.string || value.type == LineValue.number
  }

  /// A text of the declarations, by its number.
  @inline(__always)
  func literal(_ text: Int32) -> LineValue {
    let range = machine.code.texts[text]
    return LineValue(
      offset: UInt32(pool) + UInt32(range.start), count: UInt32(range.count),
      type: LineValue.string)
  }

  @inline(__always)
  func isOneOf(_ value: LineValue, _ texts: CodeRange) -> Bool {
    guard isScalarText(value) else { return false }
    for text in texts.indices where isSame(value.offset, value.count, literal(Int32(text))) {
      return true
    }
    return false
  }

  func isOneOf(_ value: LineValue, _ texts: [String]) -> Bool {
    isScalarText(value) && texts.contains { isSame(value.offset, value.count, $0) }
  }

  func isSame(_ a: LineValue, _ b: LineValue) -> Bool {
    isScalarText(a) && isScalarText(b) && isSame(a.offset, a.count, b)
  }

  @inline(__always)
  func isSame(_ start: UInt32, _ count: UInt32, _ other: LineValue) -> Bool {
    count == other.count && memcmp(base + Int(start), base + Int(other.offset), Int(count)) == 0
  }

  func begins(_ value: LineValue, _ text: Int32) -> Bool {
    let literal = literal(text)
    return isScalarText(value) && value.count >= literal.count
      && isSame(value.offset, literal.count, literal)
  }

  func isTrue(_ value: LineValue) -> Bool {
    value.type == UInt8(RR_TRUE) || isWord(value, "true")
  }

  func isFalse(_ value: LineValue) -> Bool {
    value.type == UInt8(RR_FALSE) || isWord(value, "false")
  }

  /// Whether a text is this word, which is in lower case, in any case.
  private func isWord(_ value: LineValue, _ word: StaticString) -> Bool {
    guard value.type == LineValue.string, Int(value.count) == word.utf8CodeUnitCount else {
      return false
    }
    for i in 0..<Int(value.count)
    where lowerCase(base[Int(value.offset) + i]) != word.utf8Start[i] {
      return false
    }
    return true
  }

  /// Whether a text is one of these, in any case.
  func isWord(_ value: LineValue, of words: CodeRange) -> Bool {
    guard value.type == LineValue.string else { return false }
    return words.indices.contains { number in
      let word = literal(Int32(number))
      return word.count == value.count
        && (0..<Int(word.count)).allSatisfy {
          lowerCase(base[Int(value.offset) + $0]) == lowerCase(base[Int(word.offset) + $0])
        }
    }
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

  /// A number of up to twelve digits and nothing else, as nearly all are; nil for all others.
  @inline(__always)
  func plainInteger(_ value: LineValue) -> Int64? {
    let digits = base + Int(value.offset)
    guard isScalarText(value), value.count <= 12, value.count > 0, digits[0] &- 49 < 9 else {
      return nil
    }
    var number: Int64 = 0
    for i in 0..<Int(value.count) {
      let digit = digits[i] &- 48
      guard digit < 10 else { return nil }
      number = number &* 10 &+ Int64(digit)
    }
    return number
  }

  private func isLater(_ value: LineValue, than other: LineValue) -> Bool {
    guard let a = integer(value) else { return false }
    return integer(other).map { a > $0 } ?? true
  }

  private func contains(_ value: LineValue, _ word: Int32) -> Bool {
    if value.type == LineValue.array {
      return children(of: value).contains {
        contains(self.value($0, document: value.document), word)
      }
    }
    let word = literal(word)
    guard value.type == LineValue.string, value.count >= word.count else { return false }
    return (0...Int(value.count - word.count)).contains { start in
      (0..<Int(word.count)).allSatisfy {
        lowerCase(base[Int(value.offset) + start + $0]) == base[Int(word.offset) + $0]
      }
    }
  }

  private func allZero(_ list: LineValue, _ member: CodeRange) -> Bool {
    children(of: list).allSatisfy {
      isZero(value(at: member, in: value($0, document: list.document)))
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
