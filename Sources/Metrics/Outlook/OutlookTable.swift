import Settings
import Timeline
import Values

/// Makes `outlook.csv`: what is committed, what trials and renewals are expected to bring, and MRR
/// at the next month ends beside the forecasts of earlier months; and `mrr_outlook.csv` with it.
struct OutlookTable {
  /// A row on its way into the table.
  struct Line {
    let item: Outlook.Item
    var part = "all"
    var month: Month?
    var monthsAhead = 0
    var madeOn: Day?
    var cases: Int64?
    var amount: Amount?
    var rate: Rate?
    var expected: Amount?
    var low: Amount?
    var high: Amount?
    var actual: Amount?
    var error: Double?
    var note: String?
  }

  let figures: Figures
  let running: [RunningCoverage]
  let zone: Zone

  init(_ figures: Figures, _ running: [RunningCoverage], zone: Zone) {
    self.figures = figures
    self.running = running
    self.zone = zone
  }

  /// Nothing before the first day of the log.
  func tables(_ budget: Budget) -> [Table] {
    guard let today = figures.rows(of: Daily.self).last else {
      return [Outlook.table([]), MRROutlook.table([])]
    }
    let committed = CommittedMRR(figures, today, running)
    let trials = RunningTrials(figures)
    let record = MRRHistory(figures).map { ForecastRecord($0) }
    let forecasts = record.map { OutlookForecasts($0, figures).lines } ?? []
    let cash =
      [(.renewals30, 30), (.renewals90, 90)].map(renewals)
      + [(.grace30, 30), (.grace90, 90)].map(paymentsInGrace)
    let lines = self.lines(committed, today) + trials.lines + cash + forecasts
    let bridge = OutlookBridge(
      figures: figures, committed: committed, trials: trials, forecasts: record?.next ?? [],
      budget: budget)
    return [Outlook.table(lines.map { $0.row(figures.asOf.month) }), MRROutlook.table(bridge.rows)]
  }

  private static let noRecovery =
    "No failed payment is \(Figures.recoveryDays) days old yet: all counts as lost."

  private func lines(_ committed: CommittedMRR, _ today: Row<Daily>) -> [Line] {
    [
      Line(item: .mrr, cases: today[Daily.subscribers], expected: committed.mrr),
      Line(
        item: .setToCancel, cases: today[Daily.setToCancel], amount: committed.setToCancel,
        expected: committed.setToCancel),
      Line(
        item: .graceLosses, cases: Int64(committed.inGrace), amount: committed.atStake,
        expected: committed.graceLosses, note: committed.recovery == nil ? Self.noRecovery : nil),
      Line(item: .committedMRR, expected: committed.committed),
    ]
  }
}

// MARK: - Renewals

extension OutlookTable {
  private static let renewalMonths = 3

  /// Payments to come, and what is expected of them.
  private struct Cash {
    var cases: Int64 = 0
    var amount = Amount.zero
    var expected = Amount.zero

    mutating func add(_ charge: Amount, expected still: Amount) {
      (cases, amount, expected) = (cases + 1, amount + charge, expected + still)
    }

    func line(_ item: Outlook.Item, _ note: String?) -> Line {
      Line(item: item, cases: cases, amount: amount, expected: expected, note: note)
    }
  }

  /// Renewals due: later ones only if those before come, none behind one that is overdue.
  private func renewals(_ item: Outlook.Item, _ days: Int) -> Line {
    var cash = Cash()
    let rates = renewalRates
    for coverage in running where zone.day(of: coverage.ownEnd) > figures.asOf {
      addRenewals(of: coverage, days, rates, coverage.recurring, to: &cash)
    }
    return cash.line(
      item, rates.isEmpty ? "No renewal was due in a whole month yet: all are expected." : nil)
  }

  /// Failed payments in grace, and what falls due if they are made good.
  private func paymentsInGrace(_ item: Outlook.Item, _ days: Int) -> Line {
    var cash = Cash()
    let (rates, recovery) = (renewalRates, figures.recoveryRate)
    for coverage in running where coverage.isInGrace && coverage.renews {
      let recovered = recovery.map { coverage.recurring.times($0.fraction) } ?? .zero
      cash.add(coverage.recurring, expected: recovered)
      addRenewals(of: coverage, days, rates, recovered, to: &cash)
    }
    return cash.line(item, recovery == nil ? Self.noRecovery : nil)
  }

  private func addRenewals(
    of coverage: RunningCoverage, _ days: Int, _ rates: [String: Rate], _ first: Amount,
    to cash: inout Cash
  ) {
    let rate = rates[coverage.period?.description ?? ""] ?? rates["all"]
    var still = first
    for _ in coverage.renewals(after: figures.asOf, to: figures.asOf.advanced(by: days), zone) {
      if let rate { still = still.times(rate.fraction) }
      cash.add(coverage.recurring, expected: still)
    }
  }

  /// Renewed ÷ due by billing period, and of `all`, in the last whole months.
  private var renewalRates: [String: Rate] {
    let first = figures.asOf.advanced(by: 1).month.advanced(by: -Self.renewalMonths)
    var sums: [String: (renewed: Int64, due: Int64)] = [:]
    for row in figures.rows(of: Renewals.self)
    where ["all", "period"].contains(row.text(Renewals.dimension)) {
      guard let month = row[Renewals.month], month >= first, month.lastDay <= figures.asOf else {
        continue
      }
      let sum = sums[row.text(Renewals.value), default: (0, 0)]
      sums[row.text(Renewals.value)] = (
        sum.renewed + row.integer(Renewals.renewed), sum.due + row.integer(Renewals.due)
      )
    }
    return sums.compactMapValues { Rate($0.renewed, over: $0.due) }
  }
}

// MARK: - Rows

extension Rate {
  var fraction: Fraction { Fraction(millionths, over: 1_000_000) }
}

extension OutlookTable.Line {
  private var expectedShare: Rate? {
    amount.flatMap { amount in expected.flatMap { Rate($0.micros, over: amount.micros) } }
  }

  /// `today`: the month of what looks at no month end.
  func row(_ today: Month) -> RowBuilder<Outlook> {
    var row = RowBuilder<Outlook>()
    row[Outlook.item] = item.rawValue
    row[Outlook.part] = part
    row[Outlook.month] = (month ?? today).description
    row[Outlook.monthsAhead] = Int64(monthsAhead)
    row[Outlook.madeOn] = madeOn
    row[Outlook.cases] = cases
    (row[Outlook.amount], row[Outlook.rate]) = (amount, rate ?? expectedShare)
    (row[Outlook.expected], row[Outlook.low], row[Outlook.high]) = (expected, low, high)
    row[Outlook.actual] = actual
    row[rounding: Outlook.error] = error
    row[Outlook.remark] = note
    return row
  }
}
