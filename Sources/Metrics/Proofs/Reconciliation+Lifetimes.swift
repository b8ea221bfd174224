import SQLite
import Settings
import Timeline
import Values

/// That the parts of the sections on lifetimes and experiments add up to the core figures.
extension Reconciliation {
  var lifetimesConserve: [Check] {
    let lifetimes = figures.rows(of: Lifetimes.self)
    let byDimension = Dictionary(grouping: lifetimes) { $0[Lifetimes.dimension] ?? "" }
    func sum(_ column: any ReportColumn<Lifetimes>, _ dimension: String) -> Int64 {
      (byDimension[dimension] ?? []).reduce(0) { $0 + $1.integer(column) }
    }
    let customers = sum(Lifetimes.customers, "all")
    return [
      .counts(
        "customers with a paid lifetime = new subscribers", "all days", customers,
        figures.rows(of: Daily.self).sum(Daily.newSubscribers),
        of: [Lifetimes.customers, Daily.newSubscribers]),
      .worst(
        "customers of lifetimes: each dimension adds up to the total", "all days",
        byDimension.keys.sorted().map { (customers, sum(Lifetimes.customers, $0)) },
        isMoney: false, of: [Lifetimes.customers]),
      .counts(
        "those who stopped = the steps of the survival curve", "all days",
        sum(Lifetimes.ended, "all"),
        figures.rows(of: Survival.self).where(Survival.dimension, is: "all").sum(Survival.ended),
        of: [Lifetimes.ended, Survival.ended]),
    ]
  }

  /// Where an experiment's window is one of the ages at which lifetime value is told, both are the
  /// same money.
  var variantValuesAgree: Check {
    let windows = Dictionary(scope.experiments.map { ($0.name, $0.windowDays) }) { first, _ in first
    }
    let values = Dictionary(
      figures.rows(of: VariantLTV.self).map { row in
        (Self.key(row, VariantLTV.days), row.integer(VariantLTV.netRevenue))
      }, uniquingKeysWith: +)
    let matured = figures.rows(of: Experiments.self)
      .where(Experiments.basis, is: "matured").where(Experiments.metric, is: "revenue")
    return .worst(
      "revenue of a variant within its window = lifetime value at that age",
      "experiments with a window of 30, 60 or 90 days",
      matured.compactMap { row in
        let window = windows[row.text(Experiments.experiment)] ?? Experiment.defaultWindowDays
        guard VariantAge.allCases.contains(where: { $0.days == window }) else { return nil }
        let key =
          [Experiments.experiment, Experiments.variant].map(row.cell) + [.count(Int64(window))]
        return (row.integer(Experiments.revenue), values[key] ?? 0)
      }, of: [Experiments.revenue, VariantLTV.netRevenue])
  }

  private static func key(_ row: Row<VariantLTV>, _ days: Column<VariantLTV, Int64>) -> [Cell] {
    [VariantLTV.experiment, VariantLTV.variant].map(row.cell) + [row.cell(days)]
  }

  /// Every customer of an experiment is in one variant, or left out.
  func experimentsConserve() throws -> Check {
    let direct = try database.rows(
      """
      SELECT x.value, sum(f.exposed + f.mixed) FROM fact_experiment AS f
      INNER JOIN string AS x ON x.id = f.experiment GROUP BY x.value ORDER BY x.value
      """
    ) { (Label.shortened($0.text(0)), $0.integer(1)) }
    let paid = figures.rows(of: Experiments.self)
      .where(Experiments.basis, is: "so_far").where(Experiments.metric, is: "paid")
    let shown = Dictionary(grouping: paid) { $0[Experiments.experiment] ?? "" }
    let columns: [any ReportColumn<Experiments>] = [Experiments.exposed, Experiments.leftOut]
    return .worst(
      "customers of an experiment = those of its variants + those left out", "every experiment",
      direct.map { name, customers in
        (customers, (shown[name] ?? []).reduce(0) { $0 + $1.sum(columns) })
      }, isMoney: false, of: columns)
  }
}
