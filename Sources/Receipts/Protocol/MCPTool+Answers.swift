import Metrics
import Reports
import Settings
import Values

// Answers that are made of several figures.

extension MCPTool {
  static func compare(_ server: MCPServer, _ arguments: MCPArguments) throws -> JSONValue {
    let report = try server.report(arguments.day("report"))
    let reader = FigureReader(report)
    let question = try arguments.question(report)
    var other = question
    if let with = arguments.text("with"), with != "before" {
      other = question.at(try arguments.moment(with, "with"))
    } else if arguments.conditions("with_where").isEmpty {
      guard let before = question.before else {
        throw FigureRefusal(
          reason: .notPublished, message: "\(question.metric.name) has no period before")
      }
      other = before
    }
    let row = arguments.conditions("with_where")
    if !row.isEmpty { other = FigureQuestion(other.metric, other.span, row) }
    let now = try reader.settledFigure(question)
    let comparison = FigureComparison(now, with: try reader.settledFigure(other))
    return .members(["now": now.json, "compared": comparison.json])
  }

  static func explain(_ server: MCPServer, _ arguments: MCPArguments) throws -> JSONValue {
    let report = try server.report(arguments.day("report"))
    let reader = FigureReader(report)
    let question = try arguments.question(report)
    let figure = try reader.settledFigure(question)
    var people: JSONValue?
    if arguments.flag("people") {
      guard let find = server.people, case .moment(let moment) = question.span else {
        throw FigureRefusal(
          reason: .people, message: "this server does not tell of single people")
      }
      people = try find(question.metric, RowQuestion(moment, question.conditions), report.day)
    }
    return .members([
      "figure": figure.json,
      "made_of": .array(try reader.parts(of: question).map(\.json)),
      "segments": .array(try reader.segments(of: question).map(\.brief)),
      "customers": people,
    ])
  }

  static func whatChanged(_ server: MCPServer, _ arguments: MCPArguments) throws
    -> JSONValue
  {
    let reader = FigureReader(try server.report(arguments.day("report")))
    let table = try reader.report.table(Changes.schema)
    return .members([
      "changes": .array(
        try table.rows.compactMap { row in
          let column =
            Row<Changes>(cells: row)[Changes.amountChange] == nil
            ? Changes.rateChange.definition : Changes.amountChange.definition
          return try reader.published(Metric(Changes.schema, column), row)?.brief
        })
    ])
  }

  static func alerts(_ server: MCPServer, _ arguments: MCPArguments) throws -> JSONValue {
    let reader = FigureReader(try server.report(arguments.day("report")))
    let rows = try reader.report.table(AlertStates.schema).rows
    return .members([
      "alerts": .array(
        try rows.map { cells in
          let row = Row<AlertStates>(cells: cells)
          let value = Metric(AlertStates.schema, AlertStates.value.definition)
          return .members([
            "rule": .string(row.text(AlertStates.rule)),
            "severity": .string(row.text(AlertStates.severity)),
            "state": .string(row.text(AlertStates.state)),
            "message": .string(row.text(AlertStates.message)),
            "since": .text(row[AlertStates.since]?.description),
            "value": try reader.published(value, cells)?.brief,
          ])
        })
    ])
  }
}

extension Figure {
  /// Only what is needed to quote it.
  fileprivate var brief: JSONValue {
    .members([
      "figure": .string(metric.name), "cell": .string(address.description),
      "value": .string(text), "unit": .string(unit), "receipt": .string(receipt.description),
    ])
  }
}

extension FigureReader {
  /// Nil for an empty cell.
  fileprivate func published(_ metric: Metric, _ row: [Cell]) throws -> Figure? {
    do {
      return try figure(FigureQuestion(metric, .moment(.day(report.day))), row)
    } catch is FigureRefusal {
      return nil
    }
  }

  /// The columns that it is the quotient of.
  fileprivate func parts(of question: FigureQuestion) throws -> [Figure] {
    let file = question.metric.file
    let names = file.quotient(question.metric.column).map { $0.part + $0.whole } ?? []
    return try names.compactMap(file.column).map { try figure(question.of($0)) }
  }

  /// The largest segments of each dimension at the same time, of the file itself or the one that
  /// has them.
  fileprivate func segments(of question: FigureQuestion) throws -> [Figure] {
    let own = question.metric.file
    let file = own.hasSegments ? own : own.segments.flatMap(ReportSchema.table) ?? own
    guard file.hasSegments, let column = file.column(question.metric.column.name),
      let dimension = file.columns.firstIndex(where: { $0.role == .dimension })
    else { return [] }
    let rows = try report.table(file).rows
    let total = try? figure(
      FigureQuestion(Metric(file, column), question.span, question.conditions))
    guard let total, let index = file.columns.firstIndex(of: column) else { return [] }
    let keys = Set(total.address.pairs.filter { $0.name != "all" })
    let beside = rows.filter { row in
      row[dimension] != .text("all") && row[index] != .missing
        && Set(CellAddress(of: row, file).pairs).isSuperset(of: keys)
    }
    let groups = Dictionary(grouping: beside) { $0[dimension].text ?? "" }
    let largest = groups.sorted { $0.key < $1.key }.flatMap { _, rows in
      rows.sorted { $0[index].magnitude ?? 0 > $1[index].magnitude ?? 0 }.prefix(6)
    }
    return try largest.compactMap { try published(Metric(file, column), $0) }
      .filter { (try? $0.requireSettled(report)) != nil }
  }
}
