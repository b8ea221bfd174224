package import Values

/// How an experiment is judged (Definitions, "Experiments"). Experiments that the configuration
/// does not name get the defaults.
package struct Experiment: Sendable, Hashable {
  package var name: String
  /// The variant that others are compared with; when nil the one called `control`, else the
  /// first by name.
  package var control: String?
  /// Conversions count up to this many 24-hour days after the exposure.
  package var windowDays: Int
  /// How customers were meant to be split, as weights; empty is evenly.
  package var split: [String: Fraction]
  /// What decides who wins.
  package var metric: Metric
  /// The smallest difference worth knowing of, as a share of the control's figure.
  package var effect: Fraction

  package static let defaultWindowDays = 30

  package enum Metric: String, CaseIterable, Sendable { case trial, paid, revenue }

  package init(name: String) {
    self.name = name
    windowDays = Experiment.defaultWindowDays
    split = [:]
    metric = .paid
    effect = Fraction(1, over: 5)
  }
}

extension Experiment {
  private enum Key: String, CaseIterable { case control, windowDays, split, metric, effect }

  init(name: String, _ entry: Entry) throws(SettingsError) {
    self.init(name: name)
    let section = try Section(entry, Key.self)
    control = try section[.control]?.name()
    windowDays = try section[.windowDays]?.wholeNumber(in: 1...3650) ?? windowDays
    metric = try section[.metric]?.choice() ?? metric
    effect = try section[.effect]?.share() ?? effect
    for (variant, weight) in try section[.split]?.table() ?? [] {
      let share = try weight.number()
      guard share.numerator > 0 else {
        throw weight.wrongValue(.absence(because: "nobody is put into a variant of no share"))
      }
      split[variant] = share
    }
    try checkControl(section)
  }

  /// A control that the split does not have is a slip of the pen.
  private func checkControl(_ section: Section<Key>) throws(SettingsError) {
    guard let control, let entry = section[.control], !split.isEmpty, split[control] == nil else {
      return
    }
    let variants = split.keys.sorted()
    throw entry.wrongValue(.oneOf(variants), nearest: nearestName(to: control, among: variants))
  }
}
