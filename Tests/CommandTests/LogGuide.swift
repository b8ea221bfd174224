@testable import Feed

/// The guide to the log: its events and fields, as they are declared.
enum LogGuide {
  static var markdown: String {
    """
    # The log

    Made from the declarations that lines are read with. What becomes of a line says <doc:Definitions>; the stores' own
    lines are in <doc:Dialects>.

    ## Events

    Matched without regard to case. `eventNames` of the configuration adds names.

    | Event | Also | Meaning |
    | --- | --- | --- |
    \(EventKind.allCases.dropFirst().map(\.row).joined(separator: "\n"))

    ## Fields

    Matched without regard to case and underscores; the exact name at the top wins, then other spellings of it, then the
    other names, then what stands inside `properties`, `parameters` or `event_params`. `fieldNames` adds names. Any field may
    stand on any event; the table says on which it matters most.

    | Field | Also | Value | Events | Meaning |
    | --- | --- | --- | --- | --- |
    \(LogField.allCases.map(\.row).joined(separator: "\n"))

    """
  }

  fileprivate static func code(_ words: some Sequence<String>) -> String {
    words.map { "`\($0)`" }.joined(separator: ", ")
  }
}

extension EventKind {
  fileprivate var row: String {
    "| `\(canonicalName)` | \(LogGuide.code(names.dropFirst())) | \(meaning) |"
  }
}

extension LogField {
  fileprivate var row: String {
    let declared = declaration
    return "| `\(name)` | \(LogGuide.code(names.dropFirst())) | \(declared.place.values) | "
      + "\(declared.kinds.text) | \(declared.meaning) |"
  }
}

extension FieldKinds {
  fileprivate var text: String {
    switch self {
    case .all: "any"
    case .mainly(let kinds), .only(let kinds): LogGuide.code(kinds.map(\.canonicalName))
    case .except(let kinds): "any but \(LogGuide.code(kinds.map(\.canonicalName)))"
    }
  }
}

extension EventPlace {
  /// What a line may write.
  fileprivate var values: String {
    switch self {
    case .reading(let values): values
    case .unused: "text"
    case .folded: "`true`, `false`"
    case .text(_, _, .currency): "ISO 4217, such as `EUR`"
    case .text: "text"
    case .identifier: "id: text or integer"
    case .amount: "number or decimal text, in major units: `4.99`"
    case .time: "time"
    case .period: "ISO 8601: `P1W`, `P1M`, `P1Y`"
    case .number: "whole number"
    case .flag: "`true`, `false`"
    case .words(let words): LogGuide.code(words.map(\.text))
    }
  }
}
