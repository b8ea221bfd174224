package import Settings
import SQLite
package import Values

/// What was spent on advertising, by month, channel and campaign, in the reporting currency.
package struct MonthlySpend: Sendable, Equatable {
  package struct Line: Sendable, Equatable {
    package let month: Month
    package var channel: String
    package var campaign: String
    package var amount: Amount
  }

  package private(set) var lines: [Line] = []
  /// Rows of a currency that has no rate yet on their day: they are left out.
  package private(set) var withoutRate = 0
  private var currenciesWithoutRate: Set<String> = []
  /// How many rows say what a row before them says, and the first of them.
  package private(set) var repeated = 0
  private var firstRepeated: Spend.Row?

  package init() {}

  /// More than anybody spends: tables add a channel to the total that it is part of.
  private static let most = Amount(micros: Int64.max / 4)

  /// Sums up `spend` to the end of `asOf`, each row at the rate of its day.
  package init(_ spend: Spend, _ rates: ExchangeRates, upTo asOf: Day) throws(Failure) {
    var sums: [[String]: Line] = [:]
    var total = Amount.zero
    var rows: Set<Spend.Row> = []
    for row in spend.rows where row.day <= asOf {
      if !rows.insert(row).inserted { note(repeated: row) }
      guard let rate = rates.rate(of: row.currency, on: row.day) else {
        withoutRate += 1
        currenciesWithoutRate.insert(row.currency)
        continue
      }
      let amount = row.amount.times(rate)
      guard amount <= Self.most - total else {
        throw Failure.tooLarge("spend of acquisition_cost.csv")
      }
      total += amount
      let line = Line(
        month: row.day.month, channel: Self.named(row.channel),
        campaign: row.campaign.map(Self.named) ?? MissingText.none, amount: .zero)
      let key = [line.month.description, line.channel, line.campaign]
      sums[key, default: line].amount += amount
    }
    lines = sums.values.sorted {
      ($0.month, $0.channel, $0.campaign) < ($1.month, $1.channel, $1.campaign)
    }
  }

  private mutating func note(repeated row: Spend.Row) {
    repeated += 1
    firstRepeated = firstRepeated ?? row
  }

  /// `each counts; the first is 100.00 USD on google on 2024-03-01`; empty without any.
  package var repeatedNote: String {
    firstRepeated.map {
      "each counts; the first is \($0.amount.roundedText) \($0.currency) on \($0.channel) on \($0.day)"
    } ?? ""
  }

  /// `in JPY: costs are too low until exchangeRates has it`; empty where each row has its rate.
  package var withoutRateNote: String {
    guard withoutRate > 0 else { return "" }
    let currencies = currenciesWithoutRate.sorted().joined(separator: ", ")
    let have = currenciesWithoutRate.count == 1 ? "it" : "them"
    return "in \(currencies): costs are too low until exchangeRates has \(have)"
  }

  /// `all` means everything together in the reports.
  static func named(_ name: String) -> String { name == "all" ? "(all)" : name }
}

extension ReportScope {
  func fillSpend(_ database: Database) throws {
    guard !spend.lines.isEmpty else { return }
    let names = try SpendNames(database)
    let insert = try database.prepare("INSERT INTO spend VALUES (?, ?, ?, ?)")
    for line in spend.lines.map(names.renamed) {
      try insert.run(line.month.number, line.channel, line.campaign, line.amount.micros)
    }
  }

  func fillPools(_ database: Database) throws {
    let insert = try database.prepare("INSERT INTO offer_pool VALUES (?, ?, ?, ?)")
    let pools = catalogue.offers.mapValues(\.pools).merging(codes.pools) { $0 + $1 }
    for (offer, pools) in pools.sorted(by: { $0.key < $1.key }) {
      for pool in pools {
        try insert.run(offer, pool.codes, pool.expires?.number, pool.perQuarter)
      }
    }
  }

  func fillCatalogue(_ database: Database) throws {
    let insert = try database.prepare(
      "INSERT INTO catalogue_product VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let monthly = monthlyProducts
    for (position, product) in catalogue.products.enumerated() {
      let rival = monthly[Plan(product, currency(of: product))]
      let saved = rival.flatMap { $0.id == product.id ? nil : monthlyPrice($0) }
      let share = product.period?.monthlyShare
      try insert.run(
        position, product.id, product.tier, product.period?.description, product.price?.micros,
        currency(of: product), monthlyPrice(product)?.micros, saved?.micros, share?.numerator ?? 0,
        share?.denominator ?? 1)
    }
  }

  /// Limits of products, each with the product of the next larger one, and its monthly price.
  func fillLimits(_ database: Database) throws {
    let insert = try database.prepare("INSERT INTO plan_limit VALUES (?, ?, ?, ?, ?, ?)")
    for (position, product) in catalogue.products.enumerated() {
      for (metric, limit) in product.limits {
        let next = roomier(than: product, metric, limit)
        let more = next.flatMap { increase(from: product, to: $0) }
        try insert.run(position, metric, product.id, limit, next?.id, more?.micros)
      }
    }
  }

  private func roomier(than product: Catalogue.Product, _ metric: String, _ limit: Int64)
    -> Catalogue.Product?
  {
    catalogue.products.filter { other in
      other.id != product.id && other.addOn == nil && other.group == product.group
        && other.period == product.period
        && currency(of: other) == currency(of: product)
        && other.limits[metric].map { $0 > limit } ?? true
    }.min { ($0.limits[metric] ?? .max) < ($1.limits[metric] ?? .max) }
  }

  /// Nil where one of both has no price, or one in another currency than the report.
  private func increase(from product: Catalogue.Product, to next: Catalogue.Product) -> Amount? {
    guard currency(of: product) == catalogue.reportingCurrency,
      let price = monthlyPrice(product), let higher = monthlyPrice(next)
    else { return nil }
    return higher - price
  }

  private func currency(of product: Catalogue.Product) -> String {
    product.currency ?? catalogue.reportingCurrency
  }

  private func monthlyPrice(_ product: Catalogue.Product) -> Amount? {
    product.period.flatMap { period in product.price?.times(period.monthlyShare) }
  }

  /// The first monthly product of each tier, which longer ones are compared with.
  private var monthlyProducts: [Plan: Catalogue.Product] {
    let monthly = catalogue.products.filter { $0.period == Period(1, .month) }
    return Dictionary(firstOf: monthly.map { (Plan($0, currency(of: $0)), $0) })
  }
}

/// What products have in common that differ in their period alone.
private struct Plan: Hashable {
  let tier: String
  let group: String
  let currency: String

  init(_ product: Catalogue.Product, _ currency: String) {
    (tier, group) = (product.tier, product.group)
    self.currency = currency
  }
}
