import Settings
import Values

extension Failure {
  init(settings error: SettingsError) {
    switch error {
    case .missingFile(let path): self.init("\(path) does not exist", exit: .noInput)
    case .unreadableFile(let path, let reason):
      self.init("\(path) cannot be read: \(reason)", exit: .inputOutput)
    case .syntax(let fact, let place):
      self.init("\(place.text): \(fact.text)", exit: .badData)
    case .setting(let key, let fault, let place):
      self.init("\(place.text): \(fault.text(of: key))", hint: fault.hint, exit: .badData)
    case .row(let fault, let place):
      self.init("\(place.file):\(place.position.line): \(fault.text)", exit: .badData)
    }
  }
}

extension SettingsError.Place {
  /// `runrate.json5:12:5`, as editors understand it.
  fileprivate var text: String { "\(file):\(position.line):\(position.column)" }
}

extension SettingFault {
  fileprivate func text(of key: String) -> String {
    let key = key.isEmpty ? "the configuration" : key
    return switch self {
    case .unknown: "there is no setting \(key)"
    case .missing: "\(key) is missing"
    case .wrongType(let found, let expected), .wrongValue(let found, let expected, _):
      "\(key) is \(found), expected \(expected)"
    case .duplicate(let name): "\(key): the name \"\(name)\" is given more than once"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .unknown(let nearest?):
      nearest.isLikely
        ? "did you mean \(nearest.name)?" : "the nearest valid name is \(nearest.name)"
    case .wrongValue(_, _, let nearest?): "did you mean \(nearest)?"
    default: nil
    }
  }
}

extension JSON5Error.Fact {
  fileprivate var text: String {
    switch self {
    case .invalidUTF8: "bytes that are not UTF-8"
    case .unexpectedEnd(let expected): "the file ends, expected \(expected)"
    case .unexpected(let found, let expected): "found \"\(found)\", expected \(expected)"
    case .unterminatedString: "the quote that begins here does not end on its line"
    case .unterminatedComment: "the comment that begins here does not end"
    case .badEscape(let escape): "\(escape) means nothing in a text"
    case .badNumber(let number): "\(number) is not a number"
    case .duplicateName(let name, let line): "\(name) is repeated here, first in line \(line)"
    case .tooDeep(let limit): "more than \(limit) brackets inside each other"
    }
  }
}

extension RowFault {
  fileprivate var text: String {
    switch self {
    case .form(.unterminatedQuote): "a quote does not end"
    case .form(.strayQuote): "a quote stands inside a field"
    case .form(.invalidUTF8): "bytes that are not UTF-8"
    case .noHeader(let expected):
      "the file is empty, expected the header \(expected.joined(separator: ","))"
    case .missingColumn(let name, let nearest):
      "the header lacks \(name)" + (nearest.map { " (it has \($0))" } ?? "")
    case .duplicateColumn(let name): "the header has \(name) more than once"
    case .fieldCount(let found, let expected): "\(found) fields, the header has \(expected)"
    case .badField(let column, let text, let expected):
      "\(column) is \"\(text)\", expected \(expected)"
    case .duplicateRow(let row, let line): "\(row) is repeated here, first in line \(line)"
    }
  }
}
