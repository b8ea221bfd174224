/// All that is known of a field of the log, said once: reading, the packed form, printing, what a
/// purge forgets, the order of contents and the guide's table are made of it.
struct FieldDeclaration: Sendable {
  let field: LogField
  /// The canonical name, then the other names in order of preference.
  let names: [String]
  /// Where an event keeps the value, and with it the values that the field takes.
  let place: EventPlace
  /// Which events it says something of. Lines of the stores' dialects carry it on no others.
  var kinds = FieldKinds.all
  /// A phrase for the guide.
  let meaning: String
  /// Names that other systems give it: too vague to be read without being told, good enough for a
  /// guess that somebody looks at.
  var guesses: [String] = []

  init(
    _ field: LogField, _ names: String..., at place: EventPlace, of kinds: FieldKinds = .all,
    _ meaning: String,
    guesses: [String] = []
  ) {
    self.field = field
    self.names = names
    self.place = place
    self.kinds = kinds
    self.meaning = meaning
    self.guesses = guesses
  }
}

/// The events that a field says something of.
enum FieldKinds: Sendable {
  case all
  /// Of these above all; it may stand on any.
  case mainly([EventKind])
  case only([EventKind])
  case except([EventKind])

  /// Whether the field may stand on every event.
  var isOpen: Bool {
    switch self {
    case .all, .mainly: true
    case .only, .except: false
    }
  }

  func contains(_ kind: EventKind) -> Bool {
    switch self {
    case .all, .mainly: true
    case .only(let kinds): kinds.contains(kind)
    case .except(let kinds): !kinds.contains(kind)
    }
  }
}
