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

    static let segment = Column(name: "segment", kind: .segment, isRequired: true)

    init(_ column: DerivedColumn, isRequired: Bool) {
      self.init(
        name: column.name, kind: column.isText ? .text : .number, isRequired: isRequired)
    }

    private init(name: String, kind: Kind, isRequired: Bool) {
      (self.name, self.kind, self.isRequired) = (name, kind, isRequired)
    }
  }

  let name: String
  let columns: [Column]
  /// Of a table of facts.
  let fact: FactTable?

  init(_ table: FactTable) {
    name = table.name
    fact = table
    let keys = [table.keys.first, table.keys.second].compactMap(\.self)
    columns = keys.map { Column($0, isRequired: true) } + [.segment]
  }

  private init(_ name: String, _ columns: [Column]) {
    (self.name, self.columns, fact) = (name, columns, nil)
  }

  static let facts = FactTable.allCases.map { PartTable($0) }

  /// The tables with rows of customers that a report reads beside facts. `shared_transaction`,
  /// `latency_day` and `control_total` follow from these and the facts.
  static func rows(in database: Database) throws -> [PartTable] {
    try
      (CustomerTable.allCases.map { ($0.name, $0.columns) }
      + [("customer_member", ["user", "customer"])]).map { name, columns in
        let required = Set(
          try database.rows(
            """
            SELECT name FROM pragma_table_info('\(name)') WHERE "notnull" = 1 OR pk > 0
            """
          ) { $0.text(0) })
        return PartTable(
          name, columns.map { Column($0, isRequired: required.contains($0.name)) })
      }
  }

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
