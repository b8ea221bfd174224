import CSimdJSON
import Values

// Envelopes: what analytics tools put around an event that an app logged with them. The event is
// read as natively, by its own name and with its properties as fields; the tool says when it was,
// and whose. A tool is a file in `Vendors`.

/// A key as it stands in the reader's buffer.
struct LineKey {
  let start: UInt32
  let count: UInt32
}

extension LineReader {
  /// Begins an event: what its name means, and the fields that its properties are. Nil, and counted,
  /// for a name that is not ours. `properties`: the objects to look into, the best last; `key`:
  /// under which of them paths find the last.
  mutating func openEnvelope(
    _ name: LineValue, _ properties: LineValue..., at key: String = ""
  ) throws(Rejection) -> EventName? {
    try requireType(name)
    if let properties = properties.last, let event = try forwarded(name, properties) {
      return event
    }
    guard let field = name.field else { return nil }
    guard let event = meaning(of: field.pointee) else {
      if properties.contains(where: \.tellsPrice) { notePrice(of: field.pointee) }
      return nil
    }
    draft.start(event.kind)
    for object in properties where object.isObject {
      for property in object.elements { putProperty(property) }
    }
    putPaths(properties.last.map { (key, $0) })
    return event
  }

  /// The event of a platform or an SDK that came through the tool, begun in the draft; nil where it is
  /// none, or `eventNames` says what its name means.
  private mutating func forwarded(_ name: LineValue, _ properties: LineValue) throws(Rejection)
    -> EventName??
  {
    if rules.names.hasOwnNames,
      rules.names.isOwn(String(decoding: name.bytes, as: UTF8.self))
    {
      return nil
    }
    for platform in ForwardedEvents.all {
      guard let isOurs = try platform.start(&self, name, properties) else { continue }
      guard isOurs else {
        _ = ignoreType(name)
        return .some(nil)
      }
      return EventName(kind: draft.kind, name: 0, isOverride: false, feature: 0)
    }
    return nil
  }

  /// Takes a property as a field when its key is at least as good a name as the one found so far.
  private mutating func putProperty(_ property: LineValue) {
    guard let (field, rank) = betterField(property.key), property.isPresent else { return }
    guard field != .environment else { return draft.isSandbox = isSandbox(property) }
    guard LineReader.properties & field.bit != 0 else { return }
    draft.put(field, property)
    ranks[Int(field.rawValue)] = rank
  }

  private mutating func putPaths(_ inner: (String, LineValue)?) {
    for (i, path) in keys.paths.enumerated() {
      let value = path.value(in: line, inner)
      guard value.isSet else { continue }
      pathCounts[i] += 1
      if !draft.has(path.field) { draft.put(path.field, value) }
    }
  }

  /// The fields that a property can be: all but those that the envelope says.
  private static let properties =
    UInt64.max & ~(LogField.event.bit | LogField.timestamp.bit | LogField.userPseudoID.bit)

  /// The field that a key names, with how good a name it is; nil where it names none, or the draft
  /// has the field by a better one.
  @inline(__always)
  mutating func betterField(_ key: LineKey) -> (field: LogField, rank: UInt8)? {
    let meaning = keyMeaning(
      rr_field(key: key.start, key_length: key.count, value: 0, value_length: 0, type: 0, depth: 1))
    guard KeyMeaning.isField(meaning), let field = LogField(rawValue: UInt8(meaning & 0xFF)) else {
      return nil
    }
    let rank = UInt8(truncatingIfNeeded: meaning >> 8)
    return draft.has(field) && rank > ranks[Int(field.rawValue)] ? nil : (field, rank)
  }

  /// Says whose event it is: the user's, else that of the device, which is the first user's who is
  /// seen on it.
  mutating func putPerson(_ user: LineValue, device: LineValue) {
    if draft.isID(user) { draft.put(.userID, user) }
    guard draft.isID(device) else { return }
    if !draft.has(.userID) {
      draft.put(.userID, device)
    } else if !draft.has(.previousID), !device.isSame(as: user) {
      draft.put(.previousID, device)
    }
  }

  /// What a tool says besides: only where no property does.
  mutating func putMissing(_ field: LogField, _ value: LineValue) {
    if !draft.has(field) { draft.put(field, value) }
  }

  /// Accepts the event that ``openEnvelope(_:_:at:)`` began.
  mutating func acceptEnvelope(_ event: EventName) throws(Rejection) -> Outcome {
    try acceptDraft(event, alias: .deviceAlias)
  }

  /// Accepts that two ids are one person.
  mutating func acceptAlias(
    _ user: LineValue, _ previous: LineValue, _ name: LineValue
  ) throws(Rejection) -> Outcome {
    guard draft.isID(user), draft.isID(previous), !user.isSame(as: previous) else {
      return ignoreType(name)
    }
    draft.start(.userAliased)
    draft.put(.userID, user)
    draft.put(.previousID, previous)
    return try acceptDraft(
      EventName(kind: .userAliased, name: 0, isOverride: false, feature: 0), alias: [])
  }
}

extension LineValue {
  /// Whether properties tell what was paid, as a field of the log or as analytics tools call it
  /// (https://segment.com/docs/connections/spec/ecommerce/v2).
  fileprivate var tellsPrice: Bool { self["price"].isPresent || self["revenue"].isPresent }
}
