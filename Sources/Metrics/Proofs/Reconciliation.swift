import SQLite
import Values

/// Proves that the figures add up: each check reaches the same number in two ways. Every check names
/// the columns that it looks at, so that `explain` can say which ones a figure takes part in.
struct Reconciliation {
  let database: Database
  let scope: ReportScope
  let figures: Figures
  private let states: BackgroundRead<CoverageState>

  /// `states`: those of ``CoverageProof``, as its first part has asked for them.
  init(
    _ database: Database, _ scope: ReportScope, _ figures: Figures,
    _ states: BackgroundRead<CoverageState>
  ) {
    self.database = database
    self.scope = scope
    self.figures = figures
    self.states = states
  }

  /// All, in the order in which reports list them.
  func checks() throws -> [Check] {
    try [linesConserve(), eventsConserve(), chargesFromRows(), refundsFromRows()]
      + CoverageProof(figures, scope, database, states).checks + [
        monthsFollow, daysFollow, lastDayOfMonth, netIsItsParts, refundsAreTheirParts, trialsSplit,
        trialsStarted, funnelsShrink, experimentsConserve(),
        variantValuesAgree,
      ] + lifetimesConserve + segmentsAddUp + decisions() + depth + changesAddUp + outlookAddsUp
      + appHealthAgrees + payoutsAddUp() + phasesAgree()
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
      sums?.1 ?? 0, of: [DataQuality.cases])
  }

  private func eventsConserve() throws -> Check {
    let stored = try database.first(
      """
      SELECT (SELECT coalesce(sum(events), 0) FROM event_day)
        + (SELECT count(*) FROM log_annotation)
      """
    ) { $0.integer(0) }
    let accepted = try database.first(
      "SELECT coalesce(sum(accepted), 0) FROM run WHERE failed = 0"
    ) { $0.integer(0) }
    let takenBack = try database.first("SELECT coalesce(sum(events), 0) FROM unlinked_id") {
      $0.integer(0)
    }
    return .counts(
      "accepted lines = stored events", "all runs", (accepted ?? 0) - (takenBack ?? 0),
      stored ?? 0,
      of: [DataQuality.cases])
  }

  private func chargesFromRows() throws -> Check {
    let direct = try database.first("SELECT gross FROM control_total") { $0.integer(0) }
    return .amounts(
      "gross revenue = sum of the charges", "all days",
      figures.rows(of: Daily.self).sum(Daily.grossRevenue), direct ?? 0,
      of: [Daily.grossRevenue, Daily.netRevenue, Revenue.gross])
  }

  private func refundsFromRows() throws -> Check {
    let direct = try database.first("SELECT refunded FROM control_total") { $0.integer(0) }
    return .amounts(
      "refunded = sum of the refunds", "all days",
      figures.rows(of: Daily.self).sum(Daily.refunded), direct ?? 0,
      of: [Daily.refunded, Daily.netRevenue, Revenue.refunded])
  }
}

// MARK: - Within the figures

extension Reconciliation {
  private var monthsFollow: Check {
    typealias Moves = MRRMovements
    var last: [[Cell]: Int64] = [:]
    var pairs: [(Int64, Int64)] = []
    for row in figures.rows(of: Moves.self) {
      let segment = row.segment
      if let before = last[segment] { pairs.append((before, row.integer(Moves.opening))) }
      last[segment] = row.integer(Moves.closing)
    }
    return .worst(
      "closing = opening of the next month", "every month and segment", pairs,
      of: [Moves.opening, Moves.closing])
  }

  private var daysFollow: Check {
    let rows = figures.rows(of: Daily.self)
    let moves: [any ReportColumn<Daily>] = [
      Daily.newMRR, Daily.reactivationMRR, Daily.expansionMRR, Daily.contractionMRR,
      Daily.churnMRR, Daily.fxMRR,
    ]
    let pairs = zip(rows, rows.dropFirst()).map { before, after in
      (before.integer(Daily.mrr) + after.sum(moves), after.integer(Daily.mrr))
    }
    return .worst(
      "MRR of the day before + movements = MRR", "every day", pairs,
      of: [Daily.mrr, Daily.arr] + moves)
  }

  private var lastDayOfMonth: Check {
    let byDay = Dictionary(
      figures.rows(of: Daily.self).map { ($0[Daily.date], $0.integer(Daily.mrr)) },
      uniquingKeysWith: { first, _ in first })
    let pairs = figures.rows(of: MRRMovements.self).totals.compactMap { row in
      row[MRRMovements.month].flatMap { month in
        byDay[min(month.lastDay, scope.asOf)].map { ($0, row.integer(MRRMovements.closing)) }
      }
    }
    return .worst(
      "closing of the month = MRR of its last day", "every month", pairs,
      of: [Daily.mrr, MRRMovements.closing])
  }

  private var netIsItsParts: Check {
    let parts: [any ReportColumn<Revenue>] = [Revenue.tax, Revenue.commission, Revenue.proceeds]
    return .worst(
      "net = tax + commission + proceeds", "every period and segment",
      figures.rows(of: Revenue.self).map { ($0.integer(Revenue.net), $0.sum(parts)) },
      of: [Revenue.net] + parts)
  }

  /// In every period and segment that has any.
  private var refundsAreTheirParts: Check {
    let revenue = figures.rows(of: Revenue.self)
    let refunds = figures.rows(of: Refunds.self)
    let net = Dictionary(revenue.map { ($0.keys, $0.integer(Revenue.refunded)) }) { first, _ in
      first
    }
    let pairs = refunds.map { row in
      (row.integer(Refunds.paidBack) - row.integer(Refunds.reversed), net[row.keys] ?? 0)
    }
    let totals = (
      refunds.totals.sum(Refunds.refunded), revenue.totals.sum(Revenue.refunded)
    )
    return .worst(
      "paid back − reversed = refunded", "every period and segment", pairs + [totals],
      of: [Refunds.paidBack, Refunds.reversed, Refunds.refunded, Revenue.refunded])
  }

  private var trialsSplit: Check {
    let parts: [any ReportColumn<TrialCohorts>] = [
      TrialCohorts.converted, TrialCohorts.pending, TrialCohorts.abandoned,
    ]
    return .worst(
      "trials = converted + pending + abandoned, none negative", "every cohort and segment",
      figures.rows(of: TrialCohorts.self).map { row in
        (row.integer(TrialCohorts.trials), parts.reduce(0) { $0 + max(0, row.integer($1)) })
      }, isMoney: false, of: [TrialCohorts.trials] + parts)
  }

  private var trialsStarted: Check {
    let cohorts = figures.rows(of: TrialCohorts.self).totals.where(TrialCohorts.grain, is: "month")
    return .counts(
      "trials started = trials of all cohorts", "all days",
      figures.rows(of: Daily.self).sum(Daily.trialsStarted), cohorts.sum(TrialCohorts.trials),
      of: [Daily.trialsStarted, TrialCohorts.trials])
  }

  private var funnelsShrink: Check {
    let rows = figures.rows(of: FunnelSteps.self)
    let grown = zip(rows, rows.dropFirst()).count { before, after in
      after.integer(FunnelSteps.step) > 1
        && after.integer(FunnelSteps.customers) > before.integer(FunnelSteps.customers)
    }
    return .counts(
      "no step of a funnel has more customers than the one before", "every cohort and segment",
      Int64(grown), 0, of: [FunnelSteps.customers])
  }

  /// The values of every dimension add up to the total: of the figures whose tables say so.
  private var segmentsAddUp: [Check] {
    ReportSchema.additive.map { name, column in segmentsAddUp(figures.table(name), column) }
  }

  private func segmentsAddUp(_ table: Table, _ column: Table.Column) -> Check {
    let measure = table.index(column.name)
    let dimension = table.columns.firstIndex { $0.role == .dimension } ?? 0
    var totals: [(period: [Cell], total: Int64)] = []
    var sums: [[Cell]: [String: Int64]] = [:]
    for row in table.rows where row[0] != .text("day") && row[0] != .text("week") {
      let period = Array(row[..<dimension])
      let name = row[dimension].text ?? ""
      if name == "all" {
        totals.append((period, row[measure].integer))
      } else {
        sums[period, default: [:]][name, default: 0] += row[measure].integer
      }
    }
    let pairs = totals.flatMap { period, total in
      (sums[period] ?? [:]).sorted { $0.key < $1.key }.map { (total, $0.value) }
    }
    return .worst(
      "\(column.name) of \(table.name): each dimension adds up to the total", "every month", pairs,
      isMoney: column.kind == .money, names: ["\(table.name).\(column.name)"])
  }
}
