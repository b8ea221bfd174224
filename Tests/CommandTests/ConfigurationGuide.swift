import Values

@testable import Command
@testable import Settings

/// The guide to the configuration: its settings, as they are declared.
enum ConfigurationGuide {
  static var markdown: String {
    let all = Settings.guide
    let objects = all.filter { $0.form.shape != .value }
    return """
      # Configuration

      Made from the declarations that `runrate.json5` is read with: JSON with comments, trailing commas and names without
      quotes. Everything has a default, so `{}` is a configuration. `runrate init` writes one that fits your logs; `runrate
      print config` prints every setting. What is not understood stops the program, with its place and the nearest name.

      **Values** are texts where nothing else is said. An *amount* is a number or text in major units (`4.99`), a *share* a
      number from 0 to 1, a *date* `"2026-06-30"`, a *period* ISO 8601 (`"P1M"`), a *flag* `true` or `false`, a *file* a
      path from the folder of the configuration. The default follows the semicolon. **Bold** settings must be given.

      **Changes.** After a change of a setting marked R the program asks for all logs once more (`runrate ingest --again`);
      after one of F the next run folds all customers anew.

      ## General

      \(all.filter { $0.form.shape == .value }.map { item($0) }.joined())
      \(objects.map { "## \($0.key)\n\n\(intro($0))\n\n\(items($0.form).joined())" }.joined(separator: "\n"))
      """
  }

  /// What the section is about, and how it is written.
  private static func intro(_ setting: SettingDeclaration) -> String {
    switch setting.form.shape {
    case .value, .object: setting.sentence
    case .list: "\(setting.sentence) As a list: `\(setting.key): [{…}]`."
    case .table: "\(setting.sentence) By name: `{\(JSONValue.key(setting.form.example)):{…}}`."
    }
  }

  /// The fields, and theirs; those of objects that are alike stand together.
  private static func items(_ form: Form, in path: String = "") -> [String] {
    let fields = form.fields()
    let fieldsByKeys = Dictionary(grouping: fields) { $0.form.fields().map(\.key) }
    let alike = fieldsByKeys.first { !$0.key.isEmpty && $0.value.count > 1 }?.value ?? []
    return together(alike)
      + fields.filter { field in !alike.contains { $0.key == field.key } }.flatMap { field in
        [item(field, in: path)] + items(field.form, in: path + field.key + ".")
      }
  }

  private static func together(_ alike: [SettingDeclaration]) -> [String] {
    guard let first = alike.first else { return [] }
    return alike.map { "- `\($0.key)`: \($0.sentence)\n" } + items(first.form, in: "….")
  }

  /// `- timezone F (time zone; "UTC"): Where days begin and end.`
  private static func item(_ setting: SettingDeclaration, in path: String = "") -> String {
    let key = "`\(path)\(setting.key)`"
    let value = value(setting)
    return "- \(setting.isRequired ? "**\(key)**" : key)\(changes(setting))"
      + "\(value.isEmpty ? "" : " (\(value))"): \(setting.sentence)\n"
  }

  /// `share; 0.05`
  private static func value(_ setting: SettingDeclaration) -> String {
    let isTold = setting.form.shape == .value || setting.form.isDescribed
    let words = isTold && setting.form.words != "text" ? setting.form.words : ""
    guard setting.form.shape == .value, let value = setting.defaultValue?.json5 else {
      return words
    }
    return "\(words); `\(value)`"
  }

  private static func changes(_ setting: SettingDeclaration) -> String {
    guard setting.form.shape == .value else { return "" }
    return setting.effects.contains(.read) ? " R" : setting.effects.contains(.folded) ? " F" : ""
  }
}
