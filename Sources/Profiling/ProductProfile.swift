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

  package func price(in currency: String) -> Amount? {
    prices[currency]?.mostFrequent.map(Amount.init(micros:))
  }
}

/// The words of a product's id, such as `com.example.family.monthly`.
package struct ProductWords {
  private let words: [String]

  package init(_ id: String) {
    words = id.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static let domains: Set<String> = ["app", "com", "de", "io", "net", "org"]

  package var period: Period? {
    words.lazy.compactMap { Self.periods[$0] }.first
  }

  /// The app's word behind a domain backwards: `fit` of `com.fit.pro`; nil without one.
  package var domain: String? {
    guard let first = words.first, Self.domains.contains(first) else { return nil }
    return words.first { !Self.domains.contains($0) }
  }

  /// Whether an id is like those that stores know products by: one with a period among other words,
  /// or a domain backwards.
  var isProduct: Bool {
    words.count > 1 && (period != nil || words.first.map(Self.domains.contains) == true)
  }

  /// The first word that is none of a period or a number, and not in all the ids; where
  /// there is none, the last one that is no period.
  package func tier(besides ids: [String]) -> String? {
    let common = ids.map { Set(ProductWords($0).words) }
      .reduce(Set(words)) { $0.intersection($1) }
    let words = words.filter { Self.periods[$0] == nil && Int($0) == nil }
    return words.first { !common.contains($0) } ?? words.last
  }

  /// The first word that another of the ids has, too, of those that say neither a period nor a
  /// number: `fit` of `fit.pro.monthly` beside `fit.family.yearly`.
  package func shared(with ids: [String]) -> String? {
    let counts = ids.reduce(into: [String: Int]()) { counts, id in
      for word in Set(ProductWords(id).words) { counts[word, default: 0] += 1 }
    }
    return words.first {
      Self.periods[$0] == nil && Int($0) == nil && !Self.domains.contains($0) && counts[$0] ?? 0 > 1
    }
  }

  private static let periods: [String: Period] = [
    "m": Period(1, .month), "mo": Period(1, .month), "w": Period(1, .week),
    "y": Period(1, .year), "yr": Period(1, .year), "weekly": Period(1, .week),
    "week": Period(1, .week), "1w": Period(1, .week),
    "monthly": Period(1, .month), "month": Period(1, .month), "1m": Period(1, .month),
    "quarterly": Period(3, .month), "3m": Period(3, .month), "6m": Period(6, .month),
    "halfyear": Period(6, .month), "yearly": Period(1, .year), "year": Period(1, .year),
    "annual": Period(1, .year), "annually": Period(1, .year), "1y": Period(1, .year),
    "12m": Period(1, .year),
  ]
}
