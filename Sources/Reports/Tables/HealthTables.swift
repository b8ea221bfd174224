import Metrics
import Statistics
import Values

/// How processes ended, why they failed, how old checks of access are, and who cheats.
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
    let interval = share.flatMap { Interval(wilson: $0.part, of: $0.whole) }.map {
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
    let rows = rows(of: Failures.self).totals.where(Failures.days, is: 28)
    return FigureTable(
      rows.groups(by: Failures.process).flatMap { $0.rows.prefix(max(2, count / 2)) }, self,
      words: 2,
      [
        .text("Last 28 days") { Self.processName($0.text(Failures.process)) },
        .words("Cause", Failures.cause), .of("Failures", Failures.failures),
        .of("Share", Failures.share), .of("28 days before", Failures.before),
        .of("Share then", Failures.shareBefore), .of("First seen", Failures.firstDay),
      ])
  }

  func entitlementAgeTable(_ count: Int) -> FigureTable {
    typealias Age = EntitlementAge
    return FigureTable(
      citing: rows(of: Age.self).suffix(count), self,
      [
        .of("Day", Age.date), .of("Customers", Age.customers), .of("Under a day", Age.fresh),
        .of("1–7 days", Age.inGrace), .of("Over 7 days", Age.beyond),
        .of("Share", Age.beyondShare), .of("Used a feature", Age.usersBeyond),
        .of("Median", Age.medianDays), .of("p95", Age.p95Days),
      ])
  }

  var integrityTable: FigureTable {
    FigureTable(
      citing: rows(of: Integrity.self), self,
      [
        .text("Sign") { Self.processName($0.text(Integrity.sign)) },
        .of("Customers", Integrity.customers), .of("Matured trials", Integrity.maturedTrials),
        .of("Converted", Integrity.maturedRate),
        .interval(Integrity.low, Integrity.high),
        .of("Payers", Integrity.payers), .of("Net revenue", Integrity.netRevenue),
        .of("Per payer", Integrity.revenuePerPayer),
      ])
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
