package import Values

extension AlertRule: Named {
  private enum Key: String, CaseIterable {
    case name, metric, `where`, by, window, compare, threshold, critical, baseline, minSample
    case confidence, severity, runbook
  }

  /// A rule of the configuration; one with the name of a default rule has to say only what it
  /// changes. `figures` is what it may watch besides the named metrics; `funnels` are those of the
  /// configuration.
  init(
    _ entry: Entry, _ figures: FigureCatalogue, _ funnels: [Funnel]
  ) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    let name = try section.required(.name).name()
    if let known = AlertRule.defaults.first(where: { $0.name == name }) {
      self = known
    } else if section[.metric] == nil,
      let nearest = nearestName(to: name, among: AlertRule.defaults.map(\.name))
    {
      throw try section.required(.name).wrongValue(.ruleName, nearest: nearest)
    } else {
      self.init(
        name: name, figure: try section.required(.metric).figure(figures),
        comparison: try section.required(.compare).choice(),
        threshold: try section.required(.threshold).number())
    }
    if let entry = section[.metric] { (figure, breakdown) = (try entry.figure(figures), []) }
    let file = figures.file(of: figure)
    if isOfFreshness { try refuseRows(section) }
    try takeRows(section, file, funnels)
    try takeWindow(section, file)
    try takeJudgement(section)
    try takeCritical(section)
    try demandKeys(of: file, section.entry)
  }

  /// Figures are split by one dimension at a time: a rule for one country has no others to look at.
  private mutating func takeRows(
    _ section: Section<Key>, _ file: FigureCatalogue.File?, _ funnels: [Funnel]
  ) throws(SettingsError) {
    if let entry = section[.where] { filter = try AlertRule.filter(entry, file, funnels) }
    let dimensions = file?.dimensions ?? AlertRule.dimensionsOfMetrics
    let isOfSegment = filter.keys.contains(where: dimensions.contains)
    if isOfSegment { breakdown = [] }
    guard let entry = section[.by] else { return }
    breakdown = try AlertRule.breakdown(entry, file)
    if isOfSegment, !breakdown.isEmpty {
      throw entry.wrongValue(.absence(because: "figures are split by one dimension at a time"))
    }
  }

  private mutating func takeWindow(
    _ section: Section<Key>, _ file: FigureCatalogue.File?
  ) throws(SettingsError) {
    if let file, section[.window] == nil { window.adapt(to: file.pace) }
    if let entry = section[.window] { window = try Window(entry, file) }
    if let entry = section[.baseline] { baseline = try Baseline(entry) }
    if let entry = section[.minSample] { minSample = try entry.wholeNumber(in: 0...1_000_000_000) }
  }

  private mutating func takeJudgement(_ section: Section<Key>) throws(SettingsError) {
    if let entry = section[.compare] { comparison = try comparison(entry) }
    if let entry = section[.threshold] { threshold = try entry.number() }
    if let entry = section[.confidence] { confidence = try AlertRule.confidence(entry) }
    if let entry = section[.severity] { severity = try entry.choice() }
    if let entry = section[.runbook] { runbook = try entry.text() }
  }

  /// The age of the data has no baseline.
  private func comparison(_ entry: Entry) throws(SettingsError) -> Comparison {
    let comparison: Comparison = try entry.choice()
    let absolute = Comparison.allCases.filter { !$0.isRelative }
    guard !isOfFreshness || absolute.contains(comparison) else {
      throw entry.wrongValue(.oneOf(absolute.map(\.rawValue)))
    }
    return comparison
  }

  private func refuseRows(_ section: Section<Key>) throws(SettingsError) {
    guard let entry = section[.where] ?? section[.by] else { return }
    throw entry.wrongValue(.absence(because: "the age of the data is that of the whole log"))
  }

  /// That of a default rule is for its own figure, and for thresholds that are not as bad.
  private mutating func takeCritical(_ section: Section<Key>) throws(SettingsError) {
    guard let entry = section[.critical] else {
      let isAnother = section[.metric] != nil || section[.compare] != nil
      if isAnother || !isCriticalWorse || severity == .critical { critical = nil }
      return
    }
    guard severity != .critical else {
      throw entry.wrongValue(.absence(because: "the rule is critical from its threshold on"))
    }
    critical = try entry.number()
    guard isCriticalWorse else { throw entry.wrongValue(.worseThanThreshold) }
  }

  /// With another threshold. A critical one that is not worse goes, as that of a default rule does.
  package mutating func take(threshold: Fraction) {
    self.threshold = threshold
    if !isCriticalWorse { critical = nil }
  }

  private var isCriticalWorse: Bool {
    guard let critical else { return false }
    let excess =
      Int128(critical.numerator) * Int128(threshold.denominator)
      - Int128(threshold.numerator) * Int128(critical.denominator)
    return comparison == .below ? excess < 0 : excess > 0
  }

  /// At 1 no interval would ever be on one side; below one half none would be an interval.
  private static func confidence(_ entry: Entry) throws(SettingsError) -> Fraction {
    let share = try entry.share()
    guard share.numerator < share.denominator, share.numerator * 2 >= share.denominator else {
      throw entry.wrongValue(.confidence)
    }
    return share
  }
}

// MARK: - Which rows

extension AlertRule {
  private static func filter(
    _ entry: Entry, _ file: FigureCatalogue.File?, _ funnels: [Funnel]
  ) throws(SettingsError) -> [String: String] {
    let dimensions = file?.dimensions ?? dimensionsOfMetrics
    let names = dimensions + (file?.keys ?? [])
    var filter: [String: String] = [:]
    for (name, value) in try entry.table() {
      guard names.contains(name) else {
        throw value.error(.unknown(nearest: NearestName(to: name, among: names)))
      }
      if dimensions.contains(name), filter.keys.contains(where: dimensions.contains) {
        throw value.wrongValue(.absence(because: "figures are split by one dimension at a time"))
      }
      // A funnel that nobody declares has no rows, and the rule would wait for them for ever.
      filter[name] = try name == "funnel" ? value.funnel(among: funnels).name : value.label()
    }
    return filter
  }

  /// One dimension, or a list of them.
  private static func breakdown(
    _ entry: Entry, _ file: FigureCatalogue.File?
  ) throws(SettingsError) -> [String] {
    let names = file?.dimensions ?? dimensionsOfMetrics
    var breakdown: [String] = []
    for entry in try entry.node.value.isList ? entry.list() : [entry] {
      let name = try entry.text()
      guard names.contains(name) else {
        throw entry.wrongValue(.oneOf(names), nearest: nearestName(to: name, among: names))
      }
      guard !breakdown.contains(name) else { throw entry.error(.duplicate(name)) }
      breakdown.append(name)
    }
    return breakdown
  }

  /// A step without its funnel, or an age without its number, would add up what does not belong
  /// together.
  private func demandKeys(
    of file: FigureCatalogue.File?, _ entry: Entry
  ) throws(SettingsError) {
    guard let missing = file?.demanded.first(where: { filter[$0] == nil }) else { return }
    throw SettingsError.setting(
      key: "\(entry.path).where.\(missing)", .missing,
      at: SettingsError.Place(file: entry.file, position: entry.node.position))
  }

  /// By what the files behind the named metrics are split; which of them a metric has, its file
  /// says.
  private static let dimensionsOfMetrics = Dimension.allCases
    .filter { Dimension.configurable.contains($0) || Dimension.ofOperations.contains($0) }
    .map(\.name)
}

extension FigureCatalogue {
  /// The file that a figure stands in; nil for the age of the data.
  fileprivate func file(of figure: AlertFigure) -> File? { figure.column.flatMap { file($0.file) } }
}

extension Entry {
  /// A named metric, or `file.column`.
  fileprivate func figure(_ figures: FigureCatalogue) throws(SettingsError) -> AlertFigure {
    let name = try text()
    if let metric = AlertMetric.allCases.first(where: { $0.name == name }) {
      return .metric(metric)
    }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    if parts.count == 2, figures.file(parts[0])?.columns.contains(parts[1]) == true {
      return .column(file: parts[0], name: parts[1])
    }
    throw wrongValue(.figure, nearest: nearestName(to: name, among: figures.names))
  }

  /// A text, or a whole number by its digits.
  fileprivate func label() throws(SettingsError) -> String {
    if case .number(let digits) = node.value { return digits }
    return try text()
  }
}

extension JSON5Node.Value {
  fileprivate var isList: Bool {
    if case .list = self { true } else { false }
  }
}

// MARK: - Which days

extension AlertRule.Window {
  private enum Key: String, CaseIterable { case days, lag, matured }

  /// What a file without days is asked for when a rule names no window.
  fileprivate mutating func adapt(to pace: FigureCatalogue.Pace) {
    switch pace {
    case .daily, .grained: break
    case .monthly: span = .month
    case .still: days = 0
    }
  }

  /// A number of days, `{days, lag, matured}`, `"month"` or `"month to date"`.
  fileprivate init(_ entry: Entry, _ file: FigureCatalogue.File?) throws(SettingsError) {
    self.init(days: 1)
    switch entry.node.value {
    case .object: try take(Section(entry))
    case .text: span = try entry.choice()
    default: days = try entry.wholeNumber(in: 0...3650)
    }
    if let file, !fits(file.pace) { throw entry.wrongValue(.absence(because: file.pace.reason)) }
  }

  private mutating func take(_ section: Section<Key>) throws(SettingsError) {
    days = try section.required(.days).wholeNumber(in: 0...3650)
    lag = try section[.lag]?.wholeNumber(in: 0...3650) ?? 0
    isMatured = try section[.matured]?.flag() ?? false
  }

  private func fits(_ pace: FigureCatalogue.Pace) -> Bool {
    switch pace {
    case .daily, .grained: span != .days || days > 0
    case .monthly: span != .days
    case .still: span == .days && days == 0
    }
  }
}

extension FigureCatalogue.Pace {
  /// Why a window does not fit, as it follows "nothing here".
  fileprivate var reason: String {
    switch self {
    case .daily, .grained: "the file has days, so a window has at least one"
    case .monthly: "the file has months only; leave the window out, or say \"month to date\""
    case .still: "the file tells of now and has no days"
    }
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
