package import SQLite
package import Timeline
package import Values

/// A figure with everything that stands behind it.
package struct Explanation: Sendable {
  package let metric: Metric
  package let row: [(column: String, cell: Cell)]
  /// Missing where the published file has no such row, or no value in it.
  package let figure: Cell
  package let formula: Formula
  /// The reconciliations that the figure took part in.
  package let checks: [Check]
  /// What the parts are numbers of: one or two columns.
  package let columns: [Column]
  /// The customers behind it, the largest part first.
  package let parts: [CustomerParts.Part]
  /// The model whose query makes the file.
  package let model: String?

  /// Whether the parts of the customers are all of the figure.
  package var addsUp: Bool { columns.allSatisfy { $0.addsUp } }

  /// A column of the parts, with what the figure itself has there.
  package struct Column: Sendable, Equatable {
    package let name: String
    package let isMoney: Bool
    package let whole: Cell
    package let sum: Int64

    /// Whether the parts are all of the figure: a quantile is no sum.
    package var addsUp: Bool { whole.wholeNumber == sum || whole == .missing && sum == 0 }
  }
}

extension Cell {
  /// A count, or an amount in micro-units.
  package var wholeNumber: Int64? { count ?? amount?.micros }
}

package struct Explainer {
  let figures: Figures
  let database: Database
  let zone: Zone

  /// `database` is the one that `figures` come from, with the calendar of their report.
  package init(_ figures: Figures, _ database: Database, _ zone: Zone) {
    self.figures = figures
    self.database = database
    self.zone = zone
  }

  /// Nil where the file names segments by reasons that the question does not have.
  package func segment(_ question: RowQuestion, of metric: Metric) throws -> Segment {
    let isByReason = metric.file.keys.contains { $0.name == "reason" }
    var (dimension, value) = try question.segment(in: metric.file)
    if isByReason, dimension == "all", let reason = question.conditions["reason"] {
      (dimension, value) = ("reason", reason)
    }
    guard dimension != "all" else { return .all }
    let known = try segments(of: dimension)
    if let found = known.first(where: { $0.value == value }) { return found.segment }
    throw unknown(dimension, value, among: known.map(\.value), of: metric)
  }

  private func segments(of dimension: String) throws -> [(segment: Segment, value: String)] {
    try database.prepare("SELECT id, value FROM segment WHERE dimension = ? ORDER BY id")
      .rows(dimension) { (Segment(id: $0.integer(0)), $0.text(1)) }
  }

  private func unknown(
    _ name: String, _ value: String, among values: [String], of metric: Metric
  ) -> FigureRefusal {
    FigureRefusal(
      unknown: name, value,
      among: namesByNearness(to: value, among: values.filter { $0 != MissingText.none })
        + values.filter { $0 == MissingText.none }, of: metric)
  }

  /// The same question, where values that are written as a file has them, which need not be as they
  /// are, stand for what they are. `written`: how a file writes a text.
  package func reading(
    _ question: RowQuestion, of metric: Metric, writtenBy written: (String) -> String
  ) throws -> RowQuestion {
    let table = figures.table(metric.file.name)
    return try question.replacingValues { name, value in
      let texts = try question.texts(of: name, metric.file, in: table)
        .union(segments(of: name).map(\.value))
      guard !texts.contains(value) else { return value }
      return texts.sorted().first { written($0) == value } ?? value
    }
  }

  package func checks(of metric: Metric) -> [Check] {
    let columns = metric.reconciled
    return figures.checks.filter { !columns.isDisjoint(with: $0.columns) }
  }

  /// `breakdown`: the customers behind it, of a connection of their own.
  package func explain(_ metric: Metric, _ question: RowQuestion, _ breakdown: CustomerParts) throws
    -> Explanation
  {
    let inputs = FormulaInputs(metric)
    let table = figures.table(metric.file.name)
    let found = try row(of: metric, question, in: table)
    let wanted = try wantedCells(metric, question, found)
    let (whole, all) = try breakdown.parts(of: metric, inputs, where: wanted)
    let parts = all.map { $0.with(inputs.ofCustomers) }.filter { !$0.isNothing || all.count == 1 }
    let raw = try found.flatMap { try rawNumbers(metric, inputs, $0) } ?? whole
    let numbers = raw ?? inputs.columns.map { _ in nil }
    let columns = inputs.ofCustomers.enumerated().map { place, index in
      Explanation.Column(
        name: inputs.columns[index], isMoney: inputs.isMoney(at: index),
        whole: inputs.cell(numbers[index], at: index),
        sum: parts.reduce(0) { $0 + $1.numbers[place] })
    }
    let terms = inputs.columns.enumerated().map { place, name in
      Formula.Term(name: name, cell: inputs.cell(numbers[place], at: place))
    }
    let index = table.index(metric.column.name)
    return Explanation(
      metric: metric,
      row: metric.file.keys.compactMap { key in wanted[key.name].map { (key.name, $0) } },
      figure: found.map { $0[index] } ?? columns.first?.whole ?? .missing,
      formula: formula(metric, inputs.shape, terms, found, in: table),
      checks: checks(of: metric), columns: columns,
      parts: parts, model: inputs.model?.name)
  }
}

// MARK: - The row

extension Explainer {
  /// Nil where only the facts can tell: the question has a segment, and the file none.
  private func row(of metric: Metric, _ question: RowQuestion, in table: Table) throws -> [Cell]? {
    let segment = try question.segment(in: metric.file)
    if !metric.file.hasSegments, segment.dimension != "all" {
      guard !metric.file.isAskedByCustomer else {
        throw FigureRefusal(
          reason: .unknown,
          message:
            "\(metric.file.name).csv cannot be asked for \(segment.dimension): expected one of "
            + metric.file.keys.map(\.name).joined(separator: ", "))
      }
      return nil
    }
    if case .month(let month) = question.moment, metric.file.time?.kind == .day,
      !metric.column.isState
    {
      throw FigureRefusal(
        reason: .notPublished,
        message: "\(metric.name) is a figure by day, and \(month) is a month",
        nearest: ["\(metric.name) \(month.lastDay)"])
    }
    let rows = try question.rows(of: metric.file, in: table)
    guard let row = rows.first else {
      throw noRow(of: metric, question, in: table)
    }
    guard rows.count == 1 else { throw FigureRefusal(severalRows: rows, of: metric) }
    return row
  }

  /// Whether it is the day that is wrong, or a value that no row of any day has.
  private func noRow(of metric: Metric, _ question: RowQuestion, in table: Table)
    -> FigureRefusal
  {
    for (name, value) in question.conditions.sorted(by: { $0.key < $1.key }) {
      let texts = question.texts(of: name, metric.file, in: table)
      if !texts.isEmpty, !texts.contains(value) {
        return unknown(name, value, among: texts.sorted(), of: metric)
      }
    }
    return FigureRefusal(
      reason: .absent, message: "\(metric.name) has no row for \(question.text)")
  }

  func wantedCells(_ metric: Metric, _ question: RowQuestion) throws -> [String: Cell] {
    let row = try row(of: metric, question, in: figures.table(metric.file.name))
    return try wantedCells(metric, question, row)
  }

  /// The key cells of the row, or of the one that the file would have for the segment.
  private func wantedCells(_ metric: Metric, _ question: RowQuestion, _ row: [Cell]?) throws
    -> [String: Cell]
  {
    let table = figures.table(metric.file.name)
    let total = RowQuestion(
      question.moment,
      question.conditions.filter { name, _ in metric.file.keys.contains { $0.name == name } })
    guard let row = try row ?? self.row(of: metric, total, in: table) else { return [:] }
    return Dictionary(
      firstOf: zip(metric.file.keys.map(\.name), row))
  }
}

// MARK: - The numbers

extension Explainer {
  private func rawNumbers(_ metric: Metric, _ inputs: FormulaInputs, _ row: [Cell]) throws
    -> [Int64?]?
  {
    guard let model = inputs.model, !inputs.columns.isEmpty else { return nil }
    let wanted = Dictionary(
      firstOf: zip(metric.file.keys.map(\.name), row))
    try ExplainedDays.install(wanted, in: database)
    let rows = try QueryRows(
      model, metric.file, columns: inputs.columns, owner: "value", database)
    var numbers: [Int64?]?
    try rows.forEach(where: inputs.row(wanted)) { _, found in numbers = found }
    return numbers
  }

  private func formula(
    _ metric: Metric, _ shape: Formula.Shape, _ terms: [Formula.Term], _ row: [Cell]?,
    in table: Table
  ) -> Formula {
    guard shape == .sum else { return Formula(shape: shape, terms: terms) }
    let sum = row.flatMap { self.terms(metric, $0, in: table) }
    return sum.map { Formula(shape: .sum, terms: $0) } ?? Formula(shape: .customers, terms: terms)
  }

  /// The terms of a sum within the row, or with the row before.
  private func terms(_ metric: Metric, _ row: [Cell], in table: Table) -> [Formula.Term]? {
    guard let identity = metric.identity, let at = table.rows.firstIndex(of: row) else {
      return nil
    }
    let before = at > 0 ? table.rows[at - 1] : nil
    return identity.compactMap { part in
      guard let source = part.isBefore ? before : row else { return nil }
      let name = part.isBefore ? "\(part.column) of the day before" : part.column
      return Formula.Term(name: name, cell: source[table.index(part.column)], factor: part.factor)
    }
  }
}

extension RowQuestion {
  /// `2026-06-30, country=DE`.
  package var text: String {
    let moment =
      switch moment {
      case .day(let day): day.description
      case .month(let month): month.description
      }
    return ([moment] + conditions.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
      .joined(separator: ", ")
  }
}
