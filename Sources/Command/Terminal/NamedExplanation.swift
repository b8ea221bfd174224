import Metrics
import Reports
import Values

/// An explanation with the names of the customers, for people and for programs.
struct NamedExplanation {
  let explanation: Explanation
  let question: RowQuestion
  /// The ids of the customers as the log writes them, in the order of the parts.
  let customers: [String]
}

// MARK: - For people

extension NamedExplanation {
  private static let shown = 20

  func text(_ figures: Figures) -> String {
    let human = DisplayFormat(currency: figures.currency)
    let facts = [
      ("Definition", explanation.metric.column.meaning), ("File", explanation.metric.file.meaning),
      ("Source", source), ("Formula", formula(human)),
    ]
    let lines = facts + notes + checks + [("Made of", made(human))]
    return """
      \(explanation.metric.name), \(place): \(exact(explanation.figure, human))

      \(lines.map(Self.line).joined())\(rows(human))
      """
  }

  private static func line(_ name: String, _ text: String) -> String {
    name + String(repeating: " ", count: max(1, 12 - name.count)) + text + "\n"
  }

  /// `date 2026-06-30, country DE`.
  private var place: String {
    let segment =
      (try? question.segment(in: explanation.metric.file)) ?? (dimension: "all", value: "all")
    let cells = explanation.row.filter { !["dimension", "value"].contains($0.column) }
      .map { "\($0.column) \(UntrustedText.cleaned($0.cell.plainText))" }
    return
      (cells
      + (segment.dimension == "all"
        ? [] : ["\(segment.dimension) \(UntrustedText.cleaned(segment.value))"]))
      .joined(separator: ", ")
  }

  private var source: String {
    let model = explanation.model.map { ", computed by the model \($0).sql" } ?? ""
    let table = explanation.metric.file
    let section = table.guide.map { "Definitions.md, \"\($0)\"; " } ?? ""
    return "\(section)csv/README.md, \(table.name).csv\(model)"
  }

  private var notes: [(String, String)] {
    let others = explanation.metric.others
    return others.isEmpty ? [] : [("Also in", others.joined(separator: ", "))]
  }

  private var checks: [(String, String)] {
    explanation.checks.map {
      ("Check", "\($0.result.rawValue): \($0.name) (\($0.scope))")
    }
  }

  private func exact(_ cell: Cell, _ human: DisplayFormat) -> String {
    switch cell {
    case .missing: "unknown (nothing to divide by, or no such row in the file)"
    case .money(let amount): human.exact(amount)
    case .rate(let rate) where explanation.metric.column.kind == .rate:
      "\(DisplayFormat.percent(rate)) (\(cell.plainText))"
    case .rate: cell.plainText
    default: human.text(cell)
    }
  }

  private func formula(_ human: DisplayFormat) -> String {
    let terms = explanation.formula.terms
    let names = terms.map(\.name)
    let numbers = terms.map { exact($0.cell, human) }
    let figure = exact(explanation.figure, human)
    let name = explanation.metric.column.name
    switch explanation.formula.shape {
    case .sum:
      return "\(name) = \(Self.sum(terms) { $0.name })\n"
        + "            \(figure) = "
        + Self.sum(terms) { exact($0.cell, human) }.replacing("+ −", with: "− ")
    case .quotient:
      return "\(name) = \(names.joined(separator: " ÷ "))\n"
        + "            \(figure) = \(numbers.joined(separator: " ÷ "))"
    case .interval:
      return "\(name) = one end of Wilson's 95% interval of \(names.joined(separator: " of "))\n"
        + "            \(figure) follows from \(numbers.joined(separator: " of "))"
    case .expected:
      return "\(name) = \(names[0]) × \(names[1]) ÷ \(Self.wholeLeft(names))\n"
        + "            \(figure) = \(numbers[0]) × \(numbers[1]) ÷ \(Self.wholeLeft(numbers))"
    case .expectedInterval:
      return "\(name) = \(names[0]) × one end of Wilson's 95% interval of "
        + "\(names[1]) of \(Self.wholeLeft(names))\n            \(figure) follows from "
        + "\(numbers[0]), and \(numbers[1]) of \(Self.wholeLeft(numbers))"
    case .customers: return "the sum of what the customers below have"
    case .nonAdditive(let words): return words
    case .stated: return "told as it is, not computed from others"
    }
  }

  /// The whole of an expected rate, the third of five terms: as many as are left.
  private static func wholeLeft(_ terms: [String]) -> String {
    "(\(terms[2]) × \(terms[3]) ÷ \(terms[4]))"
  }

  private static func sum(_ terms: [Formula.Term], _ text: (Formula.Term) -> String) -> String {
    terms.enumerated().map { index, term in
      let times = abs(term.factor) == 1 ? "" : "\(abs(term.factor)) × "
      let sign = term.factor < 0 ? "− " : index == 0 ? "" : "+ "
      return sign + times + text(term)
    }.joined(separator: " ")
  }

  private func made(_ human: DisplayFormat) -> String {
    guard !explanation.columns.isEmpty else {
      return "no sum over customers"
    }
    let sums = explanation.columns.map { column in
      "\(column.name) \(exact(part: column.sum, column, human))"
        + (column.addsUp ? "" : " (the figure itself: \(exact(column.whole, human)))")
    }
    let people = counted(Int64(customers.count), "customer")
    let numbers = sums.joined(separator: " and ")
    if case .nonAdditive = explanation.formula.shape {
      return "computed from \(people), with \(numbers)"
    }
    return "\(people), who add up to \(numbers)"
  }

  private func exact(part number: Int64, _ column: Explanation.Column, _ human: DisplayFormat)
    -> String
  {
    column.isMoney ? human.exact(Amount(micros: number)) : grouped(number)
  }

  private func rows(_ human: DisplayFormat) -> String {
    guard let first = customers.first else { return "" }
    let names = customers.prefix(Self.shown).map { UntrustedText.cleaned($0, limit: 60) }
    let table = TextColumns.text(
      [["customer"] + explanation.columns.map(\.name)]
        + zip(names, explanation.parts).map { name, part in
          [name]
            + zip(explanation.columns, part.numbers).map { exact(part: $1, $0, human) }
        }, left: [0])
    let more = customers.count - names.count
    let rest = more > 0 ? "… and \(grouped(Int64(more))) more: --format csv shows them all\n" : ""
    return
      "\n\(table)\(rest)\nWhat one of them did: runrate customer \(ShellText.quoted(whole(first)))\n"
  }

  /// All of an id, to be asked for; what is no text for a terminal is left out.
  private func whole(_ id: String) -> String {
    UntrustedText.cleaned(id, limit: id.unicodeScalars.count)
  }
}

// MARK: - For programs

extension NamedExplanation {
  var csv: String {
    let head = (["customer"] + explanation.columns.map(\.name)).joined(separator: ",") + "\n"
    return head
      + zip(customers, explanation.parts).map { id, part in
        let cells = zip(explanation.columns, part.numbers).map { exactCell($1, $0) }
        return ([CSVWriter.quotedField(id)] + cells).joined(separator: ",") + "\n"
      }.joined()
  }

  /// Amounts with all six decimals: parts have to add up.
  private func exactCell(_ number: Int64, _ column: Explanation.Column) -> String {
    column.isMoney ? Amount(micros: number).decimalText : "\(number)"
  }

  var json: JSONValue {
    .members([
      "metric": .string(explanation.metric.name),
      "definition": .string(explanation.metric.column.meaning),
      "row": .object(
        explanation.row.map { JSONValue.Member($0.column, .string($0.cell.plainText)) }),
      "figure": explanation.figure == .missing ? .null : .string(explanation.figure.plainText),
      "formula": .array(
        explanation.formula.terms.map {
          .members([
            "column": .string($0.name), "factor": .integer($0.factor),
            "value": $0.cell == .missing ? .null : .string($0.cell.plainText),
          ])
        }),
      "checks": .array(
        explanation.checks.map {
          .members(["name": .string($0.name), "result": .string($0.result.key)])
        }),
      "customers": .array(zip(customers, explanation.parts).map(json)),
    ])
  }

  private func json(_ id: String, _ part: CustomerParts.Part) -> JSONValue {
    let numbers = zip(explanation.columns, part.numbers).map {
      JSONValue.Member($0.name, .string(exactCell($1, $0)))
    }
    return .object([JSONValue.Member("customer", .string(id))] + numbers)
  }
}
