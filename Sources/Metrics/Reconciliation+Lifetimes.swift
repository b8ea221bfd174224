import SQLite
import Values

/// That the parts of the sections on lifetimes add up to the core figures.
extension Reconciliation {
  func lifetimesConserve(_ figures: Figures) -> [Check] {
    let lifetimes = figures.table("lifetimes")
    let survival = figures.table("survival")
    let byDimension = Dictionary(grouping: lifetimes.rows) { $0[0].text ?? "" }
    func customers(_ dimension: String) -> Int64 {
      (byDimension[dimension] ?? []).reduce(0) { $0 + lifetimes.integer("customers", $1) }
    }
    let all = survival.rows.filter { $0[0] == .text("all") }
    return [
      .counts(
        "customers with a paid lifetime = new subscribers", "all days", customers("all"),
        figures.table("daily").total("new_subscribers")),
      .worst(
        "customers of lifetimes: each dimension adds up to the total", "all days",
        byDimension.keys.sorted().map { (customers("all"), customers($0)) }, isMoney: false),
      .counts(
        "those who stopped = the steps of the survival curve", "all days",
        (byDimension["all"] ?? []).reduce(0) { $0 + lifetimes.integer("ended", $1) },
        all.reduce(0) { $0 + survival.integer("ended", $1) }),
    ]
  }

  /// Every customer of an experiment is in one variant, or left out.
  func experimentsConserve(_ experiments: Table) throws -> Check {
    let direct = try database.rows(
      """
      SELECT x.value, sum(f.exposed + f.mixed) FROM fact_experiment AS f
      INNER JOIN string AS x ON x.id = f.experiment GROUP BY x.value ORDER BY x.value
      """
    ) { (Label.shortened($0.text(0)), $0.integer(1)) }
    let shown = Dictionary(
      grouping: experiments.rows.filter { $0[1] == .text("so_far") && $0[2] == .text("paid") }
    ) { $0[0].text ?? "" }
    return .worst(
      "customers of an experiment = those of its variants + those left out", "every experiment",
      direct.map { name, customers in
        (
          customers,
          (shown[name] ?? []).reduce(0) {
            $0 + experiments.integer("exposed", $1) + experiments.integer("left_out", $1)
          }
        )
      }, isMoney: false)
  }
}
