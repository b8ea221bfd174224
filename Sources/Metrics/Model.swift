import SQLite
import Values

/// A SQL model: one question, one file, one grain. Its columns are those of a table of the report,
/// besides what is computed here from its sums.
struct Model: Sendable {
  let name: String
  let sql: [UInt8]
  /// The table that it fills; nil for a step on the way, which becomes a temporary table.
  let table: TableSchema?
  /// The columns that tell the rows of a step on the way apart.
  let grain: String

  /// The query that fills a table.
  init(_ sql: [UInt8], fills table: TableSchema) {
    name = table.name
    self.sql = sql
    self.table = table
    grain = ""
  }

  /// A step on the way: a temporary table, indexed by its grain.
  init(_ name: String, _ sql: [UInt8], grain: String) {
    self.name = name
    self.sql = sql
    table = nil
    self.grain = grain
  }

  /// The steps on the way that several tables need, each after those that it reads.
  private static let steps = [
    Model("period", PackageResources.period_sql, grain: "grain, position, segment"),
    Model("segment_month", PackageResources.segment_month_sql, grain: "segment, month"),
    Model("activity", PackageResources.activity_sql, grain: "grain, position, segment"),
    Model("money", PackageResources.money_sql, grain: "grain, position, segment"),
  ]

  /// All models in the order in which they are built: steps, then what they lead to.
  static let all: [Model] =
    steps
    + ReportSchema.all.flatMap { table in
      table.steps + (table.query.map { [Model($0, fills: table)] } ?? [])
    }
}
