import Values

/// Makes figures fit to be shown to strangers: no number tells about fewer than `smallest` people
/// (``SharingRule``), and none that does can be found from the others (``SharedTable``).
///
/// Lists of people and of payments are left out whole, and so are days and weeks, alerts' figures,
/// targets, notes, what the checks compared and the files that were read. Every writer sees only
/// what is left.
package struct SmallCells {
  private let rule: SharingRule
  private var smallest: Int64 { rule.smallest }

  package init(below smallest: Int64, payers: PayerBounds = PayerBounds()) {
    rule = SharingRule(smallest: smallest, payers: payers)
  }

  package func hide(in figures: inout Figures) {
    let tables = figures.tables.map { shared($0, asOf: figures.asOf) }
    let labels = SharedLabels(tables.compactMap(\.self))
    figures.tables = zip(figures.tables, tables).map { $1?.shown(labels) ?? withoutPeople($0) }
    figures.targets = []
    figures.hiddenBelow = smallest
    if figures.openingCustomers < smallest { figures.openingCustomers = 0 }
    figures.checks = figures.checks.map(\.withoutFigures)
    figures.inputs = InputSummary.together(figures.inputs).map { [$0] } ?? []
    figures.newestEvent = figures.newestEvent.map { Instant(milliseconds: $0.cutToHour) }
    figures.longestGap = nil
    figures.silentDays = []
    hideAlerts(&figures)
    let made = [CohortAverageTable(figures).table, DailyPeriodTable(figures).table]
    figures.tables = figures.tables.map { table in
      made.first { $0.name == table.name } ?? table
    }
  }

  private func shared(_ table: Table, asOf: Day) -> SharedTable? {
    guard let schema = ReportSchema.table(table.name), schema.privacy == .figures else {
      return nil
    }
    return SharedTable(table, schema, rule, asOf: asOf)
  }

  private func withoutPeople(_ table: Table) -> Table {
    switch ReportSchema.table(table.name)?.privacy {
    case .list: Table(name: table.name, columns: table.columns)
    case .open:
      withoutNotes(table.name == DataQuality.schema.name ? withoutFewPeople(table) : table)
    case .figures, .recomputed, nil: table
    }
  }

  /// Without what was counted of few people or payments, and names of events that few lines say.
  private func withoutFewPeople(_ table: Table) -> Table {
    var result = table
    result.rows = zip(table.rows, Rows<DataQuality>(table)).filter { _, row in
      guard let section = DataQuality.Section(rawValue: row.text(DataQuality.section)) else {
        return false
      }
      return section.isOfLines
        || section != .file && !(1..<smallest).contains(row.integer(DataQuality.cases))
    }.map(\.0)
    return result
  }

  /// Notes can say anything.
  private func withoutNotes(_ table: Table) -> Table {
    var result = table
    for column in table.columns.indices where table.columns[column].name == "note" {
      for row in result.rows.indices { result.rows[row][column] = .missing }
    }
    return result
  }
}

// MARK: - Alerts

extension SmallCells {
  /// Rules keep their state and lose their figures.
  private func hideAlerts(_ figures: inout Figures) {
    guard let index = figures.tables.firstIndex(where: { $0.name == AlertStates.schema.name })
    else { return }
    var table = figures.tables[index]
    let columns: [any ReportColumn<AlertStates>] = [
      AlertStates.value, AlertStates.low, AlertStates.high, AlertStates.sample,
      AlertStates.baseline, AlertStates.breaches, AlertStates.moved, AlertStates.command,
      AlertStates.critical, AlertStates.deviations, AlertStates.acknowledged,
      AlertStates.incidentFrom, AlertStates.incidentTo,
    ]
    for (place, row) in Rows<AlertStates>(table).enumerated() {
      // That of a drop or rise is a share of its baseline.
      if row[AlertStates.baseline] != nil {
        table.rows[place][AlertStates.threshold.index] = .missing
      }
      for column in columns { table.rows[place][column.index] = .missing }
      table.rows[place][AlertStates.message.index] = .text(message)
      for alert in figures.alerts.indices where figures.alerts[alert].name == row[AlertStates.rule]
      {
        figures.alerts[alert].message = message
        (figures.alerts[alert].brief, figures.alerts[alert].incident) = ("", nil)
        (figures.alerts[alert].moved, figures.alerts[alert].command) = (nil, nil)
        figures.alerts[alert].acknowledged = figures.alerts[alert].acknowledged.map { _ in
          "somebody knows of it"
        }
      }
    }
    figures.tables[index] = table
  }

  private var message: String {
    "Figures of alerts are not shown to others, for they can be of few people."
  }
}

// MARK: - What no table tells

extension Check {
  /// That it passed, and not which figures it compared: they are of any segment and day.
  fileprivate var withoutFigures: Check {
    var check = self
    (check.left, check.right, check.difference) = (.missing, .missing, .missing)
    check.compared = nil
    return check
  }
}

extension InputSummary {
  /// All as one: a file can be of one day, or of one person. Nil where there is none.
  fileprivate static func together(_ inputs: [InputSummary]) -> InputSummary? {
    guard !inputs.isEmpty else { return nil }
    func sum(_ lines: KeyPath<InputSummary, Int>) -> Int {
      inputs.reduce(0) { $0 + $1[keyPath: lines] }
    }
    return InputSummary(
      path: "(all logs)", read: sum(\.read), accepted: sum(\.accepted),
      duplicate: sum(\.duplicate), ignored: sum(\.ignored), rejected: sum(\.rejected))
  }
}

extension Instant {
  /// The first moment of its hour in UTC: the newest event is one person's.
  fileprivate var cutToHour: Int64 { milliseconds - milliseconds % 3_600_000 }
}

extension Figures {
  /// A table as files have it. Of a shared report those rows are left out that have nothing to show
  /// and would not be there if nothing had happened: that they are there would tell that it had.
  package func published(_ table: Table) -> Table {
    guard hiddenBelow != nil, let schema = ReportSchema.table(table.name),
      schema.privacy == .figures
    else { return table }
    let places = RowPlaces(schema)
    var result = table
    result.rows.removeAll { places.isTrace($0) && !places.isAlwaysThere($0) }
    return result
  }
}
