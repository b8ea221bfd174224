import SQLite
import Statistics
import Values

/// Fills `survival.csv` and `lifetimes.csv` from customers by how long they have paid.
struct SurvivalTables {
  /// Those of one dimension and value.
  struct Group {
    let dimension: String
    let value: String
    let exits: [KaplanMeier.Exit]

    var curve: KaplanMeier { KaplanMeier(exits) }
  }

  let groups: [Group]

  init(_ database: Database) throws {
    let rows = try database.rows(
      "SELECT rank, dimension, value, days, ended, censored FROM lifetimes ORDER BY rank, days"
    ) {
      (
        rank: $0.integer(0), dimension: $0.text(1), value: Label.shortened($0.text(2)),
        exit: KaplanMeier.Exit(
          time: Int($0.integer(3)), ended: $0.integer(4), censored: $0.integer(5))
      )
    }
    groups = Dictionary(grouping: rows, by: \.rank).sorted { $0.key < $1.key }.map { _, rows in
      Group(
        dimension: rows[0].dimension, value: Self.name(rows[0].value, of: rows[0].dimension),
        exits: rows.map(\.exit))
    }
  }

  private static func name(_ value: String, of dimension: String) -> String {
    guard dimension == "cohort", let number = Int(value) else { return value }
    return Month(number).description
  }

  var tables: [Table] {
    [Survival.schema.table(groups.flatMap(curve)), Lifetimes.schema.table(lifetimes)]
  }

  /// A row for every day on which anybody stopped, and the last one that anybody was seen on.
  private func curve(_ group: Group) -> [[Cell]] {
    let points = group.curve.points
    return points.filter { $0.ended > 0 || $0.time == points.last?.time }.map { point in
      [
        .text(group.dimension), .text(group.value), .count(Int64(point.time)),
        .count(point.atRisk), .count(point.ended), .number(point.survival),
        .number(point.standardError), .number(point.plain.low), .number(point.plain.high),
        .number(point.logLog.low), .number(point.logLog.high),
      ]
    }
  }

  private var lifetimes: [[Cell]] {
    let byDimension = Dictionary(grouping: groups, by: \.dimension)
    let tests = byDimension.mapValues { LogRank($0.map(\.exits)) }
    return groups.map { lifetime($0, tests[$0.dimension] ?? nil) }
  }

  private func lifetime(_ group: Group, _ test: LogRank?) -> [Cell] {
    let curve = group.curve
    let ended = group.exits.reduce(0) { $0 + $1.ended }
    let interval = curve.medianInterval
    return [
      .text(group.dimension), .text(group.value), .count(curve.count), .count(ended),
      .count(curve.count - ended), days(curve.median), days(interval.low), days(interval.high),
      .number(test?.chiSquare), days(test?.freedom), .number(test?.pValue),
    ]
  }

  private func days(_ number: Int?) -> Cell { number.map { .count(Int64($0)) } ?? .missing }
}
