import Testing
import Values

@testable import Settings

/// What settings declare besides how they are read.
struct SettingDeclarationTests {
  @Test("Every setting has a sentence, and an example or a default that it can have")
  func examples() {
    let settings = configurations(of: Settings.guide) { "{\($0)}" }
    #expect(settings.count > 120)
    for (setting, text) in settings {
      #expect(setting.sentence.hasSuffix("."), "\(setting.key)")
      do {
        _ = try parse(text)
      } catch {
        // What does not go together, or names a file that is not there, has the right form.
        let wrong = #/there is no setting| is (a number|text|null|true|false), expected/#
        #expect(error.message.firstMatch(of: wrong) == nil, "\(error.message) in \(text)")
      }
    }
  }

  @Test("No two settings of reading have the same key, which stands for them in the fingerprint")
  func keysOfReading() {
    let keys = configurations(of: Settings.guide) { $0 }.map(\.setting)
      .filter { $0.effects == .read }.map(\.key)
    #expect(keys.count >= 7)
    #expect(Set(keys).count == keys.count)
  }

  /// Each setting without fields, with a configuration that gives it.
  private func configurations(
    of fields: [SettingDeclaration], in whole: (String) -> String
  ) -> [(setting: SettingDeclaration, text: String)] {
    fields.flatMap { field in
      let others = fields.filter { $0.isRequired && $0.key != field.key }.map(example)
      func with(_ value: String) -> String {
        whole((others + ["\(field.key): \(value)"]).joined(separator: ", "))
      }
      switch field.form.shape {
      case .value: return [(field, whole((others + [example(field)]).joined(separator: ", ")))]
      case .object: return configurations(of: field.form.fields()) { with("{\($0)}") }
      case .list: return configurations(of: field.form.fields()) { with("[{\($0)}]") }
      case .table: return configurations(of: field.form.fields()) { with("{name: {\($0)}}") }
      }
    }
  }

  private func example(_ field: SettingDeclaration) -> String {
    let required = field.form.fields().filter(\.isRequired).map(example)
    let value = field.defaultValue?.line ?? field.form.example
    let isList = field.form.shape == .list
    return "\(field.key): \(isList ? "[{\(required.joined(separator: ", "))}]" : value)"
  }
}
