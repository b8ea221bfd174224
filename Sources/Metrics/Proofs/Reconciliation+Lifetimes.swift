import SQLite
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
