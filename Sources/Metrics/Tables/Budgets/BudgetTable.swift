import Settings
import Values

/// Fills `budget.csv`: the plan beside what the tables of months say.
struct BudgetTable {
  private let figures: Figures
  private let budget: Budget
  /// By month, dimension and value.
  private let movements: [[String]: Row<MRRMovements>]
  private let revenue: [[String]: Row<Revenue>]

  init(_ figures: Figures, _ budget: Budget) {
    self.figures = figures
    self.budget = budget
    let isNeeded = !budget.rows.isEmpty
    movements =
      isNeeded
      ? Self.byMonth(figures.rows(of: MRRMovements.self)) { $0[MRRMovements.month] } : [:]
    let months = figures.rows(of: Revenue.self).where(Revenue.grain, is: "month")
    revenue = isNeeded ? Self.byMonth(months) { $0[Revenue.period]?.month } : [:]
  }

  private static func byMonth<Owner: BySegment>(
    _ rows: Rows<Owner>, _ month: (Row<Owner>) -> Month?
  ) -> [[String]: Row<Owner>] {
    Dictionary(
      firstOf: rows.map { row in
        ([month(row)?.description ?? "", row.text(Owner.dimension), row.text(Owner.value)], row)
      })
  }

  var table: Table {
    Budgets.table(
      budget.rows.sorted { a, b in
        (a.month.number, a.metric.rawValue, a.dimension.rawValue, a.value)
          < (b.month.number, b.metric.rawValue, b.dimension.rawValue, b.value)
      }.map(row))
  }

  private func row(_ planned: Budget.Row) -> RowBuilder<Budgets> {
    let actual = actual(planned)
    var row = RowBuilder<Budgets>()
    row[Budgets.month] = planned.month
    row[Budgets.metric] = planned.metric.rawValue
    row[Budgets.dimension] = planned.dimension.name
    row[Budgets.value] = planned.value
    row[Budgets.budget] = planned.amount
    row[Budgets.actual] = actual
    row[Budgets.difference] = actual.map { $0 - planned.amount }
    row[Budgets.attainment] = actual.flatMap { Rate($0.micros, over: planned.amount.micros) }
    row[Budgets.complete] = planned.month.lastDay <= figures.asOf
    return row
  }

  /// Nil outside the report's days; a value without rows is zero in a month that has some.
  private func actual(_ planned: Budget.Row) -> Amount? {
    let first = figures.firstDay ?? figures.asOf
    guard (first.month.number...figures.asOf.month.number).contains(planned.month.number) else {
      return nil
    }
    let value = Label.shortened(planned.value)
    let key = [planned.month.description, planned.dimension.name, value]
    return switch planned.metric {
    case .mrr: movements[key]?[MRRMovements.closing] ?? .zero
    case .newMRR: movements[key]?[MRRMovements.new] ?? .zero
    case .netRevenue: revenue[key]?[Revenue.net] ?? .zero
    case .proceeds: revenue[key]?[Revenue.proceeds] ?? .zero
    }
  }
}
