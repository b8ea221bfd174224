import Metrics
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
  /// No event names an original transaction: only a group says which product replaces which.
  let needsGroup: Bool

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
    let payments = "\(counted(Int64(profile.charges), "payment")) (\(share))"
    let trials = profile.trials > 0 ? "; \(counted(Int64(profile.trials), "trial"))" : ""
    let listed = shown.isEmpty ? ", none with a price" : ": " + shown.joined(separator: ", ")
    return payments + (profile.charges == 0 ? "" : listed) + more + trials
  }

  private var tier: String? {
    if let tier = profile.tiers.mostFrequent { return "tier: \(JSONValue.quoted(tier))," }
    let words = ProductWords(id)
    return words.tier(besides: ids).map { "tier: \(JSONValue.quoted($0)),  // guess, from the id" }
  }

  /// Of ids that begin with a domain, and of those that share a word where nothing else tells
  /// subscriptions apart: plans of one app mostly exclude each other.
  private var group: String? {
    let words = ProductWords(id)
    let areSeveral = Set(ids.map { ProductWords($0).domain }).count > 1
    guard
      let name = (areSeveral ? words.domain : nil) ?? (needsGroup ? words.shared(with: ids) : nil)
    else { return nil }
    return "group: \(JSONValue.quoted(name)),  // guess: one of a group runs at a time"
  }

  private var period: String? {
    if let period = profile.period { return "period: \"\(period)\"," }
    if let period = ProductWords(id).period {
      return "period: \"\(period)\",  // guess, from the id"
    }
    return "// period: \"P1M\",  // guess: the log has no period; without one it does not renew"
  }

  private var price: String? {
    if profile.charges == 0 {
      return "// price: \"\", currency: \"\",  // not paid for in this log"
    }
    guard let currency = profile.currency, let price = profile.price(in: currency) else {
      return "// price: \"\", currency: \"USD\",  // fill in: the log names no price"
    }
    guard !currency.isEmpty else {
      return "// price: \"\(price.decimalText)\", currency: \"\",  // fill in: in which currency?"
    }
    let tie = profile.isPriceOneOfMany ? "  // guess: other prices are paid as often" : ""
    return "price: \"\(price.decimalText)\", currency: \(JSONValue.quoted(currency)),\(tie)"
  }

  private var trial: String? {
    guard profile.trials > 0 else { return nil }
    if let days = profile.trialDays { return "trialDays: \(days)," }
    return "// trialDays: 14,  // guess: the log has no end of a trial"
  }
}
