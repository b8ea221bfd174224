import Profiling
import Reports
import Values

/// A product of the catalogue as the log, and where it is silent the product's id, tells it.
struct ProductDraft {
  let id: String
  let profile: ProductProfile
  /// Of all products.
  let ids: [String]
  /// Of all products together.
  let payments: Int

  var lines: [String] {
    ["    // \(found)", "    \(JSONValue.quoted(id)): {"]
      + [tier, group, period, price, trial].compactMap { $0.map { "      \($0)" } } + ["    },"]
  }

  /// `312 payments (62%): 9.99 USD (288), 8.99 EUR (24); 40 trials`.
  private var found: String {
    let share = ConfigurationDraft.percent(profile.charges, of: payments)
    let prices = profile.prices.flatMap { currency, prices in
      prices.ranked.map { (currency, Amount(micros: $0.value), $0.count) }
    }.sorted { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) }
    let shown = prices.prefix(4).map { currency, price, count in
      "\(price.decimalText) \(currency.isEmpty ? "without a currency" : currency) (\(count))"
    }
    let more = prices.count > 4 ? ", \(prices.count - 4) more prices" : ""
    let payments = "\(grouped(Int64(profile.charges))) payments (\(share))"
    let trials = profile.trials > 0 ? "; \(grouped(Int64(profile.trials))) trials" : ""
    let listed = shown.isEmpty ? ", none with a price" : ": " + shown.joined(separator: ", ")
    return payments + (profile.charges == 0 ? "" : listed) + more + trials
  }

  private var tier: String? {
    if let tier = profile.tiers.mostFrequent { return "tier: \(JSONValue.quoted(tier))," }
    let words = ProductWords(id)
    return words.tier(besides: ids).map { "tier: \(JSONValue.quoted($0)),  // guess, from the id" }
  }

  private var group: String? {
    let groups = Set(ids.map { ProductWords($0).group })
    guard groups.count > 1 else { return nil }
    return "group: \(JSONValue.quoted(ProductWords(id).group)),  // guess: one runs at a time"
  }

  private var period: String? {
    if let period = profile.period { return "period: \"\(period)\"," }
    if let period = ProductWords(id).period {
      return "period: \"\(period)\",  // guess, from the id"
    }
    return "// period: \"P1M\",  // guess: how long does a payment last? The log does not say"
  }

  private var price: String? {
    guard let currency = profile.currency, let price = profile.price(in: currency) else {
      return "// price: \"9.99\", currency: \"USD\",  // guess: the log names no price"
    }
    guard !currency.isEmpty else {
      return "// price: \"\(price.decimalText)\", currency: \"USD\",  // guess: in which currency?"
    }
    return "price: \"\(price.decimalText)\", currency: \(JSONValue.quoted(currency)),"
  }

  private var trial: String? {
    guard profile.trials > 0 else { return nil }
    if let days = profile.trialDays { return "trialDays: \(days)," }
    return "// trialDays: 14,  // guess: the log has no end of a trial"
  }
}

/// The words of a product's id, such as `com.example.family.monthly`.
struct ProductWords {
  private let words: [String]

  init(_ id: String) {
    words = id.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// The first word that is no part of every domain: that of the app, or of a group of plans.
  var group: String { words.first { !Self.domains.contains($0) } ?? "default" }

  private static let domains: Set<String> = ["app", "com", "de", "io", "net", "org"]

  var period: Period? {
    words.lazy.compactMap { Self.periods[$0] }.first
  }

  /// The first word that is none of a period, a number or the group, and not in all the ids; where
  /// there is none, the last one that is no period.
  func tier(besides ids: [String]) -> String? {
    let common = ids.map { Set(ProductWords($0).words) }
      .reduce(Set(words)) { $0.intersection($1) }
    let words = words.filter { Self.periods[$0] == nil && Int($0) == nil }
    return words.first { $0 != group && !common.contains($0) } ?? words.last
  }

  private static let periods: [String: Period] = [
    "weekly": Period(1, .week), "week": Period(1, .week), "1w": Period(1, .week),
    "monthly": Period(1, .month), "month": Period(1, .month), "1m": Period(1, .month),
    "quarterly": Period(3, .month), "3m": Period(3, .month), "6m": Period(6, .month),
    "halfyear": Period(6, .month), "yearly": Period(1, .year), "year": Period(1, .year),
    "annual": Period(1, .year), "annually": Period(1, .year), "1y": Period(1, .year),
    "12m": Period(1, .year),
  ]
}
