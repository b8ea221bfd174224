import SQLite
import Statistics
import Values

/// Fills `survival.csv` and `lifetimes.csv` from customers by how long they have paid.
struct SurvivalTables {
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

  var tables: [Table] { [Survival.table(groups.flatMap(curve)), Lifetimes.table(lifetimes)] }

  /// A row for every day on which anybody stopped, and the last one that anybody was seen on.
  private func curve(_ group: Group) -> [RowBuilder<Survival>] {
    let points = group.curve.points
    return points.filter { $0.ended > 0 || $0.time == points.last?.time }.map { row(of: $0, group) }
  }

  private func row(of point: KaplanMeier.Point, _ group: Group) -> RowBuilder<Survival> {
    var row = RowBuilder<Survival>()
    row[Survival.dimension] = group.dimension
    row[Survival.value] = group.value
    row[Survival.days] = Int64(point.time)
    row[Survival.atRisk] = point.atRisk
    row[Survival.ended] = point.ended
    row[rounding: Survival.survival] = point.survival
    row[rounding: Survival.standardError] = point.standardError
    row[rounding: Survival.low] = point.plain.low
    row[rounding: Survival.high] = point.plain.high
    row[rounding: Survival.logLogLow] = point.logLog.low
    row[rounding: Survival.logLogHigh] = point.logLog.high
    return row
  }

  private var lifetimes: [RowBuilder<Lifetimes>] {
    let byDimension = Dictionary(grouping: groups, by: \.dimension)
    let tests = byDimension.mapValues { LogRank($0.map(\.exits)) }
    return groups.map { lifetime($0, tests[$0.dimension] ?? nil) }
  }

  private func lifetime(_ group: Group, _ test: LogRank?) -> RowBuilder<Lifetimes> {
    let curve = group.curve
    let ended = group.exits.reduce(0) { $0 + $1.ended }
    let interval = curve.medianInterval
    var row = RowBuilder<Lifetimes>()
    row[Lifetimes.dimension] = group.dimension
    row[Lifetimes.value] = group.value
    row[Lifetimes.customers] = curve.count
    row[Lifetimes.ended] = ended
    row[Lifetimes.paying] = curve.count - ended
    row[Lifetimes.medianDays] = curve.median.map(Int64.init)
    row[Lifetimes.medianLow] = interval.low.map(Int64.init)
    row[Lifetimes.medianHigh] = interval.high.map(Int64.init)
    row[rounding: Lifetimes.logRank] = test?.chiSquare
    row[Lifetimes.logRankFreedom] = test.map { Int64($0.freedom) }
    row[rounding: Lifetimes.logRankPValue] = test?.pValue
    return row
  }
}
