@testable import Feed

/// The guide to the log: its events and fields, as they are declared.
enum LogGuide {
  static var markdown: String {
    """
    # The log

    Made from the declarations that lines are read with. What becomes of a line: <doc:Definitions>, "The log". Lines of
    stores and vendors: <doc:Dialects>.

    ## Events

    Matched without regard to case. `eventNames` of the configuration adds names.

    \(EventKind.allCases.dropFirst().map(\.item).joined(separator: "\n"))

    ## Fields

    Matched without regard to case and underscores; the exact name at the top wins, then other spellings of it, then the
    other names, then what is inside `properties`, `parameters` or `event_params`. `fieldNames` adds names.

    **Values** are texts where nothing else is said. An *id* is a text or integer, a *time* RFC 3339 with an offset, or
    seconds, milliseconds or microseconds since 1970, an *amount* a number or decimal text in major units (`4.99`), a
    *currency* ISO 4217 (`EUR`), a *period* ISO 8601 (`P1M`), a *flag* `true` or `false`.

    *On* names the events that a field matters on; any field may be on any event. *Payments* are
    \(code(FieldKinds.sales.map(\.canonicalName))).

    \(LogField.allCases.map(\.item).joined(separator: "\n"))

    """
  }

  fileprivate static func code(_ words: some Sequence<String>) -> String {
    words.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// ` (also a, b; amount; on payments)`; nothing where there is nothing to say.
  fileprivate static func brackets(_ parts: [String]) -> String {
    let parts = parts.filter { !$0.isEmpty }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
  }

  fileprivate static func also(_ names: [String]) -> String {
    names.count < 2 ? "" : "also \(code(names.dropFirst()))"
  }
}

extension EventKind {
  fileprivate var item: String {
    "- `\(canonicalName)`\(LogGuide.brackets([LogGuide.also(names)])): \(meaning)"
  }
}

extension LogField {
  fileprivate var item: String {
    let declared = declaration
    let parts = [LogGuide.also(names), declared.place.values, declared.kinds.text]
    return "- `\(name)`\(LogGuide.brackets(parts)): \(declared.meaning)"
  }
}

extension FieldKinds {
  fileprivate var text: String {
    switch self {
    case .all: ""
    case .mainly(let kinds), .only(let kinds): "on \(Self.names(kinds))"
    case .except(let kinds): "not on \(Self.names(kinds))"
    }
  }

  private static func names(_ kinds: [EventKind]) -> String {
    let hasPayments = sales.allSatisfy(kinds.contains)
    let others = kinds.filter { !(hasPayments && sales.contains($0)) }.map(\.canonicalName)
    let names = (hasPayments ? ["payments"] : []) + others.map { "`\($0)`" }
    return names.joined(separator: ", ")
  }
}

extension EventPlace {
  /// What a line may write; empty for a text.
  fileprivate var values: String {
    switch self {
    case .reading(let values): values
    case .unused: ""
    case .folded: "flag"
    case .text(_, _, .currency): "currency"
    case .text: ""
    case .identifier: "id"
    case .amount: "amount"
    case .time: "time"
    case .period: "period"
    case .number: "whole number"
    case .flag: "flag"
    case .words(let words): LogGuide.code(words.map(\.text))
    }
  }
}
