import Metrics
import Reports
package import Values

// A figure as people and programs read it.

extension Figure {
  private var human: DisplayFormat { DisplayFormat(currency: unit) }

  private func shown(_ cell: Cell) -> String {
    switch cell {
    case .rate where metric.column.kind != .rate: CSVWriter.text(of: cell)
    case .money(let amount): human.exact(amount)
    default: human.text(cell)
    }
  }

  /// `10.1% (0.100856)`.
  package var shownValue: String {
    let text = shown(value)
    return text == self.text ? text : "\(text) (\(self.text))"
  }

  /// Name and value of everything that there is to say of it.
  package var facts: [(name: String, text: String)] {
    var facts = [("Definition", metric.column.meaning), ("File", metric.file.meaning)]
    if let part, let whole {
      facts.append(("Made of", "\(term(part)) ÷ \(term(whole))"))
    }
    if let interval {
      facts.append(("Interval", "95 %: \(shown(interval.low)) to \(shown(interval.high))"))
    }
    facts.append(("Matured", maturityText))
    facts.append(("Checks", checkText))
    facts.append(("Report", "\(receipt.day), \(address.place(in: metric.file))"))
    facts.append(("Receipt", receipt.description))
    return facts
  }

  private func term(_ term: Term) -> String {
    "\(term.name) \(term.value == .missing ? "unknown" : human.text(term.value))"
  }

  private var maturityText: String {
    guard !maturity.isFinal else { return "yes: \(maturity.why)" }
    return "not yet: \(maturity.why)"
      + (maturity.from.map { "; final from the report of \($0) on" } ?? "")
  }

  private var checkText: String {
    guard !checks.isEmpty else { return "none looks at it alone" }
    return checks.map { "\($0.result): \($0.check)" }.joined(separator: "; ")
  }

  /// Every fact as a member; the value as the file has it.
  package var json: JSONValue {
    .members([
      "figure": .string(metric.name), "cell": .string(address.description),
      "value": .string(text), "shown": .string(shown(value)), "unit": .string(unit),
      "numerator": part.map(json), "denominator": whole.map(json),
      "interval_95": interval.map {
        .members([
          "low": .string(CSVWriter.text(of: $0.low)), "high": .string(CSVWriter.text(of: $0.high)),
        ])
      },
      "matured": .bool(maturity.isFinal), "final_from": .text(maturity.from?.description),
      "maturity": .string(maturity.why), "definition": .string(metric.column.meaning),
      "row": .string(metric.file.meaning),
      "checks": .array(
        checks.map {
          .members(["check": .string($0.check), "result": .string($0.result)])
        }),
      "report": .string(receipt.day.description), "receipt": .string(receipt.description),
    ])
  }

  private func json(_ term: Term) -> JSONValue {
    .members([
      "name": .string(term.name),
      "value": term.value == .missing ? .null : .string(CSVWriter.text(of: term.value)),
    ])
  }
}

extension FigureComparison {
  /// `month 2026-05: 4.8% (0.047715); change +5.3 pp (+0.053382)`.
  package var text: String {
    let size = change.map(CSVWriter.text) ?? "unknown"
    let signed = size.hasPrefix("-") ? size : "+" + size
    let isPlain = if case .rate = now.value { now.metric.column.kind != .rate } else { false }
    let readable = DisplayFormat.change(now.value, from: before.value)
    return "\(before.address.readable): \(before.shownValue); change "
      + (isPlain ? signed : "\(readable) (\(signed))")
  }

  package var json: JSONValue {
    .members([
      "before": before.json, "change": .text(change.map(CSVWriter.text)),
      "relative_change": .text(relative.map { CSVWriter.text(of: .rate($0)) }),
    ])
  }
}

extension FigureRefusal {
  package var json: JSONValue {
    .members([
      "refused": .string(reason.rawValue), "why": .string(message),
      "nearest": .array(nearest.map { .string($0) }),
    ])
  }

  /// In one sentence, with what can be asked for instead.
  package var text: String {
    message + (nearest.isEmpty ? "" : "; nearest: " + nearest.joined(separator: ", "))
  }
}

extension Verification {
  package var json: JSONValue {
    .members([
      "receipt": .string(text), "outcome": .string(outcome.key), "then": .text(then),
      "now": now.map { .string($0) }, "why": .string(why),
    ])
  }
}
