package import Values

/// What a setting changes. Settings of one effect have a fingerprint together.
package struct Effects: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Which lines are accepted, and what they say.
  package static let read = Effects(rawValue: 1)
  /// The facts of customers.
  package static let folded = Effects(rawValue: 2)
  /// What is made of the facts: rates, verdicts, alerts.
  package static let judged = Effects(rawValue: 4)
  /// What reports and digests say beside the figures.
  package static let said = Effects(rawValue: 8)
  /// Where files are, and to whom something goes: in no fingerprint.
  package static let nothing = Effects(rawValue: 16)

  static let any: Effects = [.read, .folded, .judged, .said, .nothing]
}

/// A setting, declared once. Its default is what a new `Owner` has.
struct Setting<Owner: Sendable>: Sendable {
  typealias Place<Value> = any WritableKeyPath<Owner, Value> & Sendable
  typealias Reader = @Sendable (Entry, inout Owner) throws(Failure) -> Void

  let key: String
  let form: Form
  let effects: Effects
  let sentence: String
  let read: Reader
  private(set) var isRequired = false
  private var hasDefault = true
  /// Whether it may have no value at all.
  private var isOptional = false
  /// What the setting is when the file leaves it out and other settings decide.
  private(set) var otherwise: (@Sendable (inout Owner) -> Void)?
  private let value: @Sendable (Owner, Effects) -> JSONValue?

  /// A setting that no key path alone reads or writes. `write` gives what belongs to the effects.
  init(
    _ key: String, _ form: Form, _ effects: Effects, _ sentence: String,
    read: @escaping Reader, write: @escaping @Sendable (Owner, Effects) -> JSONValue?
  ) {
    (self.key, self.form, self.effects, self.sentence) = (key, form, effects, sentence)
    self.read = read
    value = write
  }

  init<Value>(
    _ key: String, _ place: Place<Value>, _ kind: Kind<Value>, _ effects: Effects,
    _ sentence: String
  ) {
    self.init(key, kind.form, effects, sentence) { (entry, owner) throws(Failure) in
      owner[keyPath: place] = try kind.read(entry, owner[keyPath: place])
    } write: {
      kind.write($0[keyPath: place], $1)
    }
  }

  /// An object, or several, of which each field says what it changes.
  init<Value>(_ key: String, _ place: Place<Value>, _ kind: Kind<Value>, _ sentence: String) {
    self.init(key, place, kind, kind.form.effects, sentence)
  }

  init<Value>(_ key: String, _ place: Place<Value?>, _ kind: Kind<Value>, _ sentence: String) {
    self.init(key, place, kind, kind.form.effects, sentence)
  }

  /// A setting that need not have a value.
  init<Value>(
    _ key: String, _ place: Place<Value?>, _ kind: Kind<Value>, _ effects: Effects,
    _ sentence: String
  ) {
    self.init(key, kind.form, effects, sentence) { (entry, owner) throws(Failure) in
      owner[keyPath: place] = try kind.read(entry, owner[keyPath: place])
    } write: { owner, asked in
      owner[keyPath: place].flatMap { kind.write($0, asked) }
    }
    isOptional = true
  }

  var required: Setting {
    var setting = withoutDefault
    setting.isRequired = true
    return setting
  }

  /// This setting, of which a new `Owner` has no default.
  var withoutDefault: Setting {
    var setting = self
    setting.hasDefault = false
    return setting
  }

  func otherwise(_ fill: @escaping @Sendable (inout Owner) -> Void) -> Setting {
    var setting = self
    setting.otherwise = fill
    return setting
  }

  /// The value in a configuration, as far as it belongs to the effects; nil for nothing at all.
  func written(_ owner: Owner, _ asked: Effects) -> JSONValue? {
    effects.isDisjoint(with: asked) ? nil : value(owner, asked)
  }

  /// What the guide says of the setting, of which `usual` has the default.
  func declaration(_ usual: Owner) -> SettingDeclaration {
    SettingDeclaration(
      key: key, sentence: sentence, form: form, effects: effects, isRequired: isRequired,
      isOptional: isOptional, defaultValue: hasDefault ? written(usual, .any) : nil)
  }
}

/// What the guide says of a setting.
package struct SettingDeclaration: Sendable {
  package let key: String
  package let sentence: String
  package let form: Form
  package let effects: Effects
  package let isRequired: Bool
  /// Whether it may have no value at all.
  package let isOptional: Bool
  /// Nil where there is none.
  package let defaultValue: JSONValue?
}

/// What the value of a setting may be, in words and by an example.
package struct Form: Sendable {
  package enum Shape: Sendable {
    case value, object
    case list
    /// Objects under free names.
    case table
  }

  /// `0 to 3,650`, `list of dates`.
  package var words: String
  /// In JSON5, for settings without a default; of a table the name of one row.
  package var example: String
  package var shape = Shape.value
  /// Of the object, or of each one in the list or table.
  package var fields: @Sendable () -> [SettingDeclaration] = { [] }
  /// What the fields change.
  package var effects: Effects = []
}
