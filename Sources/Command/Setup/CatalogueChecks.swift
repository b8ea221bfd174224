import Feed
import Metrics
import Profiling
import Reports
import Settings
import Store
import Values

/// The configuration against the events: what it lacks, and what contradicts it.
struct CatalogueChecks {
  private let settings: Settings
  private let rates: ExchangeRates?
  private let profile: EventProfile
  private let file: String
  /// As customers have them.
  private let countries: [String]
  /// As events name them.
  private let apps: Set<String>
  /// Customers with a subscription from before the log, and those of them of whom the log tells.
  private let opening: (customers: Int, inLog: Int)

  init(
    _ settings: Settings, _ rates: ExchangeRates?, _ profile: EventProfile, _ file: String,
    _ store: Store
  ) throws {
    (self.settings, self.rates, self.profile, self.file) = (settings, rates, profile, file)
    countries = try store.segmentValues(of: .country)
    let strings = try store.strings()
    apps = Set(try store.apps().map { strings.string($0) })
    opening = try store.openingCustomers()
  }

  var all: [HealthCheck] {
    [products, unpriced, prices, exchangeRates, taxes, events, unseenApps, beginning]
      .compactMap(\.self)
  }

  private var products: HealthCheck {
    let known = Set(settings.catalogue.products.map(\.id))
    let missing = profile.rankedProducts.filter { !known.contains($0.id) }
    guard !missing.isEmpty else {
      return .fine("products", "every product of the events is in the catalogue")
    }
    let names = missing.map { "\($0.id) (\(counted(Int64($0.profile.charges), "payment")))" }
    return .look(
      "products", "not in the catalogue: \(Self.listed(names))",
      "add them to products in \(file); runrate init LOGS --print drafts them")
  }

  /// Payments that neither their event nor the catalogue prices; nil where there are none.
  private var unpriced: HealthCheck? {
    let priced = Set(settings.catalogue.products.filter { $0.price != nil }.map(\.id))
    let found = profile.rankedProducts.filter { id, product in
      product.charges > 0 && product.prices.isEmpty && !priced.contains(id)
    }
    guard !found.isEmpty else { return nil }
    let charges = found.reduce(0) { $0 + $1.profile.charges }
    return .broken(
      "payments",
      "\(counted(Int64(charges), "payment")) without a price: of \(Self.listed(found.map(\.id))); "
        + "they count as nothing",
      "log price and currency, or write the price of these products in \(file)")
  }

  private var prices: HealthCheck {
    let profiles = Dictionary(
      firstOf: profile.rankedProducts.map { ($0.id, $0.profile) })
    let wrong = settings.catalogue.products.flatMap { product in
      profiles[product.id].map { contradictions(product, $0) } ?? []
    }
    guard wrong.isEmpty else {
      return .look("prices", Self.listed(wrong), "look at these products in \(file)")
    }
    return profile.currencies.isEmpty
      ? .fine("prices", "no payment names one; the catalogue's count where it has them")
      : .fine("prices", "prices and periods are those of most payments")
  }

  private func contradictions(_ product: Catalogue.Product, _ found: ProductProfile) -> [String] {
    let name = UntrustedText.cleaned(product.id)
    var texts: [String] = []
    if let price = product.price, let currency = product.currency,
      let paid = found.price(in: currency), paid != price
    {
      texts.append(
        "\(name) costs \(price.decimalText) \(currency) there and \(paid.decimalText) in most "
          + "payments")
    }
    if let period = product.period, let paid = found.period, paid != period {
      texts.append("\(name) lasts \(period) there and \(paid) in most payments")
    }
    return texts
  }

  /// Countries of `taxes` that events write otherwise; nil where none is.
  private var taxes: HealthCheck? {
    let misnamed = MisnamedCountry.all(
      in: settings.catalogue.taxes.keys.sorted(), countries: countries)
    return misnamed.isEmpty
      ? nil
      : .broken(
        "taxes", Self.listed(misnamed.map(\.text)), "write them in \(file) as the events do")
  }

  /// Ids of `apps` that no event has; nil where there is none.
  private var unseenApps: HealthCheck? {
    let ofProducts = settings.catalogue.products.compactMap(\.app)
    let unseen = settings.catalogue.appNames.keys.filter {
      !apps.contains($0) && !ofProducts.contains($0)
    }
    guard !unseen.isEmpty else { return nil }
    let seen = apps.isEmpty ? "events name none" : "events name \(Self.listed(apps.sorted()))"
    return .look(
      "apps", "no event is of \(Self.listed(unseen.sorted())); \(seen)",
      "write the ids in apps of \(file) as the events do")
  }

  /// What was there before the log; nil where nothing seems to have been.
  private var beginning: HealthCheck? {
    guard let opening = settings.openingFile else {
      guard profile.beginsInTheMiddle else { return nil }
      return .look(
        "before the log",
        "\(grouped(Int64(profile.subscribedBefore))) of \(grouped(Int64(profile.subscribers))) "
          + "customers renew, cancel or end what no event began; they count as new when they renew",
        "name them in a CSV file with opening in \(file) (Definitions, \"Before the log\")")
    }
    return known(opening)
  }

  /// Ids of another kind than the log's would count everybody twice.
  private func known(_ file: String) -> HealthCheck {
    let (all, known) = opening
    let found =
      "\(grouped(Int64(known))) of \(counted(Int64(all), "customer")) of \(file) "
      + "\(known == 1 ? "is" : "are") in the log, too"
    guard all >= 5, known * 10 < all else { return .fine("before the log", found) }
    return .look(
      "before the log", found,
      "look whether its customers are named as in the log: whoever is not counts a second time")
  }

  private var exchangeRates: HealthCheck {
    let name = "exchange rates"
    let reporting = settings.catalogue.reportingCurrency
    let currencies = settings.catalogue.products.compactMap { product in
      product.currency.map { (product.id, $0) }
    }
    let foreign = profile.daysOfForeignMoney(
      into: reporting, currencies: Dictionary(firstOf: currencies))
    guard !foreign.isEmpty else { return .fine(name, "every payment is in \(reporting)") }
    let lacking = foreign.compactMap { currency, days in
      Self.told(currency, days.filter { rates?.rate(of: currency, on: $0) == nil })
    }
    guard lacking.isEmpty else {
      return .broken(
        name, "no rate: \(Self.listed(lacking)); these payments count as nothing",
        settings.exchangeRatesFile.map { "add them to \($0)" }
          ?? "name a file with exchangeRates in \(file); runrate init LOGS drafts one")
    }
    if let inverted = rates?.invertedNote {
      return .broken(
        name, "perhaps the other way round: \(inverted)",
        "write the inverse in \(settings.exchangeRatesFile ?? "the file")")
    }
    // Rates over a week old.
    let stale = foreign.compactMap { currency, days in
      Self.told(currency, days.filter { rates?.age(of: currency, on: $0) ?? 0 > 7 })
    }
    guard !stale.isEmpty else { return .fine(name, "every day with money has one of its week") }
    return .look(
      name, "older ones are used: \(Self.listed(stale))",
      "complete \(settings.exchangeRatesFile ?? "the file")")
  }

  /// `EUR on 12 days, the first 2026-03-01`; nil for no days.
  private static func told(_ currency: String, _ days: [Day]) -> String? {
    days.first.map { "\(currency) on \(counted(Int64(days.count), "day")), the first \($0)" }
  }

  /// Events that funnels wait for and nobody sends. Who has written no funnel misses none, but
  /// where only a step between others is unseen, nobody gets through.
  private var events: HealthCheck {
    let usual = Funnel.defaults(longestTrial: settings.catalogue.longestTrial)
    let unseen = settings.funnels.filter { !usual.contains($0) || profile.shortened($0) != nil }
      .flatMap(waits)
    guard !unseen.isEmpty else {
      let steps = Set(settings.funnels.flatMap(profile.unseenSteps(of:))).sorted()
      return .fine(
        "events",
        steps.isEmpty
          ? "every step of every funnel is seen"
          : "the usual funnels would show more with \(Self.listed(steps))")
    }
    return .look(
      "events", "funnels: \(Self.listed(unseen)), which no event says: nobody gets further",
      "log them, map a name of the log with eventNames, or write funnels without them in \(file); "
        + "runrate init LOGS --print drafts them")
  }

  private func waits(_ funnel: Funnel) -> [String] {
    profile.unseenSteps(of: funnel).map { "\(funnel.name) waits for \($0)" }
  }

  /// The first few of many.
  static func listed(_ texts: [String]) -> String {
    let shown = texts.prefix(3).map { UntrustedText.cleaned($0, limit: 120) }
    let rest = texts.count > 3 ? ", \(texts.count - 3) more" : ""
    return shown.joined(separator: ", ") + rest
  }
}
