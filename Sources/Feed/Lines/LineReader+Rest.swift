import CSimdJSON
import Values

// The optional fields. A bad time, amount or currency code rejects the line; any other value that
// does not fit is read as absent and counted.

extension LineReader {
  @inline(__always)
  mutating func set(_ field: PackedField, _ value: UInt64) {
    values[field.rawValue] = value
    packedFields |= field.bit
  }

  @inline(__always)
  mutating func setNumber(_ field: PackedField, _ number: Int64) {
    set(field, PackedForm.number(number))
  }

  @inline(__always)
  mutating func readRest(_ event: EventName, _ time: Int64) throws(Rejection) {
    if event.kind != .usageReported { present &= ~groups.usage }
    if present & groups.amounts != 0 { try readAmounts(event, time) }
    readIdentifiers()
    readTexts()
    if packedFields & PackedField.country.bit != 0, !isCountryCode(member(.country)) {
      readCountry()
    }
    if present & groups.rare != 0 { readRare(time) }
  }

  @inline(__always)
  private mutating func readTexts() {
    var rest = present & groups.texts
    while rest != 0 {
      let value = fields[Int(slots[rest.trailingZeroBitCount])]
      if value.type == UInt32(RR_STRING) {
        let id = interned(Int(value.value), Int(value.value_length))
        if id != 0 { set(places[rest.trailingZeroBitCount], UInt64(UInt32(bitPattern: id))) }
      } else {
        mistyped |= rest & (0 &- rest)
      }
      rest &= rest - 1
    }
  }

  /// Whether a text is a code of two capitals, but for the one that is not in ISO 3166.
  @inline(__always)
  private func isCountryCode(_ value: rr_field) -> Bool {
    guard value.value_length == 2 else { return false }
    let (first, second) = (base[Int(value.value)], base[Int(value.value) + 1])
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return capitals.contains(first) && capitals.contains(second)
      && !(first == UInt8(ascii: "U") && second == UInt8(ascii: "K"))
  }

  /// The alpha-2 code of another code or of a name; anything else as it stands.
  @inline(never)
  private mutating func readCountry() {
    let value = member(.country)
    let (letters, count) = (base + Int(value.value), Int(value.value_length))
    var code = countries.value(of: letters, count)
    if code == ByteCache.unknown {
      code = Countries.code(of: text(value.value, value.value_length))
      countries.insert(letters, count, code)
    }
    guard code != 0 else { return }
    (base[scratch], base[scratch + 1]) = (UInt8(code >> 8), UInt8(code & 0xFF))
    set(.country, UInt64(UInt32(bitPattern: interned(scratch, 2))))
  }

  @inline(__always)
  private mutating func readIdentifiers() {
    var rest = present & groups.identifiers
    while rest != 0 {
      let bit = rest & (0 &- rest)
      let range = identifier(
        fields[Int(slots[rest.trailingZeroBitCount])], ofCustomer: bit & groups.customers != 0)
      if range == LineReader.mistypedIdentifier {
        mistyped |= bit
      } else if range != 0 {
        set(places[rest.trailingZeroBitCount], range)
      }
      rest &= rest - 1
    }
  }

  @inline(__always)
  private mutating func set(_ place: UInt8, _ value: UInt64) {
    values[Int(place)] = value
    packedFields |= 1 << UInt64(place)
  }

  @inline(__always)
  private mutating func readAmounts(_ event: EventName, _ time: Int64) throws(Rejection) {
    if has(.expiresAt) { try readEnd(.expiresAt, .expiresAt, time) }
    if has(.graceExpiresAt) { try readEnd(.graceExpiresAt, .graceExpiresAt, time) }
    if has(.price) { try readAmount(.price, .price, allowsNegative: event.kind.isRefund) }
    if has(.currency) { try readCurrency(.currency, .currency) }
    if present & groups.breakdown != 0 { try readBreakdown(time) }
  }

  /// A zero, as languages write it where there is no time (1970-01-01, 0001-01-01), is no end.
  @inline(__always)
  private mutating func readEnd(_ field: LogField, _ place: PackedField, _ time: Int64)
    throws(Rejection)
  {
    let end = try self.time(field)
    guard end >= LineReader.earliestEnd else {
      mistyped |= field.bit
      return
    }
    setNumber(place, end - time)
  }

  /// In milliseconds: within the first days of 1970, in any zone.
  private static let earliestEnd: Int64 = 7 * 86_400_000

  /// How the money is made up: fields that few lines have.
  @inline(never)
  private mutating func readBreakdown(_ time: Int64) throws(Rejection) {
    if has(.recurringPrice) { try readAmount(.recurringPrice, .recurringPrice) }
    if has(.tax) { try readAmount(.tax, .tax) }
    if has(.fee) { try readAmount(.fee, .fee) }
    if has(.convertedPrice) { try readAmount(.convertedPrice, .convertedPrice) }
    if has(.chargePrice) { try readAmount(.chargePrice, .chargePrice) }
    if has(.convertedCurrency) { try readCurrency(.convertedCurrency, .convertedCurrency) }
    if has(.startsAt) { setNumber(.startsAt, try self.time(.startsAt) - time) }
  }

  @inline(never)
  private mutating func readRare(_ time: Int64) {
    if has(.validatedAt) { readValidatedAt(time) }
    if has(.period) { readPeriod() }
    if has(.ownership) { readOwnership() }
    if has(.access) { readAccess() }
    if has(.hasSubscription) { readHasSubscription() }
    if has(.ok) { readFlag(.ok, .ok, .notOK) }
    if has(.crashed) { readFlag(.crashed, .crashed, EventFlags()) }
    if has(.anr) { readFlag(.anr, .anr, EventFlags()) }
    if has(.revokes) { readFlag(.revokes, .revokes, EventFlags()) }
    if has(.latency) { readWhole(.latency, .latency) }
    if has(.value) { readWhole(.value, .value) }
    if has(.offerType) { readOfferType() }
  }

  private mutating func readAmount(
    _ field: LogField, _ place: PackedField, allowsNegative: Bool = false
  ) throws(Rejection) {
    let value = member(field)
    let micros: Int64?
    switch value.type {
    case UInt32(RR_STRING), UInt32(RR_NUMBER):
      micros = NumberText.micros(base + Int(value.value), Int(value.value_length))
    case LineValue.exact: micros = draft.numbers[Int(value.value)]
    case LineValue.bad: micros = nil
    default: throw Rejection(.mistypedField, field)
    }
    guard let micros else { throw Rejection(.badAmount, field) }
    guard micros >= 0 || allowsNegative else { throw Rejection(.negativePrice, field) }
    setNumber(place, abs(micros))
  }

  /// Three letters in either case; stored in upper case.
  private mutating func readCurrency(_ field: LogField, _ place: PackedField) throws(Rejection) {
    let value = member(field)
    guard value.type == UInt32(RR_STRING) else {
      mistyped |= field.bit
      return
    }
    guard value.value_length > 0 else { return }
    let at = base + Int(value.value)
    guard value.value_length == 3, let index = Currencies.index(at[0], at[1], at[2]),
      currencies[index / 64] & (1 << UInt64(index % 64)) != 0
    else { throw Rejection(.unknownCurrency, field) }
    // The letters of a line that is accepted or hashed are never changed: copy, then fold.
    let copy = scratch
    for i in 0..<3 { base[copy + i] = at[i] & 0xDF }
    set(place, UInt64(UInt32(bitPattern: interned(copy, 3))))
  }

  private mutating func readPeriod() {
    let value = member(.period)
    let bytes = UnsafeRawBufferPointer(
      start: base + Int(value.value), count: Int(value.value_length))
    guard value.type == UInt32(RR_STRING) else { return mistyped |= LogField.period.bit }
    guard !bytes.isEmpty else { return }
    guard let period = Period(bytes) else { return mistyped |= LogField.period.bit }
    setNumber(.period, Int64(period.packed))
  }

  private mutating func readOwnership() {
    let value = member(.ownership)
    if isWord(value, "family_shared") {
      flags.insert(.familyShared)
    } else if !isWord(value, "purchased"), !isEmptyString(value) {
      mistyped |= LogField.ownership.bit
    }
  }

  private static let anyAccess: EventFlags = [.accessAllowed, .accessDenied, .accessTrial]

  private mutating func readAccess() {
    let value = member(.access)
    if isExactly(value, "allowed") {
      flags.insert(.accessAllowed)
    } else if isExactly(value, "denied") {
      flags.insert(.accessDenied)
    } else if isExactly(value, "trial") {
      flags.insert(.accessTrial)
    } else if !isEmptyString(value) {
      mistyped |= LogField.access.bit
    }
  }

  /// Comes after `access`, which wins.
  private mutating func readHasSubscription() {
    guard let answer = boolean(.hasSubscription) else {
      return mistyped |= LogField.hasSubscription.bit
    }
    guard flags.isDisjoint(with: LineReader.anyAccess) else { return }
    flags.insert(answer ? .accessAllowed : .accessDenied)
  }

  private mutating func readFlag(_ field: LogField, _ yes: EventFlags, _ no: EventFlags) {
    guard let answer = boolean(field) else { return mistyped |= field.bit }
    flags.formUnion(answer ? yes : no)
  }

  private mutating func readWhole(_ field: LogField, _ place: PackedField) {
    let value = member(field)
    guard value.type == UInt32(RR_NUMBER),
      let number = NumberText.rounded(base + Int(value.value), Int(value.value_length))
    else { return mistyped |= field.bit }
    setNumber(place, number)
  }

  /// Of a note, a bad time rejects nothing.
  private mutating func readValidatedAt(_ time: Int64) {
    do throws(Rejection) {
      setNumber(.validatedAt, try self.time(.validatedAt) - time)
    } catch {
      mistyped |= LogField.validatedAt.bit
    }
  }

  /// Nothing asks for it yet; only its type is looked at.
  private mutating func readOfferType() {
    if member(.offerType).type != UInt32(RR_STRING) {
      mistyped |= LogField.offerType.bit
    }
  }

  /// Nil for anything but true and false.
  func boolean(_ field: LogField) -> Bool? {
    switch member(field).type {
    case UInt32(RR_TRUE): true
    case UInt32(RR_FALSE): false
    default: nil
    }
  }
}
