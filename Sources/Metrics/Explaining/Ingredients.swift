import Values

/// What a column is computed from: columns of its model's query, the file's own and hidden ones.
struct Ingredients {
  let model: Model?
  let shape: Formula.Shape
  /// The columns of the query that it follows from.
  let columns: [String]
  private let file: Contract.File

  init(_ metric: Metric) {
    file = metric.file
    let name = metric.column.name
    let model = Model.all.first { $0.file?.name == metric.file.name }
    self.model = model
    if let counted = Quantiles.counted[metric.name] {
      (shape, columns) = (.quantile, [counted])
    } else if Self.undivided.contains(metric.file.name) {
      (shape, columns) = (.stated, [])
    } else if let computation = model?.computed[name] {
      (shape, columns) = computation.ingredients
    } else if model != nil, Self.isFigure(metric) {
      (shape, columns) = (Identity.of(metric) == nil ? .customers : .sum, [name])
    } else {
      (shape, columns) = (.stated, [])
    }
  }

  /// Denominators that stand in every row of a month alike: no customer has a part in them.
  private static let wholes: Set<String> = ["month_cancellations", "month_payments"]

  /// The places of the columns that customers have a part in.
  var shared: [Int] { columns.indices.filter { !Self.wholes.contains(columns[$0]) } }

  /// Files that are made of more than facts by segment (spend, referrals, steps on the way), so
  /// that their queries cannot be asked for one customer.
  static let undivided: Set<String> = [
    "subscribers", "acquisition_cost", "cancellations", "conversion_times", "features",
    "funnel_losses", "plans", "price_points", "referrals",
  ]

  private static func isFigure(_ metric: Metric) -> Bool {
    [.count, .money].contains(metric.column.kind) && !metric.file.isKey(metric.column)
  }

  /// A number of the query as a cell. The columns that a file does not have are of the kind of
  /// those that they are divided by, or told by their name.
  func cell(_ number: Int64?, of column: String) -> Cell {
    guard let number else { return .missing }
    return isMoney(column) ? .money(.init(micros: number)) : .count(number)
  }

  func isMoney(_ column: String) -> Bool {
    let kind = file.columns.first { $0.name == column }?.kind
    if let kind { return kind == .money }
    let isOfMRR = column.hasSuffix("_mrr") || column.hasSuffix("_churned")
    return isOfMRR || column.hasSuffix("_retained")
  }
}

extension Computation {
  fileprivate var ingredients: (Formula.Shape, [String]) {
    switch self {
    case .rate(let part, let whole), .average(let part, let whole): (.quotient, [part, whole])
    case .low(let part, let whole), .high(let part, let whole): (.interval, [part, whole])
    case .pseudonym, .transaction: (.stated, [])
    }
  }
}
