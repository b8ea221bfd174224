import CSimdJSON
import Values

// Writing the canonical event: fields, times and money, as if the line had been a native one.

extension LineReader {
  /// Sets a field to a value of the line; nothing happens when it is absent.
  @inline(__always)
  mutating func put(_ field: LogField, _ value: LineValue) {
    guard value.isThere, !value.isEmptyText else { return }
    // An object is as wrong as a list here, and has no members among the canonical fields.
    let type = value.isContainer ? LineValue.array : value.type
    put(field, UInt32(type), value.offset, value.count)
  }

  @inline(__always)
  mutating func put(_ field: LogField, _ type: UInt32, _ offset: UInt32, _ count: UInt32) {
    let number = Int(field.rawValue)
    machine.canonical[number] = rr_field(
      key: 0, key_length: 0, value: offset, value_length: count, type: type, depth: 1)
    slots[number] = Int32(number)
    ranks[number] = 0
    present |= field.bit
  }

  /// Sets a time in milliseconds, or a price in micro-units.
  mutating func put(_ field: LogField, exactly number: Int64) {
    machine.numbers[Int(field.rawValue)] = number
    put(field, LineValue.exact, UInt32(field.rawValue), 0)
  }

  mutating func putFields(_ fields: CodeRange, over: Bool = true) throws(Rejection) {
    for number in fields.indices {
      let field = machine.code.fields[number].field
      guard over || !has(field) else { continue }
      var value = try self.value(of: machine.code.fields[number].source)
      if field == .country { value = try country(value) }
      // A parameter may know somebody where the line's own id is nobody's.
      if field == .userID, has(field), isNoID(value) { continue }
      put(field, value)
    }
  }

  // MARK: - Times

  /// Sets a time to the first of its places at which something stands.
  mutating func put(_ field: LogField, _ places: CodeRange) {
    for number in places.indices {
      let moment = machine.code.moments[number]
      let value = at(moment.place)
      guard value.isThere else { continue }
      return put(field, value, as: moment)
    }
  }

  private mutating func put(
    _ field: LogField, _ value: LineValue, as moment: DialectProgram.Moment
  ) {
    if moment.unit == .text { return put(field, text: value) }
    // What is neither a number nor a text is a wrong type, and rejected as such later.
    guard isScalarText(value) else { return put(field, UInt32(RR_ARRAY), value.offset, 0) }
    guard let time = milliseconds(value, moment) else { return putBad(field) }
    put(field, exactly: time)
  }

  private mutating func put(_ field: LogField, text value: LineValue) {
    guard value.type == LineValue.string else {
      return put(field, UInt32(RR_ARRAY), value.offset, 0)
    }
    put(field, UInt32(RR_STRING), value.offset, value.count)
  }

  mutating func putBad(_ field: LogField) { put(field, LineValue.bad, 0, 0) }

  /// Cut to the millisecond; nil for no number and outside the years 1 to 9999.
  private func milliseconds(_ value: LineValue, _ moment: DialectProgram.Moment) -> Int64? {
    let time: Int64? =
      switch moment.unit {
      case .milliseconds: integer(value).flatMap { sum($0, moment.later) }
      case .microseconds: integer(value).map { floorDivide($0, by: 1000) }
      case .seconds: plainInteger(value).map { $0 * 1000 } ?? seconds(value)
      case .text: nil
      }
    guard let time, time >= Instant.distantPast.milliseconds,
      time <= Instant.distantFuture.milliseconds
    else { return nil }
    return time
  }

  private func seconds(_ value: LineValue) -> Int64? {
    guard var decimal = decimal(value) else { return nil }
    decimal.exponent += 3
    return decimal.whole
  }

  private func sum(_ a: Int64, _ b: Int64) -> Int64? {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : sum
  }
}
