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
    spend = try Self.load("the spend", settings.spendFile, Spend.parse) ?? Spend()
    budget = try Self.load("the budget", settings.budgetFile, Budget.parse) ?? Budget()
    paidOut = try Self.load("the payouts", settings.payouts?.file, PaidOut.parse) ?? PaidOut()
    codes = try Self.load("the offer codes", settings.codesFile, CodeFile.parse) ?? CodeFile()
    opening =
      try Self.load("what was before the log", settings.openingFile, settings.parseOpening)
      ?? Opening()
  }

  private static func load<T>(
    _ what: String, _ path: String?, _ parse: ([UInt8], String) throws -> T
  ) throws -> T? {
    try during("reading \(what)") {
      try path.map { try parse(readFile($0, limit: largestFile), $0) }
    }
  }
}

extension Settings {
  func loadRates() throws -> ExchangeRates {
    let currency = catalogue.reportingCurrency
    guard let file = exchangeRatesFile else { return ExchangeRates(reportingCurrency: currency) }
    return try ExchangeRates.parse(
      readFile(file, limit: largestFile), file: file, reportingCurrency: currency)
  }

  fileprivate func parseOpening(_ bytes: [UInt8], file: String) throws -> Opening {
    let noIDs = PlaceholderIDs(besides: ingest.noIDs, except: ingest.realIDs)
    return try Opening.parse(bytes, file: file, products: catalogue.products, zone: timezone) {
      Array($0.utf8).withUnsafeBufferPointer { noIDs.contains($0) }
    }
  }
}
