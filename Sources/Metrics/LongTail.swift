import Settings
import SQLite
import Timeline

/// Folds the small values of a dimension into `(other)`, where it has more of them than a report
/// can show: a log with a million products must not make a report with a million rows a day.
///
/// The largest stay: by the money charged up to the as-of day, then by what else was counted, then
/// by name, so that neither the order of arrival nor later days make a difference. The facts are
/// summed again into temporary tables, which hide those of the database; models notice nothing.
package struct LongTail {
  /// How many values of a dimension are shown by name: enough for every country there is.
  package static let bound = 250
  static let name = "(other)"
  /// The lower half of its segments, and its number among the strings.
  private static let id = 4_294_967_295
  /// The same as the value of a segment.
  static let segmentValue: Int32 = -1

  private let database: Database
  /// Those that the configuration names: they are shown, however few customers met them.
  private let experiments: [String]

  init(_ database: Database, _ experiments: [Experiment]) {
    self.database = database
    self.experiments = experiments.map(\.name)
  }

  /// Whether anything has more values than a report can show.
  func isNeeded() throws -> Bool {
    let experiments = "SELECT count(DISTINCT experiment) FROM fact_experiment"
    return try !crowdedDimensions().isEmpty || database.integer(experiments) > Self.bound
  }

  /// Call when `report_run` and `spend` are there, and before anything reads segments.
  func install() throws {
    guard try isNeeded() else { return }
    let dimensions = try crowdedDimensions()
    try noteSmallExperiments()
    try weigh()
    try choose(among: dimensions.map { "\($0)" }.joined(separator: ", "))
    for table in FactTable.allCases { try fold(table) }
    try nameSegments()
    try nameStrings()
    try foldSpend()
  }

  /// The dimensions that have too many values.
  private func crowdedDimensions() throws -> [Int64] {
    try database.rows(
      "SELECT id >> 32 FROM segment GROUP BY id >> 32 HAVING count(*) > \(Self.bound) ORDER BY 1"
    ) { $0.integer(0) }
  }

  private func weigh() throws {
    try database.execute(
      """
      CREATE TEMP TABLE value_weight AS
      SELECT segment, sum(money) AS money, sum(cases) AS cases
      FROM (\(Self.weights.joined(separator: " UNION ALL ")))
      GROUP BY segment;
      CREATE UNIQUE INDEX temp.value_weight_segment ON value_weight (segment);
      """)
  }

  /// Money and cases of every segment, by what was counted.
  private static let weights = [
    weight("gross_revenue", "charges + f.trials_started", "day", until: "grain = 0 AND f.position"),
    weight("0", "customers", "funnel", until: "grain = 0 AND f.position"),
    weight("0", "cancellations", "cancellation", until: "day"),
    weight("0", FactTable.operation.measures.joined(separator: " + f."), "operation", until: "day"),
    weight("0", "starts", "offer", until: "day"),
    "SELECT segment, 0, customers FROM fact_value",
    "SELECT segment, gross_revenue, charges FROM fact_price",
    "SELECT segment, net_revenue, views FROM fact_paywall",
    "SELECT segment, 0, allowed + denied + in_trial FROM fact_feature",
    "SELECT segment, net_revenue, customers FROM fact_acquisition",
  ]

  /// Of the facts up to the as-of day.
  private static func weight(
    _ money: String, _ cases: String, _ fact: String, until position: String
  ) -> String {
    """
    SELECT f.segment, \(money == "0" ? money : "f." + money) AS money, f.\(cases) AS cases
    FROM report_run AS r INNER JOIN fact_\(fact) AS f ON f.\(position) <= r.as_of_day
    """
  }

  /// Notes into which segment each of the small ones goes; `(none)` is never small. Names without
  /// any fact are left over from an earlier fold, and must make no difference.
  private func choose(among dimensions: String) throws {
    try database.execute(
      """
      CREATE TEMP TABLE small_value AS
      SELECT id AS segment, (id >> 32 << 32) + \(Self.id) AS other
      FROM (
        SELECT s.id, row_number() OVER (
          PARTITION BY s.id >> 32
          ORDER BY CASE WHEN s.id & 4294967295 = 0 AND w.segment IS NOT NULL THEN 0 ELSE 1 END,
            coalesce(w.money, 0) DESC,
            coalesce(w.cases, 0) DESC, s.value, s.id) AS place
        FROM segment AS s
        LEFT JOIN value_weight AS w ON w.segment = s.id
        WHERE s.id >> 32 IN (\(dimensions))
      )
      WHERE place > \(Self.bound);
      CREATE UNIQUE INDEX temp.small_value_segment ON small_value (segment);
      """)
  }

  /// Notes the experiments that few customers met, where there are more than reports show. They are
  /// compared with nothing: all of them are one, with one variant.
  private func noteSmallExperiments() throws {
    try database.execute("CREATE TEMP TABLE named_experiment (value TEXT PRIMARY KEY)")
    let insert = try database.prepare("INSERT OR IGNORE INTO named_experiment VALUES (?)")
    for name in experiments { try insert.run(name) }
    try database.execute(
      """
      CREATE TEMP TABLE small_experiment AS
      SELECT experiment
      FROM (
        SELECT
          f.experiment, n.value AS named,
          row_number() OVER (ORDER BY sum(f.exposed + f.mixed) DESC, x.value) AS place
        FROM fact_experiment AS f
        INNER JOIN string AS x ON x.id = f.experiment
        LEFT JOIN named_experiment AS n ON n.value = x.value
        GROUP BY f.experiment
      )
      WHERE place > \(Self.bound) AND named IS NULL;
      CREATE UNIQUE INDEX temp.small_experiment_id ON small_experiment (experiment);
      """)
  }

  /// A table of facts with the small segments as one, also where a key names them beside it.
  private func fold(_ table: FactTable) throws {
    let first = (table.isGrained ? ["grain"] : []) + [table.keys.first.name]
    let second = table.keys.second.map { [$0.name] } ?? []
    let columns = first + ["segment"] + second
    let joins = Joins(table)
    let keys = columns.map { "\(joins.folded($0)) AS \($0)" }
    let sums = table.measures.map { "sum(f.\($0))" }
    try database.execute(
      """
      CREATE TEMP TABLE folded_fact AS
      SELECT \((keys + sums).joined(separator: ", "))
      FROM \(table.name) AS f \(joins.sql)
      GROUP BY \((1...keys.count).map(String.init).joined(separator: ", "));
      DROP TABLE IF EXISTS temp.\(table.name);
      CREATE TEMP TABLE \(table.name) (
        \((columns + table.measures).map { "\($0) INTEGER NOT NULL," }.joined(separator: " "))
        PRIMARY KEY (\(columns.joined(separator: ", ")))) WITHOUT ROWID;
      INSERT INTO temp.\(table.name) SELECT * FROM folded_fact;
      DROP TABLE temp.folded_fact;
      """)
  }

  /// How the keys of a table of facts find what they are folded into.
  private struct Joins {
    private let table: FactTable
    /// A string beside the segment.
    private let named: (column: String, dimension: Dimension)?
    private let hasExperiment: Bool

    init(_ table: FactTable) {
      self.table = table
      let second = table.keys.second?.name ?? ""
      named = Dimension(named: second).flatMap { $0.value == .string ? (second, $0) : nil }
      hasExperiment = [table.keys.first.name, second].contains("experiment")
    }

    var sql: String {
      var joins = ["LEFT JOIN small_value AS v ON v.segment = f.segment"]
      if let named {
        joins.append(
          "LEFT JOIN small_value AS n "
            + "ON n.segment = (\(named.dimension.rawValue) << 32) + f.\(named.column)")
      }
      if hasExperiment {
        joins.append("LEFT JOIN small_experiment AS x ON x.experiment = f.experiment")
      }
      return joins.joined(separator: " ")
    }

    /// What the rows of a column are grouped by.
    func folded(_ column: String) -> String {
      let others = hasExperiment ? "CASE WHEN x.experiment IS NOT NULL THEN" : nil
      switch column {
      case "experiment":
        return "\(others ?? "") \(LongTail.id) ELSE f.experiment END"
      case named?.column:
        let value = "coalesce(n.other & \(LongTail.id), f.\(column))"
        return others.map { "\($0) \(LongTail.id) ELSE \(value) END" } ?? value
      case "segment":
        let value = "coalesce(v.other, f.segment)"
        guard table == .experiment, let others else { return value }
        return "\(others) \(LongTail.otherVariant) ELSE \(value) END"
      default: return "f.\(column)"
      }
    }
  }

  /// The segment of all variants of all small experiments.
  private static let otherVariant = Int(Dimension.variant.rawValue) << 32 | id

  /// The segments that are left, with one for all small values of a dimension.
  private func nameSegments() throws {
    try database.execute(
      """
      CREATE TEMP TABLE segment AS
      SELECT s.id, s.dimension, s.value FROM main.segment AS s
      WHERE s.id NOT IN (SELECT segment FROM small_value)
      UNION
      SELECT v.other, s.dimension, '\(Self.name)' FROM small_value AS v
      INNER JOIN main.segment AS s ON s.id = v.segment
      UNION
      SELECT \(Self.otherVariant), '\(Dimension.variant.name)', '\(Self.name)'
      FROM small_experiment;
      CREATE UNIQUE INDEX temp.segment_id ON segment (id);
      """)
  }

  /// All strings, with one more for the small values.
  private func nameStrings() throws {
    try database.execute(
      """
      CREATE TEMP TABLE string (id INTEGER PRIMARY KEY, value TEXT);
      INSERT INTO temp.string SELECT id, value FROM main.string;
      INSERT INTO temp.string VALUES (\(Self.id), '\(Self.name)');
      """)
  }

  /// What was spent on a small value stays beside what came of it.
  private func foldSpend() throws {
    for dimension in [Dimension.channel, .campaign] {
      try database.execute(
        """
        UPDATE spend SET \(dimension.name) = '\(Self.name)' WHERE \(dimension.name) IN (
          SELECT s.value FROM small_value AS v INNER JOIN main.segment AS s ON s.id = v.segment
          WHERE s.dimension = '\(dimension.name)')
        """)
    }
  }
}
