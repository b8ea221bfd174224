import Glibc

/// How surely a series has changed in its newest nights, whenever that began: the Shiryaev–Roberts
/// statistic.
///
/// Each night has a likelihood ratio: how many times as probable what came is after a change as it
/// usually is. Those of the nights since a change multiply. Added up over all nights on which it may
/// have begun, they come to N at most once in N nights on average where nothing changed (Pollak 1985,
/// "Optimal Detection of a Change in Distribution"; Shin, Ramdas and Rinaldo 2024, "E-detectors").
/// Over changes of several sizes they are averaged, which keeps the promise.
///
/// A worked example: ratios of 2, 4 and 5, the newest last: 5 + 4 × 5 + 2 × 4 × 5 = 65.
package struct ChangeEvidence: Sendable {
  /// Of the newest nights from one on: the products of their ratios.
  private let products: [Double]

  /// `ratios`: for each size of a change the logarithms of the nights' ratios, the newest first.
  /// `spread`: of as many of the newest nights, how many times as much their sum varies as chance
  /// would have it; a quasi-likelihood (Wedderburn 1974).
  package init(_ ratios: [[Double]], spread: [Double]) {
    let sizes = ratios.map { Self.products($0, spread) }
    products = spread.indices.map { length in
      sizes.reduce(0) { $0 + $1[length] } / Double(sizes.count)
    }
  }

  private static func products(_ ratios: [Double], _ spread: [Double]) -> [Double] {
    var sum = 0.0
    return zip(ratios, spread).map { ratio, spread in
      sum += ratio
      return exp(min(most, sum / spread))
    }
  }

  /// More than anybody asks for.
  private static let most = 100.0

  /// Chance alone tells as much at most once in so many nights.
  package var nights: Double { products.reduce(0, +) }

  /// How many of the newest nights have most likely changed, of the lengths that are allowed.
  package func length(where isAllowed: (Int) -> Bool) -> Int? {
    (1...max(1, products.count)).filter { $0 <= products.count && isAllowed($0) }
      .max { products[$0 - 1] < products[$1 - 1] }
  }
}
