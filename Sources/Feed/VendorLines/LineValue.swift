import CSimdJSON
import Glibc
import Values

/// A value in a line of JSON that was read whole, found by its path:
/// `line["data"]["object"]["id"]`. A path that leads nowhere gives a value that is absent. Keys are
/// compared as they are written; of equal keys the last counts.
struct LineValue: BitwiseCopyable {
  /// What the offsets of the fields count from.
  let base: UnsafePointer<UInt8>
  /// Behind a container's field stand those of what is inside it. Nil where nothing is.
  let field: UnsafePointer<rr_field>?

  /// Types of values that no line has: ``EventDraft`` writes them.
  /// The value is a number beside the field, in milliseconds or micro-units.
  static let exact: UInt32 = 32
  /// A time or an amount that is none.
  static let bad: UInt32 = 33

  @inline(__always)
  init(_ field: UnsafePointer<rr_field>?, _ base: UnsafePointer<UInt8>) {
    self.field = field
    self.base = base
  }

  private static let missing: UInt32 = 255

  @inline(__always)
  var type: UInt32 { field?.pointee.type ?? LineValue.missing }

  /// Whether the key is there, null included.
  @inline(__always)
  var isNamed: Bool { field != nil }

  /// Whether something stands there but null.
  @inline(__always)
  var isSet: Bool { field != nil && type != UInt32(RR_NULL) }

  /// Null and an empty text are absent.
  @inline(__always)
  var isPresent: Bool {
    guard let field else { return false }
    return field.pointee.type != UInt32(RR_NULL) && !(isText && field.pointee.value_length == 0)
  }

  @inline(__always)
  var isText: Bool { type == UInt32(RR_STRING) }
  @inline(__always)
  var isObject: Bool { type == UInt32(RR_OBJECT) }
  @inline(__always)
  var isList: Bool { type == UInt32(RR_ARRAY) }
  /// A text or a number.
  @inline(__always)
  var isScalar: Bool { type == UInt32(RR_STRING) || type == UInt32(RR_NUMBER) }

  /// The letters of a text, the digits of a number.
  @inline(__always)
  var bytes: UnsafeBufferPointer<UInt8> {
    guard let field, isScalar else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(
      start: base + Int(field.pointee.value), count: Int(field.pointee.value_length))
  }

  /// This value, or the other one where this one is absent.
  @inline(__always)
  func or(_ other: @autoclosure () -> LineValue) -> LineValue { isPresent ? self : other() }

  /// This value while the condition holds.
  @inline(__always)
  func when(_ condition: Bool) -> LineValue { condition ? self : LineValue(nil, base) }

  /// This value where it is an object.
  var ifObject: LineValue { when(isObject) }

  /// Whether a value is this object, or inside it.
  func holds(_ value: LineValue) -> Bool {
    guard let field, let other = value.field else { return false }
    return (field...(field + Int(field.pointee.value_length))).contains(other)
  }

  /// An id that may have been expanded to the object it names.
  var id: LineValue { isObject ? self["id"] : self }

  // MARK: - Paths

  subscript(key: StaticString) -> LineValue {
    guard let field, field.pointee.type == UInt32(RR_OBJECT) else { return LineValue(nil, base) }
    let count = UInt32(truncatingIfNeeded: key.utf8CodeUnitCount)
    // An object says which lengths its keys have.
    guard field.pointee.value & (1 &<< (count & 31)) != 0 else { return LineValue(nil, base) }
    return member(key.utf8Start, count, of: field)
  }

  /// The last member whose key is these letters in lower case, without its underscores; of a list,
  /// that of its first element.
  func member(folded key: [UInt8]) -> LineValue {
    let object = isList ? first : self
    var found = when(false)
    guard object.isObject else { return found }
    for value in object.elements where value.hasKey(folded: key) { found = value }
    return found
  }

  private func hasKey(folded letters: [UInt8]) -> Bool {
    let key = UnsafeBufferPointer(start: base + Int(self.key.start), count: Int(self.key.count))
    return key.lazy.filter { $0 != UInt8(ascii: "_") }.map(lowerCase).elementsEqual(letters)
  }

  /// The key under which a value stands in its object.
  var key: LineKey {
    LineKey(start: field?.pointee.key ?? 0, count: field?.pointee.key_length ?? 0)
  }

  private func member(
    _ key: UnsafePointer<UInt8>, _ count: UInt32, of object: UnsafePointer<rr_field>
  ) -> LineValue {
    let end = object + 1 + Int(object.pointee.value_length)
    var at = object + 1
    var found: UnsafePointer<rr_field>?
    while at < end {
      if at.pointee.key_length == count, memcmp(base + Int(at.pointee.key), key, Int(count)) == 0 {
        found = at
      }
      at = LineValue.next(at)
    }
    return LineValue(found, base)
  }

  /// The field behind a value and all that is inside it.
  @inline(__always)
  private static func next(_ field: UnsafePointer<rr_field>) -> UnsafePointer<rr_field> {
    field + 1 + (field.pointee.type >= UInt32(RR_OBJECT) ? Int(field.pointee.value_length) : 0)
  }

  /// The elements of a list, or the values of an object's members; none of anything else.
  var elements: Elements {
    guard let field, isList || isObject else { return Elements(at: nil, end: nil, base) }
    return Elements(at: field + 1, end: field + 1 + Int(field.pointee.value_length), base)
  }

  /// The first element of a list.
  var first: LineValue {
    var elements = elements
    return (isList ? elements.next() : nil) ?? LineValue(nil, base)
  }

  struct Elements: Sequence, IteratorProtocol {
    private var at: UnsafePointer<rr_field>?
    private let end: UnsafePointer<rr_field>?
    private let base: UnsafePointer<UInt8>

    init(
      at: UnsafePointer<rr_field>?, end: UnsafePointer<rr_field>?, _ base: UnsafePointer<UInt8>
    ) {
      (self.at, self.end, self.base) = (at, end, base)
    }

    @inline(__always)
    mutating func next() -> LineValue? {
      guard let field = at, let end, field < end else { return nil }
      at = LineValue.next(field)
      return LineValue(field, base)
    }
  }
}

// MARK: - What a value says

extension LineValue {
  /// Whether a text or a number is written so.
  @inline(__always)
  static func == (value: LineValue, text: StaticString) -> Bool {
    value.isScalar && value.bytes.count == text.utf8CodeUnitCount && value.begins(with: text)
  }

  /// `switch line["type"] { case "invoice.paid": … }`
  @inline(__always)
  static func ~= (text: StaticString, value: LineValue) -> Bool { value == text }

  @inline(__always)
  func begins(with text: StaticString) -> Bool {
    let bytes = bytes
    guard bytes.count >= text.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether the key that the value stands under begins so.
  func hasKey(beginning text: StaticString) -> Bool {
    guard Int(key.count) >= text.utf8CodeUnitCount else { return false }
    return memcmp(base + Int(key.start), text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether both are written with the same letters.
  func isSame(as other: LineValue) -> Bool {
    isScalar && other.isScalar && bytes.elementsEqual(other.bytes)
  }

  /// Whether a text is this word, which is in lower case, in any case.
  func isWord(_ word: StaticString) -> Bool {
    isText && bytes.count == word.utf8CodeUnitCount
      && bytes.indices.allSatisfy { lowerCase(bytes[$0]) == word.utf8Start[$0] }
  }

  /// Whether a text contains this word, which is in lower case, in any case.
  func contains(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard isText, bytes.count >= count else { return false }
    return (0...(bytes.count - count)).contains { start in
      (0..<count).allSatisfy { lowerCase(bytes[start + $0]) == word.utf8Start[$0] }
    }
  }

  /// `true`, or the text "true".
  var isTrue: Bool { type == UInt32(RR_TRUE) || isWord("true") }
  var isFalse: Bool { type == UInt32(RR_FALSE) || isWord("false") }

  var isZero: Bool {
    guard let first = bytes.first, first == 48 || first == 45, bytes.count < 32 else {
      return false
    }
    return decimal?.mantissa == 0
  }

  var isPositive: Bool { (decimal?.mantissa ?? 0) > 0 }
  var isNegative: Bool { (decimal?.mantissa ?? 0) < 0 }

  /// A number, or a text that is written as one.
  var decimal: ExactDecimal? { ExactDecimal(UnsafeRawBufferPointer(bytes)) }

  /// The whole part of a number, rounded down.
  var integer: Int64? {
    guard let digits = bytes.baseAddress else { return nil }
    return plainInteger ?? NumberText.integer(digits, bytes.count) ?? decimal?.whole
  }

  /// A number of up to twelve digits and nothing else, as nearly all are; nil for all others.
  @inline(__always)
  var plainInteger: Int64? {
    let digits = bytes
    guard digits.count > 0, digits.count <= 12, digits[0] &- 49 < 9 else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard digit &- 48 < 10 else { return nil }
      number = number &* 10 &+ Int64(digit &- 48)
    }
    return number
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

// MARK: - Periods

extension LineValue {
  /// The unit of a period as billers name it: `month`.
  var periodUnit: Period.Unit? {
    switch self {
    case "day": .day
    case "week": .week
    case "month": .month
    case "year": .year
    default: nil
    }
  }

  /// From this time to a later one, both in seconds; nil where either is no time.
  func seconds(to end: LineValue) -> Range<Instant>? {
    guard let start = integer, let end = end.integer, start >= 0, start < end,
      end < Instant.distantFuture.milliseconds / 1000
    else { return nil }
    return Instant(milliseconds: start * 1000)..<Instant(milliseconds: end * 1000)
  }
}
