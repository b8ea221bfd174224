import Values

/// What the value of a setting may be: how it is read and written.
struct Kind<Value: Sendable>: Sendable {
  var form: Form
  /// The value of an entry; tables and objects are read over the value that is there.
  let read: @Sendable (Entry, Value?) throws(Failure) -> Value
  /// As a configuration has it, as far as it belongs to the effects; nil for nothing at all.
  let write: @Sendable (Value, Effects) -> JSONValue?
}

extension Kind {
  /// A value of its own.
  init(
    _ words: String, example: String,
    _ read: @escaping @Sendable (Entry) -> () throws(Failure) -> Value,
    _ write: @escaping @Sendable (Value) -> JSONValue?
  ) {
    form = Form(words: words, example: example)
    self.read = { (entry, _) throws(Failure) in try read(entry)() }
    self.write = { value, _ in write(value) }
  }

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
    @Sendable (Element, [Element], Entry) throws(Failure) -> Void

  /// A list; with `orOne`, what is no list stands for a list of it alone.
  static func list<Element>(
    of kind: Kind<Element>, orOne: Bool = false,
    each check: @escaping ElementCheck<Element> = { _, _, _ in }
  ) -> Kind where Value == [Element] {
    Kind(form: Form(listOf: kind.form)) { (entry, _) throws(Failure) in
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
    list(of: kind, orOne: orOne) { (element, before, entry) throws(Failure) in
      let text = element[keyPath: name]
      if before.contains(where: { $0[keyPath: name] == text }) {
        throw entry.duplicate(text)
      }
    }
  }

  /// Values under free names, one of which is `example`; those that are there stay.
  static func table<Element>(
    of kind: Kind<Element>, example: String
  ) -> Kind where Value == [String: Element] {
    Kind(form: Form(tableOf: kind.form, example: example)) {
      (entry, before) throws(Failure) in
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
    ) { (entry, before) throws(Failure) in
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
      (entry, _) throws(Failure) in
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

// What single values may be. An empty text is nothing: no setting can be one.

extension Kind<String> {
  static var text: Kind {
    Kind("text", example: "\"…\"", Entry.text) { $0.isEmpty ? nil : .string($0) }
  }
  static var name: Kind {
    Kind("text", example: "\"…\"", Entry.name) { $0.isEmpty ? nil : .string($0) }
  }
  static var file: Kind { Kind("file", example: "\"…\"", Entry.filePath, JSONValue.string) }
  static var currency: Kind {
    Kind("currency", example: "\"EUR\"", Entry.currency, JSONValue.string)
  }
  static var webAddress: Kind {
    Kind("address", example: "\"https://example.com\"", Entry.webAddress, JSONValue.string)
  }
}

extension Kind<Bool> {
  /// What is false adds nothing to a fingerprint.
  static var flag: Kind { Kind("flag", example: "true", Entry.flag, JSONValue.bool) }
}

extension Kind where Value: BinaryInteger {
  static func whole(_ range: ClosedRange<Int>) -> Kind {
    Kind(
      form: Form(
        words: "\(range.lowerBound) to \(grouped(Int64(range.upperBound)))",
        example: "\(range.lowerBound)")
    ) { (entry, _) throws(Failure) in
      Value(try entry.wholeNumber(in: range))
    } write: { number, _ in
      .number(number)
    }
  }
}

extension Kind<TimeSpan> {
  static func hours(_ range: ClosedRange<Int>) -> Kind {
    let hours = Kind<Int>.whole(range)
    return Kind(form: hours.form) { (entry, _) throws(Failure) in
      .hours(try hours.read(entry, nil))
    } write: { span, _ in
      .number(span.milliseconds / TimeSpan.hours(1).milliseconds)
    }
  }
}

extension Kind<Fraction> {
  static var share: Kind { Kind("share", example: "0.1", Entry.share) { .decimal($0.decimalText) } }
  static var number: Kind {
    Kind("number", example: "1", Entry.number) { .decimal($0.decimalText) }
  }
}

extension Kind<Amount> {
  static var amount: Kind {
    Kind("amount", example: "4.99", Entry.amount) { .decimal($0.decimalText) }
  }
}

extension Kind<Period> {
  static var period: Kind {
    Kind("period", example: "\"P1M\"", Entry.period) { .string($0.description) }
  }
}

extension Kind<Day> {
  static var day: Kind {
    Kind("date", example: "\"2026-06-30\"", Entry.day) { .string($0.description) }
  }
}

extension Kind<AppVersion> {
  static var appVersion: Kind {
    Kind("version", example: "\"3.2.0\"", Entry.appVersion) { .string($0.description) }
  }
}

extension Kind<Zone> {
  static var zone: Kind {
    Kind("time zone", example: "\"Europe/Berlin\"", Entry.zone) { .string($0.name) }
  }
}

extension Kind<Dimension> {
  /// What funnels can be split by.
  static var dimension: Kind {
    Kind("dimensions", example: "\"country\"", Entry.dimension) { .string($0.name) }
  }
}

extension Kind where Value: RawRepresentable<String> & CaseIterable {
  static var choice: Kind {
    let names = Value.allCases.map { "`\($0.rawValue)`" }
    return Kind(
      form: Form(
        words: names.joined(separator: ", "),
        example: Value.allCases.first.map { "\"\($0.rawValue)\"" } ?? "")
    ) { (entry, _) throws(Failure) in
      try entry.choice()
    } write: { value, _ in
      .string(value.rawValue)
    }
  }
}

/// Something of which the configuration has a list with unique names: a funnel, an alert rule.
protocol Named {
  var name: String { get }
}

extension Entry {
  /// `defaults` with this list's elements, which replace those of the same name.
  func list<T: Named>(
    over defaults: [T], _ read: (Entry) throws(Failure) -> T
  ) throws(Failure) -> [T] {
    var all = defaults
    var seen: Set<String> = []
    for entry in try list() {
      let element = try read(entry)
      guard seen.insert(element.name).inserted else { throw entry.duplicate(element.name) }
      if let place = all.firstIndex(where: { $0.name == element.name }) {
        all[place] = element
      } else {
        all.append(element)
      }
    }
    return all
  }
}
