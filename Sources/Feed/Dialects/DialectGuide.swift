import Values

/// The declarations of all dialects in words: the guide *Dialects*.
package enum DialectGuide {
  package static var markdown: String {
    """
    # Dialects

    Made from the declarations that lines are read with.

    A line of a store or vendor becomes one canonical event, or it is ignored or rejected. Which
    dialect a line is of is told line by line (`--dialect auto`), in this order: a line whose `event`
    is a text is native; then the first dialect below whose mark it bears; else native.
    `ingest.dialect` or `--dialect` can name one for all lines.

    A time or an amount that is used and has the wrong type rejects the line; any other such field is
    absent and counted. Prices are exact decimals. `price`, `currency`, `offer_id` and `period` are
    set on charges only (`price` and `currency` on refunds, too); `expires_at` on charges, trials,
    offers, extensions and grants; `transaction_id` on all but notes. Countries become ISO 3166
    alpha-2. An event with `user_id` and `previous_id` makes the two one customer. Of the rows of a
    type the first whose condition holds is taken; types that no table has are ignored under their
    name.

    \(DialectTable.all.map(\.markdown).joined(separator: "\n"))
    """
  }
}

extension DialectTable {
  fileprivate var markdown: String {
    let links = sources.map { "<\($0)>" }.joined(separator: ", ")
    let paragraphs = about.map { $0 + "\n\n" }.joined()
    let places = scopes.isEmpty ? "" : scopes.map(\.markdown).joined() + "\n"
    return """
      ## \(title) (`\(dialect.rawValue)`)

      Mark: \(mark.text). Sources: \(links).

      \(paragraphs)\(places)\(groups.map { $0.markdown + "\n" }.joined())
      """
  }
}

extension Scope {
  fileprivate var markdown: String {
    let condition = if case .always = when { "" } else { " (only if \(when.text))" }
    return "- `\(name)`: \(places.map(\.text).joined(separator: ", else "))\(condition)\n"
  }
}

extension Scope.Place {
  fileprivate var text: String {
    switch self {
    case .line(.always): "the line"
    case .line(let condition): "the line, if \(condition.text)"
    case .object(let path): "`\(path)`"
    case .signed(let path): "`\(path)` (a JWS, or decoded)"
    case .base64(let path): "`\(path)` (base64)"
    case .parameters(let path): "`\(path)[]` by `key`"
    case .element(let path, .first): "the first of `\(path)`"
    case .element(let path, .firstWhere(let member, let other)):
      "the first of `\(path)` whose `\(member)` is `\(other)`, else the first"
    case .element(let path, .greatest(let members, let unless)):
      "the one of `\(path)` with the greatest "
        + members.map { "`\($0)`" }.joined(separator: ", of several the greatest ")
        + (unless.isEmpty
          ? "" : " without " + unless.map { "`\($0)`" }.joined(separator: " or ") + ", else of all")
    }
  }
}

extension Group {
  fileprivate var markdown: String {
    let condition = if case .always = when { "" } else { "When \(when.text). " }
    let said = environment.text.map { "Ignored as `sandbox`: \($0)." } ?? ""
    return "### \(name)\n\n" + (condition + said).trimmed + "\n\n" + fieldTable + rowTable
  }

  private var fieldTable: String {
    var lines = fields.map { "| \($0.0.name) | \($0.1.text) |" }
    lines += fallbacks.map { "| \($0.0.name), if nothing else says it | \($0.1.text) |" }
    lines += [ends, grace].compactMap { $0 }.map { "| \($0.name) | \($0.text) |" }
    if !money.isEmpty {
      lines.append("| price, currency | \(money.map(\.text).joined(separator: ", else ")) |")
    }
    lines += clocks.map { "| time *\($0.name)* | \($0.text) |" }
    guard !lines.isEmpty else { return "" }
    return "| field | from |\n|---|---|\n" + lines.joined(separator: "\n") + "\n\n"
  }

  private var rowTable: String {
    let lines = rows.map(\.markdown).joined(separator: "\n")
    let others =
      own == nil
      ? ""
      : "| any other | | as natively, its fields being the parameters | \(clocks[0].name) | |\n"
    return "| type | when | event | time | notes |\n|---|---|---|---|---|\n" + lines + "\n" + others
  }
}

extension Row {
  fileprivate var markdown: String {
    let names = name.map { ["\($0) (\(types.map(\.number).joined(separator: ", ")))"] } ?? types
    let condition = if case .always = when { "" } else { when.text }
    let all = (set.map { "\($0.0.name) = \($0.1.text)" } + details + [notes]).filter { !$0.isEmpty }
    return
      "| \(names.joined(separator: ", ")) | \(condition) | \(outcome.text(names: name ?? "")) | "
      + "\(clock) | \(all.joined(separator: "; ")) |"
  }

  private var details: [String] {
    var details: [String] = []
    switch price {
    case .asGroup: break
    case .free: details.append("price 0")
    case .none: details.append("no price")
    case .from(let list):
      details.append("price " + list.map(\.text).joined(separator: ", else "))
    }
    if !without.isEmpty { details.append("without " + without.map(\.name).joined(separator: ", ")) }
    if let ends { details.append("expires_at = \(ends.text)") }
    return details
  }
}

extension Row.Outcome {
  fileprivate func text(names: String) -> String {
    switch self {
    case .event(let kind): kind.canonicalName
    case .note(let kind): "\(kind.canonicalName) (note)"
    case .ignored(""): "ignored"
    case .ignored(let suffix): "ignored `\(names)\(suffix)`"
    }
  }
}

extension Clock {
  fileprivate var text: String { places.map(\.text).joined(separator: ", else ") }
}

extension Clock.Place {
  fileprivate var text: String {
    switch self {
    case .milliseconds(let path): "`\(path)` (ms)"
    case .seconds(let path): "`\(path)` (s)"
    case .microseconds(let path): "`\(path)` (µs)"
    case .text(let path): "`\(path)` (RFC 3339)"
    case .later(let path, let span): "`\(path)` (ms) + \(span.milliseconds / 3_600_000) h"
    }
  }
}

extension Money {
  fileprivate var text: String {
    let condition = if case .always = when { "" } else { "if \(when.text): " }
    let unit = currency.map { " in \($0.text)" } ?? ""
    return condition + amount.text + (isRefund ? " (its size; 0: the whole)" : "") + unit
  }
}

extension Money.Amount {
  fileprivate var text: String {
    switch self {
    case .shifted(let path, 0): "`\(path)`"
    case .shifted(let path, let places): "`\(path)` ÷ 1\(String(repeating: "0", count: places))"
    case .millionths(let path): "`\(path)` (an integer: ÷ 1000000)"
    case .minor(let path, let less):
      "`\(path)`\(less.map { " − `\($0)`" } ?? "") (minor units)"
    case .units(let path): "`\(path)` (units and nanos)"
    case .zero: "0"
    case .absent: "no price"
    case .share(let path, let share): "`\(path)` ÷ 1000 × `\(share)` ÷ 100000"
    }
  }
}

extension Environment {
  fileprivate var text: String? {
    switch self {
    case .unknown: nil
    case .sandbox(let test): test.text
    case .word(let outer, let inner, let sandbox, _):
      (outer + inner).map { "`\($0)`" }.joined(separator: ", else ") + " is "
        + sandbox.joined(separator: " or ")
    }
  }
}

extension Condition {
  fileprivate var text: String {
    switch self {
    case .always: "always"
    case .has(let path): "`\(path)` is there"
    case .hasID(let path): "`\(path)` is an id"
    case .hasKey(let path): "`\(path)` is named"
    case .found(let scope): "`\(scope)` is there"
    case .isNull(let path): "`\(path)` is null"
    case .isText(let path): "`\(path)` is a text"
    case .isObject(let path): "`\(path)` is an object"
    case .isList(let path): "`\(path)` is a list"
    case .beginsWith(let path, let text): "`\(path)` begins with `\(text)`"
    case .equals(let path, let texts):
      "`\(path)` is \(texts.map { "`\($0)`" }.joined(separator: " or "))"
    case .all(let tests): tests.map(\.inner).joined(separator: " and ")
    case .any(let tests): tests.map(\.inner).joined(separator: " or ")
    case .not(let test): "not \(test.inner)"
    default: more
    }
  }

  private var more: String {
    switch self {
    case .isSame(let path, let other): "`\(path)` equals `\(other)`"
    case .isTrue(let path): "`\(path)` is true"
    case .isFalse(let path): "`\(path)` is false"
    case .isZero(let path): "`\(path)` is 0"
    case .isPositive(let path): "`\(path)` > 0"
    case .isNegative(let path): "`\(path)` < 0"
    case .isLater(let path, let other): "`\(path)` > `\(other)`"
    case .contains(let path, let text): "`\(path)` contains `\(text)`"
    case .allZero(let path, let member): "every `\(member)` of `\(path)` is 0"
    default: ""
    }
  }

  /// In brackets where it is a sum of others.
  private var inner: String {
    switch self {
    case .all(let tests) where tests.count > 1: "(\(text))"
    case .any(let tests) where tests.count > 1: "(\(text))"
    default: text
    }
  }
}

extension Source {
  fileprivate var text: String {
    switch self {
    case .path(let path): "`\(path)`"
    case .literal(let text): "\"\(text)\""
    case .first(let choices), .id(let choices): choices.map(\.text).joined(separator: ", else ")
    case .joined(let choices): choices.map(\.text).joined(separator: " + ")
    case .orEmpty(let choice): "\(choice.text) if there"
    case .lowerCase(let choice): "\(choice.text) in lower case"
    case .without(let prefix, let choice): "\(choice.text) without `\(prefix)`"
    case .mapped(let path, let texts):
      "`\(path)`: " + texts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    case .when(let test, let choice): "\(choice.text) if \(test.text)"
    case .element(let path, let prefix):
      "the first of `\(path)` that does not begin with `\(prefix)`, else the first"
    case .unless(let words, let choice): "\(choice.text) unless \(words.joined(separator: " "))"
    case .period(let count, let unit): "`\(count)` × `\(unit)`"
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// What stands behind the colon of a type's name.
  fileprivate var number: String { split(separator: ":").last.map(String.init) ?? self }
}
