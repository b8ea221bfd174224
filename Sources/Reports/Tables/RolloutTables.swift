import Metrics
import Values

/// Rollouts: who has what is new, and whether they are better or worse off.
extension Figures {
  private var newestSteps: [(name: String, rows: [Row<Rollouts>])] {
    rows(of: Rollouts.self).groups(by: Rollouts.rollout).map { group in
      let newest = group.rows.compactMap { $0[Rollouts.step] }.max()
      return (group.value, group.rows.filter { $0[Rollouts.step] == newest })
    }
  }

  var rolloutTable: FigureTable {
    let rows = newestSteps.flatMap(\.rows).filter { $0[Rollouts.metric] != "adoption" }
    return FigureTable(
      rows, self, words: 2,
      [
        .words("Rollout", Rollouts.rollout),
        .text("Figure") {
          Self.figureNames[$0.text(Rollouts.metric)] ?? $0.text(Rollouts.metric)
        },
        .text("With it") { figure($0, Rollouts.figureIn) },
        .of("of customers", Rollouts.customersIn),
        .text("Without it") { figure($0, Rollouts.figureOut) },
        .of("of customers", Rollouts.customersOut),
        .text("Difference") { difference($0, Rollouts.difference) },
        .text("95% interval", interval), .words("Verdict", Rollouts.verdict),
      ])
  }

  private static let figureNames = [
    "crash": "Customers with a crash", "anr": "Customers with an ANR",
    "conversion": "First payment", "revenue": "Net revenue each",
  ]

  private func isMoney(_ row: Row<Rollouts>) -> Bool { row[Rollouts.metric] == "revenue" }

  private func figure(_ row: Row<Rollouts>, _ column: Metrics.Column<Rollouts, Rate>) -> String {
    isMoney(row) ? money(row.magnitude(column)) : shown(row.cell(column))
  }

  private func difference(_ row: Row<Rollouts>, _ column: Metrics.Column<Rollouts, Rate>) -> String
  {
    guard let value = row.magnitude(column) else { return DisplayFormat.unknown }
    return isMoney(row)
      ? (value < 0 ? "" : "+") + money(value) : DisplayFormat.points(value) + " pp"
  }

  private func interval(_ row: Row<Rollouts>) -> String {
    guard row[Rollouts.low] != nil else { return DisplayFormat.unknown }
    return "\(difference(row, Rollouts.low)) to \(difference(row, Rollouts.high))"
  }

  /// How far each rollout is, and whether to go on.
  var rolloutSentences: [String] {
    newestSteps.compactMap { step in
      guard let adoption = step.rows.first, let share = adoption[Rollouts.figureIn] else {
        return nil
      }
      let worse = step.rows.filter { $0.integer(Rollouts.worse) > 0 }.map {
        Self.figureNames[$0.text(Rollouts.metric)] ?? $0.text(Rollouts.metric)
      }
      let advice =
        worse.isEmpty
        ? "No guardrail metric is worse."
        : "Halt it, worse with it: \(worse.joined(separator: ", "))."
      return
        "\(step.name), step \(adoption.integer(Rollouts.step)): \(shown(.rate(share))) of "
        + "\(counted(customers(adoption), "customer")) have it, planned "
        + "\(shown(adoption.cell(Rollouts.plannedShare))) (\(adoption.text(Rollouts.verdict))). "
        + advice
    }
  }

  private func customers(_ row: Row<Rollouts>) -> Int64 {
    row.integer(Rollouts.customersIn) + row.integer(Rollouts.customersOut)
  }
}
