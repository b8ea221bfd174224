package import Settings
import Values

/// The goals of the configuration beside the figures that they are for (SPEC 6). A figure that is
/// not known yet has no line.
package struct TargetFigures {
  private let figures: Figures

  package init(_ figures: Figures) { self.figures = figures }

  package func targets(_ targets: Targets) -> [Target] {
    let goals = Targets.Figure.allCases.compactMap { figure in
      targets.goals[figure].flatMap { target(figure, $0) }
    }
    return goals + firstPayments(targets.firstPayments)
  }

  private func target(_ figure: Targets.Figure, _ goal: Targets.Goal) -> Target? {
    let (name, actual) = actual(figure)
    guard actual != .missing else { return nil }
    func bound(_ fraction: Fraction?) -> Cell {
      guard let fraction else { return .missing }
      if case .money = actual {
        return .money(Amount(micros: 1_000_000).times(fraction))
      }
      if case .count = actual { return .count(fraction.numerator * 1000 / fraction.denominator) }
      return Rate(fraction.numerator, over: fraction.denominator).map(Cell.rate) ?? .missing
    }
    return Target(
      name: name, actual: actual, low: bound(goal.atLeast), high: bound(goal.atMost))
  }

  private func actual(_ figure: Targets.Figure) -> (name: String, actual: Cell) {
    switch figure {
    case .trialStartRate: ("Trial starts ÷ installs", reached(2, of: "trial"))
    case .trialToPaid: ("Trial to paid", trialToPaid)
    case .paywallToPurchase: ("Paywall to purchase", reached(2, of: "paywall"))
    case .churnMonth1: ("Churn in month 1", churn(by: 1))
    case .churnMonth3: ("Churn by month 3", churn(by: 3))
    case .churnMonth6: ("Churn by month 6", churn(by: 6))
    case .monthlyChurn: ("Churn, 30 days", trailingChurn)
    case .arppu: ("ARPPU of the last whole month", arppu)
    case .ltv: ("Lifetime value: ARPPU ÷ churn", formulaValue)
    case .costPerCustomer: ("Cost per new customer, last whole month", costPerCustomer)
    case .paymentFailure: ("Payment failures, 7 days", recent("payment_failures", over: nil))
    case .validationLatency: ("Validation p95, milliseconds", latency)
    case .syncFailure: ("Sync failures, 7 days", recent("syncs_failed", over: "syncs"))
    }
  }
}

// MARK: - What the figures are

extension TargetFigures {
  /// The share of customers that reached a step, of the newest month that is matured.
  private func reached(_ step: Int64, of funnel: String) -> Cell {
    let table = figures.table("funnel")
    let row = table.rows.last { row in
      row[table.index("funnel")] == .text(funnel) && row[table.index("grain")] == .text("month")
        && row[table.index("dimension")] == .text("all") && row[table.index("step")] == .count(step)
        && row[table.index("matured")].isSet
    }
    return row.map { $0[table.index("from_first")] } ?? .missing
  }

  /// The rate of the newest month whose trials are all matured.
  private var trialToPaid: Cell {
    let table = figures.table("trial_cohorts")
    let row = table.rows.last { row in
      row[table.index("grain")] == .text("month") && row[table.index("dimension")] == .text("all")
        && row[table.index("trials")] == row[table.index("matured_trials")]
    }
    return row.map { $0[table.index("matured_rate")] } ?? .missing
  }

  /// Customers of all cohorts old enough that were gone at an age.
  private func churn(by age: Int64) -> Cell {
    let table = figures.table("retention")
    let rows = table.rows.filter { row in
      row[table.index("dimension")] == .text("all") && row[table.index("age")] == .count(age)
    }
    let customers = rows.reduce(0) { $0 + table.integer("customers", $1) }
    let retained = rows.reduce(0) { $0 + table.integer("retained", $1) }
    return Rate(customers - retained, over: customers).map(Cell.rate) ?? .missing
  }

  private var trailingChurn: Cell {
    let table = figures.table("churn")
    let row = table.rows.last { row in
      row[table.index("month")] == .text("trailing-30d")
        && row[table.index("dimension")] == .text("all")
    }
    return row.map { $0[table.index("churn_rate")] } ?? .missing
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
  private var costPerCustomer: Cell {
    let table = figures.table("acquisition_cost")
    let row = table.rows.last { row in
      row[table.index("channel")] == .text("all") && row[table.index("complete")].isSet
    }
    return row.map { $0[table.index("cost_per_customer")] } ?? .missing
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
  private func recent(_ count: String, over whole: String?) -> Cell {
    let rows = recentOperations
    let table = figures.table("operations")
    let failures = rows.reduce(0) { $0 + table.integer(count, $1) }
    let others = rows.reduce(0) { $0 + table.integer(whole ?? "paid_charges", $1) }
    return Rate(failures, over: whole == nil ? failures + others : others).map(Cell.rate)
      ?? .missing
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
  private func firstPayments(_ wanted: [String: Fraction]) -> [Target] {
    let table = figures.table("first_payments")
    guard let month = table.rows.last?[table.index("month")] else { return [] }
    return wanted.sorted { $0.key < $1.key }.compactMap { tier, share in
      let row = table.rows.first { row in
        row[table.index("month")] == month && row[table.index("dimension")] == .text("tier")
          && row[table.index("value")] == .text(tier)
      }
      guard let row, let goal = Rate(share.numerator, over: share.denominator) else { return nil }
      return Target(
        name: "First payments, \(tier)", actual: row[table.index("share")], low: .rate(goal))
    }
  }
}
