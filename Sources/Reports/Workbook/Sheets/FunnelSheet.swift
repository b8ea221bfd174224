import Metrics

/// The steps of each funnel for the newest cohort whose time is over, where most are lost, and
/// the table by segment.
struct FunnelSheet: WorkbookSheet {
  let name = SheetName.funnel

  func write(_ figures: Figures, with pen: SheetPen) throws {
    try pen.head(
      "Funnels",
      "Customers who reached each step in time. Above: the newest whole month; ◀ marks the step "
        + "that loses most. Grey italic: the cohort still has time.")
    let heads = ["Funnel", "Month", "Step", "Event", "Customers", "From previous", "From first"]
    try pen.heads(heads, 3, texts: 4)
    var row = 4
    for funnel in figures.matureFunnels {
      for step in funnel {
        try write(step, isWorst: step.isWorst(in: funnel), pen, row)
        row += 1
      }
      row += 1
    }
    try pen.put("By month, and by segment in the last 13 months", row, 0, .section, fits: false)
    let months = figures.table("funnel").only("grain", "month").recent(13, to: figures.asOf)
    try pen.table(months, at: row + 1, .funnel) { row, style in
      row.last == .flag(true) ? style : style.immature
    }
    try pen.finish(frozenRows: 2, frozenColumns: 2)
  }

  private func write(_ step: Row, isWorst: Bool, _ pen: SheetPen, _ row: Int) throws {
    let columns = ["funnel", "cohort", "step", "event", "customers", "from_previous", "from_first"]
    for (index, column) in columns.enumerated() {
      try pen.put(step[column], row, index)
    }
    if isWorst { try pen.put("◀ loses most", row, 7, .plain.bold.inked(.bad)) }
  }
}

extension Figures {
  /// The steps of every funnel's newest month whose time is over, in the order of the table.
  var matureFunnels: [[Row]] {
    let rows = monthly("funnel").filter { $0["matured"].isSet }
    var names: [String] = []
    for row in rows where !names.contains(row.text("funnel")) { names.append(row.text("funnel")) }
    return names.map { name in
      let own = rows.filter { $0.text("funnel") == name }
      let newest = own.compactMap { $0["cohort"].month }.max()
      return own.filter { $0["cohort"].month == newest }.sorted { $0.int("step") < $1.int("step") }
    }
  }
}

extension Row {
  /// Whether this step keeps the smallest part of the step before it.
  func isWorst(in funnel: [Row]) -> Bool {
    let worst = funnel.compactMap { $0.double("from_previous") }.min()
    return worst != nil && double("from_previous") == worst
  }
}
