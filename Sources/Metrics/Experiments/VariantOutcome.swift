import SQLite
import Settings
import Statistics
package import Values

/// What the customers of one variant did within the window.
package struct VariantOutcome: Sendable, Equatable {
  package var exposed: Int64
  package var trials: Int64
  package var payers: Int64
  package var revenue: Amount
  /// The sum over customers of what each brought, in units of the currency, squared.
  package var squares: Double

  package init(
    exposed: Int64 = 0, trials: Int64 = 0, payers: Int64 = 0, revenue: Amount = .zero,
    squares: Double = 0
  ) {
    self.exposed = exposed
    self.trials = trials
    self.payers = payers
    self.revenue = revenue
    self.squares = squares
  }

  /// Customers that did what the metric counts; nil for money.
  func converted(_ metric: Experiment.Metric) -> Int64? {
    switch metric {
    case .trial: trials
    case .paid: payers
    case .revenue: nil
    }
  }

  /// The metric, for each exposed customer.
  func sample(_ metric: Experiment.Metric) -> Sample {
    guard let converted = converted(metric) else {
      return Sample(count: exposed, sum: Double(revenue.micros) / 1_000_000, squares: squares)
    }
    return Sample(converted, of: exposed)
  }

  /// The metric's mean; nil without exposed customers.
  func mean(_ metric: Experiment.Metric) -> Double? {
    exposed > 0 ? sample(metric).mean : nil
  }

  /// The 95 % interval of the metric's mean: Wilson's for a proportion.
  func interval(_ metric: Experiment.Metric) -> Interval? {
    if let converted = converted(metric) {
      return Interval(wilson: converted, of: exposed)
    }
    let sample = sample(metric)
    guard sample.count > 1 else { return nil }
    return Interval(around: sample.mean, Interval.z95 * sample.errorVariance.squareRoot())
  }
}

/// A variant of an experiment: all who came into it, and those whose window is over.
package struct Variant: Sendable {
  package let name: String
  /// Customers that met it first, but another one, too.
  package let mixed: Int64
  package let soFar: VariantOutcome
  package let matured: VariantOutcome

  package init(
    name: String, mixed: Int64 = 0, soFar: VariantOutcome, matured: VariantOutcome
  ) {
    self.name = name
    self.mixed = mixed
    self.soFar = soFar
    self.matured = matured
  }
}

/// Which customers a figure is made of.
package enum ExperimentBasis: String, CaseIterable, Sendable {
  case matured
  case soFar = "so_far"

  func outcome(of variant: Variant) -> VariantOutcome {
    self == .matured ? variant.matured : variant.soFar
  }
}

/// Fills `variant_ltv.csv` from the sums by variant and age.
struct VariantValueTable {
  private let rows: [RowBuilder<VariantLTV>]

  init(_ database: Database) throws {
    rows = try database.rows(
      """
      SELECT experiment, variant, days, customers, net_revenue, squares_high, squares_low
      FROM variant_value ORDER BY experiment, variant, days
      """
    ) { Self.row($0) }
  }

  var table: Table { VariantLTV.table(rows) }

  private static func row(_ sums: Statement) -> RowBuilder<VariantLTV> {
    let outcome = VariantOutcome(
      exposed: sums.integer(3), revenue: Amount(micros: sums.integer(4)),
      squares: squareSum(high: sums.integer(5), low: sums.integer(6)))
    let interval = outcome.interval(.revenue)
    var row = RowBuilder<VariantLTV>()
    row[VariantLTV.experiment] = Label.shortened(sums.text(0))
    row[VariantLTV.variant] = Label.shortened(sums.text(1))
    row[VariantLTV.days] = sums.integer(2)
    row[VariantLTV.customers] = outcome.exposed
    row[VariantLTV.netRevenue] = outcome.revenue
    row[VariantLTV.perCustomer] = outcome.revenue.times(Fraction(1, over: outcome.exposed))
    row[rounding: VariantLTV.low] = interval?.low
    row[rounding: VariantLTV.high] = interval?.high
    return row
  }
}
