import Testing

@testable import Metrics

/// What models are written with is what SQLite, PostgreSQL and Spark mean the same by:
/// Contributing, "A SQL model". `EngineTests` tries it where these are installed.
struct PortableModelTests {
  @Test("Models are written with what all engines have", arguments: Model.all.map(\.name))
  func portable(name: String) throws {
    let model = try #require(Model.all.first { $0.name == name })
    let sql = String(decoding: model.sql, as: UTF8.self)
    #expect(PortableSQL.faults(of: sql) == [])
    #expect(model.table == nil || sql.contains("\nORDER BY"), "the order of its rows is unsaid")
  }

  @Test(
    "What other engines lack or mean otherwise is noticed",
    arguments: [
      "SELECT a / 4 AS b": "/",
      "SELECT CAST((a - a % 4) / 4 AS BIGINT)": "/",
      "SELECT CAST(CAST(a - a % 3 AS DECIMAL(20)) / 4 AS BIGINT)": "/",
      "SELECT CAST(CAST(a AS DECIMAL(20)) / 4 AS BIGINT)": "/",
      "SELECT CAST(a AS TEXT)": "TEXT",
      "WITH RECURSIVE a AS (SELECT 1 UNION SELECT 2)": "RECURSIVE",
      "SELECT sum(a) FILTER (WHERE b = 1)": "FILTER",
      "SELECT a FROM b QUALIFY c = 1": "QUALIFY",
      "SELECT \"a\" FROM b": "\"",
      "SELECT a >> 3": ">>",
      "SELECT a & 3": "&",
      "SELECT a || b": "|",
      "SELECT a FROM b WHERE c == 1": "==",
      "SELECT a FROM b WHERE c = ?": "?",
      "SELECT a FROM b WHERE c IS 1": "IS",
      "SELECT ifnull(a, 0)": "ifnull(",
      "SELECT max(a, 0)": "max(a,",
      "SELECT a FROM b LIMIT 1": "LIMIT",
      "select a": "select",
    ])
  func foreign(sql: String, fault: String) {
    #expect(PortableSQL.faults(of: sql).first == fault)
  }

  @Test("Text, comments and divisions without a rest are no faults")
  func portable() {
    let sql = """
      -- "What", FILTER?
      SELECT CAST(CAST(a.b - a.b % c.d AS DECIMAL(20))
        / c.d AS BIGINT) AS e, 'LIMIT "' AS f, coalesce(max(a.g), 0) AS h
      FROM a
      """
    #expect(PortableSQL.faults(of: sql) == [])
  }
}

private enum PortableSQL {
  /// The words in capitals, types among them. What else a model does, these can do, too.
  private static let keywords = Set(
    """
    ALL AND AS BIGINT BY CASE CAST CROSS DECIMAL DESC DISTINCT ELSE END EXISTS FROM GROUP HAVING \
    IN INNER IS JOIN LEFT NOT NULL ON OR ORDER OVER PARTITION PRECEDING ROWS SELECT THEN UNBOUNDED \
    UNION VALUES VARCHAR WHEN WHERE WINDOW WITH
    """.split(separator: " "))
  private static let functions: Set<Substring> = [
    "coalesce(", "count(", "max(", "min(", "row_number(", "sum(",
  ]

  /// What of a query is no common tongue, in the order of the rules.
  static func faults(of sql: String) -> [String] {
    let text = bare(sql)
    let words = text.matches(of: #/\b[A-Z]+\b/#).map(\.0).filter { !keywords.contains($0) }
    let calls = text.matches(of: #/\b[a-z_]+\(/#).map(\.0).filter { !functions.contains($0) }
    // SQLite takes these of several values for what others call `least` and `greatest`.
    let several = text.matches(of: #/\b(?:min|max)\([\w.]+,/#).map(\.0)
    let signs = text.matches(of: #/>>|<<|==|[^\w\s.,()+*%<>=-]/#).map(\.0)
    let tests = text.matches(of: #/\b(IS)\b(?! NULL| NOT NULL)/#).map(\.1)
    let small = text.matches(of: #/\b(?:select|from|where|join)\b/#).map(\.0)
    return (words + calls + several + signs + tests + small).map(String.init)
  }

  /// A query on one line without comments, texts, and divisions of what is a multiple: these give
  /// integers everywhere, and pass through no floating-point number.
  private static func bare(_ sql: String) -> String {
    sql.replacing(#/--[^\n]*/#, with: "").replacing(#/'[^']*'/#, with: "0")
      .replacing(#/\s+/#, with: " ")
      .replacing(#/ % ([\w.]+) AS DECIMAL\(20\)\) / ([\w.]+) AS BIGINT/#) { match in
        match.1 == match.2 ? " " : match.0
      }
  }
}
