import SQLite
import Settings
import Values

/// Fills `reconciliation_app_store.csv`. A difference is a warning, no failed proof.
struct AppStoreReconciliation {
  /// A line of the table, before it has words.
  private struct Line {
    let day: Day
    let product: String
    let name: String
    let apple: Int64
    /// Nil for what is not compared.
    let ours: Int64?
    let note: String

    var row: RowBuilder<AppStoreDifferences> {
      var row = RowBuilder<AppStoreDifferences>()
      row[AppStoreDifferences.date] = day
      row[AppStoreDifferences.product] = Label.shortened(product)
      row[AppStoreDifferences.class] = Label.shortened(name)
      row[AppStoreDifferences.apple] = apple
      row[AppStoreDifferences.ours] = ours
      row[AppStoreDifferences.difference] = ours.map { $0 - apple }
      row[AppStoreDifferences.note] = ours == apple ? "" : note
      return row
    }
  }

  private let asOf: Day
  private let report: SubscriptionReport
  private let names: [String: String]
  private let ours: [AppStoreCounts.Key: Int64]
  private var apple: [AppStoreCounts.Key: Int64] = [:]

  /// Nil without reports.
  init?(_ database: Database, _ scope: ReportScope) throws {
    guard let comparison = scope.appStore, !comparison.report.rows.isEmpty else { return nil }
    asOf = scope.asOf
    report = comparison.report
    let sold = scope.catalogue.products.compactMap { product in
      product.appleID.map { ($0, product.id) }
    }
    names = Dictionary(firstOf: sold)
    ours = try AppStoreCounts(database, scope.catalogue, comparison).counts
    for row in report.rows {
      guard let event = AppStoreEvent(row), let product = names[row.appleID] else { continue }
      apple[.init(day: row.day, product: product, event: event), default: 0] += row.quantity
    }
  }

  /// A row for each day, product and class that either side counts, or Apple has besides.
  var table: Table {
    let lines = compared + uncompared
    let sorted = lines.sorted { ($0.day, $0.product, $0.name) < ($1.day, $1.product, $1.name) }
    return AppStoreDifferences.table(sorted.map(\.row))
  }

  private var compared: [Line] {
    let days = report.rows.map(\.day)
    guard let first = days.min(), let last = days.max() else { return [] }
    return Set(apple.keys).union(ours.keys).filter { (first...last).contains($0.day) }.map { key in
      Line(
        day: key.day, product: key.product, name: key.event.rawValue, apple: apple[key] ?? 0,
        ours: ours[key] ?? 0, note: cause(key))
    }
  }

  /// What Apple names and nothing of ours is compared with.
  private var uncompared: [Line] {
    var sums: [SubscriptionReport.Row: Int64] = [:]
    for row in report.rows where AppStoreEvent(row) == nil || names[row.appleID] == nil {
      let name = SubscriptionReport.Row(
        day: row.day, event: row.event, offerType: "", appleID: row.appleID, quantity: 0)
      sums[name, default: 0] += row.quantity
    }
    return sums.map { row, quantity in
      let product = names[row.appleID]
      let note =
        product == nil
        ? "no product of the configuration has this appleId" : "not compared: no class of ours"
      return Line(
        day: row.day, product: product ?? "Apple ID \(row.appleID)", name: row.event,
        apple: quantity, ours: nil, note: note)
    }
  }

  // MARK: - Causes

  /// Why the two may differ: the likeliest reason that fits.
  private func cause(_ key: AppStoreCounts.Key) -> String {
    let difference = difference(key)
    if isUnsettled(key.day) { return Self.unsettled }
    if !report.rows.contains(where: { $0.day == key.day }) { return "no report of this day" }
    if isShifted(key, difference) { return "late: told on the day before or after" }
    if difference > 0 { return "more of ours: sandbox lines that do not say so, or one sale twice" }
    let isSilent = !ours.contains { $0.key.day == key.day }
    return isSilent
      ? "missing notifications: nothing of this day was read" : "missing notifications"
  }

  private static let unsettled = "late: Apple restates a day until the third after it"

  private func isUnsettled(_ day: Day) -> Bool {
    asOf.number - day.number < AppStoreComparison.settledAfter
  }

  private func difference(_ key: AppStoreCounts.Key) -> Int64 {
    (ours[key] ?? 0) - (apple[key] ?? 0)
  }

  /// Whether a day beside it has the opposite difference.
  private func isShifted(_ key: AppStoreCounts.Key, _ difference: Int64) -> Bool {
    [-1, 1].contains { step in
      var other = key
      other.day = key.day.advanced(by: step)
      return self.difference(other) == -difference
    }
  }
}

extension Figures {
  /// How many settled counts differ from Apple's; nil without reports.
  package var appStoreDifferences: Int? {
    let rows = self.rows(of: AppStoreDifferences.self)
    guard !rows.isEmpty else { return nil }
    return rows.count { row in
      guard let date = row[AppStoreDifferences.date],
        let count = row[AppStoreDifferences.difference]
      else { return false }
      return count != 0 && asOf.number - date.number >= AppStoreComparison.settledAfter
    }
  }
}
