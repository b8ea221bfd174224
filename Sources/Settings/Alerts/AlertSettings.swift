package import Values

extension AlertRule: Named {
  package init() {
    self.init(name: "", figure: .metric(.netRevenue), comparison: .below, threshold: .zero)
  }

  static let settings: [Setting<Self>] = [
    Setting(
      "name", \.name, .name, .judged, "Its name; of a default rule, say only what is different."
    ).required,
    Setting("metric", \.figure, .figure, .judged, "What it watches: a metric, or `file.column`.")
      .withoutDefault,
    Setting(
      "where", \.filter, .table(of: .label, example: "country"), .judged,
      "Which rows: one dimension, and what else tells the file's rows apart."),
    Setting(
      "by", \.breakdown,
      .list(of: .text, orOne: true, unique: \String.self).described(
        as: "dimensions", "[\"country\"]"),
      .judged,
      "Dimensions of which each value is judged, too."),
    Setting("window", \.window, .window, .judged, "The days it looks at."),
    Setting(
      "compare", \.comparison, .choice, .judged,
      "On which side of the threshold it is bad; `drop` and `rise` are against the baseline."
    ).withoutDefault,
    Setting(
      "threshold", \.threshold, .number, .judged,
      "A share, hours, seconds or money; of `drop` and `rise` a share of the baseline."
    ).withoutDefault,
    Setting(
      "critical", \.critical, .number, .judged, "A worse threshold, from which it is critical."),
    Setting(
      "change", \.change, .share.described(as: "0 to 1", "0.25"), .judged,
      "Beside `below` or `above`: the share of the baseline by which it may get worse."),
    Setting("baseline", \.baseline, .baseline, .judged, "What `drop` and `rise` compare with."),
    Setting(
      "minSample", \.minSample, .whole(0...1_000_000_000), .judged,
      "With fewer cases it is not judged."),
    Setting(
      "confidence", \.confidence, .share.described(as: "0.5 to below 1", "0.95"), .judged,
      "How sure it must be that the rate is bad."),
    Setting("severity", \.severity, .choice, .judged, "How bad it is; `off` is not judged at all."),
    Setting(
      "runbook", \.runbook, .text.example("\"https://wiki.example/paywall\""), .judged,
      "What to do: a text or an address."),
  ]

  /// One with the name of a default rule says only what it changes.
  init(_ entry: Entry) throws(Failure) {
    let entries = try Entries(entry, among: Self.settings.map(\.key))
    self = try Self.beginning(entries)
    if let entry = entries["metric"] { (figure, breakdown) = (try entry.figure(), []) }
    if let file = entry.known.figures.file(of: figure) { window.adapt(to: file.pace) }
    try read(entries)
  }

  /// The default rule of this name, or one that says by itself what it watches.
  private static func beginning(_ entries: Entries) throws(Failure) -> AlertRule {
    let name = try entries.required("name").name()
    let defaults = defaults + ofFunnels(entries.entry.known.funnels)
    if let known = defaults.first(where: { $0.name == name }) { return known }
    if entries["metric"] == nil,
      let nearest = nearestName(to: name, among: defaults.map(\.name))
    {
      throw try entries.required("name").wrongValue(
        "the name of a default rule, or a rule with a metric of its own", nearest: nearest)
    }
    return AlertRule(
      name: name, figure: try entries.required("metric").figure(),
      comparison: try entries.required("compare").choice(),
      threshold: try entries.required("threshold").number())
  }

  mutating func check(_ entries: Entries) throws(Failure) {
    try checkRows(entries)
    if let entry = entries["window"],
      let pace = entry.known.figures.file(of: figure)?.pace, !window.fits(pace)
    {
      throw entry.unwanted(pace.reason)
    }
    // The age of the data has no baseline.
    if let entry = entries["compare"], isOfFreshness, comparison.isRelative {
      throw entry.wrongName(
        comparison.rawValue, among: Comparison.allCases.filter { !$0.isRelative }.map(\.rawValue))
    }
    // At 1 no interval would ever be on one side; below one half none would be an interval.
    let (part, whole) = (confidence.numerator, confidence.denominator)
    if let entry = entries["confidence"], part == whole || part * 2 < whole {
      throw entry.wrongValue("a confidence from 0.5 to below 1 (0.95 is 95 %)")
    }
    try checkCritical(entries)
    try requireKeys(entries.entry)
  }

  /// That of a default rule is for its own figure, and for thresholds that are not as bad.
  private mutating func checkCritical(_ entries: Entries) throws(Failure) {
    guard let entry = entries["critical"] else {
      let isAnother = entries["metric"] != nil || entries["compare"] != nil
      if isAnother || !isCriticalWorse || severity == .critical { critical = nil }
      return
    }
    guard severity != .critical else {
      throw entry.unwanted("the rule is critical from its threshold on")
    }
    guard isCriticalWorse else {
      throw entry.wrongValue("a number that is worse than the rule's threshold")
    }
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
}

// MARK: - Which rows

extension AlertRule {
  /// Figures are split by one dimension at a time: a rule for one country has no others to look at.
  private mutating func checkRows(_ entries: Entries) throws(Failure) {
    if isOfFreshness, let entry = entries["where"] ?? entries["by"] {
      throw entry.unwanted("the age of the data is that of the whole log")
    }
    let file = entries.entry.known.figures.file(of: figure)
    let dimensions = file?.dimensions ?? Self.dimensionsOfMetrics
    if let entry = entries["where"] { try checkFilter(entry, dimensions, file?.keys ?? []) }
    let isOfSegment = filter.keys.contains(where: dimensions.contains)
    guard let entry = entries["by"] else {
      if isOfSegment { breakdown = [] }
      return
    }
    for name in try entry.listOrOne() where !dimensions.contains(try name.text()) {
      throw name.wrongName(try name.text(), among: dimensions)
    }
    if isOfSegment, !breakdown.isEmpty { throw entry.unwanted(Self.oneDimension) }
  }

  private func checkFilter(
    _ entry: Entry, _ dimensions: [String], _ keys: [String]
  ) throws(Failure) {
    var isOfSegment = false
    for (name, value) in try entry.table() {
      guard (dimensions + keys).contains(name) else {
        throw value.unknown(name, among: dimensions + keys)
      }
      // A funnel that nobody declares has no rows, and the rule would wait for them for ever.
      if name == "funnel" { _ = try value.funnel() }
      guard dimensions.contains(name) else { continue }
      if isOfSegment { throw value.unwanted(Self.oneDimension) }
      isOfSegment = true
    }
  }

  private static let oneDimension = "figures are split by one dimension at a time"

  /// Without them the rule would add up steps, or ages.
  private func requireKeys(_ entry: Entry) throws(Failure) {
    let demanded = entry.known.figures.file(of: figure)?.demanded ?? []
    guard let missing = demanded.first(where: { filter[$0] == nil }) else { return }
    throw entry.failure("\(entry.path).where.\(missing) is missing")
  }

  /// By what the files behind the named metrics are split.
  private static let dimensionsOfMetrics = Dimension.allCases
    .filter { Dimension.configurable.contains($0) || Dimension.ofOperations.contains($0) }
    .map(\.name)
}

extension FigureCatalogue {
  /// The file that a figure stands in; nil for the age of the data.
  fileprivate func file(of figure: AlertFigure) -> File? { figure.column.flatMap { file($0.file) } }
}

extension Kind<AlertFigure> {
  fileprivate static var figure: Kind {
    Kind("figure", example: "\"renewalRate\"", Entry.figure) { .string($0.name) }
  }
}

extension Kind<String> {
  fileprivate static var label: Kind {
    Kind("text", example: "\"DE\"", Entry.label, JSONValue.string)
  }
}

extension Entry {
  /// A named metric, or `file.column`.
  fileprivate func figure() throws(Failure) -> AlertFigure {
    let name = try text()
    if let metric = AlertMetric.allCases.first(where: { $0.name == name }) {
      return .metric(metric)
    }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    if parts.count == 2, known.figures.file(parts[0])?.columns.contains(parts[1]) == true {
      return .column(file: parts[0], name: parts[1])
    }
    throw wrongValue(
      "a metric, or a figure of a file such as \"churn.churn_rate\"",
      nearest: nearestName(to: name, among: known.figures.names))
  }

  /// A text, or a whole number by its digits.
  fileprivate func label() throws(Failure) -> String {
    if case .number(let digits) = node.value { return digits }
    return try text()
  }
}

// MARK: - Which days

extension AlertRule.Window {
  static let settings: [Setting<Self>] = [
    Setting("days", \.days, .whole(0...3650), .judged, "So many days; 0 is this moment.").required,
    Setting(
      "lag", \.lag, .whole(0...3650), .judged, "Days between the last of them and the report's."),
    Setting(
      "matured", \.isMatured, .flag, .judged, "Whether it moves back to cohorts that have matured."),
  ]

  /// What a file without days is asked for when a rule names no window.
  fileprivate mutating func adapt(to pace: FigureCatalogue.Pace) {
    switch pace {
    case .daily, .grained: break
    case .monthly: span = .month
    case .still: days = 0
    }
  }

  fileprivate func fits(_ pace: FigureCatalogue.Pace) -> Bool {
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

extension Kind<AlertRule.Window> {
  /// A number of days, `{days, lag, matured}`, `"month"` or `"month to date"`.
  fileprivate static var window: Kind {
    let spans = AlertRule.Window.Span.allCases.dropFirst().map { "`\"\($0.rawValue)\"`" }
    let words = "days, \(spans.joined(separator: ", ")) or object"
    return Kind(form: object.described(as: words, "28").form) { (entry, _) throws(Failure) in
      switch entry.node.value {
      case .object: return try AlertRule.Window(entry)
      case .text:
        var window = AlertRule.Window()
        window.span = try entry.choice()
        return window
      default: return AlertRule.Window(days: try entry.wholeNumber(in: 0...3650))
      }
    } write: { window, asked in
      window.span == .days ? window.written(asked) : .string(window.span.rawValue)
    }
  }
}

extension AlertRule.Baseline {
  static let settings: [Setting<Self>] = [
    Setting(
      "weeks", \.weeks, .whole(1...52), .judged,
      "The median of the same weekdays of so many weeks before."),
    Setting(
      "deviations", \.deviations, .number, .judged,
      "Besides the threshold, this many robust standard deviations."),
  ]
}

extension Kind<AlertRule.Baseline> {
  /// A number of weeks, or `{weeks, deviations}`.
  fileprivate static var baseline: Kind {
    Kind(form: object.described(as: "weeks or object", "4").form) {
      (entry, _) throws(Failure) in
      if case .object = entry.node.value { return try AlertRule.Baseline(entry) }
      return AlertRule.Baseline(weeks: try entry.wholeNumber(in: 1...52))
    } write: {
      $0.written($1)
    }
  }
}
