package import Values

/// How an experiment is judged (Definitions, "Experiments"). Experiments that the configuration
/// does not name get the defaults.
package struct Experiment: SettingsSection, Hashable {
  package var name = ""
  /// What others are compared with; nil: `control`, else the first by name.
  package var control: String?
  package var windowDays = defaultWindowDays
  /// As weights; empty is evenly.
  package var split: [String: Fraction] = [:]
  package var metric = Metric.paid
  package var effect = Fraction(1, over: 5)

  package static let defaultWindowDays = 30

  package enum Metric: String, CaseIterable, Sendable { case trial, paid, revenue }

  package init() {}

  package init(name: String) { self.name = name }

  static let settings: [Setting<Self>] = [
    Setting(
      "control", \.control, .name.example("\"control\""), .judged,
      "The variant that others are compared with; else `control`, else the first by name."),
    Setting(
      "windowDays", \.windowDays, .whole(1...3650), .folded,
      "Conversions count for this many days after a customer saw the variant."),
    Setting(
      "split", \.split, .table(of: .number, example: "control"), .judged,
      "How customers were meant to be split, as weights; without it evenly."),
    Setting("metric", \.metric, .choice, .judged, "What decides who wins."),
    Setting(
      "effect", \.effect, .share, .judged,
      "The smallest difference worth knowing, as a share of the control's figure."),
  ]

  /// A control that the split does not have is a slip of the pen.
  mutating func check(_ entries: Entries) throws(Failure) {
    for (_, weight) in try entries["split"]?.table() ?? [] where try weight.number().numerator == 0
    {
      throw weight.unwanted("nobody is put into a variant of no share")
    }
    guard let control, let entry = entries["control"], !split.isEmpty, split[control] == nil else {
      return
    }
    let variants = split.keys.sorted()
    throw entry.wrongName(control, among: variants)
  }
}
