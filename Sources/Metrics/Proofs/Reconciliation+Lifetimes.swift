import SQLite
import Settings
import Timeline
import Values

/// That the parts of the sections on lifetimes and experiments add up to the core figures.
extension Reconciliation {
  var lifetimesConserve: [CheckDeclaration] {
    func sums(_ column: any ReportColumn<Lifetimes>) -> [String: Int64] {
      figures.rows(of: Lifetimes.self).reduce(into: [:]) { sums, row in
        sums[row[Lifetimes.dimension] ?? "", default: 0] += row.integer(column)
      }
    }
    return [
      .counts(
        "customers with a paid lifetime = new subscribers", "all days",
        of: [Lifetimes.customers, Daily.newSubscribers]
      ) {
        let customers = sums(Lifetimes.customers)["all"] ?? 0
        return (customers, figures.rows(of: Daily.self).sum(Daily.newSubscribers))
      },
      .worst(
        "customers of lifetimes: each dimension adds up to the total", "all days", isMoney: false,
        of: [Lifetimes.customers]
      ) {
        let customers = sums(Lifetimes.customers)
        return customers.sorted { $0.key < $1.key }.map { (customers["all"] ?? 0, $0.value) }
      },
      .counts(
        "those who stopped = the steps of the survival curve", "all days",
        of: [Lifetimes.ended, Survival.ended]
      ) {
        let steps = figures.rows(of: Survival.self).where(Survival.dimension, is: "all")
        return (sums(Lifetimes.ended)["all"] ?? 0, steps.sum(Survival.ended))
      },
    ]
  }

  /// Where an experiment's window is one of the ages at which lifetime value is told, both are the
  /// same money.
  var variantValuesAgree: CheckDeclaration {
    .worst(
      "revenue of a variant within its window = lifetime value at that age",
      "experiments with a window of 30, 60 or 90 days",
      of: [Experiments.revenue, VariantLTV.netRevenue]
    ) {
      let windows = Dictionary(scope.experiments.map { ($0.name, $0.windowDays) }) { first, _ in
        first
      }
      let values = Dictionary(
        figures.rows(of: VariantLTV.self).map { row in
          (Self.key(row, VariantLTV.days), row.integer(VariantLTV.netRevenue))
        }, uniquingKeysWith: +)
      let matured = figures.rows(of: Experiments.self)
        .where(Experiments.basis, is: "matured").where(Experiments.metric, is: "revenue")
      return matured.compactMap { row in
        let window = windows[row.text(Experiments.experiment)] ?? Experiment.defaultWindowDays
        guard VariantAge.allCases.contains(where: { $0.days == window }) else { return nil }
        let key =
          [Experiments.experiment, Experiments.variant].map(row.cell) + [.count(Int64(window))]
        return (row.integer(Experiments.revenue), values[key] ?? 0)
      }
    }
  }

  private static func key(_ row: Row<VariantLTV>, _ days: Column<VariantLTV, Int64>) -> [Cell] {
    [VariantLTV.experiment, VariantLTV.variant].map(row.cell) + [row.cell(days)]
  }

  /// Every customer of an experiment is in one variant, or left out.
  var experimentsConserve: CheckDeclaration {
    let columns: [any ReportColumn<Experiments>] = [Experiments.exposed, Experiments.leftOut]
    return .worst(
      "customers of an experiment = those of its variants + those left out", "every experiment",
      isMoney: false, of: columns
    ) {
      let direct = try database.rows(
        """
        SELECT x.value, sum(f.exposed + f.mixed) FROM fact_experiment AS f
        INNER JOIN string AS x ON x.id = f.experiment GROUP BY x.value ORDER BY x.value
        """
      ) { (Label.shortened($0.text(0)), $0.integer(1)) }
      let paid = figures.rows(of: Experiments.self)
        .where(Experiments.basis, is: "so_far").where(Experiments.metric, is: "paid")
      let shown = Dictionary(grouping: paid) { $0[Experiments.experiment] ?? "" }
      return direct.map { name, customers in
        (customers, (shown[name] ?? []).reduce(0) { $0 + $1.sum(columns) })
      }
    }
  }
}
