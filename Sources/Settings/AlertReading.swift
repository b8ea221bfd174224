import Values

extension AlertRule: Named {
  private enum Key: String, CaseIterable {
    case name, metric, `where`, window, compare, threshold, baseline, minSample, confidence
    case severity, runbook
  }

  /// A rule of the configuration; one with the name of a default rule has to say only what it
  /// changes.
  init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    let name = try section.required(.name).name()
    if let known = AlertRule.defaults.first(where: { $0.name == name }) {
      self = known
    } else {
      self.init(
        name: name, metric: try section.required(.metric).choice(),
        comparison: try section.required(.compare).choice(),
        threshold: try section.required(.threshold).number())
    }
    try takeMeasure(section)
    try takeJudgement(section)
  }

  private mutating func takeMeasure(_ section: Section<Key>) throws(SettingsError) {
    if let entry = section[.metric] { metric = try entry.choice() }
    if let entry = section[.where] { filter = try AlertRule.filter(entry) }
    if let entry = section[.window] { window = try Window(entry) }
    if let entry = section[.baseline] { baseline = try Baseline(entry) }
    if let entry = section[.minSample] { minSample = try entry.wholeNumber(in: 0...1_000_000_000) }
  }

  private mutating func takeJudgement(_ section: Section<Key>) throws(SettingsError) {
    if let entry = section[.compare] { comparison = try entry.choice() }
    if let entry = section[.threshold] { threshold = try entry.number() }
    if let entry = section[.confidence] { confidence = try AlertRule.confidence(entry) }
    if let entry = section[.severity] { severity = try entry.choice() }
    if let entry = section[.runbook] { runbook = try entry.text() }
  }

  /// At 1 no interval would ever be on one side; below one half none would be an interval.
  private static func confidence(_ entry: Entry) throws(SettingsError) -> Fraction {
    let share = try entry.share()
    guard share.numerator < share.denominator, share.numerator * 2 >= share.denominator else {
      throw entry.wrongValue(.confidence)
    }
    return share
  }

  private static func filter(_ entry: Entry) throws(SettingsError) -> [Dimension: String] {
    let names = Dimension.allCases.map(\.rawValue)
    var filter: [Dimension: String] = [:]
    for (name, value) in try entry.table() {
      guard let dimension = Dimension(rawValue: name) else {
        throw value.error(.unknown(nearest: nearestName(to: name, among: names)))
      }
      filter[dimension] = try value.text()
    }
    return filter
  }
}

extension AlertRule.Window {
  private enum Key: String, CaseIterable { case days, lag }

  /// A number of days, or `{days, lag}`.
  init(_ entry: Entry) throws(SettingsError) {
    self.init(days: 1)
    guard case .object = entry.node.value else {
      days = try entry.wholeNumber(in: 0...3650)
      return
    }
    let section = try Section(entry, Key.self)
    days = try section.required(.days).wholeNumber(in: 0...3650)
    lag = try section[.lag]?.wholeNumber(in: 0...3650) ?? 0
  }
}

extension AlertRule.Baseline {
  private enum Key: String, CaseIterable { case weeks, deviations }

  /// A number of weeks, or `{weeks, deviations}`.
  init(_ entry: Entry) throws(SettingsError) {
    self.init()
    guard case .object = entry.node.value else {
      weeks = try entry.wholeNumber(in: 1...52)
      return
    }
    let section = try Section(entry, Key.self)
    if let entry = section[.weeks] { weeks = try entry.wholeNumber(in: 1...52) }
    if let entry = section[.deviations] { deviations = try entry.number() }
  }
}
