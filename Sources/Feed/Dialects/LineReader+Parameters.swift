import CSimdJSON
import Values

// Typed parameters: a list of `{"key": …, "value": {"string_value": …}}`, as Analytics exports them.

extension LineReader {
  /// Notes the parameters as the members of a scope, and sets the canonical fields that they name.
  mutating func readParameters(_ list: LineValue, _ root: Int32, _ program: DialectProgram) {
    guard list.type == LineValue.array else { return }
    for element in children(of: list) {
      let element = value(element, document: list.document)
      let key = value(at: ["key"], in: element)
      guard key.type == LineValue.string else { continue }
      readParameter(key, typed(value(at: ["value"], in: element)), root, program)
    }
  }

  /// The one value that is not null.
  private func typed(_ object: LineValue) -> LineValue {
    guard object.type == LineValue.object else { return LineValue() }
    let text = value(at: ["string_value"], in: object)
    if text.isThere { return text }
    for key in ["int_value", "double_value", "float_value"] {
      var number = value(at: [key], in: object)
      guard number.isThere else { continue }
      number.isInteger = key == "int_value"
      if number.type == LineValue.string { number.type = LineValue.number }
      return number
    }
    return LineValue()
  }

  private mutating func readParameter(
    _ key: LineValue, _ value: LineValue, _ root: Int32, _ program: DialectProgram
  ) {
    let name = rr_field(
      key: key.offset, key_length: key.count, value: 0, value_length: 0, type: 0, depth: 1)
    let number = keyNumber(name)
    let node = number < 0 ? -1 : program.children.child(of: root, number)
    if node >= 0 { machine.values[Int(node)] = value }
    offer(key: name, value)
  }

  /// Takes the parameter as a field of SPEC 1.1 when its name is at least as good as the one found
  /// so far.
  private mutating func offer(key: rr_field, _ value: LineValue) {
    let meaning = keyMeaning(key)
    guard meaning != KeyMeaning.containerCode, meaning != KeyMeaning.otherCode,
      let field = LogField(rawValue: UInt8(meaning & 0xFF)), LineReader.parameters & field.bit != 0
    else { return }
    let rank = UInt8(truncatingIfNeeded: meaning >> 8)
    guard !has(field) || rank <= ranks[Int(field.rawValue)] else { return }
    if !value.isThere || isUnknown(field, value) {
      if has(field), rank == ranks[Int(field.rawValue)] { present &= ~field.bit }
      return
    }
    put(field, LineReader.flags & field.bit != 0 ? flag(value) : value)
    if has(field) { ranks[Int(field.rawValue)] = rank }
  }

  /// The fields that a parameter can be: all but those that the row says.
  private static let parameters =
    UInt64.max
    & ~(LogField.event.bit | LogField.timestamp.bit | LogField.deviceID.bit
    | LogField.familyID.bit | LogField.appAccountToken.bit | LogField.userPseudoID.bit)
  private static let flags =
    LogField.ok.bit | LogField.crashed.bit | LogField.anr.bit | LogField.hasSubscription.bit
    | LogField.autoRenew.bit

  /// Analytics has words for what it does not know.
  private func isUnknown(_ field: LogField, _ value: LineValue) -> Bool {
    guard field == .channel || field == .campaign else { return false }
    return isOneOf(value, ["(direct)", "(none)", "(not set)"])
  }

  /// Yes and no as Analytics can write them.
  private func flag(_ value: LineValue) -> LineValue {
    var flag = value
    if isOneOf(value, ["1"]) || isTrue(value) {
      flag.type = UInt8(RR_TRUE)
    } else if isOneOf(value, ["0"]) || isFalse(value) {
      flag.type = UInt8(RR_FALSE)
    }
    return flag
  }
}
