import CSimdJSON
import Glibc
import Values

// Typed parameters: a list of `{"key": …, "value": {"string_value": …}}`, as Analytics exports
// them.

extension LineReader {
  /// Notes the parameters as the members of a scope, and sets the canonical fields that they name.
  mutating func readParameters(_ list: LineValue, _ root: Int32) {
    guard list.type == LineValue.array else { return }
    let run = members(of: list)
    var parameter = Parameter()
    for i in run.range {
      guard run.fields[i].depth > run.depth else { break }
      switch run.fields[i].depth - run.depth {
      case 1:
        readParameter(parameter, root)
        parameter = Parameter()
      case 2: parameter.take(member: run.fields[i], i, run, base)
      case 3: parameter.take(value: run.fields[i], i, run, base)
      default: break
      }
    }
    readParameter(parameter, root)
  }

  /// One element of the list, as far as it was read.
  private struct Parameter {
    var key = LineValue()
    var value = LineValue()
    private var isInValue = false

    mutating func take(
      member: rr_field, _ index: Int, _ run: MemberRun, _ base: UnsafePointer<UInt8>
    ) {
      let name = base + Int(member.key)
      isInValue = member.key_length == 5 && isName(name, "value")
      if isInValue { value = LineValue() }
      if member.key_length == 3, isName(name, "key") { key = LineValue(member, index, run) }
    }

    /// The first typed value that is not null.
    mutating func take(
      value member: rr_field, _ index: Int, _ run: MemberRun, _ base: UnsafePointer<UInt8>
    ) {
      guard isInValue, !value.isThere, member.type != UInt32(RR_NULL) else { return }
      let name = base + Int(member.key)
      let isText = member.key_length == 12 && isName(name, "string_value")
      let isInteger = member.key_length == 9 && isName(name, "int_value")
      let isDecimal =
        (member.key_length == 12 && isName(name, "double_value"))
        || (member.key_length == 11 && isName(name, "float_value"))
      guard isText || isInteger || isDecimal else { return }
      value = LineValue(member, index, run)
      value.isInteger = isInteger
      if !isText, value.type == LineValue.string { value.type = LineValue.number }
    }

    private func isName(_ name: UnsafePointer<UInt8>, _ word: StaticString) -> Bool {
      memcmp(name, word.utf8Start, word.utf8CodeUnitCount) == 0
    }
  }

  private mutating func readParameter(_ parameter: Parameter, _ root: Int32) {
    guard parameter.key.type == LineValue.string else { return }
    readParameter(parameter.key, parameter.value, root)
  }

  private mutating func readParameter(
    _ key: LineValue, _ value: LineValue, _ root: Int32
  ) {
    let name = rr_field(
      key: key.offset, key_length: key.count, value: 0, value_length: 0, type: 0, depth: 1)
    let place = parameterPlace(name, root)
    if place >= 0, place & 1 == 0 || !at(place >> 1).isThere { note(value, place >> 1) }
    offer(key: name, value)
  }

  /// Twice the node that a name means, and one more where it is another spelling; below 0 for none.
  /// One dialect has parameters, in one scope.
  private mutating func parameterPlace(_ name: rr_field, _ root: Int32) -> Int32 {
    let known = machine.parameters.value(of: base + Int(name.key), Int(name.key_length))
    guard known == ByteCache.unknown else { return known }
    let place = learnParameter(text(name.key, name.key_length), root)
    machine.parameters.insert(base + Int(name.key), Int(name.key_length), place)
    return place
  }

  /// Names are as in a native line: without regard to case and underscores, the exact one first.
  @inline(never)
  private func learnParameter(_ name: String, _ root: Int32) -> Int32 {
    let folded = KeyTable.folded(name)
    var other: Int32 = -1
    for (key, number) in machine.programs.tree.keys where KeyTable.folded(key) == folded {
      let node = machine.code.child(of: root, number)
      guard node >= 0 else { continue }
      if key == name { return 2 * node }
      other = 2 * node + 1
    }
    return other
  }

  /// Takes the parameter as a canonical field when its name is at least as good as the one found
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
