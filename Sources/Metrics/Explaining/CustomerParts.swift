import Settings
package import SQLite
package import Timeline
import Values

/// What each customer contributes to one figure. The model that the figure comes from is run once
/// more, on facts in which every customer is a segment of his own: a segment is a `group by`, so
/// the query that makes the figure also takes it apart, whatever figure it is.
package struct CustomerParts {
  /// What a customer has of the figure's numbers.
  package struct Part: Sendable, Equatable {
    /// Counts from 0, in the order in which the facts were laid out.
    package let customer: Int
    package let numbers: [Int64]

    func with(_ places: [Int]) -> Part {
      Part(customer: customer, numbers: places.map { numbers[$0] })
    }

    var isNothing: Bool { numbers.allSatisfy { $0 == 0 } }
  }

  /// Shows the facts of these tables, and the rows, of one customer after another, counted from 0.
  package typealias OneByOne = (_ tables: [FactTable], _ body: (Int) throws -> Void) throws -> Void

  private let database: Database
  private let scope: ReportScope
  private let segment: Segment
  private let oneByOne: OneByOne?
  private let memory = Memory()

  /// `database` has tables of facts with those of `segment` and of its customers, each as
  /// ``segment(ofCustomer:)`` and named ``name(ofCustomer:)``. Use it once for a connection.
  package init(_ database: Database, _ scope: ReportScope, _ segment: Segment) {
    self.database = database
    self.scope = scope
    self.segment = segment
    oneByOne = nil
  }

  /// For the files whose queries ask for more than facts by segment: they are asked again and
  /// again, each time with one customer in the tables of `database`.
  package init(_ database: Database, _ scope: ReportScope, oneByOne: @escaping OneByOne) {
    self.database = database
    self.scope = scope
    segment = .all
    self.oneByOne = oneByOne
  }

  /// Whether the file of a figure has to be asked one customer at a time.
  package static func isOneByOne(_ metric: Metric) -> Bool {
    metric.file.isAskedByCustomer
  }

  /// The tables of facts that a figure is a sum of, or the nowcast is told from; none of another that is
  /// no sum.
  package static func tables(of metric: Metric) -> [FactTable] {
    if metric.file.name == TrialNowcasts.schema.name { return [.trialStep] }
    let inputs = FormulaInputs(metric)
    guard let model = inputs.model, !inputs.columns.isEmpty else { return [] }
    let queries = (model.allSteps + [model]).map { String(decoding: $0.sql, as: UTF8.self) }
    return FactTable.allCases.filter { table in queries.contains { $0.contains(table.name) } }
  }

  package static func segment(ofCustomer index: Int) -> Segment {
    Segment(id: (1 << 40) + Int64(index))
  }

  /// What no segment of a log is called.
  package static func name(ofCustomer index: Int) -> String { "\u{1}\(index)" }
}

extension CustomerParts {
  /// What one row of a file is made of: the numbers of all columns of its query.
  private struct Row {
    var columns: [String] = []
    var whole: [Int64?]?
    var parts: [Part] = []

    /// Those of some columns alone, the largest part first.
    func only(_ names: [String]) -> (whole: [Int64?]?, parts: [Part]) {
      let places = names.compactMap(columns.firstIndex)
      return (
        whole.map { whole in places.map { whole[$0] } },
        parts.map { $0.with(places) }.sorted(by: CustomerParts.isLarger)
      )
    }
  }

  /// The rows that were asked about, by file and key.
  private final class Memory {
    var rows: [String: Row] = [:]
  }

  /// The figure's own numbers in these facts, and every customer's part in them.
  func parts(of metric: Metric, _ inputs: FormulaInputs, where wanted: [String: Cell]) throws
    -> (whole: [Int64?]?, parts: [Part])
  {
    guard let model = inputs.model, !inputs.columns.isEmpty else { return (nil, []) }
    let key = inputs.row(wanted)
    let name = key.mapValues(\.plainText).sorted { $0.key < $1.key }.description
    let row = try memory.rows[name] ?? row(of: metric, model, where: key)
    memory.rows[name] = row
    return row.only(inputs.columns)
  }

  private func row(of metric: Metric, _ model: Model, where wanted: [String: Cell]) throws -> Row {
    let columns = Set(
      metric.file.columns.flatMap { FormulaInputs(Metric(metric.file, $0)).columns })
    let row = Row(columns: columns.sorted())
    if let oneByOne { return try filled(row, metric, model, where: wanted, oneByOne) }
    return try filled(row, metric, model, where: wanted)
  }

  private func filled(
    _ row: Row, _ metric: Metric, _ model: Model, where wanted: [String: Cell]
  ) throws -> Row {
    try database.atOnce { try prepare(model, wanted) }
    let owner = segment.dimension == .reason ? "reason" : "value"
    let rows = try QueryRows(model, metric.file, columns: row.columns, owner: owner, database)
    var key = wanted
    for name in ["dimension", "value", owner] { key[name] = nil }
    var row = row
    try rows.forEach(where: key) { owner, numbers in
      if let customer = Self.customer(owner) {
        let known = numbers.map { $0 ?? 0 }
        row.parts.append(Part(customer: customer, numbers: known))
      } else if isWhole(owner) {
        row.whole = numbers
      }
    }
    return row
  }

  private func filled(
    _ row: Row, _ metric: Metric, _ model: Model, where wanted: [String: Cell],
    _ oneByOne: OneByOne
  ) throws -> Row {
    var row = row
    var query: QueryRows?
    try oneByOne(Self.tables(of: metric)) { customer in
      if query == nil {
        try prepareViews(model, wanted)
        query = try QueryRows(model, metric.file, columns: row.columns, owner: "value", database)
      }
      if metric.file.name == Integrity.schema.name { try tellOfOthers() }
      try query?.forEach(where: wanted) { _, numbers in
        row.parts.append(Part(customer: customer, numbers: numbers.map { $0 ?? 0 }))
      }
    }
    return row
  }

  /// Who has no sign is among the others, of whom the query tells only beside somebody with one.
  private func tellOfOthers() throws {
    try database.execute(
      "INSERT OR IGNORE INTO fact_integrity SELECT as_of_day, 0, 0, 0, 0, 0, 0, 0 FROM report_run")
  }

  /// The lists that the model joins with, and the steps on the way as views of who is there.
  private func prepareViews(_ model: Model, _ wanted: [String: Cell]) throws {
    try scope.install(in: database, hidesSmall: false)
    try ExplainedDays.install(wanted, in: database)
    for step in model.allSteps { try step.create("VIEW", in: database) }
  }

  private static func isLarger(_ a: Part, _ b: Part) -> Bool {
    for (x, y) in zip(a.numbers, b.numbers) where x.magnitude != y.magnitude {
      return x.magnitude > y.magnitude
    }
    return a.customer < b.customer
  }

  private static func customer(_ owner: QueryRows.Owner) -> Int? {
    switch owner {
    case .segment(let id): id >= 1 << 40 ? Int(id - 1 << 40) : nil
    case .text(let name): name.hasPrefix("\u{1}") ? Int(name.dropFirst()) : nil
    }
  }

  private func isWhole(_ owner: QueryRows.Owner) -> Bool {
    if case .segment(let id) = owner { return id == segment.id }
    return true
  }

  /// Narrows calendar and lists to the row, and fills the steps that the model reads.
  private func prepare(_ model: Model, _ wanted: [String: Cell]) throws {
    try scope.install(in: database, hidesSmall: false)
    let first = firstDay(wanted)
    try database.execute("UPDATE report_run SET recent_day = \(first), detail_day = \(first)")
    try fillDays(until: wanted["date"]?.day ?? scope.asOf)
    try narrowGrains(wanted)
    for step in model.allSteps { try step.create("TABLE", in: database) }
  }

  private func firstDay(_ wanted: [String: Cell]) -> Int32 {
    let period = ["date", "cohort", "period"].compactMap { wanted[$0] }.first
    return (period?.day ?? period?.month?.firstDay ?? scope.firstDay).number
  }

  /// The days on which something happened to each customer, and those that rows are made of.
  private func fillDays(until day: Day) throws {
    try database.execute(
      """
      INSERT OR IGNORE INTO report_day
      SELECT s.segment, c.day FROM report_segment AS s CROSS JOIN calendar_day AS c
      WHERE c.day IN (\(day.number), \(scope.asOf.number));
      INSERT OR IGNORE INTO report_day
      SELECT f.segment, f.position FROM fact_day AS f
      WHERE f.grain = 0 AND f.position <= \(scope.asOf.number);
      """)
  }

  /// Cohorts tell of themselves alone; other files by period add up from the first one on.
  private func narrowGrains(_ wanted: [String: Cell]) throws {
    guard let grain = Grain.allCases.first(where: { wanted["grain"] == .text($0.name) }) else {
      return
    }
    try database.execute("DELETE FROM calendar_grain WHERE grain <> \(grain.rawValue)")
    guard let cohort = wanted["cohort"] else { return }
    let position = cohort.month?.number ?? cohort.day?.number ?? 0
    try database.execute("DELETE FROM calendar_grain WHERE position <> \(position)")
  }
}

/// The day that a row of `survival` is about, as a table to join with.
enum ExplainedDays {
  static func install(_ wanted: [String: Cell], in database: Database) throws {
    try database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS explained_days (days INTEGER PRIMARY KEY);
      DELETE FROM temp.explained_days;
      """)
    guard let days = wanted["days"]?.count else { return }
    try database.prepare("INSERT INTO temp.explained_days VALUES (?)").run(days)
  }
}
