import SQLite
import Settings
import Timeline

/// A derived table as lines of a part: which columns make up the key, and what they are.
struct PartTable: Sendable {
  enum Kind: Sendable {
    case number
    /// The number of a string, which each database gives otherwise.
    case text
    /// Two fields: the dimension's name and the value.
    case segment
  }

  struct Column: Sendable {
    let name: String
    let kind: Kind
    /// Whether every row has a value in it.
    let isRequired: Bool

    init(_ name: String, isRequired: Bool = true) {
      (self.name, self.isRequired) = (name, isRequired)
      kind = name == "segment" ? .segment : PartTable.texts.contains(name) ? .text : .number
    }
  }

  let name: String
  let columns: [Column]
  /// Of a table of facts.
  let fact: FactTable?

  /// Columns of all derived tables that hold the number of a string.
  private static let texts = Set(Dimension.ofCustomers.map(\.name)).union([
    "product", "tier", "app", "currency", "offer", "code", "reason", "granted_by", "experiment",
    "variant", "cause", "metric", "channel",
  ])

  init(_ table: FactTable) {
    name = table.name
    fact = table
    columns = ([table.keys.first, table.keys.second, "segment"].compactMap(\.self)).map {
      Column($0)
    }
  }

  private init(_ name: String, _ columns: [Column]) {
    (self.name, self.columns, fact) = (name, columns, nil)
  }

  static let facts = FactTable.allCases.map { PartTable($0) }

  /// The tables with rows of customers, as the database has them.
  static func rows(in database: Database) throws -> [PartTable] {
    try customers.map { name in
      PartTable(
        name,
        try database.rows(
          """
          SELECT name, "notnull" = 1 OR pk > 0 FROM pragma_table_info('\(name)')
          """
        ) { Column($0.text(0), isRequired: $0.integer(1) == 1) })
    }
  }

  /// What a report reads beside facts. `shared_transaction`, `latency_day` and `control_total`
  /// follow from these and the facts.
  private static let customers = CustomerTable.allCases.map(\.name) + ["customer_member"]

  /// The rows of the table; of facts by day, from which those by week and month follow.
  var query: String {
    let names = (columns.map(\.name) + (fact?.measures ?? [])).joined(separator: ", ")
    let days = fact?.isGrained == true ? " WHERE grain = \(Grain.day.rawValue)" : ""
    return "SELECT \(names) FROM main.\(name)\(days)"
  }

  /// How many fields the key has; of facts, the first names the measure.
  var fieldCount: Int {
    columns.reduce(fact == nil ? 0 : 1) { $0 + ($1.kind == .segment ? 2 : 1) }
  }
}
