import Metrics
import Values

/// Rollouts: who has what is new, and whether they are better or worse off.
extension Figures {
  /// The newest step of every rollout.
  private var newestSteps: [(name: String, rows: [Row<Rollouts>])] {
    rows(of: Rollouts.self).groups(by: Rollouts.rollout).map { group in
      let newest = group.rows.compactMap { $0[Rollouts.step] }.max()
      return (group.value, group.rows.filter { $0[Rollouts.step] == newest })
    }
  }

  /// Every figure of the newest steps.
  var rolloutTable: FigureTable {
    var table = FigureTable(
      header: [
        "Rollout", "Figure", "With it", "of customers", "Without it", "of customers", "Difference",
        "95% interval", "Verdict",
      ], words: 2)
    table.rows = newestSteps.flatMap { step in
      step.rows.filter { $0[Rollouts.metric] != "adoption" }.map { row in
        [step.name, Self.figureNames[row.text(Rollouts.metric)] ?? row.text(Rollouts.metric)]
          + side(row, Rollouts.figureIn, Rollouts.customersIn)
          + side(row, Rollouts.figureOut, Rollouts.customersOut)
          + [
            difference(row, Rollouts.difference), interval(row), row.text(Rollouts.verdict),
          ]
      }
    }
    return table
  }

  private static let figureNames = [
    "crash": "Customers with a crash", "anr": "Customers with an ANR",
    "conversion": "First payment", "revenue": "Net revenue each",
  ]

  private func isMoney(_ row: Row<Rollouts>) -> Bool { row[Rollouts.metric] == "revenue" }

  private func side(
    _ row: Row<Rollouts>, _ figure: Metrics.Column<Rollouts, Rate>,
    _ customers: Metrics.Column<Rollouts, Int64>
  ) -> [String] {
    let value = isMoney(row) ? money(row.magnitude(figure)) : shown(row.cell(figure))
    return [value, shown(row.cell(customers))]
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
