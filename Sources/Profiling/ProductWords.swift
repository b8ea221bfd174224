package import Values

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
