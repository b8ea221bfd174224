import SQLite
import Values

/// Proves that the figures add up: each check reaches the same number in two ways. Every check
/// names the columns that it looks at, so that `explain` can say which ones a figure takes part in.
struct Reconciliation {
  let database: Database
  let scope: ReportScope
  let figures: Figures
  let firstPayments: Lazy<[Day: Int64]>
  private let coverages: CoverageProof

  /// `states`: those of ``CoverageProof``, as its first part has asked for them.
  init(
    _ database: Database, _ scope: ReportScope, _ figures: Figures,
    _ states: Lazy<CoverageState>
  ) {
    self.database = database
    self.scope = scope
    self.figures = figures
    firstPayments = Lazy { try Self.firstPayments(database) }
    coverages = CoverageProof(figures, scope, database, states)
  }

  /// All, in the order in which reports list them.
  var all: [CheckDeclaration] {
    [linesConserve, eventsConserve, chargesFromRows, refundsFromRows] + coverages.checks + [
      monthsFollow, daysFollow, lastDayOfMonth, netIsItsParts, refundsAreTheirParts, trialsSplit,
      trialsStarted, funnelsShrink, experimentsConserve, variantValuesAgree,
    ] + lifetimesConserve + segmentsAddUp + decisions + depth + changesAddUp + outlookAddsUp
      + appHealthAgrees + payoutsAddUp + phasesAgree
  }
}

// MARK: - Two sums

extension Reconciliation {
  /// Two columns over all their rows, or over some of them.
  func same<A: ReportColumn, B: ReportColumn>(
    _ name: String, _ scope: String, _ a: A, _ b: B,
    _ some: @escaping (Rows<B.Owner>) -> Rows<B.Owner> = { $0 }
  ) -> CheckDeclaration {
    .pair(name, scope, of: [a, b]) {
      (figures.sum(a), some(figures.rows(of: B.Owner.self)).sum(b))
    }
  }

  /// A column as the sum of others of its row.
  func addsUp<Whole: ReportColumn>(
    _ name: String, _ scope: String, _ whole: Whole, _ parts: [any ReportColumn<Whole.Owner>]
  ) -> CheckDeclaration {
    .worst(name, scope, of: [whole] + parts) {
      figures.rows(of: Whole.Owner.self).map { ($0.integer(whole), $0.sum(parts)) }
    }
  }
}

// MARK: - Against the rows in the database

extension Reconciliation {
  private var linesConserve: CheckDeclaration {
    .pair(
      "lines read = accepted + duplicate + ignored + rejected", "all runs", of: [DataQuality.cases]
    ) {
      let query = "SELECT sum(lines_read), sum(accepted + duplicate + ignored + rejected) FROM run"
      return try database.first(query) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }
  }

  private var eventsConserve: CheckDeclaration {
    .pair("accepted lines = stored events", "all runs", of: [DataQuality.cases]) {
      let accepted = try database.integer("SELECT sum(accepted) FROM run WHERE failed = 0")
      let takenBack = try database.integer("SELECT sum(events) FROM unlinked_id")
      let events = try database.integer("SELECT sum(events) FROM event_day")
      let noted = try database.integer("SELECT count(*) FROM log_annotation")
      return (accepted - takenBack, events + noted)
    }
  }

  private var chargesFromRows: CheckDeclaration {
    .pair(
      "gross revenue = sum of the charges", "all days",
      of: [Daily.grossRevenue, Daily.netRevenue, Revenue.gross]
    ) {
      let direct = try database.integer("SELECT gross FROM control_total")
      return (figures.sum(Daily.grossRevenue), direct)
    }
  }

  private var refundsFromRows: CheckDeclaration {
    .pair(
      "refunded = sum of the refunds", "all days",
      of: [Daily.refunded, Daily.netRevenue, Revenue.refunded]
    ) {
      let direct = try database.integer("SELECT refunded FROM control_total")
      return (figures.sum(Daily.refunded), direct)
    }
  }
}

// MARK: - Within the figures

extension Reconciliation {
  private var monthsFollow: CheckDeclaration {
    typealias Moves = MRRMovements
    return .worst(
      "closing = opening of the next month", "every month and segment",
      of: [Moves.opening, Moves.closing]
    ) {
      var last: [[Cell]: Int64] = [:]
      var pairs: [(Int64, Int64)] = []
      for row in figures.rows(of: Moves.self) {
        let segment = row.segment
        if let before = last[segment] { pairs.append((before, row.integer(Moves.opening))) }
        last[segment] = row.integer(Moves.closing)
      }
      return pairs
    }
  }

  private var daysFollow: CheckDeclaration {
    let moves: [any ReportColumn<Daily>] = [
      Daily.newMRR, Daily.reactivationMRR, Daily.expansionMRR, Daily.contractionMRR,
      Daily.churnMRR, Daily.fxMRR,
    ]
    return .worst(
      "MRR of the day before + movements = MRR", "every day", of: [Daily.mrr, Daily.arr] + moves
    ) {
      let rows = figures.rows(of: Daily.self)
      return zip(rows, rows.dropFirst()).map { before, after in
        (before.integer(Daily.mrr) + after.sum(moves), after.integer(Daily.mrr))
      }
    }
  }

  private var lastDayOfMonth: CheckDeclaration {
    .worst(
      "closing of the month = MRR of its last day", "every month",
      of: [Daily.mrr, MRRMovements.closing]
    ) {
      let byDay = Dictionary(
        firstOf: figures.rows(of: Daily.self).map { ($0[Daily.date], $0.integer(Daily.mrr)) })
      return figures.rows(of: MRRMovements.self).totals.compactMap { row in
        row[MRRMovements.month].flatMap { month in
          byDay[min(month.lastDay, scope.asOf)].map { ($0, row.integer(MRRMovements.closing)) }
        }
      }
    }
  }

  private var netIsItsParts: CheckDeclaration {
    addsUp(
      "net = tax + commission + proceeds", "every period and segment", Revenue.net,
      [Revenue.tax, Revenue.commission, Revenue.proceeds])
  }

  /// In every period and segment that has any.
  private var refundsAreTheirParts: CheckDeclaration {
    .worst(
      "paid back − reversed = refunded", "every period and segment",
      of: [Refunds.paidBack, Refunds.reversed, Refunds.refunded, Revenue.refunded]
    ) {
      let revenue = figures.rows(of: Revenue.self)
      let refunds = figures.rows(of: Refunds.self)
      let net = Dictionary(firstOf: revenue.map { ($0.keys, $0.integer(Revenue.refunded)) })
      let pairs = refunds.map { row in
        (row.integer(Refunds.paidBack) - row.integer(Refunds.reversed), net[row.keys] ?? 0)
      }
      let totals = (
        refunds.totals.sum(Refunds.refunded), revenue.totals.sum(Revenue.refunded)
      )
      return pairs + [totals]
    }
  }

  private var trialsSplit: CheckDeclaration {
    let parts: [any ReportColumn<TrialCohorts>] = [
      TrialCohorts.converted, TrialCohorts.pending, TrialCohorts.abandoned,
    ]
    return .worst(
      "trials = converted + pending + abandoned, none negative", "every cohort and segment",
      of: [TrialCohorts.trials] + parts
    ) {
      figures.rows(of: TrialCohorts.self).map { row in
        (row.integer(TrialCohorts.trials), parts.reduce(0) { $0 + max(0, row.integer($1)) })
      }
    }
  }

  private var trialsStarted: CheckDeclaration {
    same(
      "trials started = trials of all cohorts", "all days", Daily.trialsStarted,
      TrialCohorts.trials,
      \.monthlyTotals)
  }

  private var funnelsShrink: CheckDeclaration {
    .pair(
      "no step of a funnel has more customers than the one before", "every cohort and segment",
      of: [FunnelSteps.customers]
    ) {
      let rows = figures.rows(of: FunnelSteps.self)
      let grown = zip(rows, rows.dropFirst()).count { before, after in
        after.integer(FunnelSteps.step) > 1
          && after.integer(FunnelSteps.customers) > before.integer(FunnelSteps.customers)
      }
      return (Int64(grown), 0)
    }
  }

  /// The values of every dimension add up to the total: of the figures whose tables say so.
  private var segmentsAddUp: [CheckDeclaration] {
    ReportSchema.additive.map { name, column in segmentsAddUp(name, column) }
  }

  private func segmentsAddUp(_ file: String, _ column: Table.Column) -> CheckDeclaration {
    CheckDeclaration(
      name: "\(column.name) of \(file): each dimension adds up to the total", scope: "every month",
      columns: ["\(file).\(column.name)"], isMoney: column.kind == .money
    ) {
      let table = figures.table(file)
      let dimension = table.columns.firstIndex { $0.role == .dimension } ?? 0
      let measure = table.index(column.name)
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
      return totals.flatMap { period, total in
        (sums[period] ?? [:]).sorted { $0.key < $1.key }.map { (total, $0.value) }
      }
    }
  }
}
