import Metrics

/// A script for DuckDB: a typed view of every published table, with its sentences as comments, and
/// the database attached beside them.
struct DuckDBScript {
  let reports: String
  let database: String

  var text: String {
    """
    -- The latest report as typed views: SELECT * FROM runrate.churn;
    CREATE SCHEMA IF NOT EXISTS runrate;
    \(ReportSchema.all.map(view).joined())
    -- The database of the events, for reading: SELECT * FROM events.revenue_by_day;
    INSTALL sqlite;
    LOAD sqlite;
    ATTACH \(Self.quoted(database)) AS events (TYPE sqlite, READ_ONLY);

    """
  }

  private func view(_ file: TableSchema) -> String {
    let columns = file.columns.map { "'\($0.name)': '\($0.kind.duckDBType)'" }
    let path = Self.quoted("\(reports)/latest/csv/\(file.name).csv")
    let comments = file.columns.map {
      "COMMENT ON COLUMN runrate.\(file.name).\(Self.name($0.name)) IS \(Self.quoted($0.meaning));\n"
    }
    return """

      CREATE OR REPLACE VIEW runrate.\(file.name) AS SELECT * FROM read_csv(
        \(path), header = true, delim = ',', quote = '"', escape = '"', auto_detect = false,
        columns = {\(columns.joined(separator: ", "))});
      COMMENT ON VIEW runrate.\(file.name) IS \(Self.quoted(file.meaning));
      \(comments.joined())
      """
  }

  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  static func name(_ text: String) -> String { "\"\(text)\"" }
}

extension Table.Kind {
  /// What DuckDB reads a column as; months stay texts, as the file has them.
  fileprivate var duckDBType: String {
    switch self {
    case .text, .month, .period: "VARCHAR"
    case .count: "BIGINT"
    case .money: "DECIMAL(18,2)"
    case .rate, .number: "DECIMAL(18,6)"
    case .day: "DATE"
    case .flag: "BOOLEAN"
    }
  }
}
