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
    let model = Model.all.first { $0.file?.name == metric.file.name } ?? StandIn.of(metric.file)
    self.model = model
    (shape, columns) = Self.parts(metric, model)
  }

  private static func parts(_ metric: Metric, _ model: Model?) -> (Formula.Shape, [String]) {
    let isKey = metric.file.isKey(metric.column)
    if let told = Told.of(metric) {
      return (.told(told.words), told.counted.map { [$0] } ?? [])
    } else if !isKey, let computation = model?.computed[metric.column.name] {
      return computation.ingredients
    } else if model != nil, isFigure(metric), !isOfNobody(metric) {
      return (Identity.of(metric) == nil ? .customers : .sum, [metric.column.name])
    } else if !isKey || metric.file.name == "subscribers",
      let told = Told.others(of: metric.file)
    {
      return (.told(told.words), told.counted.map { [$0] } ?? [])
    }
    return (.stated, [])
  }

  /// Counts that statistics told, or that go round several customers.
  private static func isOfNobody(_ metric: Metric) -> Bool {
    switch metric.file.name {
    case "suspicious": true
    case "experiments": metric.column.name == "more_customers"
    case "lifetimes": !["customers", "ended", "paying"].contains(metric.column.name)
    default: false
    }
  }

  /// Denominators that stand in every row of a month alike, and money that was spent: no customer
  /// has a part in them.
  private static let wholes: Set<String> = [
    "month_cancellations", "month_payments", "month_charges", "all_subscriptions", "spend",
  ]

  /// The places of the columns that customers have a part in.
  var shared: [Int] { columns.indices.filter { !Self.wholes.contains(columns[$0]) } }

  /// Whether the file is made of more than facts by segment (spend, referrals, steps on the way),
  /// so that its query has to be asked once for each customer.
  static func isUndivided(_ file: Contract.File) -> Bool { undivided.contains(file.name) }

  private static let undivided: Set<String> = [
    "subscribers", "acquisition_cost", "cancellations", "conversion_times", "features",
    "funnel_losses", "plans", "price_points", "referrals", "experiments", "price_sensitivity",
    "lifetimes", "survival",
  ]

  /// Columns of `features` that tell of everybody, in the rows of one feature, too.
  private static let ofEverybody: Set<String> = [
    "retention_active", "active_retained", "others", "others_converted", "others_started",
  ]

  /// The row whose customers are meant, by its key cells.
  func row(_ wanted: [String: Cell]) -> [String: Cell] {
    guard file.name == "features", columns.allSatisfy(Self.ofEverybody.contains) else {
      return wanted
    }
    return wanted.merging(["dimension": .text("all"), "value": .text("all")]) { $1 }
  }

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
    case .expected(let amount, let part, let whole): (.expected, [amount, part, whole])
    case .expectedLow(let amount, let part, let whole),
      .expectedHigh(let amount, let part, let whole):
      (.expectedInterval, [amount, part, whole])
    case .pseudonym, .transaction: (.stated, [])
    }
  }
}
