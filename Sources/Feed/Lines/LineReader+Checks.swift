import CSimdJSON
import Values

// The rules of the log (Definitions, "The log") in their order: event, environment, the other
// required fields, the rest.

extension LineReader {
  @inline(__always)
  func has(_ field: LogField) -> Bool { present & field.bit != 0 }

  @inline(__always)
  func member(_ field: LogField) -> rr_field { fields[Int(slots[Int(field.rawValue)])] }

  @inline(__always)
  mutating func check() throws(Rejection) -> Outcome {
    guard let event = try event() else { return .ignored }
    mistyped = 0
    packedFields = 0
    flags = EventFlags()
    if has(.environment), isSandbox() {
      sandboxCount += 1
      return .ignored
    }
    return try accept(event)
  }

  /// The rules behind the environment's. `alias`: what a `previous_id` beside a `user_id` is,
  /// whatever the event.
  @inline(__always)
  mutating func accept(_ event: EventName, alias: EventFlags = []) throws(Rejection) -> Outcome {
    let time = try eventTime()
    if event.kind == .annotation {
      try readAnnotation(time)
      return .annotated
    }
    let customer = try customer(of: event.kind)
    if event.kind == .userAliased { try requireTwoIDs(isTransaction: customer.isTransaction) }
    try readRest(event, time)
    if !alias.isEmpty, !customer.isTransaction,
      packedFields & PackedField.previousID.bit != 0
    {
      flags.formUnion(alias)
    }
    finish(event, time, customer)
    return .accepted
  }

  /// What the line says that happened; nil, and counted, for what is not ours.
  @inline(__always)
  mutating func event() throws(Rejection) -> EventName? {
    guard has(.event) else { throw Rejection(.missingField, .event) }
    let name = member(.event)
    guard name.type == UInt32(RR_STRING) else { throw Rejection(.mistypedField, .event) }
    let meaning = meaning(of: name)
    if meaning == nil, has(.price) { notePrice(of: name) }
    return meaning
  }

  /// What the name of an event, which is a text, means; nil, and counted, for one that is not ours.
  @inline(__always)
  mutating func meaning(of name: rr_field) -> EventName? {
    var known = eventCache.value(of: base + Int(name.value), Int(name.value_length))
    if known == ByteCache.unknown { known = learnEvent(name) }
    if known >= 0 { return eventNames[Int(known)] }
    ignoredCounts[Int(-1 - known)] += 1
    return nil
  }

  @inline(never)
  mutating func notePrice(of name: rr_field) {
    ignoredPrices[Int(ignoredNumber(of: text(name.value, name.value_length)))] += 1
  }

  /// The number of an event name: its place in `eventNames`, or -1 - its place among the ignored.
  @inline(never)
  private mutating func learnEvent(_ field: rr_field) -> Int32 {
    let name = text(field.value, field.value_length)
    let number: Int32
    if let meaning = rules.names.meaning(of: name) {
      number = Int32(eventNames.count)
      eventNames.append(
        EventName(
          kind: meaning.kind, name: strings.id(of: meaning.customName),
          isOverride: meaning.isOverride, feature: strings.id(of: meaning.feature)))
    } else {
      number = -1 - ignoredNumber(of: name)
    }
    eventCache.insert(base + Int(field.value), Int(field.value_length), number)
    return number
  }

  /// Bounded: from the 65,536th name on, unknown events are counted together.
  mutating func ignoredNumber(of name: String) -> Int32 {
    var name = String(name.prefix(256))
    if let number = ignoredIndex[name] { return number }
    if ignoredNames.count >= 65_536 { name = "(other names)" }
    if let number = ignoredIndex[name] { return number }
    let number = Int32(ignoredNames.count)
    ignoredIndex[name] = number
    ignoredNames.append(name)
    ignoredCounts.append(0)
    ignoredPrices.append(0)
    return number
  }

  /// An unknown environment is read as absent.
  private mutating func isSandbox() -> Bool {
    let value = member(.environment)
    guard !isEmptyString(value) else { return false }
    let isTest = isTestEnvironment(value)
    if isTest == nil { mistyped |= LogField.environment.bit }
    return isTest ?? false
  }

  /// What stores and apps call an environment in which nobody pays, in any case.
  /// https://developer.apple.com/documentation/storekit/appstore/environment
  private static let testEnvironments: [StaticString] = [
    "sandbox", "xcode", "localtesting", "testflight", "test", "testing", "staging", "development",
    "dev", "debug",
  ]

  /// Nil for an unknown one. Under its other names it is a flag.
  func isTestEnvironment(_ value: rr_field) -> Bool? {
    if value.type == UInt32(RR_TRUE) || isWord(value, "true") { return true }
    if value.type == UInt32(RR_FALSE) || isWord(value, "false") { return false }
    if isWord(value, "production") || isWord(value, "prod") { return false }
    return LineReader.testEnvironments.contains { isWord(value, $0) } ? true : nil
  }

  @inline(__always)
  private mutating func eventTime() throws(Rejection) -> Int64 {
    guard has(.timestamp) else { throw Rejection(.missingField, .timestamp) }
    let time = try time(.timestamp)
    guard time >= Instant.appStoreOpening.milliseconds else {
      throw Rejection(.timeBeforeAppStore, .timestamp)
    }
    guard time <= latestTime else { throw inFuture(time) }
    return time
  }

  @inline(never)
  private mutating func inFuture(_ time: Int64) -> Rejection {
    earliestFuture = earlier(earliestFuture, time)
    return Rejection(.timeInFuture, .timestamp)
  }

  /// Whose event it is: a range, and whether it is that of a transaction.
  @inline(__always)
  private mutating func customer(of kind: EventKind) throws(Rejection)
    -> (range: UInt64, isTransaction: Bool)
  {
    if has(.userID), let range = try requiredIdentifier(.userID) { return (range, false) }
    return try customerElsewhere(kind)
  }

  @inline(never)
  private mutating func customerElsewhere(_ kind: EventKind) throws(Rejection)
    -> (range: UInt64, isTransaction: Bool)
  {
    if has(.deviceID), let range = try requiredIdentifier(.deviceID) { return (range, false) }
    if has(.familyID), let range = try requiredIdentifier(.familyID) { return (range, false) }
    if has(.appAccountToken), let range = try requiredIdentifier(.appAccountToken) {
      return (range, false)
    }
    if has(.userPseudoID), let range = try requiredIdentifier(.userPseudoID) {
      return (range, false)
    }
    if has(.originalTransactionID), let range = try requiredIdentifier(.originalTransactionID) {
      return (range, true)
    }
    if kind.isOfPayment {
      for field in [LogField.transactionID, .paymentID] where has(field) {
        if let range = try requiredIdentifier(field) { return (range, true) }
      }
    }
    throw noIdentifier(.userID)
  }

  /// An alias joins two ids of people: a transaction in place of one of them names nobody.
  private mutating func requireTwoIDs(isTransaction: Bool) throws(Rejection) {
    guard !isTransaction else { throw noIdentifier(.userID) }
    guard has(.previousID), try requiredIdentifier(.previousID) != nil else {
      throw noIdentifier(.previousID)
    }
  }

  /// Why a line without this identifier is none: it has none, or one of another type.
  private func noIdentifier(_ field: LogField) -> Rejection {
    Rejection(mistyped & field.bit == 0 ? .missingField : .mistypedField, field)
  }

  /// Nil for an empty string, and for a word that is no id; in a dialect also for what is neither
  /// text nor integer, which is counted: another id may tell whose the line is.
  @inline(__always)
  private mutating func requiredIdentifier(_ field: LogField) throws(Rejection) -> UInt64? {
    let range = identifier(member(field), ofCustomer: true)
    guard range != LineReader.mistypedIdentifier else {
      guard dialect != nil else { throw Rejection(.mistypedField, field) }
      mistyped |= field.bit
      return nil
    }
    return range == 0 ? nil : range
  }
}
