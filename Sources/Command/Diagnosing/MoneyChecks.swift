import Feed
import Metrics
import Settings
import Store
import Values

/// Money that reports cannot be right about, as of the last one.
struct MoneyChecks {
  private let settings: Settings
  private let files: SideFiles
  private let store: Store
  private let configuration: String

  init(_ settings: Settings, _ files: SideFiles, _ store: Store, _ configuration: String) {
    (self.settings, self.files, self.store) = (settings, files, store)
    self.configuration = configuration
  }

  var all: [HealthCheck] {
    get throws { [try amounts, try spend].compactMap(\.self) }
  }

  private var amounts: HealthCheck {
    get throws {
      let outliers = try PriceOutliers(store.database, settings.catalogue)
      guard outliers.charges > 0 else {
        return .fine("amounts", "no price is 100, 1,000 or 1,000,000 times the usual one")
      }
      return .broken(
        "amounts",
        "\(counted(outliers.charges, "charge")) with a price 100, 1,000 or 1,000,000 times the usual "
          + "one: \(outliers.text)",
        "log prices in whole units, such as 9.99, and read corrected logs into a new database")
    }
  }

  /// Nil where nothing was spent, or nothing was reported yet.
  private var spend: HealthCheck? {
    get throws {
      guard let day = try store.reportedDay() else { return nil }
      let spend = try MonthlySpend(files.spend, files.rates, upTo: day)
      if spend.withoutRate > 0 {
        return .broken(
          "spend", "\(counted(Int64(spend.withoutRate), "row")) without an exchange rate",
          spend.withoutRateNote)
      }
      guard !spend.lines.isEmpty else { return nil }
      let unmatched = try UnmatchedSpend(spend, store.database)
      guard let text = unmatched.text(in: settings.catalogue.reportingCurrency) else {
        return .fine("spend", "every channel and campaign has customers")
      }
      return .look(
        "spend", "brought no customer: \(text)",
        "write channels and campaigns in \(settings.spendFile ?? "the file of spend") as events "
          + "name them; case and spaces around them make no difference")
    }
  }
}
