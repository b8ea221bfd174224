package import Values

package enum DataQuality: ReportTable {
  package static let section = requiredKey(
    "section", "What was looked at: lines, rejected, late, products and so on.")
  package static let item = requiredKey("item", "The file, reason or check.")
  package static let cases = count("count", "How many.")
  package static let share = rate("share", "The count's part of the section's whole.")
  package static let note = sentence(
    "note", "A detail in words: the oldest one, the first line, the difference.")

  package static let schema = TableSchema(
    "data_quality", "One row for everything that was counted about the logs themselves.",
    question: "Can the figures be trusted?", topic: .quality,
    columns: [section, item, cases, share, note],
    nonAdditive: NonAdditiveNote(
      "counted while the lines were read; `runrate status` and `runrate rejected` show them"),
    privacy: .open)
}

extension DataQuality {
  /// What is looked at, as the column `section` names it.
  package enum Section: String {
    case ids, lines, file, rejected, ignored, mistyped, dialect, arrival, late, doubt, days, check
    case foundMissing = "found missing"

    /// Whether a small count of it tells of lines, files or days alone: neither of people and their
    /// payments, nor under a name that a single person's lines can have brought.
    var isOfLines: Bool {
      switch self {
      case .lines, .rejected, .mistyped, .dialect, .days, .check: true
      case .ids, .file, .ignored, .arrival, .late, .doubt, .foundMissing: false
      }
    }
  }

  static let unmatchedSpend = "channels and campaigns of spend that brought no customer"

  static let spendWithoutRate = "rows of spend without an exchange rate"

  /// Written or exported twice, unless somebody paid the same twice.
  static let repeatedSpend = "rows of spend that say what another one says"

  static let variantSpellings = "variants of experiments that differ by case alone"

  static let spellings = "names that differ by case alone"

  /// Hundredths or millionths that were logged as whole units.
  static let priceOutliers = "charges with a price 100, 1000 or 1000000 times the usual one"

  /// Divided by 100, or in another currency.
  static let fractionalPrices = "charges with hundredths of a currency that has none"

  /// Refunds that a job seems to have dated.
  static let refundBursts = "days on which half of ten refunds or more came within one hour"

  /// Payments that a vendor's history has, and the log of the same days has not.
  static let foundMissing = "charges found missing in the log"

  /// Items that are warned of as well, because somebody has to mend what they count.
  private static let warned = [
    unmatchedSpend, spendWithoutRate, repeatedSpend, variantSpellings, spellings,
    priceOutliers, fractionalPrices, refundBursts, foundMissing,
  ]

  /// What is warned of: each item with how many there are, and its note.
  package static func warnings(_ figures: Figures) -> [String] {
    figures.rows(of: DataQuality.self).of(.doubt).compactMap { row in
      let item = row.text(DataQuality.item)
      let cases = row.integer(DataQuality.cases)
      guard cases > 0, warned.contains(item) else { return nil }
      return "\(item): \(grouped(cases)); \(row.text(DataQuality.note))"
    }
  }

  package static func row(
    _ section: Section, _ item: String, _ cases: Int64, share: Rate? = nil, note: String = ""
  ) -> RowBuilder<DataQuality> {
    var row = RowBuilder<DataQuality>()
    row[DataQuality.section] = section.rawValue
    row[DataQuality.item] = item
    row[DataQuality.cases] = cases
    row[DataQuality.share] = share
    row[DataQuality.note] = note
    return row
  }
}

extension Rows<DataQuality> {
  package func of(_ section: DataQuality.Section) -> Rows<DataQuality> {
    self.where(DataQuality.section, is: section.rawValue)
  }
}
