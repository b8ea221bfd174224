package import Settings
import Values

/// Targets and benchmarks beside the figures that they are for (SPEC 6). A figure that is not known
/// yet has no line.
package struct TargetFigures {
  private let figures: Figures

  package init(_ figures: Figures) { self.figures = figures }

  package func targets(_ targets: Targets) -> [Target] {
    let goals = Targets.Figure.allCases.compactMap { figure in
      target(figure, targets.goals[figure] ?? Targets.Goal(), targets.set.contains(figure))
    }
    return goals + firstPayments(targets.firstPayments, isSet: targets.setsFirstPayments)
  }

  private func target(_ figure: Targets.Figure, _ goal: Targets.Goal, _ isSet: Bool) -> Target? {
    let (name, found) = actual(figure)
    guard let found else { return nil }
    let actual = found.cell
    func bound(_ fraction: Fraction?) -> Cell {
      guard let fraction else { return .missing }
      if case .money = actual {
        return .money(Amount(micros: 1_000_000).times(fraction))
      }
      if case .count = actual { return .count(fraction.numerator * 1000 / fraction.denominator) }
      return Rate(fraction.numerator, over: fraction.denominator).map(Cell.rate) ?? .missing
    }
    return Target(
      name: name, actual: actual, low: bound(goal.atLeast), high: bound(goal.atMost), isSet: isSet,
      cases: found.cases)
  }

  /// A figure, and the cases that it is a rate of.
  private struct Found {
    let cell: Cell
    var cases: Int64?

    init?(_ cell: Cell, cases: Int64? = nil) {
      guard cell != .missing else { return nil }
      self.cell = cell
      self.cases = cases
    }

    init?(_ part: Int64, of whole: Int64) {
      guard let rate = Rate(part, over: whole) else { return nil }
      self.init(.rate(rate), cases: whole)
    }
  }

  private func actual(_ figure: Targets.Figure) -> (name: String, actual: Found?) {
    switch figure {
    case .trialStartRate: ("Trial starts ÷ installs", reached(2, of: "trial"))
    case .trialToPaid: ("Trial to paid, newest matured month of starts", trialToPaid)
    case .paywallToPurchase: ("Paywall to purchase", reached(nil, of: "paywall"))
    case .churnMonth1: ("Churn in month 1", churn(by: 1))
    case .churnMonth3: ("Churn by month 3", churn(by: 3))
    case .churnMonth6: ("Churn by month 6", churn(by: 6))
    case .monthlyChurn: ("Churn, 30 days", trailingChurn)
    case .arppu: ("ARPPU of the last whole month", Found(arppu))
    case .ltv: ("Lifetime value: ARPPU ÷ churn", Found(formulaValue))
    case .costPerCustomer: ("Cost per install, last whole month", cost("cost_per_customer"))
    case .costPerPayer: ("CAC (cost per payer), last whole month", cost("cost_per_payer"))
    case .paymentFailure: ("Payment failures, 7 days", recent("payment_failures", over: nil))
    case .validationLatency: ("Validation p95, milliseconds", Found(latency))
    case .syncFailure: ("Sync failures, 7 days", recent("syncs_failed", over: "syncs"))
    }
  }
}

// MARK: - What the figures are

extension TargetFigures {
  /// The share of customers that reached a step, or the last one, of the newest month that is
  /// matured.
  private func reached(_ step: Int64?, of funnel: String) -> Found? {
    let table = figures.table("funnel")
    let rows = table.rows.filter { row in
      row[table.index("funnel")] == .text(funnel) && row[table.index("grain")] == .text("month")
        && row[table.index("dimension")] == .text("all") && row[table.index("matured")].isSet
    }
    let month = rows.last.map { $0[table.index("cohort")] }
    let steps = rows.filter { $0[table.index("cohort")] == month }
    let wanted = step.map { step in steps.first { $0[table.index("step")] == .count(step) } }
    guard let first = steps.first, let last = wanted ?? steps.last else { return nil }
    return Found(table.integer("customers", last), of: table.integer("customers", first))
  }

  /// The rate of the newest month whose trials are all matured.
  private var trialToPaid: Found? {
    let table = figures.table("trial_cohorts")
    let row = table.rows.last { row in
      row[table.index("grain")] == .text("month") && row[table.index("dimension")] == .text("all")
        && row[table.index("trials")] == row[table.index("matured_trials")]
    }
    return row.flatMap {
      Found(table.integer("matured_converted", $0), of: table.integer("matured_trials", $0))
    }
  }

  /// Customers of all cohorts old enough that were gone at an age.
  private func churn(by age: Int64) -> Found? {
    let table = figures.table("retention")
    let rows = table.rows.filter { row in
      row[table.index("dimension")] == .text("all") && row[table.index("age")] == .count(age)
    }
    let customers = rows.reduce(0) { $0 + table.integer("customers", $1) }
    let retained = rows.reduce(0) { $0 + table.integer("retained", $1) }
    return Found(customers - retained, of: customers)
  }

  private var trailingChurn: Found? {
    let table = figures.table("churn")
    let row = table.rows.last { row in
      row[table.index("month")] == .text("trailing-30d")
        && row[table.index("dimension")] == .text("all")
    }
    return row.flatMap {
      Found(table.integer("churned_customers", $0), of: table.integer("opening_customers", $0))
    }
  }

  private var lastWholeMonth: (month: Cell, arppu: Cell)? {
    let table = figures.table("revenue")
    let row = table.rows.last { row in
      row[table.index("grain")] == .text("month") && row[table.index("dimension")] == .text("all")
        && row[table.index("period")].month.map { $0.lastDay <= figures.asOf } ?? false
    }
    return row.map { ($0[table.index("period")], $0[table.index("arppu")]) }
  }

  /// Of all channels together, those without cost included.
  private func cost(_ column: String) -> Found? {
    let table = figures.table("acquisition_cost")
    let row = table.rows.last { row in
      row[table.index("channel")] == .text("all") && row[table.index("complete")].isSet
    }
    return row.flatMap { Found($0[table.index(column)]) }
  }

  private var arppu: Cell { lastWholeMonth?.arppu ?? .missing }

  /// ARPPU ÷ churn of the same month; empty at zero churn (SPEC 5.6).
  private var formulaValue: Cell {
    let table = figures.table("churn")
    guard let last = lastWholeMonth, let arppu = last.arppu.amount, let month = last.month.month,
      let row = table.rows.first(where: { row in
        row[table.index("month")] == .text(month.description)
          && row[table.index("dimension")] == .text("all")
      }),
      let churn = row[table.index("churn_rate")].rate, churn.millionths > 0
    else { return .missing }
    return .money(arppu.times(Fraction(1_000_000, over: churn.millionths)))
  }

  /// A quotient of sums over the last seven days of operations; failures over all payments where
  /// no denominator is named.
  private func recent(_ count: String, over whole: String?) -> Found? {
    let rows = recentOperations
    let table = figures.table("operations")
    let failures = rows.reduce(0) { $0 + table.integer(count, $1) }
    let others = rows.reduce(0) { $0 + table.integer(whole ?? "paid_charges", $1) }
    return Found(failures, of: whole == nil ? failures + others : others)
  }

  private var recentOperations: [[Cell]] {
    let table = figures.table("operations")
    let first = figures.asOf.advanced(by: -6)
    return table.rows.filter { row in
      row[table.index("dimension")] == .text("all")
        && row[table.index("date")].day.map { (first...figures.asOf).contains($0) } ?? false
    }
  }

  /// The slowest day's 95th percentile of the last seven.
  private var latency: Cell {
    let table = figures.table("operations")
    let slowest = recentOperations.compactMap { $0[table.index("latency_p95")].count }.max()
    return slowest.map(Cell.count) ?? .missing
  }

  /// The wanted split of first payments by tier beside that of the newest month with any.
  private func firstPayments(_ wanted: [String: Fraction], isSet: Bool) -> [Target] {
    let table = figures.table("first_payments")
    guard let month = table.rows.last?[table.index("month")] else { return [] }
    let paid = table.rows.filter {
      $0[table.index("month")] == month && $0[table.index("dimension")] == .text("all")
    }.reduce(0) { $0 + table.integer("first_payments", $1) }
    return wanted.sorted { $0.key < $1.key }.compactMap { tier, share in
      let row = table.rows.first { row in
        row[table.index("month")] == month && row[table.index("dimension")] == .text("tier")
          && row[table.index("value")] == .text(tier)
      }
      guard let row, let goal = Rate(share.numerator, over: share.denominator) else { return nil }
      return Target(
        name: "New-payer mix: \(tier)", actual: row[table.index("share")], low: .rate(goal),
        isSet: isSet, cases: paid)
    }
  }
}
