import Settings
import Values

/// A configuration with every setting and what it is for. Those without a default stand behind
/// slashes with an example, and so do elements of lists and tables.
package enum ConfigurationFile {
  package static var text: String {
    let head = [
      "// Every setting with its default. A setting that has none, or is one of many, stands behind",
      "// slashes with an example. What you leave out keeps its default.",
    ]
    let settings = Settings.guide.flatMap(\.lines).indented
    return (head + ["{"] + settings + ["}"]).joined(separator: "\n") + "\n"
  }

  /// The sentence of a setting, by its path: `ingest.userIDHash`.
  package static func sentence(of path: String) -> String {
    var fields = Settings.guide
    var sentence = ""
    for key in path.split(separator: ".") {
      guard let field = fields.first(where: { $0.key == key }) else { return "" }
      (sentence, fields) = (field.sentence, field.form.fields())
    }
    return sentence
  }
}

extension SettingDeclaration {
  /// The setting, its sentence above it.
  fileprivate var lines: [String] {
    switch form.shape {
    case .value:
      let line = "\(key): \(defaultValue?.json5 ?? form.example),"
      return comment + (defaultValue == nil && !isRequired ? [line].commented : [line])
    case .object where form.example != "{}": return comment + ["\(key): \(form.example),"].commented
    case .object:
      let block = ["\(key): {"] + form.fields().flatMap(\.lines).indented + ["},"]
      return comment + (isOptional ? block.commented : block)
    case .list: return block("[", "{", "]")
    case .table: return block("{", "\(JSONValue.key(form.example)): {", "}")
    }
  }

  /// What it is for, and what it may be.
  private var comment: [String] {
    ["// \(sentence)" + (form.isDescribed ? " (\(form.words))" : "")]
  }

  /// The default elements and an example of one, all behind slashes.
  private func block(_ open: String, _ first: String, _ close: String) -> [String] {
    let example = [first] + form.fields().flatMap(\.lines).indented + ["},"]
    let elements = (defaultElements + example).commented.indented
    return comment + ["\(key): \(open)"] + elements + ["\(close),"]
  }

  private var defaultElements: [String] {
    switch defaultValue {
    case .array(let values): values.map { "\(shortened($0).json5)," }
    case .object(let members): members.map { "\(JSONValue.key($0.name)): \($0.value.json5)," }
    default: []
    }
  }

  /// An element without what is a default anyway.
  private func shortened(_ element: JSONValue) -> JSONValue {
    guard case .object(let members) = element else { return element }
    let fields = form.fields()
    return .object(
      members.filter { member in
        !fields.contains { $0.key == member.name && $0.defaultValue == member.value }
      })
  }
}

extension Form {
  /// Whether the words say more than the fields do.
  package var isDescribed: Bool { shape == .value || shape == .object && example != "{}" }
}

extension JSONValue {
  /// As people write it in JSON5, on one line.
  var json5: String {
    switch self {
    case .array(let values): "[" + values.map(\.json5).joined(separator: ", ") + "]"
    case .object(let members) where !members.isEmpty:
      "{ " + members.map { "\(Self.key($0.name)): \($0.value.json5)" }.joined(separator: ", ")
        + " }"
    default: line
    }
  }

  /// A name of an object, in quotes where it needs them.
  static func key(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { ($0 | 32) &- 97 < 26 || $0 &- 48 < 10 || $0 == 95 }
    return isPlain && name.utf8.first.map { $0 > 57 } == true ? name : quoted(name)
  }
}

extension [String] {
  fileprivate var indented: [String] { map { "  " + $0 } }
  fileprivate var commented: [String] { map { "// " + $0 } }
}
