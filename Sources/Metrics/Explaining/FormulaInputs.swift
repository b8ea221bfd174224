import Values

/// What a column is computed from: columns of its table's query, the file's own and hidden ones.
struct FormulaInputs {
  /// The query that can be taken apart by customers; nil where there is none.
  let model: Model?
  let shape: Formula.Shape
  private let inputs: [Table.Column]
  private let tableTraces: [Trace]?

  init(_ metric: Metric) {
    let table = metric.file
    model = table.partsModel
    tableTraces = table.traces
    (shape, inputs) = Self.parts(metric, hasModel: table.partsModel != nil)
  }

  private static func parts(_ metric: Metric, hasModel: Bool) -> (Formula.Shape, [Table.Column]) {
    let (table, column) = (metric.file, metric.column)
    if let note = column.nonAdditive { return metric.nonAdditive(note) }
    if table.isKey(column) { return (.stated, []) }
    if hasModel, let computation = column.computation {
      return (computation.shape, computation.inputs)
    } else if hasModel, column.isSummed {
      return (metric.identity == nil ? .customers : .sum, [column])
    }
    return table.nonAdditive.map(metric.nonAdditive) ?? (.stated, [])
  }

  /// The columns of the query that it follows from.
  var columns: [String] { inputs.map(\.name) }

  var ofCustomers: [Int] { inputs.indices.filter { inputs[$0].isOfCustomers } }

  /// What whoever has a part in it has left; nil where that is not known.
  var traces: Set<Trace>? {
    let known = inputs.map { $0.traces ?? tableTraces }
    guard !known.isEmpty, known.allSatisfy({ $0 != nil }) else { return nil }
    return Set(known.flatMap { $0 ?? [] })
  }

  /// The row whose customers are meant, by its key cells.
  func row(_ wanted: [String: Cell]) -> [String: Cell] {
    guard !inputs.isEmpty, inputs.allSatisfy(\.usesTotal) else { return wanted }
    return wanted.merging(["dimension": .text("all"), "value": .text("all")]) { $1 }
  }

  func cell(_ number: Int64?, at place: Int) -> Cell {
    guard let number else { return .missing }
    return isMoney(at: place) ? .money(.init(micros: number)) : .count(number)
  }

  func isMoney(at place: Int) -> Bool { inputs[place].kind == .money }
}

extension Table.Column {
  /// Whether its cells are sums over customers.
  fileprivate var isSummed: Bool { [.count, .money].contains(kind) && !isStatistic }
}

extension TableSchema {
  /// The query that fills the table, or that sums up what Swift makes it of.
  fileprivate var partsModel: Model? {
    (query ?? partsQuery.map { Array($0.utf8) }).map { Model($0, fills: self) }
  }
}

extension Metric {
  fileprivate func nonAdditive(_ note: NonAdditiveNote) -> (Formula.Shape, [Table.Column]) {
    let counted = note.counted.map { file.column($0) ?? Table.Column($0, .count, "") }
    return (.nonAdditive(note.words), counted.map { [$0] } ?? [])
  }

  var identity: [Identity.Part]? { file.identities.first { $0.column == column.name }?.parts }
}

/// How a figure follows from others, with the numbers put in.
package struct Formula: Sendable, Equatable {
  /// A number in the formula, and what it is called.
  package struct Term: Sendable, Equatable {
    package let name: String
    package let cell: Cell
    /// How often it is taken; −1 for what is subtracted.
    package var factor: Int64 = 1
  }

  package enum Shape: Sendable, Equatable {
    case sum
    /// The first term ÷ the second.
    case quotient
    /// An end of the Wilson 95 % interval of the first term out of the second.
    case interval
    /// The first term × the second ÷ the third.
    case expected
    /// The first term × an end of the Wilson 95 % interval of the second out of the third.
    case expectedInterval
    case customers
    /// No sum: how it comes about, in words.
    case nonAdditive(String)
    /// No computation: it is looked up, or told by the program's own steps.
    case stated
  }

  package let shape: Shape
  package let terms: [Term]
}
