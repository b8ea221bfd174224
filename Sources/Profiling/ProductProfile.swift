package import Values

/// What a log says of one product.
package struct ProductProfile: Sendable {
  /// Payments above nothing, those without a price included.
  package internal(set) var charges = 0
  package internal(set) var trials = 0
  /// What was paid, in micro-units, by currency.
  package internal(set) var prices: [String: Frequencies<Int64>] = [:]
  package internal(set) var tiers = Frequencies<String>()
  /// As events say it themselves.
  var statedPeriods = Frequencies<Period>()
  /// From a payment to the end of what it paid for, and from one payment of somebody to the next.
  var paidLengths = Frequencies<Period>()
  var gaps = Frequencies<Period>()
  /// Whole days, from a trial's start to its end.
  var trialLengths = Frequencies<Int>()

  /// How long one payment lasts: as events say it, else by the ends, else by the next payments;
  /// nil where nothing tells.
  package var period: Period? {
    statedPeriods.mostFrequent ?? paidLengths.mostFrequent ?? gaps.mostFrequent
  }

  package var trialDays: Int? { trialLengths.mostFrequent }

  /// The currency that most of its payments are in.
  package var currency: String? {
    prices.max { ($0.value.total, $1.key) < ($1.value.total, $0.key) }?.key
  }

  /// Whether its most frequent price, of all currencies, has another beside it that is as frequent.
  package var isPriceOneOfMany: Bool {
    let counts = prices.values.flatMap { $0.ranked.map(\.count) }.sorted(by: >)
    return counts.count > 1 && counts[0] == counts[1]
  }

  /// The most frequent price in a currency.
  package func price(in currency: String) -> Amount? {
    prices[currency]?.mostFrequent.map(Amount.init(micros:))
  }
}
