import CSimdJSON
import Values

/// The event that a vendor's line becomes, field by field, as if somebody had logged it natively.
/// The rules of the log are applied to it afterwards (``LineReader/acceptDraft()``).
///
/// What an event of its kind cannot say is left out (`FieldDeclaration.kinds`), so that what a line
/// says of it is not even looked at. Absent values set nothing.
struct EventDraft: ~Copyable {
  /// By ``LogField``.
  let fields: UnsafeMutablePointer<rr_field>
  /// By ``LogField``: times in milliseconds, amounts in micro-units.
  let numbers: UnsafeMutablePointer<Int64>
  private(set) var kind = EventKind.custom
  private(set) var present: UInt64 = 0
  /// Which fields were read as absent because of their type.
  var mistyped: UInt64 = 0
  /// Whether the line is none of production: it is ignored whatever it becomes.
  var isSandbox = false
  /// What is true of the event whatever its fields say.
  var flags = EventFlags()

  private let base: UnsafeMutablePointer<UInt8>
  private let noIDs: PlaceholderIDs
  /// The fields that an event of the kind may have.
  private var allowed = UInt64.max
  private let allowedByKind = EventDraft.allowed
  /// Where the next text goes, and where there is no more room.
  private var free = 0
  private let end: Int
  /// Where the texts of this program stand, and how many bytes of them there are.
  private let literals: Int
  private var literalCount = 0
  private var dates = DateCache()

  /// Bytes behind `literals` that the texts of one event fit into.
  static let literalBytes = 512

  init(
    _ base: UnsafeMutablePointer<UInt8>, scratchEnd: Int, literals: Int, noIDs: PlaceholderIDs
  ) {
    (self.base, end, self.literals, self.noIDs) = (base, scratchEnd, literals, noIDs)
    fields = .allocate(capacity: 64)
    fields.initialize(repeating: rr_field(), count: 64)
    numbers = .allocate(capacity: 64)
    numbers.initialize(repeating: 0, count: 64)
  }

  deinit {
    fields.deallocate()
    numbers.deallocate()
  }

  /// Forgets the line before; `free`: where texts may be written.
  mutating func reset(free: Int) {
    self.free = free
    (kind, present, mistyped, allowed) = (.custom, 0, 0, .max)
    (isSandbox, literalCount, flags) = (false, 0, EventFlags())
  }

  /// Says what the event is, which comes before its fields. `isNote`: a change of plan that waits
  /// for the next renewal and says nothing of a payment.
  mutating func start(_ kind: EventKind, isNote: Bool = false) {
    self.kind = kind
    allowed = isNote ? EventDraft.allowedOnNotes : allowedByKind[Int(kind.rawValue)]
    present &= allowed
  }

  private static let allowed = EventKind.allCases.map { kind in
    LogField.mask { $0.declaration.kinds.contains(kind) }
  }
  private static let allowedOnNotes = LogField.mask { $0.declaration.kinds.isOpen }

  @inline(__always)
  func canHave(_ field: LogField) -> Bool { allowed & field.bit != 0 }
  @inline(__always)
  func has(_ field: LogField) -> Bool { present & field.bit != 0 }

  /// Takes away what a text begins with.
  mutating func drop(_ prefix: StaticString, of field: LogField) {
    let (at, count) = (Int(field.rawValue), UInt32(prefix.utf8CodeUnitCount))
    guard has(field), LineValue(UnsafePointer(fields + at), base).begins(with: prefix) else {
      return
    }
    fields[at].value += count
    fields[at].value_length -= count
  }

  mutating func remove(_ fields: LogField...) {
    for field in fields { present &= ~field.bit }
  }

  // MARK: - Texts and identifiers

  @inline(__always)
  mutating func put(_ field: LogField, _ value: LineValue) {
    put(field, value, as: value.type)
  }

  /// Sets a value of the line as if it had this type.
  @inline(__always)
  mutating func put(_ field: LogField, _ value: LineValue, as type: UInt32) {
    guard value.isPresent, let found = value.field?.pointee else { return }
    // An object is as wrong as a list here, and has no members among the draft's fields.
    put(field, type == UInt32(RR_OBJECT) ? UInt32(RR_ARRAY) : type, found.value, found.value_length)
  }

  mutating func put(_ field: LogField, _ text: StaticString) {
    put(field, literal(text))
  }

  @inline(__always)
  mutating func put(_ field: LogField, _ text: BufferText) {
    guard text.count > 0 else { return }
    put(field, UInt32(RR_STRING), UInt32(text.start), UInt32(text.count))
  }

  mutating func put(_ field: LogField, _ isTrue: Bool) {
    put(field, UInt32(isTrue ? RR_TRUE : RR_FALSE), 0, 0)
  }

  /// Sets a time in milliseconds, or an amount in micro-units.
  mutating func put(_ field: LogField, exactly number: Int64) {
    numbers[Int(field.rawValue)] = number
    put(field, LineValue.exact, UInt32(field.rawValue), 0)
  }

  mutating func putBad(_ field: LogField) { put(field, LineValue.bad, 0, 0) }

  mutating func putMistyped(_ field: LogField) { put(field, UInt32(RR_ARRAY), 0, 0) }

  @inline(__always)
  private mutating func put(_ field: LogField, _ type: UInt32, _ value: UInt32, _ count: UInt32) {
    guard canHave(field) else { return }
    fields[Int(field.rawValue)] = rr_field(
      key: 0, key_length: 0, value: value, value_length: count, type: type, depth: 1)
    present |= field.bit
  }

  /// Sets a text in lower case, without what it begins with.
  mutating func put(
    _ field: LogField, lowerCase value: LineValue, without prefix: StaticString = ""
  ) throws(Rejection) {
    guard value.isPresent, value.isText, canHave(field) else { return put(field, value) }
    let letters = value.bytes.dropFirst(value.begins(with: prefix) ? prefix.utf8CodeUnitCount : 0)
    let start = try room(for: letters.count)
    for (i, letter) in letters.enumerated() { base[start + i] = Feed.lowerCase(letter) }
    put(field, BufferText(start: start, count: letters.count))
  }

  /// Sets both values with `separator` between them; the first one where there is no second.
  mutating func put(
    _ field: LogField, _ first: LineValue, _ separator: StaticString, _ second: LineValue
  ) throws(Rejection) {
    guard first.isScalar, second.isScalar, second.isPresent else { return put(field, first) }
    var text = text()
    try append(first, to: &text)
    try append(separator, to: &text)
    try append(second, to: &text)
    put(field, text)
  }

  /// The first that is an id; where neither is, what stands there in place of one.
  func id(_ first: LineValue, or second: LineValue) -> LineValue {
    let isWrong = first.isPresent && !first.isScalar
    return isID(first) || (isWrong && !isID(second)) ? first : second
  }

  /// A text or a number that is no word for nobody.
  func isID(_ value: LineValue) -> Bool {
    value.isScalar && value.isPresent && !noIDs.contains(value.bytes)
  }

  /// ISO 8601 of a count and a unit: `P3M` of 3 and `month`. One without a count.
  mutating func putPeriod(_ count: LineValue, _ unit: LineValue) throws(Rejection) {
    let letter: StaticString
    switch unit {
    case "day": letter = "D"
    case "week": letter = "W"
    case "month": letter = "M"
    case "year": letter = "Y"
    default: return
    }
    var period = text()
    try append("P", to: &period)
    if count.isPresent { try append(count, to: &period) } else { try append("1", to: &period) }
    try append(letter, to: &period)
    put(.period, period)
  }

  /// Sets the period that lasts from one time to another, in milliseconds, where one is sold so.
  mutating func putPeriod(from start: LineValue, to end: LineValue) throws(Rejection) {
    guard let start = start.integer, let end = end.integer,
      let period = Period(
        from: Instant(milliseconds: start), to: Instant(milliseconds: end), after: nil),
      period.unit != .day
    else { return }
    try put(period)
  }

  mutating func put(_ period: Period) throws(Rejection) {
    let letters = Array(period.description.utf8)
    let place = try room(for: letters.count)
    for (i, letter) in letters.enumerated() { base[place + i] = letter }
    put(.period, BufferText(start: place, count: letters.count))
  }

  // MARK: - Times

  // A time is cut to the millisecond. What is neither a number nor a text is a wrong type; no
  // number, and what lies outside the years 1 to 9999, is a bad time.

  /// `later` is added to the time.
  mutating func put(_ field: LogField, seconds value: LineValue, later: TimeSpan = .zero) {
    if let seconds = value.plainInteger {
      put(field, value, milliseconds: seconds * 1000 + later.milliseconds)
    } else if var decimal = value.decimal {
      decimal.exponent += 3
      put(field, value, milliseconds: decimal.whole.flatMap { sum($0, later.milliseconds) })
    } else {
      put(field, value, milliseconds: nil)
    }
  }

  mutating func put(_ field: LogField, milliseconds value: LineValue, later: TimeSpan = .zero) {
    put(field, value, milliseconds: value.integer.flatMap { sum($0, later.milliseconds) })
  }

  private func sum(_ a: Int64, _ b: Int64) -> Int64? {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : sum
  }

  mutating func put(_ field: LogField, microseconds value: LineValue) {
    put(field, value, milliseconds: value.integer.map { floorDivide($0, by: 1000) })
  }

  /// RFC 3339.
  mutating func put(_ field: LogField, time value: LineValue) {
    if value.isText || !value.isPresent { put(field, value) } else { putMistyped(field) }
  }

  /// As natively; a time that names no zone is in UTC, as its vendor says.
  mutating func put(_ field: LogField, utc value: LineValue) {
    guard value.isText, value.isPresent else { return put(field, value) }
    put(field, value, milliseconds: milliseconds(utc: value))
  }

  /// Nil for what is no time.
  mutating func instant(_ value: LineValue) -> Instant? {
    milliseconds(utc: value).map(Instant.init(milliseconds:))
  }

  private mutating func milliseconds(utc value: LineValue) -> Int64? {
    guard value.isText, let text = value.bytes.baseAddress else { return nil }
    let count = value.bytes.count
    return TimeText.milliseconds(text, count, &dates)
      ?? TimeText.millisecondsWithoutZone(text, count, &dates)
  }

  /// Whether one time in UTC is before another; false where either is none.
  mutating func isEarlier(_ a: LineValue, than b: LineValue) -> Bool {
    guard let a = milliseconds(utc: a), let b = milliseconds(utc: b) else { return false }
    return a < b
  }

  private mutating func put(_ field: LogField, _ value: LineValue, milliseconds: Int64?) {
    guard value.isPresent else { return }
    guard value.isScalar else { return putMistyped(field) }
    guard let milliseconds, milliseconds >= Instant.distantPast.milliseconds,
      milliseconds <= Instant.distantFuture.milliseconds
    else { return putBad(field) }
    put(field, exactly: milliseconds)
  }

  // MARK: - Texts that are put together

  /// Begins a text, which grows until the next one begins.
  func text() -> BufferText { BufferText(start: free, count: 0) }

  mutating func append(_ value: LineValue, to text: inout BufferText) throws(Rejection) {
    guard value.isScalar, let letters = value.bytes.baseAddress else { return }
    let start = try room(for: value.bytes.count)
    (base + start).update(from: letters, count: value.bytes.count)
    text.count += value.bytes.count
  }

  mutating func append(_ value: StaticString, to text: inout BufferText) throws(Rejection) {
    let start = try room(for: value.utf8CodeUnitCount)
    (base + start).update(from: value.utf8Start, count: value.utf8CodeUnitCount)
    text.count += value.utf8CodeUnitCount
  }

  /// Room for a text in the buffer; it is used from now on.
  mutating func room(for count: Int) throws(Rejection) -> Int {
    guard free + count + LineReader.padding <= end else { throw Rejection(.tooLong) }
    defer { free += count }
    return free
  }

  /// Copies a text of this program to where a field's value can stand.
  mutating func literal(_ text: StaticString) -> BufferText {
    let start = literalRoom(for: text.utf8CodeUnitCount)
    (base + start).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    return BufferText(start: start, count: text.utf8CodeUnitCount)
  }

  private mutating func literalRoom(for count: Int) -> Int {
    precondition(literalCount + count <= EventDraft.literalBytes, "too many texts in one event")
    defer { literalCount += count }
    return literals + literalCount
  }
}

/// A text in the reader's buffer.
struct BufferText {
  var start: Int
  var count: Int
}
