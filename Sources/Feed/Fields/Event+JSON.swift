package import Values

extension Event {
  /// The event as a line of a log: canonical names, absent fields left out. `bytes` is what the
  /// event was decoded from; `user` may be the stand-in of somebody without an id. `namesApp`:
  /// with the app, where there are several.
  package func line(
    of user: String, _ bytes: [UInt8], _ strings: StringTable, namesApp: Bool
  ) -> JSONValue {
    .object(
      LogField.allCases.compactMap { field in
        value(of: field, user, bytes, strings, namesApp: namesApp)
          .map { JSONValue.Member(field.name, $0) }
      })
  }

  private func value(
    of field: LogField, _ user: String, _ bytes: [UInt8], _ strings: StringTable, namesApp: Bool
  ) -> JSONValue? {
    switch field {
    case .event: .string(kind == .custom ? strings.string(name) : kind.canonicalName)
    case .timestamp: .string(time.iso8601)
    case .userID: user.hasPrefix(EventBatch.transactionPrefix) ? nil : .string(user)
    case .eventID where !hasEventID: nil
    case .app where !namesApp: nil
    default: field.declaration.place.json(of: self, bytes, strings)
    }
  }
}

extension EventPlace {
  fileprivate func json(of event: Event, _ bytes: [UInt8], _ strings: StringTable) -> JSONValue? {
    switch self {
    case .text(_, let path, _):
      event[keyPath: path] == 0 ? nil : .string(strings.string(event[keyPath: path]))
    case .identifier(_, let path, _):
      event[keyPath: path].isEmpty
        ? nil : .string(String(decoding: bytes[event[keyPath: path].range], as: UTF8.self))
    case .amount(_, let path): event[keyPath: path].map { .decimal($0.decimalText) }
    case .time(_, let path): event[keyPath: path].map { .string($0.iso8601) }
    case .period(_, let path): event[keyPath: path].map { .string($0.description) }
    case .number(_, let path): event[keyPath: path].map { .integer($0) }
    case .flag(let yes, let no): event.flags.answer(yes, no).map { .bool($0) }
    case .words(let words):
      words.first { event.flags.says($0.flags) }.map { .string($0.text) }
    case .reading, .unused, .folded: nil
    }
  }
}

extension EventFlags {
  /// Whether these flags are set; what sets none is not said.
  fileprivate func says(_ flags: EventFlags) -> Bool { !flags.isEmpty && contains(flags) }

  fileprivate func answer(_ yes: EventFlags, _ no: EventFlags) -> Bool? {
    if says(yes) { return true }
    return says(no) ? false : nil
  }
}
