import Metrics
import Values

/// Goals, and what the figures rest on.
extension Figures {
  var targetTable: FigureTable {
    FigureTable(
      targets, self, lastWords: 1,
      [
        .text("Figure") { $0.name }, .text("Actual") { shownExactly($0.actual) },
        .text("Target", goal), .text("Status") { $0.status.rawValue },
      ])
  }

  /// `15.0%–25.0% (stretch 30.0%)`, `at least 80.0%`, `at most $30.00`.
  private func goal(_ target: Target) -> String {
    range(target)
      + (target.stretch == .missing ? "" : " (stretch \(shownExactly(target.stretch)))")
  }

  private func range(_ target: Target) -> String {
    switch (target.low, target.high) {
    case (.missing, .missing): DisplayFormat.unknown
    case (let low, .missing): "at least \(shownExactly(low))"
    case (.missing, let high): "at most \(shownExactly(high))"
    case (let low, let high): "\(shownExactly(low))–\(shownExactly(high))"
    }
  }

  /// A rate below a percent with two decimals: 0.15% is more than 0.1%.
  private func shownExactly(_ cell: Cell) -> String {
    guard case .rate(let rate) = cell, 1..<10_000 ~= abs(rate.millionths) else {
      return shown(cell)
    }
    return "\(DisplayFormat.fixed(rate.value * 100, 2))%"
  }

  /// What was looked at, as people call it.
  private static let qualityTitles: [String: String] = [
    DataQuality.Section.ids.rawValue: "Ids", DataQuality.Section.rejected.rawValue: "Rejected",
    DataQuality.Section.ignored.rawValue: "Ignored",
    DataQuality.Section.mistyped.rawValue: "Unreadable values",
    DataQuality.Section.dialect.rawValue: "Dialects",
    DataQuality.Section.arrival.rawValue: "Duplicates and late data",
    DataQuality.Section.late.rawValue: "Late data", DataQuality.Section.doubt.rawValue: "Warnings",
    DataQuality.Section.days.rawValue: "Gaps",
  ]

  /// What was counted about the logs, but for lines, files and checks, which stand beside it.
  var qualityTable: FigureTable {
    let titles = Self.qualityTitles
    let rows = rows(of: DataQuality.self).filter { titles[$0.text(DataQuality.section)] != nil }
    return FigureTable(
      rows.prefix(40), self, words: 2, lastWords: 1,
      [
        .text("What") { titles[$0.text(DataQuality.section)] ?? "" },
        .words("", DataQuality.item), .of("Count", DataQuality.cases),
        .words("Note", DataQuality.note),
      ])
  }

  /// The newest files, and what became of their lines.
  func fileTable(_ count: Int) -> FigureTable {
    let left = inputs.count - count
    var table = FigureTable(
      header: [
        left > 0 ? "File (\(counted(Int64(left), "earlier file")) left out)" : "File",
        "Status", "Read", "Accepted", "Duplicate", "Ignored", "Rejected",
      ], words: 2)
    table.rows = inputs.suffix(count).map { input in
      let counts = [input.read, input.accepted, input.duplicate, input.ignored, input.rejected]
      return [input.path, input.status.rawValue] + counts.map { grouped(Int64($0)) }
    }
    return table
  }

  var checkTable: FigureTable {
    FigureTable(
      checks, self, words: 2, lastWords: 1,
      [
        .text("Check") { $0.name }, .text("Where") { $0.scope },
        .text("Compared") {
          $0.compared.map { grouped(Int64($0)) } ?? DisplayFormat.unknown
        },
        .text("One side") { shown($0.left) }, .text("Other side") { shown($0.right) },
        .text("Result") { $0.result.rawValue },
      ])
  }

  /// `10,103 lines in 3 files: 10,050 accepted …`
  var inputSentence: String {
    func sum(_ part: (InputSummary) -> Int) -> String {
      grouped(Int64(inputs.reduce(0) { $0 + part($1) }))
    }
    let files = hiddenBelow == nil ? " in " + counted(Int64(inputs.count), "file") : ""
    return
      "\(sum(\.read)) lines\(files): \(sum(\.accepted)) accepted, "
      + "\(sum(\.duplicate)) duplicate, \(sum(\.ignored)) ignored, \(sum(\.rejected)) rejected."
  }

  /// What became of the lines, and which files could not be read.
  var inputRemarks: [ReportSection.Remark] {
    guard !inputs.isEmpty else { return [] }
    let refused = inputs.filter { $0.status == .refused }.map {
      ReportSection.Remark(text: "Refused, not readable to its end: \($0.path)", isBad: true)
    }
    return [ReportSection.Remark(text: inputSentence)] + refused
  }

  /// Day, zone, currency, freshness and checks in one sentence.
  var provenance: String {
    let newest = newestEvent.map { "newest event \(DisplayFormat.moment($0))" } ?? "no events yet"
    return segmentSentence
      + "Up to the end of \(asOf) (\(zone)), in \(currency); \(newest); \(checks.sentence)."
      + openingSentence
      + (hiddenBelow.map { " Numbers about fewer than \($0) people are not shown." } ?? "")
  }

  private var openingSentence: String {
    guard openingCustomers > 0 else { return "" }
    return
      " \(counted(openingCustomers, "customer")) with a subscription from before "
      + "the log \(openingCustomers == 1 ? "is" : "are") in no cohort."
  }

  /// What alone the report is of; empty for a report of everything.
  private var segmentSentence: String {
    segment.map { "Only \($0); lines, files and freshness are those of the whole log. " } ?? ""
  }

  /// `, app=com.example.app` behind a title; empty for a report of everything.
  var segmentMark: String { segment.map { ", \($0)" } ?? "" }

  /// What fires, worst first. Rules that wait for newer data are told of together.
  var firing: [AlertLine] { worstFirst(\.needsAttention) }

  func worstFirst(_ isWanted: (AlertLine) -> Bool) -> [AlertLine] {
    alerts.filter(isWanted).sorted {
      ($0.severity == .critical ? 0 : 1, $0.name) < ($1.severity == .critical ? 0 : 1, $1.name)
    }
  }

  /// `2 of 4 alert rules fire; 1 could not be judged: too few cases.`
  var alertSentence: String {
    if segment != nil { return "Alerts are judged on the whole log." }
    let unknown = alerts.filter { $0.state == .notEnoughData }.count
    let rest =
      unknown > 0 ? "; \(unknown) could not be judged: too few cases" : ""
    let verb = firing.count == 1 ? "fires" : "fire"
    let known = alerts.count { $0.acknowledged != nil && $0.state != .recovering }
    let waiting = alerts.count { $0.isStale && $0.acknowledged == nil }
    let others =
      (recovering.isEmpty ? "" : "; \(recovering.count) recovering")
      + (known > 0 ? "; \(known) acknowledged" : "")
      + (waiting > 0 ? "; \(waiting) \(waiting == 1 ? "waits" : "wait") for newer data" : "")
    return "\(firing.count) of \(alerts.count) alert rules \(verb)\(rest)\(others)."
  }

  /// In front of every title of stale or unproven figures.
  var mark: String { (isStale ? "STALE: " : "") + (unproven.isEmpty ? "" : "UNPROVEN: ") }

  /// What is wrong with the data; nil where it is fresh.
  var staleSentence: String? {
    switch staleness {
    case .outdated:
      let newest =
        newestEvent.map { "the newest event is from \(DisplayFormat.moment($0))" } ?? "no event"
      return "The data is out of date: \(newest). The figures show what was known then."
    case .incomplete(let missing):
      return
        "The log of \(asOf) is incomplete: it has \(counted(missing.events, "event")), "
        + "and each of the \(MissingEvents.regularDays) days before at least "
        + "\(grouped(missing.fewest)). Figures of that day are too small."
    case nil: return nil
    }
  }

  /// `, new` or `, since 2026-05-15`.
  func age(of alert: AlertLine) -> String {
    alert.since.map { $0 == asOf ? ", new" : ", since \($0)" } ?? ""
  }

  /// What this report shows otherwise than one before it did, the newest days first.
  var restatedTable: FigureTable {
    let rows = rows(of: Restated.self).where(Restated.published, is: asOf)
    return FigureTable(
      citing: rows.suffix(12).reversed(), self, words: 2, lastWords: 1,
      [
        .of("Restated", Restated.date), .words("Figure", Restated.figure),
        .text("Before") { plain($0.cell(Restated.before)) },
        .text("After") { plain($0.cell(Restated.after)) }, .words("Cause", Restated.cause),
      ])
  }

  /// A number with two decimals, where it is no count.
  private func plain(_ cell: Cell) -> String {
    if case .rate(let rate) = cell { return DisplayFormat.fixed(rate.value, 2) }
    return shown(cell)
  }

  /// Apple's counts beside ours, by class, over all days of the reports; empty without reports.
  var appStoreTable: FigureTable {
    var table = FigureTable(
      header: ["Class", "Apple", "Ours", "Difference", "Likely cause"], words: 1, lastWords: 1)
    typealias Differences = AppStoreDifferences
    let compared = rows(of: Differences.self).filter { $0[Differences.ours] != nil }
    let classes = Dictionary(grouping: compared) { $0[Differences.class] ?? "" }
    table.rows = classes.sorted { $0.key < $1.key }.map { name, rows in
      func sum(_ column: any ReportColumn<Differences>) -> String {
        grouped(rows.sum(column))
      }
      return [
        name, sum(Differences.apple), sum(Differences.ours), sum(Differences.difference),
        causes(rows.map { $0[Differences.note] ?? "" }),
      ]
    }
    return table
  }

  /// Each cause with the number of counts that it is the likely one of.
  private func causes(_ notes: [String]) -> String {
    let named = Dictionary(grouping: notes.filter { !$0.isEmpty }) { $0 }.mapValues(\.count)
    return named.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) (\($0.value))" }.joined(separator: "; ")
  }
}
