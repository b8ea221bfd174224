package import Settings
import Statistics

/// One experiment with its variants, and what can be said of it (Definitions, "Experiments").
package struct ExperimentCase: Sendable {
  let settings: Experiment
  /// The control first, the others by name.
  let variants: [Variant]
  /// How probable so uneven a split is by chance; nil where there is nothing to compare.
  let splitPValue: Double?

  /// `variants` by name; not empty.
  package init(_ settings: Experiment, _ variants: [Variant]) {
    self.settings = settings
    let names = variants.map(\.name)
    let control = [settings.control, "control"].compactMap(\.self).first(where: names.contains)
    self.variants =
      variants.filter { $0.name == control } + variants.filter { $0.name != control }
    splitPValue = Self.splitPValue(settings, variants)
  }

  private static func splitPValue(_ settings: Experiment, _ variants: [Variant]) -> Double? {
    let seen = Dictionary(
      variants.map { ($0.name, $0.soFar.exposed) }, uniquingKeysWith: +)
    let names = Set(seen.keys).union(settings.split.keys).sorted()
    let weights = names.map { name in
      settings.split.isEmpty
        ? 1 : settings.split[name]?.approximate ?? 0
    }
    return sampleRatioPValue(names.map { seen[$0] ?? 0 }, weights: weights)
  }

  var control: Variant { variants[0] }
  var rivals: ArraySlice<Variant> { variants.dropFirst() }

  /// Customers that met several variants.
  var leftOut: Int64 { variants.reduce(0) { $0 + $1.mixed } }

  /// Each rival against the control, in their order; nil where nothing varies.
  package func comparisons(_ metric: Experiment.Metric, _ basis: ExperimentBasis)
    -> [VariantComparison?]
  {
    let base = basis.outcome(of: control)
    return rivals.map {
      VariantComparison(
        basis.outcome(of: $0), against: base, settings, metric: metric, rivals: rivals.count)
    }.corrected
  }
}

// MARK: - The verdict

package struct ExperimentVerdict: Sendable, Equatable {
  package enum Word: String, CaseIterable, Sendable {
    case winner
    case noDifference = "no difference seen"
    case notEnoughData = "not enough data"
    case brokenSplit = "broken split"
  }

  package let word: Word
  /// The variant that won; nil for all other words.
  package var winner: String?
}

extension ExperimentCase {
  private static let smallestSplitPValue = 0.001
  static let smallestSample: Int64 = 100
  static let smallestCount = 5.0

  /// Judged once, on the day that was planned for it: by p-values after Holm's correction.
  package var verdict: ExperimentVerdict {
    verdict { $0.judgingHolm < 0.05 }
  }

  /// Judged on any day, and every day: by intervals that hold at all looks together.
  package var verdictOnAnyDay: ExperimentVerdict {
    verdict { !$0.alwaysValid.contains(0) }
  }

  var isSplitBroken: Bool { splitPValue.map { $0 < Self.smallestSplitPValue } ?? false }

  /// 100 customers and over 5 expected conversions in each, for the normal approximation.
  var hasEnoughData: Bool {
    guard variants.count > 1 else { return false }
    let metric = settings.metric == .trial ? Experiment.Metric.trial : .paid
    let customers = variants.reduce(0) { $0 + $1.matured.exposed }
    let converted = variants.reduce(0) { $0 + ($1.matured.converted(metric) ?? 0) }
    return variants.allSatisfy { variant in
      let exposed = variant.matured.exposed
      let expected = Double(exposed) * Double(converted) / Double(max(1, customers))
      return exposed >= Self.smallestSample && expected > Self.smallestCount
    }
  }

  private func verdict(_ differs: (VariantComparison) -> Bool) -> ExperimentVerdict {
    if isSplitBroken { return ExperimentVerdict(word: .brokenSplit) }
    guard hasEnoughData else { return ExperimentVerdict(word: .notEnoughData) }
    let compared = zip(rivals, comparisons(settings.metric, .matured))
    let better = compared.filter { $1.map { differs($0) && $0.difference.effect > 0 } ?? false }
    if let best = better.max(by: { ($0.1?.difference.effect ?? 0) < ($1.1?.difference.effect ?? 0) }
    ) {
      return ExperimentVerdict(word: .winner, winner: best.0.name)
    }
    let allWorse = compared.allSatisfy {
      $1.map { differs($0) && $0.difference.effect < 0 } ?? false
    }
    return allWorse
      ? ExperimentVerdict(word: .winner, winner: control.name)
      : ExperimentVerdict(word: .noDifference)
  }
}
