import CSimdJSON
import Values

// Members of a line as values.

extension LineReader {
  static let mistypedIdentifier = UInt64.max

  /// The range of a string, or of an integer's exact digits, as start << 32 | count; 0 for an
  /// empty string and a word that is no id (``PlaceholderIDs``); ``mistypedIdentifier`` for anything else.
  @inline(__always)
  func identifier(_ value: rr_field, ofCustomer: Bool) -> UInt64 {
    let isText = value.type == UInt32(RR_STRING)
    guard isText || isInteger(value) else { return LineReader.mistypedIdentifier }
    let written = UnsafeBufferPointer(
      start: base + Int(value.value), count: Int(value.value_length))
    guard !written.isEmpty,
      ofCustomer ? !rules.noIDs.contains(written) : !rules.noIDs.containsWord(written)
    else { return 0 }
    let id = PlaceholderIDs.withoutSpace(written)
    return (UInt64(value.value) + UInt64(id.startIndex)) << 32 | UInt64(id.count)
  }

  private func isInteger(_ value: rr_field) -> Bool {
    guard value.type == UInt32(RR_NUMBER) else { return false }
    let digits = UnsafeBufferPointer(start: base + Int(value.value), count: Int(value.value_length))
    return digits.allSatisfy { $0 &- 48 < 10 || $0 == 45 }
  }

  func isEmptyString(_ value: rr_field) -> Bool {
    value.type == UInt32(RR_STRING) && value.value_length == 0
  }

  /// Whether the value is the string `word`, which is in lower case, in any case.
  func isWord(_ value: rr_field, _ word: StaticString) -> Bool {
    guard value.type == UInt32(RR_STRING), Int(value.value_length) == word.utf8CodeUnitCount
    else { return false }
    for i in 0..<word.utf8CodeUnitCount
    where lowerCase(base[Int(value.value) + i]) != word.utf8Start[i] {
      return false
    }
    return true
  }

  /// Whether the value is exactly the string `word`.
  func isExactly(_ value: rr_field, _ word: StaticString) -> Bool {
    guard value.type == UInt32(RR_STRING), Int(value.value_length) == word.utf8CodeUnitCount
    else { return false }
    for i in 0..<word.utf8CodeUnitCount where base[Int(value.value) + i] != word.utf8Start[i] {
      return false
    }
    return true
  }

  /// The small integer of a text; 0 for an empty one.
  @inline(__always)
  mutating func interned(_ start: Int, _ count: Int) -> StringID {
    guard count > 0 else { return 0 }
    let known = textCache.value(of: base + start, count)
    return known != ByteCache.unknown ? known : learnText(start, count)
  }

  @inline(never)
  private mutating func learnText(_ start: Int, _ count: Int) -> StringID {
    let id = strings.id(of: text(UInt32(start), UInt32(count)))
    textCache.insert(base + start, count, id)
    return id
  }

  /// The milliseconds of a time field (text, integer or object).
  @inline(__always)
  mutating func time(_ field: LogField) throws(Rejection) -> Int64 {
    let value = member(field)
    let at = base + Int(value.value)
    let time: Int64?
    switch value.type {
    case UInt32(RR_STRING):
      let count = Int(value.value_length)
      time = TimeText.milliseconds(at, count, &dates) ?? timeWithoutZone(at, count)
    case UInt32(RR_NUMBER):
      time = NumberText.integer(at, Int(value.value_length)).flatMap {
        TimeText.milliseconds(ofInteger: $0)
      }
    case UInt32(RR_OBJECT): time = objectTime(Int(slots[Int(field.rawValue)]))
    case LineValue.exact: time = draft.numbers[Int(value.value)]
    case LineValue.bad: time = nil
    default: throw Rejection(.mistypedField, field)
    }
    guard let time else { throw Rejection(.badTime, field) }
    return time
  }

  /// A time that names no zone, in that of the configuration; nil where it has none.
  @inline(never)
  private mutating func timeWithoutZone(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard let zone = rules.timesWithoutZone,
      let local = TimeText.millisecondsWithoutZone(text, count, &dates)
    else { return nil }
    return zone.instant(ofLocal: local).milliseconds
  }

  /// `{seconds, nanoseconds}`, the object being member `place`. Nanoseconds may be absent.
  private func objectTime(_ place: Int) -> Int64? {
    var seconds: Int64?
    var nanoseconds: Int64? = 0
    var i = place + 1
    while i < fieldCount, fields[i].depth > fields[place].depth {
      if fields[i].depth == fields[place].depth + 1 {
        if isKey(fields[i], "seconds") { seconds = integer(fields[i]) }
        if isKey(fields[i], "nanoseconds") { nanoseconds = integer(fields[i]) }
      }
      i += 1
    }
    guard let seconds, let nanoseconds else { return nil }
    return TimeText.milliseconds(seconds: seconds, nanoseconds: nanoseconds)
  }

  private func integer(_ value: rr_field) -> Int64? {
    guard value.type == UInt32(RR_NUMBER) else { return nil }
    return NumberText.integer(base + Int(value.value), Int(value.value_length))
  }

  /// Whether a member's key is `word`, without regard to case and underscores.
  private func isKey(_ member: rr_field, _ word: StaticString) -> Bool {
    var i = 0
    for at in Int(member.key)..<Int(member.key + member.key_length) where base[at] != 95 {
      guard i < word.utf8CodeUnitCount, lowerCase(base[at]) == word.utf8Start[i] else {
        return false
      }
      i += 1
    }
    return i == word.utf8CodeUnitCount
  }
}

/// The known currency codes as a reader of millions of lines looks them up.
enum Currencies {
  /// One bit for each three-letter code, by ``index(_:)``.
  static func bits() -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (26 * 26 * 26 + 63) / 64)
    for code in CurrencyCodes.all {
      let letters = Array(code.utf8)
      guard letters.count == 3, let index = index(letters[0], letters[1], letters[2]) else {
        continue
      }
      bits[index / 64] |= 1 << UInt64(index % 64)
    }
    return bits
  }

  /// The number of three letters in either case; nil for anything else.
  @inline(__always)
  static func index(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int? {
    let x = (a | 32) &- 97
    let y = (b | 32) &- 97
    let z = (c | 32) &- 97
    guard x < 26, y < 26, z < 26 else { return nil }
    return (Int(x) * 26 + Int(y)) * 26 + Int(z)
  }
}
