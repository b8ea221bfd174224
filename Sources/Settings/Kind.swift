import Values

/// What the value of a setting may be: how it is read and written.
struct Kind<Value: Sendable>: Sendable {
  var form: Form
  /// The value of an entry; tables and objects are read over the value that is there.
  let read: @Sendable (Entry, Value?) throws(SettingsError) -> Value
  /// As a configuration has it, as far as it belongs to the effects; nil for nothing at all.
  let write: @Sendable (Value, Effects) -> JSONValue?
}

extension Kind {
  /// A value of its own.
  init(
    _ words: String, example: String,
    _ read: @escaping @Sendable (Entry) -> () throws(SettingsError) -> Value,
    _ write: @escaping @Sendable (Value) -> JSONValue?
  ) {
    form = Form(words: words, example: example)
    self.read = { (entry, _) throws(SettingsError) in try read(entry)() }
    self.write = { value, _ in write(value) }
  }

  /// This kind with another example in the guide.
  func example(_ example: String) -> Kind { described(as: form.words, example) }

  func described(as words: String, _ example: String) -> Kind {
    var kind = self
    (kind.form.words, kind.form.example) = (words, example)
    return kind
  }

  /// This kind, written as what makes no difference would have it.
  func written(as plain: @escaping @Sendable (Value) -> Value) -> Kind {
    Kind(form: form, read: read) { write(plain($0), $1) }
  }

  /// What a list asks of each of its elements, given those before it.
  typealias ElementCheck<Element> =
    @Sendable (Element, [Element], Entry) throws(SettingsError) -> Void

  /// A list; with `orOne`, what is no list stands for a list of it alone.
  static func list<Element>(
    of kind: Kind<Element>, orOne: Bool = false,
    each check: @escaping ElementCheck<Element> = { _, _, _ in }
  ) -> Kind where Value == [Element] {
    Kind(form: Form(listOf: kind.form)) { (entry, _) throws(SettingsError) in
      var elements: [Element] = []
      for entry in try orOne ? entry.listOrOne() : entry.list() {
        let element = try kind.read(entry, nil)
        try check(element, elements, entry)
        elements.append(element)
      }
      return elements
    } write: { elements, asked in
      elements.isEmpty ? nil : .array(elements.map { kind.write($0, asked) ?? .object([]) })
    }
  }

  /// A list of elements that differ in `name`.
  static func list<Element>(
    of kind: Kind<Element>, orOne: Bool = false,
    unique name: any KeyPath<Element, String> & Sendable
  ) -> Kind where Value == [Element] {
    list(of: kind, orOne: orOne) { (element, before, entry) throws(SettingsError) in
      let text = element[keyPath: name]
      if before.contains(where: { $0[keyPath: name] == text }) {
        throw entry.error(.duplicate(text))
      }
    }
  }

  /// Values under free names, one of which is `example`; those that are there stay.
  static func table<Element>(
    of kind: Kind<Element>, example: String
  ) -> Kind where Value == [String: Element] {
    Kind(form: Form(tableOf: kind.form, example: example)) {
      (entry, before) throws(SettingsError) in
      var table = before ?? [:]
      for (name, entry) in try entry.table() { table[name] = try kind.read(entry, nil) }
      return table
    } write: { table, asked in
      guard !table.isEmpty else { return nil }
      return .object(
        table.sorted { $0.key < $1.key }.map { name, element in
          JSONValue.Member(name, kind.write(element, asked) ?? .object([]))
        })
    }
  }
}

extension Kind where Value: SettingsSection {
  static var object: Kind {
    Kind(
      form: Form(
        words: "object", example: "{}", shape: .object, fields: { Value.declarations },
        effects: Value.effects)
    ) { (entry, before) throws(SettingsError) in
      var value = before ?? Value()
      try value.read(entry)
      return value
    } write: {
      $0.written($1)
    }
  }
}

extension Kind {
  /// Objects under free names, each of which an object has at `name`. They keep the order of the
  /// file, in which the first may decide, or are written by name.
  static func objects<Element: SettingsSection>(
    by name: any WritableKeyPath<Element, String> & Sendable, inOrder: Bool, example: String
  ) -> Kind where Value == [Element] {
    let kind = Kind<Element>.object
    return Kind(form: Form(tableOf: kind.form, example: example)) {
      (entry, _) throws(SettingsError) in
      var elements: [Element] = []
      for (key, entry) in try entry.table() {
        var element = Element()
        element[keyPath: name] = key
        elements.append(try kind.read(entry, element))
      }
      return elements
    } write: { elements, asked in
      let members = elements.map {
        JSONValue.Member($0[keyPath: name], kind.write($0, asked) ?? .object([]))
      }
      guard !members.isEmpty else { return nil }
      return .object(inOrder ? members : members.sorted { $0.name < $1.name })
    }
  }
}

extension Form {
  fileprivate init(listOf form: Form) {
    self.init(
      words: "list of \(form.words)", example: "[\(form.example)]",
      shape: form.shape == .object ? .list : .value, fields: form.fields, effects: form.effects)
  }

  fileprivate init(tableOf form: Form, example: String) {
    self.init(
      words: "\(form.words) by name",
      example: form.shape == .object ? example : "{ \(example): \(form.example) }",
      shape: form.shape == .object ? .table : .value, fields: form.fields, effects: form.effects)
  }
}
