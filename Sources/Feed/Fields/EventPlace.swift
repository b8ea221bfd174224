import Values

/// Where an ``Event`` keeps the value of a field, under which number the packed form has it, and
/// with both the values that the field takes.
enum EventPlace: Sendable {
  /// Used up while the line is read: it decides what the event is, whose, and when. In words what
  /// it may be.
  case reading(String)
  /// Nothing asks for it; only its type is looked at.
  case unused
  /// Another way to say the field named here, which wins.
  case folded(into: LogField)
  /// A text of few different values, as a number of the ``StringTable``.
  case text(PackedField, Path<StringID>, TextUse)
  case identifier(PackedField, Path<ByteRange>, IdentifierUse)
  case amount(PackedField, Path<Amount?>)
  /// Packed as the time since the event.
  case time(PackedField, Path<Instant?>)
  case period(PackedField, Path<Period?>)
  /// A whole number: milliseconds, or how many.
  case number(PackedField, Path<Int64?>)
  /// True and false, each with what it sets in the event's flags; false may say nothing.
  case flag(EventFlags, EventFlags)
  /// One of these words, likewise.
  case words([Word])

  typealias Path<Value> = any WritableKeyPath<Event, Value> & Sendable

  struct Word: Sendable {
    let text: String
    let flags: EventFlags

    init(_ text: String, _ flags: EventFlags) {
      self.text = text
      self.flags = flags
    }
  }

  /// What a purge does with a text.
  enum TextUse {
    /// Money is made of it, or it says what the event is: a purge keeps it.
    case kept
    /// It tells of somebody: a purge forgets it.
    case forgotten
    /// A currency's three letters; kept.
    case currency
  }

  /// Whom an identifier names.
  enum IdentifierUse {
    case line, payment
    /// The payment that a subscription began with: it stands for a customer without an id.
    case firstPayment
    case person
  }
}

extension Event {
  /// Where the fields of the log stand that an event keeps.
  static let places = LogField.allCases.map(\.declaration.place).filter { $0.packed != nil }
}

extension EventPlace {
  /// The number in the packed form of a value that has one of its own.
  var packed: PackedField? {
    switch self {
    case .text(let field, _, _), .identifier(let field, _, _), .amount(let field, _),
      .time(let field, _), .period(let field, _), .number(let field, _):
      field
    case .reading, .unused, .folded, .flag, .words: nil
    }
  }

  var isIdentifier: Bool { if case .identifier = self { true } else { false } }

  /// Whether an identifier is one of these.
  func names(_ uses: IdentifierUse...) -> Bool {
    if case .identifier(_, _, let use) = self { uses.contains(use) } else { false }
  }

  /// The value's packed number; nil where the event has none.
  func number(of event: Event) -> UInt64? {
    switch self {
    case .text(_, let path, _):
      event[keyPath: path] == 0 ? nil : UInt64(UInt32(bitPattern: event[keyPath: path]))
    case .identifier(_, let path, _):
      event[keyPath: path].isEmpty ? nil : PackedForm.number(event[keyPath: path])
    case .amount(_, let path): event[keyPath: path].map { PackedForm.number($0.micros) }
    case .time(_, let path):
      event[keyPath: path].map { PackedForm.number(($0 - event.time).milliseconds) }
    case .period(_, let path): event[keyPath: path].map { PackedForm.number(Int64($0.packed)) }
    case .number(_, let path): event[keyPath: path].map { PackedForm.number($0) }
    case .reading, .unused, .folded, .flag, .words: nil
    }
  }
}

extension Event {
  package typealias TextPath = any WritableKeyPath<Event, StringID> & Sendable

  /// The strings that decide about money, or what the event is; the name of a `.custom` event
  /// stands beside them.
  package static let keptTexts: [TextPath] = texts { $0 != .forgotten }

  /// The strings that say something of somebody, and of which no money is made: a purge forgets
  /// them.
  package static let forgettableTexts: [TextPath] = texts { $0 == .forgotten }

  private static func texts(where condition: (EventPlace.TextUse) -> Bool) -> [TextPath] {
    places.compactMap { place in
      guard case .text(_, let path, let use) = place, condition(use) else { return nil }
      return path
    }
  }
}

extension Event {
  package typealias IdentifierPath = any WritableKeyPath<Event, ByteRange> & Sendable

  /// All that point into the bytes beside an event: who packs it anew has to bring each of them.
  package static let identifiers: [IdentifierPath] = identifiers { _ in true }
  /// Those that name people besides the user.
  package static let peopleIDs: [IdentifierPath] = identifiers { $0 == .person }
  /// Whether it has one of those, as few events do.
  package var namesPeople: Bool { !previousID.isEmpty || !referrerID.isEmpty }
  /// Those that name one payment.
  package static let paymentIDs: [IdentifierPath] = identifiers { $0 == .payment }

  private static func identifiers(where condition: (EventPlace.IdentifierUse) -> Bool)
    -> [IdentifierPath]
  {
    places.compactMap { place in
      guard case .identifier(_, let path, let use) = place, condition(use) else { return nil }
      return path
    }
  }
}
