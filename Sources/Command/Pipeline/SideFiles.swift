import Feed
import Metrics
import Settings
import Timeline
import Values

/// What the configuration keeps in files of their own, beside the log.
struct SideFiles {
  let rates: ExchangeRates
  let spend: Spend
  let budget: Budget
  let paidOut: PaidOut
  let codes: CodeFile
  let opening: Opening

  /// Reads all that the configuration names. Throws at the first that is missing or wrong.
  init(_ settings: Settings) throws {
    rates = try during("reading the exchange rates") { try settings.loadRates() }
    spend = try during("reading the spend") { try settings.loadSpend() }
    budget = try during("reading the budget") { try settings.loadBudget() }
    paidOut = try during("reading the payouts") { try settings.loadPaidOut() }
    codes = try during("reading the offer codes") { try settings.loadCodes() }
    opening = try during("reading what was before the log") { try settings.loadOpening() }
  }
}

extension Settings {
  func loadRates() throws -> ExchangeRates {
    let currency = catalogue.reportingCurrency
    guard let file = exchangeRatesFile else { return ExchangeRates(reportingCurrency: currency) }
    return try ExchangeRates.load(path: file, reportingCurrency: currency)
  }

  fileprivate func loadOpening() throws -> Opening {
    let noIDs = PlaceholderIDs(besides: ingest.noIDs, except: ingest.realIDs)
    return try openingFile.map { file in
      try Opening.load(path: file, products: catalogue.products, zone: timezone) { id in
        Array(id.utf8).withUnsafeBufferPointer { noIDs.contains($0) }
      }
    } ?? Opening()
  }

  fileprivate func loadSpend() throws -> Spend {
    try spendFile.map { try Spend.load(path: $0) } ?? Spend()
  }

  fileprivate func loadPaidOut() throws(SettingsError) -> PaidOut {
    try payouts?.file.map { (path) throws(SettingsError) in try PaidOut.load(path: path) }
      ?? PaidOut()
  }

  fileprivate func loadCodes() throws(SettingsError) -> CodeFile {
    try codesFile.map { (path) throws(SettingsError) in try CodeFile.load(path: path) }
      ?? CodeFile()
  }

  fileprivate func loadBudget() throws(SettingsError) -> Budget {
    try budgetFile.map { (path) throws(SettingsError) in try Budget.load(path: path) } ?? Budget()
  }
}
