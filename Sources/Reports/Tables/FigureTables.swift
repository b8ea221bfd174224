import Metrics
import Values

/// The tables that people read, each made once for the summary and the page.
extension Figures {
  var headlineTable: FigureTable {
    var table = FigureTable(
      header: ["", "Now", "Before", "Change", "Compared with", "Based on"], lastWords: 2)
    table.rows = headlines.map { line in
      let worse = line.isBetter == false ? " worse" : ""
      return [
        line.name, shown(line.value), shown(line.before), isStale ? "" : line.change + worse,
        isStale ? "" : line.comparison, line.detail,
      ]
    }
    return table
  }

  /// The last day, week, month, and the month so far.
  var periodTable: FigureTable {
    var table = FigureTable(
      header: [
        "", Human.dayName(asOf), "7 days", "vs before", "30 days", "vs before",
        "\(Human.monthName(asOf.month)) to date",
      ])
    guard !self.table("daily").rows.isEmpty else { return table }
    table.rows = periodLines.map { line in
      [
        line.name, shown(line.day), shown(line.week),
        Human.change(line.week, from: line.weekBefore), shown(line.month),
        Human.change(line.month, from: line.monthBefore), shown(line.toDate),
      ]
    }
    return table
  }

  func movementTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "", "Opening", "New", "Reactiv.", "Expansion", "Contraction", "Churn", "FX", "Closing",
        "Subscribers",
      ])
    table.rows = totals("mrr_movements").suffix(months).map { row in
      let columns = [
        "opening", "new", "reactivation", "expansion", "contraction", "churn", "fx", "closing",
        "closing_subscribers",
      ]
      return [label(row["month"], isOver: row["complete"].isSet)] + columns.map { shown(row[$0]) }
    }
    return table
  }

  func revenueTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "", "Charges", "Gross", "Refunds", "Reversed", "Net", "Tax", "Commission", "Proceeds",
        "ARPPU",
        "Refund rate",
      ])
    let split = RefundSplit(self).split(self.table("revenue").totals.only("grain", "month"))
    table.rows = split.named.suffix(months).map { row in
      let columns = [
        "charges", "gross", "paid_back", "reversed", "net", "tax", "commission", "proceeds",
        "arppu",
        "refund_rate",
      ]
      return [label(row["period"], isOver: isOver(row["period"].month))]
        + columns.map { shown(row[$0]) }
    }
    return table
  }

  func churnTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "", "Opening", "Churned", "Churn", "Voluntary", "Billing", "Refund", "Other", "MRR churn",
        "NRR",
      ])
    table.rows = totals("churn").suffix(months + 1).map { row in
      let columns = [
        "opening_customers", "churned_customers", "churn_rate", "voluntary", "billing", "refund",
        "other", "gross_mrr_churn", "nrr",
      ]
      let isTrailing = row.text("month") == "trailing-30d"
      let name = isTrailing ? "last 30 days" : label(row["month"], isOver: row["complete"].isSet)
      return [name] + columns.map { shown(row[$0]) }
    }
    return table
  }

  func trialTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "Begun in", "Trials", "Converted", "Pending", "Abandoned", "So far", "Matured",
        "95% interval",
      ])
    table.rows = monthly("trial_cohorts").suffix(months).map { row in
      let columns = ["trials", "converted", "pending", "abandoned", "rate"]
      let cohort = label(row["cohort"], isOver: isOver(row["cohort"].month))
      return [cohort] + columns.map { shown(row[$0]) } + [
        matured(row), interval(row),
      ]
    }
    return table
  }

  /// `36.8% of 266`, so that nobody reads a rate of a few trials as one of many.
  private func matured(_ row: Row) -> String {
    guard row["matured_rate"] != .missing else { return Human.unknown }
    return "\(shown(row["matured_rate"])) of \(shown(row["matured_trials"]))"
  }

  private func interval(_ row: Row) -> String {
    guard row["low"] != .missing, row["high"] != .missing else { return Human.unknown }
    return "\(shown(row["low"]))–\(shown(row["high"]))"
  }

  private func label(_ period: Cell, isOver: Bool) -> String {
    shown(period) + (isOver ? "" : " (not over)")
  }

  func funnelTable(_ steps: [Row]) -> FigureTable {
    let name = steps.first?.text("funnel") ?? ""
    var table = FigureTable(
      header: [
        "\(name), \(shown(steps.first?["cohort"] ?? .missing))", "Customers", "Of the step before",
        "Of all",
      ])
    table.rows = steps.map { step in
      [
        step.text("event") + (step.isWorst(in: steps) ? " ← loses most" : ""),
        shown(step["customers"]), shown(step["from_previous"]), shown(step["from_first"]),
      ]
    }
    return table
  }
}
