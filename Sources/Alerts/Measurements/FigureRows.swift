import Metrics
import Settings
import Values

/// The rows of one segment that a rule looks at, by the day on which their period begins.
struct FigureRows {
  private let table: Table
  /// Columns that have to hold what the rule asks for.
  private let keys: [(column: Int, value: String)]
  private var rows: [Day: [[Cell]]] = [:]
  /// Of a share: what counts, and all cases.
  private var shares: [Day: DayShare] = [:]

  private struct DayShare {
    var part: Int64 = 0
    var cases: Int64 = 0
  }

  /// Nil for a segment that the table does not have. `rows`: those of the segment, where they are known.
  init?(_ source: MetricSource, _ rule: AlertRule, in figures: Figures, rows own: [[Cell]]? = nil) {
    let file = ReportSchema.watchable.file(source.table)
    let segment = rule.filter.first { file?.dimensions.contains($0.key) == true }
    table = figures.table(segment == nil ? source.table : source.segmentTable)
    let hasSegments = table.columns.contains { $0.role == .dimension }
    let known = file?.keys ?? []
    let unknown = rule.filter.keys.contains { $0 != segment?.key && !known.contains($0) }
    guard !unknown, hasSegments || segment == nil else { return nil }
    keys = rule.filter.compactMap { [table] name, value in
      table.columns.firstIndex { $0.name == name }.map { ($0, value) }
    }
    let wanted = segment ?? (key: "all", value: "all")
    take(
      own ?? table.rows, rule.window, dimension: wanted.key, value: wanted.value,
      asOf: figures.asOf)
    if case .share(let part, let whole) = source.form { shares = daily(part, whole) }
  }

  /// Once for all windows that look at a day.
  private func daily(_ part: SumTerm, _ whole: SumTerm) -> [Day: DayShare] {
    let (parts, cases) = (summed(part), summed(whole))
    return rows.mapValues { rows in
      rows.reduce(into: DayShare()) { sum, row in
        sum.part += parts(row)
        sum.cases += cases(row)
      }
    }
  }

  private func summed(_ term: SumTerm) -> ([Cell]) -> Int64 {
    let (keys, columns) = (self.keys(term.pinned), term.columns.map(table.index))
    return { row in matches(row, keys) ? columns.reduce(0) { $0 + row[$1].integer } : 0 }
  }

  private mutating func take(
    _ all: [[Cell]], _ window: AlertRule.Window, dimension: String, value: String, asOf: Day
  ) {
    let time = table.columns.firstIndex { $0.role == .time }
    let segment = table.columns.firstIndex { $0.role == .dimension }
    let grain = table.columns.firstIndex { $0.role == .grain }.map { ($0, wanted($0, window)) }
    for row in all {
      if let segment {
        guard row[segment] == .text(dimension), row[segment + 1] == .text(value) else { continue }
      }
      if let (column, name) = grain, row[column] != .text(name) { continue }
      guard let day = time == nil ? asOf : time.flatMap({ row[$0].firstDay }) else { continue }
      if grain?.1 == "week", day.advanced(by: 6) > asOf { continue }
      rows[day, default: []].append(row)
    }
  }

  /// The grain whose periods make up the window: days, or weeks where a file has no days.
  private func wanted(_ column: Int, _ window: AlertRule.Window) -> String {
    if window.span == .month { return "month" }
    return table.rows.contains { $0[column] == .text("day") } ? "day" : "week"
  }

  /// The newest day up to `last` whose cohort has matured. Only the rows that the rule is about
  /// count: one funnel does not wait for the slowest of all.
  func newestMature(upTo last: Day) -> Day? {
    rows.filter { day, rows in
      let own = rows.filter { matches($0, keys) }
      return day <= last && !own.isEmpty && own.allSatisfy(isMature)
    }.keys.max()
  }

  private func isMature(_ row: [Cell]) -> Bool {
    func cell(_ name: String) -> Cell? {
      table.columns.firstIndex { $0.name == name }.map { row[$0] }
    }
    if let matured = cell("matured") { return matured.isSet }
    return cell("matured_trials") == cell("trials")
  }
}

// MARK: - Figures of some days

extension FigureRows {
  /// The sum of columns over days; a day without a row adds nothing.
  func sum(_ columns: [String], _ days: ClosedRange<Day>) -> Int64 {
    let added = summed(SumTerm(columns))
    return days.reduce(0) { sum, day in rows[day, default: []].reduce(sum) { $0 + added($1) } }
  }

  /// Of a share: what counts on some days, and all cases.
  func share(_ days: ClosedRange<Day>) -> (part: Int64, cases: Int64) {
    days.reduce(into: (part: 0, cases: 0)) { sum, day in
      guard let share = shares[day] else { return }
      sum = (sum.part + share.part, sum.cases + share.cases)
    }
  }

  /// The values of a column, day by day; a day without one adds none.
  func values(_ column: String, _ days: ClosedRange<Day>) -> [Int64] {
    let index = table.index(column)
    return days.flatMap { rows[$0, default: []] }.compactMap { row in
      matches(row, keys) ? row[index].count : nil
    }
  }

  /// The sum of a column on the newest of `days` that has rows.
  func last(_ column: String, _ days: ClosedRange<Day>) -> Int64? {
    days.reversed().first { rows[$0] != nil }.map { sum([column], $0...$0) }
  }

  /// The one cell of a column on the newest of `days` that has it; nil where there are several.
  func single(_ column: String, _ days: ClosedRange<Day>) -> Cell? {
    let index = table.index(column)
    for day in days.reversed() {
      let cells = rows[day, default: []].filter { matches($0, keys) }.map { $0[index] }
      if cells.count == 1, cells[0] != .missing { return cells[0] }
      if cells.count > 1 { return nil }
    }
    return nil
  }

  /// Millionths where the column holds money.
  func scale(of column: String) -> Int64 {
    table.columns[table.index(column)].kind == .money ? 1_000_000 : 1
  }

  func hasRows(_ days: ClosedRange<Day>) -> Bool { days.contains { rows[$0] != nil } }

  private func keys(_ pinned: [String: String]) -> [(column: Int, value: String)] {
    guard !pinned.isEmpty else { return keys }
    return keys.map { ($0.column, pinned[table.columns[$0.column].name] ?? $0.value) }
  }

  private func matches(_ row: [Cell], _ keys: [(column: Int, value: String)]) -> Bool {
    keys.allSatisfy { row[$0.column].label == $0.value }
  }
}

extension Cell {
  /// The day on which the period of a time column begins.
  fileprivate var firstDay: Day? {
    switch self {
    case .day(let day): day
    case .month(let month): month.firstDay
    case .text(let text): Month(text)?.firstDay
    default: nil
    }
  }

  /// As a rule writes the value of a key.
  var label: String? { text ?? count.map(String.init) }
}
