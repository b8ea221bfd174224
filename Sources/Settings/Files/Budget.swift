package import Values

/// Plans in the reporting currency: `month,metric,dimension,value,amount` (CSV).
package struct Budget: Sendable, Equatable {
  /// Money of a month that can be planned.
  package enum Metric: String, CaseIterable, Sendable {
    /// At the end of the month.
    case mrr
    /// In the month, like those below.
    case newMRR = "new_mrr"
    case netRevenue = "net_revenue"
    case proceeds
  }

  package struct Row: Sendable, Hashable {
    package let month: Month
    package let metric: Metric
    /// `all` with the value `all` for everything.
    package let dimension: Dimension
    package let value: String
    package let amount: Amount
  }

  /// In the order of the file; each month, metric and value once.
  package var rows: [Row] = []

  package init() {}
}

extension Budget {
  private enum Column: String, CaseIterable { case month, metric, dimension, value, amount }

  package static func parse(_ bytes: [UInt8], file: String) throws(Failure) -> Budget {
    var budget = Budget()
    var lines: [String: Int] = [:]
    for row in try CSVTable<Column>(bytes, file: file).rows {
      let read = try read(row)
      try row.requireFirst(
        "\(read.month) \(read.metric.rawValue) \(read.dimension.name) \(read.value)", &lines)
      budget.rows.append(read)
    }
    return budget
  }

  private static func read(_ row: CSVTable<Column>.Row) throws(Failure) -> Row {
    let dimension = try row.read(
      .dimension, "all, or one of \(dimensions.map(\.name).joined(separator: ", "))"
    ) { text in
      text.isEmpty || text == Dimension.all.name ? .all : dimensions.first { $0.name == text }
    }
    return Row(
      month: try row.read(.month, "a month YYYY-MM") { Month($0) },
      metric: try row.read(.metric, Metric.allCases.map(\.rawValue).joined(separator: ", ")) {
        Metric(rawValue: $0)
      }, dimension: dimension,
      value: try row.read(.value, "the value of the dimension") { text in
        dimension == .all ? Dimension.all.name : (text.isEmpty ? nil : text.normalized)
      },
      amount: try row.read(.amount, "an amount of at least 0, such as 1234.56") { text in
        ExactDecimal(text).flatMap(Amount.init(decimal:)).flatMap { $0 < .zero ? nil : $0 }
      })
  }

  /// Those that the tables of months tell apart.
  private static let dimensions: [Dimension] = [
    .tier, .product, .period, .country, .channel, .platform, .app,
  ]
}
