import Metrics
import Statistics
import Values

/// App health: how processes ended, why they failed, how old the last check of an access is, and
/// who goes around the rules.
extension Figures {
  private static let week = 7

  /// The total's rows of so many days up to the as-of day, or up to some days before it.
  private func health(_ days: Int, before: Int = 0) -> [Row<AppHealth>] {
    let span = asOf.advanced(by: 1 - days - before)...asOf.advanced(by: -before)
    return rows(of: AppHealth.self).totals.filter { row in
      row[AppHealth.date].map(span.contains) ?? false
    }
  }

  /// Each process over the last week beside the week before.
  var healthTable: FigureTable {
    var table = FigureTable(
      header: [
        "Last 7 days", "Ended", "Failed", "Success rate", "95% interval", "7 days before",
        "p50, slowest day", "p95", "p99",
      ])
    let before = health(Self.week, before: Self.week).groups(by: AppHealth.process)
    table.rows = health(Self.week).groups(by: AppHealth.process).filter { group in
      (group.rows.pooled(AppHealth.events) ?? 0) > 0 && !Self.signs.contains(group.value)
    }.map { group in
      let past = before.first { $0.value == group.value }?.rows ?? []
      return [Self.processName(group.value)] + healthCells(group.rows, past)
    }
    return table
  }

  private static let signs = ["jailbreak", "tampered_receipt", "trial_bypass"]

  private static func processName(_ process: String) -> String {
    process.replacing("_", with: " ")
  }

  private func healthCells(_ rows: [Row<AppHealth>], _ past: [Row<AppHealth>]) -> [String] {
    let events = rows.pooled(AppHealth.events)
    let slowest = [AppHealth.p50, AppHealth.p95, AppHealth.p99].map { column in
      milliseconds(rows.compactMap { $0[column] }.max())
    }
    let share = rows.pooledShare(AppHealth.succeeded, of: AppHealth.events)
    let interval = share.flatMap { WilsonInterval($0.part, of: $0.whole) }.map {
      "\(shown(Rate($0.low)))–\(shown(Rate($0.high)))"
    }
    return [
      shown(events), shown(rows.pooled(AppHealth.failed)), shown(share?.rate),
      interval ?? DisplayFormat.unknown,
      shown(past.pooledShare(AppHealth.succeeded, of: AppHealth.events)?.rate),
    ] + slowest
  }

  /// `640 ms`, `2.1 s`.
  private func milliseconds(_ count: Int64?) -> String {
    guard let count else { return DisplayFormat.unknown }
    return count < 1000 ? "\(count) ms" : "\(DisplayFormat.fixed(Double(count) / 1000, 1)) s"
  }

  /// The most frequent causes of each process over 28 days.
  func failureTable(_ count: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "Last 28 days", "Cause", "Failures", "Share", "28 days before", "Share then",
        "First seen",
      ], words: 2)
    let rows = rows(of: Failures.self).totals.where(Failures.days, is: 28)
    table.rows = rows.groups(by: Failures.process).flatMap { group in
      group.rows.prefix(max(2, count / 2)).map { row in
        [Self.processName(group.value), row.text(Failures.cause)]
          + row.cells([
            Failures.failures, Failures.share, Failures.before, Failures.shareBefore,
            Failures.firstDay,
          ]).map(shown)
      }
    }
    return table
  }

  func entitlementAgeTable(_ count: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "Day", "Customers", "Under a day", "1–7 days", "Over 7 days", "Share", "Used a feature",
        "Median", "p95",
      ])
    table.fill(rows(of: EntitlementAge.self).suffix(count)) { row in
      row.cells([
        EntitlementAge.date, EntitlementAge.customers, EntitlementAge.fresh,
        EntitlementAge.inGrace, EntitlementAge.beyond, EntitlementAge.beyondShare,
        EntitlementAge.usersBeyond, EntitlementAge.medianDays, EntitlementAge.p95Days,
      ]).map(shown)
    }
    return table
  }

  var integrityTable: FigureTable {
    var table = FigureTable(
      header: [
        "Sign", "Customers", "Matured trials", "Converted", "95% interval", "Payers",
        "Net revenue", "Per payer",
      ])
    table.fill(rows(of: Integrity.self)) { row in
      let interval = "\(shown(row.cell(Integrity.low)))–\(shown(row.cell(Integrity.high)))"
      return [Self.processName(row.text(Integrity.sign))]
        + row.cells([
          Integrity.customers, Integrity.maturedTrials, Integrity.maturedRate,
        ]).map(shown) + [interval]
        + row.cells([Integrity.payers, Integrity.netRevenue, Integrity.revenuePerPayer]).map(shown)
    }
    return table
  }

  /// What a table cannot say: trials in the place of restores, and accesses that nobody checks.
  var healthSentences: [String] {
    let restores = health(28).filter { $0[AppHealth.process] == "restore" }
    var sentences: [String] = []
    if let failed = restores.pooled(AppHealth.failed), failed > 0,
      let trials = restores.pooled(AppHealth.trialsInstead)
    {
      sentences.append(
        "In 28 days \(counted(failed, "restore")) failed, and \(counted(trials, "trial")) began "
          + "within a day of one: these customers may already have paid.")
    }
    if let last = rows(of: EntitlementAge.self).last, last[EntitlementAge.date] == asOf,
      last.integer(EntitlementAge.beyond) > 0
    {
      sentences.append(
        "\(counted(last.integer(EntitlementAge.beyond), "customer")) had not been checked for more "
          + "than 7 days, \(shown(last[EntitlementAge.usersBeyond])) of whom used a feature.")
    }
    return sentences
  }
}
