import Timeline
import Values

/// Makes `outlook.csv`: what is committed, what trials and renewals are expected to bring, and MRR
/// at the next month ends beside the forecasts of earlier months.
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
  var table: Table {
    guard let today = figures.rows(of: Daily.self).last else { return Outlook.table([]) }
    let forecasts = MRRHistory(figures).map { OutlookForecasts($0, figures).lines } ?? []
    let cash =
      [(.renewals30, 30), (.renewals90, 90)].map(renewals)
      + [(.grace30, 30), (.grace90, 90)].map(paymentsInGrace)
    let lines = committed(today) + trials + cash + forecasts
    return Outlook.table(lines.map { $0.row(figures.asOf.month) })
  }
}

// MARK: - What is committed

extension OutlookTable {
  private func committed(_ today: Row<Daily>) -> [Line] {
    let mrr = today[Daily.mrr] ?? .zero
    let leaving = today[Daily.setToCancelMRR] ?? .zero
    let grace = graceLosses
    let rest = mrr - leaving - (grace.expected ?? .zero)
    return [
      Line(item: .mrr, cases: today[Daily.subscribers], expected: mrr),
      Line(
        item: .setToCancel, cases: today[Daily.setToCancel], amount: leaving, expected: leaving),
      grace, Line(item: .committedMRR, expected: rest),
    ]
  }

  private static let noRecovery =
    "No failed payment is \(Figures.recoveryDays) days old yet: all counts as lost."

  /// Of who has switched renewal off, too, all is lost by that already.
  private var graceLosses: Line {
    let grace = running.filter { $0.isInGrace && $0.renews && $0.mrr > .zero }
    let atStake = grace.reduce(Amount.zero) { $0 + $1.mrr }
    let rate = figures.recoveryRate
    var line = Line(
      item: .graceLosses, cases: Int64(grace.count), amount: atStake,
      expected: atStake - (rate.map { atStake.times($0.fraction) } ?? .zero))
    if rate == nil { line.note = Self.noRecovery }
    return line
  }
}

// MARK: - Trials

extension OutlookTable {
  /// All running trials, and those of each product.
  private var trials: [Line] {
    let subscribers = figures.rows(of: Subscribers.self)
    let usual = TodoTable.averages(subscribers)
    let running = Dictionary(grouping: subscribers.where(Subscribers.state, is: "trial")) {
      $0.text(Subscribers.product)
    }
    let parts = running.sorted { $0.key < $1.key }.map { product, rows in
      trials(of: product, Int64(rows.count), usual[product])
    }
    var all = Line(item: .trials, cases: parts.reduce(0) { $0 + ($1.cases ?? 0) })
    all.amount = parts.reduce(Amount.zero) { $0 + ($1.amount ?? .zero) }
    let isUnknown = !parts.isEmpty && parts.allSatisfy { $0.expected == nil }
    all.expected = isUnknown ? nil : parts.reduce(Amount.zero) { $0 + ($1.expected ?? .zero) }
    let unknown = parts.filter { $0.expected == nil }.map(\.part)
    if !unknown.isEmpty { all.note = "Without \(unknown.joined(separator: ", "))." }
    return [all] + parts
  }

  private func trials(of product: String, _ count: Int64, _ each: Amount?) -> Line {
    var line = Line(item: .trials, part: product, cases: count)
    line.amount = each.map { $0.times(Fraction(count, over: 1)) }
    let rate = matured("product", product) ?? matured("all", "all")
    line.expected = line.amount.flatMap { amount in rate.map { amount.times($0.fraction) } }
    if each == nil { line.note = "Nobody pays for the product yet." }
    if rate == nil { line.note = "No trial is over yet." }
    return line
  }

  /// Of all trials of a segment that are over.
  private func matured(_ dimension: String, _ value: String) -> Rate? {
    let rows = figures.rows(of: TrialCohorts.self).where(TrialCohorts.dimension, is: dimension)
      .where(TrialCohorts.value, is: value).where(TrialCohorts.grain, is: "month")
    return Rate(
      rows.sum(TrialCohorts.maturedConverted), over: rows.sum(TrialCohorts.maturedTrials))
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

  /// What falls due in the next days: a later renewal comes only if those before it have, and none
  /// is due behind one that is overdue.
  private func renewals(_ item: Outlook.Item, _ days: Int) -> Line {
    var cash = Cash()
    let rates = renewalRates
    for coverage in running where zone.day(of: coverage.ownEnd) > figures.asOf {
      addRenewals(of: coverage, days, rates, coverage.recurring, to: &cash)
    }
    return cash.line(
      item, rates.isEmpty ? "No renewal was due in a whole month yet: all are expected." : nil)
  }

  /// The failed payments of subscriptions in grace, and what falls due of them if those are made
  /// good.
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
