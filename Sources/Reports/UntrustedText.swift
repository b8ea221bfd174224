import Metrics
import Values

/// Everything that makes text from logs and file names harmless, in one place. Text is first
/// cleaned (``cleaned(_:limit:)``), then escaped for the format that takes it.
package enum UntrustedText {
  /// The longest text from a log that a human-readable report shows.
  package static let limit = 64

  /// `text` without control, line-separating and bidi-steering characters, and no longer than
  /// `limit` characters (of four code points each on average, for one can have any number of
  /// accents), the last of which is `…` where something was cut.
  package static func cleaned(_ text: String, limit: Int = limit) -> String {
    if text.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }), text.utf8.count <= limit { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.lazy.filter { !$0.isBidiControl })
    let clean = String(scalars)
    guard clean.count > limit || scalars.count > limit * 4 else { return clean }
    return String(clean.prefix(limit - 1).unicodeScalars.prefix(limit * 4 - 1)) + "…"
  }

  /// For a line of Markdown or a cell of its tables: nothing in it is markup, a link or HTML. An
  /// underscore within a word is none (CommonMark 6.2), and stays readable.
  package static func markdown(_ text: String, limit: Int = limit) -> String {
    let clean = Array(cleaned(text, limit: limit))
    var result = ""
    for (index, character) in clean.enumerated() {
      let isInside =
        character == "_" && index > 0 && index + 1 < clean.count
        && isWord(clean[index - 1]) && isWord(clean[index + 1])
      result += isInside ? "_" : markdown(character)
    }
    return result.replacing("://", with: "&#58;//").replacing("www.", with: "www&#46;")
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private static func markdown(_ character: Character) -> String {
    switch character {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\\", "`", "*", "_", "{", "}", "[", "]", "#", "|", "~", "!": "\\\(character)"
    case "@": "&#64;"
    default: String(character)
    }
  }

  /// For text and quoted attributes of HTML, SVG and XML.
  package static func html(_ text: String, limit: Int = limit) -> String {
    cleaned(text, limit: limit).map { html($0) }.joined()
  }

  private static func html(_ character: Character) -> String {
    switch character {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: String(character)
    }
  }

  /// A sentence in HTML, whose lines do not end between a minus and its amount.
  package static func htmlSentence(_ text: String, limit: Int) -> String {
    html(text, limit: limit).replacing("−", with: "−\u{2060}")
  }

  /// For a cell of a workbook: cleaned, and within Excel's limit of 32,767 UTF-16 units.
  package static func workbook(_ text: String) -> String { cleaned(text, limit: 255) }

  /// What a terminal may see: characters that steer it or turn text around are written as JSON
  /// escapes them, which a person can read and a program decode. Ends of lines and tabs stay.
  package static func terminal(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steersTerminal) else { return text }
    return text.unicodeScalars.map { steersTerminal($0) ? $0.jsonEscape : String($0) }.joined()
  }

  /// The same on one line of its own: nothing in it begins another line, where it could be taken
  /// for a word of this program. An end of a line stays where spaces follow it.
  package static func terminalLine(_ text: String) -> String {
    let lines = terminal(text).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().reduce(String(lines[0])) { text, line in
      text + (line.hasPrefix("  ") ? "\n" : "\\n") + line
    }
  }

  private static func steersTerminal(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && scalar.isBidiControl
  }

  /// True where a spreadsheet that opens a CSV file would take the text for a formula.
  package static func looksLikeFormula(_ text: some StringProtocol) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if ("a"..."z").contains(first) || ("0"..."9").contains(first) { return false }
    return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
  }

  /// Whether a spreadsheet of some country ends a field here: it splits lines at the list separator
  /// of its own settings, and takes quotes for such only at the beginning of a field.
  package static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ",", ";", "|", "\t", "،", "؛", "，", "；", "｜": true
    default: false
    }
  }

  /// With an apostrophe in front of all that a spreadsheet would compute.
  package static func withoutFormulas(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      let field = rest.prefix { !isSeparator($0) }
      if looksLikeFormula(Substring(field.drop { $0 == " " || $0 == "\"" })) { result.append("'") }
      result.append(contentsOf: field)
      rest = rest[field.endIndex...]
      if let separator = rest.popFirst() { result.append(separator) }
    }
    return String(result)
  }
}

extension String {
  /// Broken between words, into lines that fit on a page beside a column of names.
  package func wrapped(limit: Int = 110) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < limit {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}

/// What to do about an alert: a link where that is a web address, else words.
struct Runbook {
  let text: String

  private var address: String? { WebAddress(text)?.text }

  var html: String {
    guard let address else { return "What to do: \(UntrustedText.html(text, limit: 300))" }
    return
      "<a href=\"\(UntrustedText.html(address, limit: 1000))\" rel=\"noreferrer\">What to do</a>"
  }

  var markdown: String {
    guard let address else { return "What to do: \(UntrustedText.markdown(text, limit: 300))" }
    return "[What to do](<\(UntrustedText.html(address, limit: 1000))>)"
  }
}

/// A table in columns, for a terminal.
package enum TextColumns {
  /// `rows` with a header; the columns of `left` begin at the left, numbers end at the right.
  package static func text(_ rows: [[String]], left: Set<Int>) -> String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return left.contains(column) ? cell + space : space + cell
      }
      return cells.joined(separator: "  ").trimmedRight + "\n"
    }.joined()
  }
}

extension String {
  fileprivate var trimmedRight: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
