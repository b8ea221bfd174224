import SQLite
import Settings
import Timeline
import Values

/// What was counted about the logs themselves (Definitions, "Data quality"). Runs that were refused
/// as a whole count nowhere: nothing of them is stored.
struct DataQualityCounts {
  private let database: Database
  private let scope: ReportScope

  init(_ database: Database, _ scope: ReportScope) {
    self.database = database
    self.scope = scope
  }

  func table(_ checks: [Check], silent: [Day]) throws -> Table {
    var rows =
      try manyIDs() + lines() + files() + named(.rejected) + named(.ignored) + named(.mistyped)
    rows += try dialects()
    rows += try arrivals() + doubts() + silentDays(silent)
    rows += checks.map { check in
      DataQuality.row(
        .check, check.name, check.passed ? 0 : 1,
        note: check.passed ? check.result.rawValue : "failed: \(check.scope)")
    }
    return DataQuality.table(rows)
  }

  private func lines() throws -> [RowBuilder<DataQuality>] {
    let sums = try database.first(
      """
      SELECT sum(lines_read), sum(accepted), sum(duplicate), sum(ignored), sum(rejected) FROM run
      WHERE failed = 0
      """
    ) { row in (0..<5).map { row.integer(Int32($0)) } }
    guard let sums else { return [] }
    return zip(["read", "accepted", "duplicate", "ignored", "rejected"], sums).map {
      DataQuality.row(.lines, $0, $1, share: Rate($1, over: sums[0]))
    }
  }

  /// First of all, because nothing that these customers are in can be right.
  private func manyIDs() throws -> [RowBuilder<DataQuality>] {
    let found = try database.rows(
      """
      SELECT cases, other FROM suspicion WHERE kind = \(AnomalyFlag.Kind.manyIDs.rawValue)
      ORDER BY cases DESC, customer
      """
    ) { (ids: $0.integer(0), center: Pseudonym.customer.text($0.integer(1))) }
    guard let largest = found.first else { return [] }
    let note =
      "the largest is one of \(grouped(largest.ids)), held together by \(largest.center): "
      + "runrate purge --unlink \(largest.center)"
    return [
      DataQuality.row(
        .ids, "customers of more ids than a person has", Int64(found.count), note: note)
    ]
  }

  /// What was counted as accepted once, and taken back since.
  private func takenBack() throws -> [RowBuilder<DataQuality>] {
    let events = try database.integer("SELECT sum(events) FROM unlinked_id")
    guard events > 0 else { return [] }
    return [DataQuality.row(.arrival, "aliases taken back", events, note: "by purge --unlink")]
  }

  /// Whether the run of a row kept what it accepted.
  private static func isStored(_ run: String) -> String {
    "\(run) NOT IN (SELECT id FROM run WHERE failed = 1)"
  }

  private func files() throws -> [RowBuilder<DataQuality>] {
    try database.rows(
      """
      SELECT path, sum(lines_read), sum(accepted), sum(duplicate), sum(ignored), sum(rejected),
        max(status = \(InputStatus.refused.sql))
      FROM input WHERE status <> \(InputStatus.alreadyRead.sql) AND \(Self.isStored("run"))
      GROUP BY path ORDER BY path
      """
    ) { row in
      let counts = ["accepted", "duplicate", "ignored", "rejected"].enumerated().map {
        "\($1) \(row.integer(Int32($0 + 2)))"
      }
      let note = counts.joined(separator: ", ") + (row.integer(6) == 1 ? ", once refused" : "")
      return DataQuality.row(.file, row.text(0), row.integer(1), note: note)
    }
  }

  private func named(_ kind: DataQuality.Section) throws -> [RowBuilder<DataQuality>] {
    try database.rows(
      """
      WITH counted AS (
        SELECT name, sum(lines) AS lines,
          row_number() OVER (ORDER BY sum(lines) DESC, name) AS place
        FROM line_count AS c INNER JOIN input AS i ON i.id = c.input AND \(Self.isStored("i.run"))
        WHERE kind = '\(kind.rawValue)' GROUP BY name
      ), shown AS (
        SELECT CASE WHEN place > \(LongTail.bound) THEN 1 ELSE 0 END AS is_other, name, lines
        FROM counted
      )
      SELECT CASE is_other WHEN 1 THEN '\(LongTail.name)' ELSE name END AS name, sum(lines)
      FROM shown GROUP BY is_other, CASE is_other WHEN 1 THEN '' ELSE name END
      ORDER BY is_other, shown.name
      """
    ) { DataQuality.row(kind, Label.shortened($0.text(0)), $0.integer(1)) }
  }

  /// Derivation where not every line is a native one.
  private func dialects() throws -> [RowBuilder<DataQuality>] {
    let counts = try database.rows(
      """
      SELECT dialect, sum(lines) FROM dialect_count AS c
      INNER JOIN input AS i ON i.id = c.input AND \(Self.isStored("i.run"))
      GROUP BY dialect ORDER BY dialect
      """
    ) { (name: $0.text(0), lines: $0.integer(1)) }
    guard counts.contains(where: { $0.name != "native" }) else { return [] }
    let all = counts.reduce(0) { $0 + $1.lines }
    return counts.map {
      DataQuality.row(.dialect, $0.name, $0.lines, share: Rate($0.lines, over: all))
    }
  }

  private func arrivals() throws -> [RowBuilder<DataQuality>] {
    let counts = try database.first(
      "SELECT coalesce(sum(conflicts), 0), coalesce(sum(late), 0) FROM run WHERE failed = 0"
    ) { (conflicts: $0.integer(0), late: $0.integer(1)) }
    let late = try LateArrivals(database, scope.zone)
    let note = "of days that had been reported" + (late.oldest.map { "; the oldest \($0)" } ?? "")
    return [
      DataQuality.row(
        .arrival, "conflicts", counts?.conflicts ?? 0, note: "one identity, different content"),
      DataQuality.row(.arrival, "late events", counts?.late ?? 0, note: note),
    ] + (try takenBack()) + late.byAge.map { DataQuality.row(.late, $0.age, $0.events) }
  }

  private func doubts() throws -> [RowBuilder<DataQuality>] {
    let counts = try database.rows(
      """
      SELECT f.segment, sum(f.count) FROM fact_quality AS f
      INNER JOIN report_run AS r ON f.day <= r.as_of_day GROUP BY f.segment
      """
    ) { (Segment(id: $0.integer(0)).value, $0.integer(1)) }
    let byKind = Dictionary(uniqueKeysWithValues: counts)
    let details = try PaymentDoubts(database, in: scope.catalogue.reportingCurrency)
    var rows = DataQualityIssue.allCases.map {
      DataQuality.row(.doubt, $0.text, byKind[$0.rawValue] ?? 0, note: details.note($0))
    }
    rows.append(
      DataQuality.row(
        .doubt, DataQuality.spendWithoutRate, Int64(scope.spend.withoutRate),
        note: scope.spend.withoutRateNote))
    rows.append(try unmatchedSpend())
    rows += try priceOutliers()
    rows.append(try refundBursts())
    rows += try repeatedSpend() + variantSpellings() + spellings() + foundMissing()
    return rows
  }

  /// From the first day on of which log and history tell, by day: what was before has no log.
  private func foundMissing() throws -> [RowBuilder<DataQuality>] {
    let (told, missing) = (Self.segment(.toldTwice), Self.segment(.inHistoryAlone))
    let days = try database.rows(
      """
      SELECT f.day, sum(f.count) FROM fact_quality AS f
      INNER JOIN report_run AS r ON f.day <= r.as_of_day
      INNER JOIN (SELECT min(day) AS day FROM fact_quality WHERE segment = \(told)) AS t ON f.day >= t.day
      WHERE f.segment = \(missing) GROUP BY f.day ORDER BY f.day
      """
    ) { (day: Day(Int($0.integer(0))), charges: $0.integer(1)) }
    guard let last = days.last else { return [] }
    let note = "a webhook was lost for each: the latest were on \(last.day), by day below"
    return [
      DataQuality.row(
        .doubt, DataQuality.foundMissing, days.reduce(0) { $0 + $1.charges }, note: note)
    ] + days.map { DataQuality.row(.foundMissing, "\($0.day)", $0.charges) }
  }

  private static func segment(_ issue: DataQualityIssue) -> Int64 {
    Segment(.doubt, issue.rawValue).id
  }

  private func priceOutliers() throws -> [RowBuilder<DataQuality>] {
    let outliers = try PriceOutliers(database, scope.catalogue)
    return [
      (DataQuality.priceOutliers, outliers.tooLarge),
      (DataQuality.fractionalPrices, outliers.tooSmall),
    ].map { DataQuality.row(.doubt, $0, $1.charges, note: $1.text) }
  }

  private func refundBursts() throws -> RowBuilder<DataQuality> {
    let bursts = try RefundBursts(database, in: scope.catalogue.reportingCurrency)
    return DataQuality.row(.doubt, DataQuality.refundBursts, bursts.days, note: bursts.text)
  }

  /// Variants of one experiment that differ by case alone are two, and who has seen both is left out.
  private func variantSpellings() throws -> [RowBuilder<DataQuality>] {
    let variants = try database.rows(
      """
      SELECT DISTINCT x.value, s.value FROM main.fact_experiment AS f
      INNER JOIN main.string AS x ON x.id = f.experiment
      INNER JOIN main.segment AS s ON s.id = f.segment
      WHERE f.exposed + f.mixed > 0 ORDER BY 1, 2
      """
    ) { (of: $0.text(0), name: $0.text(1)) }
    return Self.alike(
      variants, DataQuality.variantSpellings, "who has seen both is left out, so log one spelling")
  }

  /// `iOS` and `ios` are two platforms.
  private func spellings() throws -> [RowBuilder<DataQuality>] {
    let names = try database.rows(
      """
      SELECT dimension, value FROM main.segment
      WHERE dimension IN ('platform', 'channel', 'campaign', 'product', 'tier', 'paywall')
      ORDER BY 1, 2
      """
    ) { (of: $0.text(0), name: $0.text(1)) }
    return Self.alike(
      names, DataQuality.spellings, "each has figures of its own, so log one spelling")
  }

  /// Those of `names` that differ by case alone.
  private static func alike(
    _ names: [(of: String, name: String)], _ item: String, _ meaning: String
  ) -> [RowBuilder<DataQuality>] {
    let alike = Dictionary(grouping: names) { [$0.of, $0.name.lowercased()] }
      .values.filter { $0.count > 1 }
      .map { "\($0.map(\.name).joined(separator: ", ")) of \($0[0].of)" }.sorted()
    guard !alike.isEmpty else { return [] }
    let note = "\(alike.joined(separator: "; ")): \(meaning)"
    return [DataQuality.row(.doubt, item, Int64(alike.count), note: note)]
  }

  private func repeatedSpend() -> [RowBuilder<DataQuality>] {
    guard scope.spend.repeated > 0 else { return [] }
    return [
      DataQuality.row(
        .doubt, DataQuality.repeatedSpend, Int64(scope.spend.repeated),
        note: scope.spend.repeatedNote)
    ]
  }

  private func unmatchedSpend() throws -> RowBuilder<DataQuality> {
    let unmatched = try UnmatchedSpend(scope.spend, database)
    return DataQuality.row(
      .doubt, DataQuality.unmatchedSpend, Int64(unmatched.campaigns.count),
      note: unmatched.text(in: scope.catalogue.reportingCurrency) ?? "")
  }

  private func silentDays(_ silent: [Day]) -> [RowBuilder<DataQuality>] {
    let note = silent.last.map { "the latest is \($0)" } ?? ""
    return [DataQuality.row(.days, "without events", Int64(silent.count), note: note)]
  }
}

extension ReportScope {
  /// Days up to the as-of day without any event.
  func silentDays(_ database: Database) throws -> [Day] {
    try database.rows(
      """
      SELECT c.day FROM calendar_day AS c LEFT JOIN event_day AS e ON e.day = c.day
      WHERE e.day IS NULL ORDER BY c.day
      """
    ) { Day(Int($0.integer(0))) }
  }

  /// The log of a day that ends hours before it is not whole.
  private static let hoursToEnd: Int64 = 2

  /// Days without any event, and the as-of day where its log ends before it.
  func untoldDays(_ database: Database) throws -> [Day] {
    let last = try database.first("SELECT last_ms FROM event_day WHERE day = \(asOf.number)") {
      $0.integer(0)
    }
    let whole = zone.end(of: asOf).milliseconds - Self.hoursToEnd * 3_600_000
    let isCut = last.map { $0 < whole } ?? false
    return try silentDays(database) + (isCut ? [asOf] : [])
  }
}

extension DataQualityIssue {
  /// As the column `item` names it.
  var text: String {
    switch self {
    case .estimatedPrice: "charges with a price from the catalogue"
    case .unknownOffer: "charges with an offer of unknown terms"
    case .missingPrice: "charges without any price"
    case .missingRate: "charges without an exchange rate"
    case .unknownProduct: "charges of a product that the catalogue lacks"
    case .unmatchedRefund: "refunds of an unknown charge"
    case .missingPeriod: "charges without a billing period"
    case .convertedByVendor: "charges converted by the vendor, for want of an exchange rate"
    case .cutShort: "coverages that another product without a group cut short"
    case .claimedByMany: "charges of a transaction that more than five customers claim"
    case .standingEnd: "renewals whose expires_at did not move"
    case .toldTwice: "charges that a history confirms"
    case .inHistoryAlone: "charges that only a history has"
    case .repeatedTransaction: "payments that repeat the transaction of an earlier period"
    case .repeatedRefund: "equal refunds of one payment within a day"
    case .perhapsToldTwice: "charges of the price of another product's within an hour"
    case .differentPrices: "charges that were logged with two prices"
    case .endsAtOnce: "charges whose access ends within half a day"
    case .withinPaid: "charges without a transaction in the paid time of another"
    case .refundAboveCharge: "refunds of more than their payment"
    case .perhapsPaidTwice: "charges that repeat another within an hour under another transaction"
    case .otherPeriod: "charges whose expires_at is of another period than the catalogue's"
    case .severalUnits: "charges with parts in another unit than the price"
    case .refundInOtherCurrency: "refunds in another currency than their payment"
    case .unknownSubscription: "ends of one of several subscriptions that do not say which"
    case .endOfOtherID: "ends of an original transaction that end another one of another id"
    case .freeOfList: "charges of price 0 without an offer for a product with a list price"
    case .reversalOfSeveral: "reversals that do not say which of several refunds they undo"
    case .lateConversion: "trials paid in a grace period that count as abandoned"
    case .conversionWithoutPayment: "trial conversions without a payment"
    }
  }
}
