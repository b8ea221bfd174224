import SQLite
import Values

/// Proves that the figures add up: each check reaches the same number in two ways (SPEC 5.12).
struct Reconciliation {
  let database: Database
  private let scope: ReportScope

  init(_ database: Database, _ scope: ReportScope) {
    self.database = database
    self.scope = scope
  }

  func checks(_ figures: Figures) throws -> [Check] {
    let daily = figures.table("daily")
    let movements = figures.table("mrr_movements")
    return try [
      linesConserve(), eventsConserve(), chargesFromRows(daily), refundsFromRows(daily),
    ] + CoverageProof(figures, scope, database).checks + [
      monthsFollow(movements), daysFollow(daily),
      lastDayOfMonth(daily, movements), netIsItsParts(figures.table("revenue")),
      trialsSplit(figures.table("trial_cohorts")),
      trialsStarted(daily, figures.table("trial_cohorts")),
      funnelsShrink(figures.table("funnel")),
      experimentsConserve(figures.table("experiments")),
    ] + lifetimesConserve(figures)
      + Self.additive.map { segmentsAddUp(figures.table($0.table), $0.column) }
      + decisions(figures) + depth(figures)
  }
}

// MARK: - Against the rows in the database

extension Reconciliation {
  private func linesConserve() throws -> Check {
    let sums = try database.first(
      "SELECT coalesce(sum(lines_read), 0), coalesce(sum(accepted + duplicate + ignored + rejected), 0) FROM run"
    ) { ($0.integer(0), $0.integer(1)) }
    return .counts(
      "lines read = accepted + duplicate + ignored + rejected", "all runs", sums?.0 ?? 0,
      sums?.1 ?? 0)
  }

  private func eventsConserve() throws -> Check {
    let stored = try database.first("SELECT coalesce(sum(events), 0) FROM event_day") {
      $0.integer(0)
    }
    let accepted = try database.first(
      "SELECT coalesce(sum(accepted), 0) FROM run WHERE failed = 0"
    ) { $0.integer(0) }
    return .counts("accepted lines = stored events", "all runs", accepted ?? 0, stored ?? 0)
  }

  private func chargesFromRows(_ daily: Table) throws -> Check {
    let direct = try database.first("SELECT gross FROM control_total") { $0.integer(0) }
    return .amounts(
      "gross revenue = sum of the charges", "all days", daily.total("gross_revenue"), direct ?? 0)
  }

  private func refundsFromRows(_ daily: Table) throws -> Check {
    let direct = try database.first("SELECT refunded FROM control_total") { $0.integer(0) }
    return .amounts(
      "refunded = sum of the refunds", "all days", daily.total("refunded"), direct ?? 0)
  }
}

// MARK: - Within the figures

extension Reconciliation {
  private func monthsFollow(_ movements: Table) -> Check {
    let (opening, closing) = (movements.index("opening"), movements.index("closing"))
    var last: [[Cell]: Int64] = [:]
    var pairs: [(Int64, Int64)] = []
    for row in movements.rows {
      let segment = Array(row[1...2])
      if let before = last[segment] { pairs.append((before, row.integer(opening))) }
      last[segment] = row.integer(closing)
    }
    return .worst("closing = opening of the next month", "every month and segment", pairs)
  }

  private func daysFollow(_ daily: Table) -> Check {
    let mrr = daily.index("mrr")
    let parts = daily.indices([
      "new_mrr", "reactivation_mrr", "expansion_mrr", "contraction_mrr", "churn_mrr", "fx_mrr",
    ])
    let pairs = zip(daily.rows, daily.rows.dropFirst()).map { before, after in
      (before.integer(mrr) + after.sum(parts), after.integer(mrr))
    }
    return .worst("MRR of the day before + movements = MRR", "every day", pairs)
  }

  private func lastDayOfMonth(_ daily: Table, _ movements: Table) -> Check {
    let byDay = Dictionary(
      daily.rows.map { ($0[0], daily.integer("mrr", $0)) }, uniquingKeysWith: { a, _ in a })
    let pairs = movements.rows.filter { $0[1] == .text("all") }.compactMap { row in
      row[0].month.flatMap { month -> (Int64, Int64)? in
        let last = Cell.day(min(month.lastDay, scope.asOf))
        return byDay[last].map { ($0, movements.integer("closing", row)) }
      }
    }
    return .worst("closing of the month = MRR of its last day", "every month", pairs)
  }

  private func netIsItsParts(_ revenue: Table) -> Check {
    let (net, parts) = (revenue.index("net"), revenue.indices(["tax", "commission", "proceeds"]))
    return .worst(
      "net = tax + commission + proceeds", "every period and segment",
      revenue.rows.map { row in (row.integer(net), row.sum(parts)) })
  }

  private func trialsSplit(_ trials: Table) -> Check {
    let all = trials.index("trials")
    let parts = trials.indices(["converted", "pending", "abandoned"])
    return .worst(
      "trials = converted + pending + abandoned, none negative", "every cohort and segment",
      trials.rows.map { row in
        (row.integer(all), parts.reduce(0) { $0 + max(0, row.integer($1)) })
      }, isMoney: false)
  }

  private func trialsStarted(_ daily: Table, _ trials: Table) -> Check {
    let cohorts = trials.rows.filter { $0[0] == .text("month") && $0[2] == .text("all") }
    return .counts(
      "trials started = trials of all cohorts", "all days", daily.total("trials_started"),
      cohorts.reduce(0) { $0 + trials.integer("trials", $1) })
  }

  private func funnelsShrink(_ funnel: Table) -> Check {
    let (step, customers) = (funnel.index("step"), funnel.index("customers"))
    let grown = zip(funnel.rows, funnel.rows.dropFirst()).filter { before, after in
      (after[step].count ?? 0) > 1
        && after.integer(customers) > before.integer(customers)
    }
    return .counts(
      "no step of a funnel has more customers than the one before", "every cohort and segment",
      Int64(grown.count), 0)
  }

  /// Figures of which the values of every dimension add up to the total.
  private static let additive: [(table: String, column: String)] = [
    ("revenue", "net"), ("trial_cohorts", "trials"), ("mrr_movements", "closing"),
    ("renewals", "due"), ("renewals", "renewed"), ("billing", "failures"),
    ("billing", "recovered"), ("first_payments", "first_payments"), ("features", "allowed"),
    ("features", "denied"), ("features", "in_trial"),
  ]

  private func segmentsAddUp(_ table: Table, _ measure: String) -> Check {
    let (dimension, figure) = (table.index("dimension"), table.index(measure))
    var totals: [(period: [Cell], total: Int64)] = []
    var sums: [[Cell]: [String: Int64]] = [:]
    for row in table.rows where row[0] != .text("day") && row[0] != .text("week") {
      let period = Array(row[..<dimension])
      let name = row[dimension].text ?? ""
      if name == "all" {
        totals.append((period, row.integer(figure)))
      } else {
        sums[period, default: [:]][name, default: 0] += row.integer(figure)
      }
    }
    let pairs = totals.flatMap { period, total in
      (sums[period] ?? [:]).sorted { $0.key < $1.key }.map { (total, $0.value) }
    }
    return .worst(
      "\(measure) of \(table.name): each dimension adds up to the total", "every month", pairs,
      isMoney: table.columns[figure].kind == .money)
  }
}

extension Check {
  static func counts(_ name: String, _ scope: String, _ left: Int64, _ right: Int64) -> Check {
    Check(
      name: name, scope: scope, left: .count(left), right: .count(right),
      difference: .count(left - right), passed: left == right)
  }

  static func amounts(_ name: String, _ scope: String, _ left: Int64, _ right: Int64) -> Check {
    Check(
      name: name, scope: scope, left: .money(Amount(micros: left)),
      right: .money(Amount(micros: right)), difference: .money(Amount(micros: left - right)),
      passed: left == right)
  }

  /// The pair that differs most stands for all; without pairs there is nothing to differ.
  static func worst(
    _ name: String, _ scope: String, _ pairs: [(Int64, Int64)], isMoney: Bool = true
  ) -> Check {
    let worst = pairs.max { abs($0.0 - $0.1) < abs($1.0 - $1.1) } ?? (0, 0)
    return isMoney
      ? amounts(name, scope, worst.0, worst.1) : counts(name, scope, worst.0, worst.1)
  }
}

extension Table {
  /// The position of a column that the contract declares.
  package func index(_ column: String) -> Int {
    guard let index = columns.firstIndex(where: { $0.name == column }) else {
      preconditionFailure("table \(name) has no column \(column)")
    }
    return index
  }

  /// A count, or an amount in micro-units; 0 for what is missing.
  package func integer(_ column: String, _ row: [Cell]) -> Int64 { row.integer(index(column)) }

  func indices(_ columns: [String]) -> [Int] { columns.map(index) }

  func total(_ column: String) -> Int64 {
    let index = index(column)
    return rows.reduce(0) { $0 + $1.integer(index) }
  }

  func last(_ column: String) -> Int64 { rows.last.map { integer(column, $0) } ?? 0 }
}

extension [Cell] {
  /// A count, or an amount in micro-units; 0 for what is missing.
  func integer(_ index: Int) -> Int64 {
    switch self[index] {
    case .count(let count): count
    case .money(let amount): amount.micros
    default: 0
    }
  }

  func sum(_ indices: [Int]) -> Int64 { indices.reduce(0) { $0 + integer($1) } }
}
