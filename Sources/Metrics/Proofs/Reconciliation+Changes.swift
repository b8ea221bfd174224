import SQLite
import Settings
import Timeline
import Values

/// That the parts of what changed add up to the change, and this to what the tables of days say.
extension Reconciliation {
  var changesAddUp: [CheckDeclaration] {
    [partsOfAmounts, partsOfRates, partsOfCases, mrrOfChanges, netRevenueOfChanges]
      + (scope.budget.rows.isEmpty ? [] : [budgetsAreOfDays])
  }

  /// What came of a budget of everything is told from the tables of months: here from that of days.
  private var budgetsAreOfDays: CheckDeclaration {
    .worst(
      "actual of a budget = that of the month's days", "budgets of everything",
      of: [Budgets.actual, Daily.mrr, Daily.newMRR, Daily.netRevenue, Daily.proceeds]
    ) {
      let days = Dictionary(grouping: figures.rows(of: Daily.self)) { $0[Daily.date]?.month }
      return figures.rows(of: Budgets.self).where(Budgets.dimension, is: "all").compactMap {
        row -> (Int64, Int64)? in
        guard let month = row[Budgets.month], let actual = row[Budgets.actual],
          let days = days[month]
        else { return nil }
        let found: Int64 =
          switch row.text(Budgets.metric) {
          case Budget.Metric.mrr.rawValue: days.last?.integer(Daily.mrr) ?? 0
          case Budget.Metric.newMRR.rawValue: days.sum(Daily.newMRR)
          case Budget.Metric.netRevenue.rawValue: days.sum(Daily.netRevenue)
          default: days.sum(Daily.proceeds)
          }
        return (actual.micros, found)
      }
    }
  }

  private var changes: Rows<Changes> { figures.rows(of: Changes.self) }

  /// Of every split the sum of its parts, beside the whole, where both have one.
  private func splits(_ value: (Row<Changes>) -> Int64?) -> [(Int64, Int64)] {
    Changes.Metric.allCases.flatMap { metric -> [(Int64, Int64)] in
      let rows = changes.where(Changes.metric, is: metric.rawValue)
      guard let whole = total(metric).flatMap(value) else { return [] }
      return Changes.Split.parts.compactMap { split in
        let parts = rows.where(Changes.split, is: split.rawValue).compactMap(value)
        return parts.isEmpty ? nil : (parts.reduce(0, +), whole)
      }
    }
  }

  private var partsOfAmounts: CheckDeclaration {
    .worst("parts of a change = the change", "MRR and net revenue", of: [Changes.amountChange]) {
      splits { $0[Changes.amountChange]?.micros }
    }
  }

  private var partsOfRates: CheckDeclaration {
    .worst(
      "parts of a change of a rate = its change, in millionths", "churn and trial conversion",
      of: [Changes.rateChange]
    ) {
      splits { $0[Changes.rateChange]?.millionths }
    }
  }

  /// Churned customers have one reason each, payments one period.
  private var partsOfCases: CheckDeclaration {
    let columns = [Changes.casesBefore, Changes.casesNow]
    return .worst("cases of the parts = all cases", "before and now", of: columns) {
      columns.flatMap { column in splits { $0[column] } }
    }
  }

  private func total(_ metric: Changes.Metric) -> Row<Changes>? {
    changes.where(Changes.metric, is: metric.rawValue)
      .where(Changes.split, is: Changes.Split.total.rawValue).first
  }

  private var mrrOfChanges: CheckDeclaration {
    .worst(
      "MRR and subscribers that changed = those of the days", "before and now",
      of: [Changes.amountBefore, Changes.amountNow, Changes.casesNow, Daily.mrr, Daily.subscribers]
    ) {
      let days = Array(figures.rows(of: Daily.self)).suffix(ChangesTable.days + 1)
      return total(.mrr).map { total in
        [
          (total.integer(Changes.amountBefore), days.first?.integer(Daily.mrr) ?? 0),
          (total.integer(Changes.amountNow), days.last?.integer(Daily.mrr) ?? 0),
          (total.integer(Changes.casesNow), days.last?.integer(Daily.subscribers) ?? 0),
        ]
      } ?? []
    }
  }

  /// The days of all tables, not those of the segments that the change is made of.
  private var netRevenueOfChanges: CheckDeclaration {
    .worst(
      "net revenue that changed = that of the days", "both stretches",
      of: [Changes.amountBefore, Changes.amountNow, Changes.casesNow, Daily.netRevenue]
    ) {
      let days = Array(figures.rows(of: Daily.self)).suffix(2 * ChangesTable.days)
      let (before, now) = (days.prefix(ChangesTable.days), days.suffix(ChangesTable.days))
      return total(.netRevenue).map { total in
        [
          (total.integer(Changes.amountBefore), before.sum(Daily.netRevenue)),
          (total.integer(Changes.amountNow), now.sum(Daily.netRevenue)),
          (total.integer(Changes.casesNow), now.sum(Daily.charges)),
        ]
      } ?? []
    }
  }
}

/// That the parts of the sections on lifetimes and experiments add up to the core figures.
extension Reconciliation {
  var lifetimesConserve: [CheckDeclaration] {
    func sums(_ column: any ReportColumn<Lifetimes>) -> [String: Int64] {
      figures.rows(of: Lifetimes.self).reduce(into: [:]) { sums, row in
        sums[row[Lifetimes.dimension] ?? "", default: 0] += row.integer(column)
      }
    }
    return [
      .pair(
        "customers with a paid lifetime = new subscribers", "all days",
        of: [Lifetimes.customers, Daily.newSubscribers]
      ) {
        let customers = sums(Lifetimes.customers)["all"] ?? 0
        return (customers, figures.sum(Daily.newSubscribers))
      },
      .worst(
        "customers of lifetimes: each dimension adds up to the total", "all days",
        of: [Lifetimes.customers]
      ) {
        let customers = sums(Lifetimes.customers)
        return customers.sorted { $0.key < $1.key }.map { (customers["all"] ?? 0, $0.value) }
      },
      .pair(
        "those who stopped = the steps of the survival curve", "all days",
        of: [Lifetimes.ended, Survival.ended]
      ) {
        let steps = figures.rows(of: Survival.self).where(Survival.dimension, is: "all")
        return (sums(Lifetimes.ended)["all"] ?? 0, steps.sum(Survival.ended))
      },
    ]
  }

  /// Where an experiment's window is one of the ages of lifetime value.
  var variantValuesAgree: CheckDeclaration {
    .worst(
      "revenue of a variant within its window = lifetime value at that age",
      "experiments with a window of 30, 60 or 90 days",
      of: [Experiments.revenue, VariantLTV.netRevenue]
    ) {
      let windows = Dictionary(
        firstOf: scope.settings.experiments.map { (Label.shortened($0.name), $0.windowDays) })
      let values = figures.rows(of: VariantLTV.self).sums(
        VariantLTV.netRevenue, by: [VariantLTV.experiment, VariantLTV.variant, VariantLTV.days])
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

  /// Every customer of an experiment is in one variant, or left out.
  var experimentsConserve: CheckDeclaration {
    let columns: [any ReportColumn<Experiments>] = [Experiments.exposed, Experiments.leftOut]
    return .worst(
      "customers of an experiment = those of its variants + those left out", "every experiment",
      of: columns
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
