import Metrics
import Values

/// The page to look at first: figures with their change, periods, targets, alerts, charts.
struct SummarySheet: WorkbookSheet {
  static let name: SheetName = "Summary"
  var name: SheetName { SummarySheet.name }
  let cohorts: CohortSheets
  let others: [any WorkbookSheet]
  /// What has nothing to show.
  let leftOut: [SheetName]

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    let screen = FirstScreen(figures)
    let summary =
      "Summary to \(figures.asOf)" + UntrustedText.cleaned(figures.segmentMark, limit: 120)
    try writer.head(
      figures.mark + (screen.finding ?? summary),
      "\(summary) in \(figures.currency), by days of \(figures.zone). "
        + (figures.staleSentence.map { $0 + " " } ?? "") + figures.alertSentence)
    var row = try writeBanner(figures, writer, from: 3)
    row = try writeHeadlines(figures, writer, from: row)
    row = try writeChoices(writer, from: row + 1)
    row = try writeChanges(screen, figures, writer, from: row)
    row = try insertCharts(figures, writer, at: row)
    row = try writePeriods(figures, writer, from: row)
    row = try writeApps(figures, writer, from: row)
    row = try writeTargets(figures, writer, from: row + 1)
    row = try writeAlerts(figures, writer, from: row + 1)
    try writeSheets(writer, from: row + 1)
    writer.widen(0, to: 24)
    try writer.finish(isGrid: true)
  }

  /// What makes figures too small, before any of them; returns the next row.
  private func writeBanner(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int {
    let sentences = figures.notices.flatMap(\.self)
    for (index, sentence) in sentences.enumerated() {
      let text = UntrustedText.cleaned(sentence, limit: 400)
      try writer.put(text, row + index, 0, .plain.bold.inked(.bad), fits: false)
    }
    return sentences.isEmpty ? row : row + sentences.count + 1
  }

  /// Characters of a row of sentences: the width of the sheet's tables.
  private static let rowLength = 190

  /// The drop-downs, below their names; returns the next row.
  private func writeChoices(_ writer: SheetWriter, from row: Int) throws -> Int {
    let lists = cohorts.choices.lists
    guard !lists.isEmpty else { return row }
    let followers = cohorts.sheets.map(\.name.rawValue).joined(separator: ", ")
    try writer.put("Choose", row + 1, 0, .plain.bold)
    for (index, list) in lists.enumerated() {
      try writer.put(list.title.description, row, 1 + index, .header)
      try writer.dropDown(
        list.cell, of: list.block, chosen: Choices.all, row + 1, 1 + index,
        prompt: "Choose one; the sheets of cohorts show it.")
    }
    try writer.put(
      "Set one at a time: \(followers) then show it alone.", row + 2, 1, .explanation, fits: false)
    let notice: CellFormula = "rr_choice_notice"
    try writer.put(
      notice.orBlank, cached: .text(""), row + 2, 0, .plain.bold.inked(.bad), fits: false)
    return row + 4
  }

  /// Every sheet, with the way to it, and what is hidden.
  private func writeSheets(_ writer: SheetWriter, from row: Int) throws {
    try writer.heads(["Sheets"], row)
    let visible = others.filter { !$0.isHidden }
    writer.keepTogether(rows: row...(row + visible.count + 2))
    for (index, sheet) in visible.enumerated() {
      try writer.link(sheet.name.rawValue, row + 1 + index, 0, to: sheet.name)
    }
    let hidden = others.filter(\.isHidden).map(\.name.rawValue).joined(separator: ", ")
    try writer.put(
      "Hidden (right-click a sheet's name, Unhide): \(hidden).", row + 1 + visible.count, 0,
      .explanation, fits: false)
    guard !leftOut.isEmpty else { return }
    try writer.put(
      "Left out, with nothing to show: \(leftOut.map(\.rawValue).joined(separator: ", ")).",
      row + 2 + visible.count, 0, .explanation, fits: false)
  }

  /// Sentences before the figures, each in as many rows as it needs; returns the next row.
  private func writeChanges(
    _ screen: FirstScreen, _ figures: Figures, _ writer: SheetWriter, from row: Int
  ) throws -> Int {
    let sentences = screen.sentences(figures)
    guard !sentences.isEmpty else { return row }
    try writer.put("What happened", row, 0, .plain.bold)
    let noted = figures.annotationRemarks().prefix(5).map { "\($0.lead) \($0.text)" }
    let texts = (sentences.map { "• " + $0 } + noted).flatMap { text in
      UntrustedText.cleaned(text, limit: 600).wrapped(limit: Self.rowLength)
    }
    return try writer.put(lines: texts, row + 1) + 1
  }

  private func writeHeadlines(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws
    -> Int
  {
    try writer.heads(
      ["Figure", "Now", "Before", "Change", "Compared with", "Based on"], row, lastTexts: 2)
    for (index, line) in figures.headlines.enumerated() {
      let at = row + 1 + index
      let paler: Style.Ink? = figures.isStale ? .faint : nil
      try writer.put(line.name, at, 0, .plain.bold)
      try writer.put(line.value, at, 1, Style.of(line.value).bold.inked(paler))
      try writer.put(line.before, at, 2)
      let ink = paler ?? line.isBetter.map { $0 ? Style.Ink.good : .bad }
      try write(Change(line.value, from: line.before), writer, at, ink)
      try writer.put(line.comparison, at, 4, .plain.indented)
      try writer.put(line.detail, at, 5, .plain, fits: false)
    }
    let last = row + figures.headlines.count
    try writer.define("summary", rows: row...last, columns: 0...5)
    return last + 1
  }

  private func write(
    _ change: Change?, _ writer: SheetWriter, _ row: Int, _ ink: Style.Ink?
  ) throws {
    switch change {
    case .share(let share): try writer.put(share, row, 3, Style(format: .change, ink: ink))
    case .points(let points): try writer.put(points, row, 3, Style(format: .points, ink: ink))
    case nil: break
    }
  }

  private func writePeriods(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int
  {
    try writer.heads(
      ["Figure", "Last day", "7 days", "7 before", "30 days", "30 before", "Month to date"], row)
    for (index, line) in figures.periodLines.enumerated() {
      try writer.put(line.name, row + 1 + index, 0)
      let cells = [
        line.day, line.week, line.weekBefore, line.month, line.monthBefore, line.toDate,
      ]
      for (column, cell) in cells.enumerated() { try writer.put(cell, row + 1 + index, 1 + column) }
    }
    let last = row + figures.periodLines.count
    try writer.define("periods", rows: row...last, columns: 0...6)
    return last + 1
  }

  /// The apps side by side, where there are several; returns the next row.
  private func writeApps(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int {
    let lines = figures.appLines
    guard !lines.isEmpty else { return row }
    try writer.heads(Figures.appHeads, row + 1)
    for (index, line) in lines.enumerated() {
      let at = row + 2 + index
      try writer.put(UntrustedText.cleaned(line.name, limit: 120), at, 0)
      try writer.put(line.mrr, at, 1)
      try writer.put(line.share, at, 2)
      try write(Change(line.mrr, from: line.before), writer, at, nil)
      let rest = [line.subscribers, line.netRevenue, line.trials, line.churn]
      for (column, cell) in rest.enumerated() { try writer.put(cell, at, 4 + column) }
    }
    let last = row + 1 + lines.count
    try writer.define("apps", rows: (row + 1)...last, columns: 0...7)
    return last + 1
  }

  private func writeTargets(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int
  {
    guard !figures.targets.isEmpty else { return row }
    try writer.heads(
      ["Target", "Actual", "At least", "At most", "Stretch", "Status"], row, lastTexts: 1)
    for (index, target) in figures.targets.enumerated() {
      try writer.put(target.name, row + 1 + index, 0)
      let cells = [target.actual, target.low, target.high, target.stretch]
      for (column, cell) in cells.enumerated() {
        // 0.15% is more than 0.1%.
        let style = cell.rate == nil ? Style.of(cell) : Style(format: .finePercent)
        try writer.put(cell, row + 1 + index, 1 + column, style)
      }
      let ink = target.isMet.map { $0 ? Style.Ink.good : .bad } ?? .faint
      try writer.put(target.status.rawValue, row + 1 + index, 5, Style(ink: ink).indented)
    }
    let last = row + figures.targets.count
    try writer.define("targets", rows: row...last, columns: 0...5)
    writer.keepTogether(rows: row...last)
    return last + 1
  }

  /// Those that fire, and the names of the others.
  private func writeAlerts(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int {
    guard !figures.alerts.isEmpty else { return row }
    try writer.heads(["Alert", "Severity", "State", "Since", "What"], row, texts: 5)
    var at = row + 1
    for alert in figures.firing {
      at = try write(alert, writer, at)
      guard alert.needsAttention, let runbook = alert.runbook else { continue }
      try writer.put("What to do: \(runbook)", at, 4, .explanation, fits: false)
      at += 1
    }
    let firing = Set(figures.firing.map(\.name))
    let waiting = figures.alerts.count(where: \.isStale)
    if waiting > 0 {
      let rules = "\(counted(Int64(waiting), "rule")) \(waiting == 1 ? "waits" : "wait")"
      try writer.put("\(rules) for newer data", at, 0, .explanation, fits: false)
      at += 1
    }
    let others = Dictionary(
      grouping: figures.alerts.filter { !firing.contains($0.name) && !$0.isStale },
      by: \.state.rawValue)
    for (state, alerts) in others.sorted(by: { $0.key < $1.key }) {
      let names = alerts.map(\.name).joined(separator: ", ")
      let title = state == "ok" ? "OK" : state.capitalizedFirst
      at = try writer.put(
        lines: "\(title): \(names).".wrapped(limit: Self.rowLength), at, 0, .explanation)
    }
    try writer.define("alerts", rows: row...(at - 1), columns: 0...4)
    writer.keepTogether(rows: row...(at - 1))
    return at
  }

  /// As many rows as the message has lines; returns the next.
  private func write(_ alert: AlertLine, _ writer: SheetWriter, _ row: Int) throws -> Int {
    let style = alert.needsAttention ? Style.plain.bold.inked(.bad) : .plain
    try writer.put(alert.name, row, 0, style)
    try writer.put(alert.severity.rawValue, row, 1, style)
    try writer.put(alert.state.rawValue, row, 2, style)
    try writer.put(alert.since.map { .day($0) } ?? .missing, row, 3)
    let lines = UntrustedText.cleaned(alert.message, limit: 600).wrapped(limit: 130)
    return try max(row + 1, writer.put(lines: lines, row, 4))
  }

  /// Over cells of other sheets; returns the row below.
  private func insertCharts(_ figures: Figures, _ writer: SheetWriter, at row: Int) throws -> Int {
    let daily = figures.rows(of: Daily.self)
    guard daily.count > 1, daily.contains(where: { $0.integer(Daily.mrr) > 0 }) else { return row }
    let days = DataSheet.days(figures, cohorts)
    let shown = daily.suffix(90)
    var mrr = dailyChart(
      figures.markedMRR("MRR, last 90 days"), "MRR", days, Daily.mrr, isMoney: true)
    mrr.narrow(to: shown.compactMap { $0.magnitude(Daily.mrr) })
    mrr.marks = figures.annotationMarks(shown.map { $0[Daily.date] })
    try writer.insert(mrr, at: row, 0)
    var subscribers = dailyChart(
      figures.markedMRR("Subscribers, last 90 days"), "subscribers", days, Daily.subscribers)
    subscribers.offset = 540
    subscribers.narrow(to: shown.compactMap { $0.magnitude(Daily.subscribers) })
    try writer.insert(subscribers, at: row, 0)
    return row + 13
  }

  private func dailyChart(
    _ title: String, _ unit: String, _ days: Area, _ column: any ReportColumn<Daily>,
    isMoney: Bool = false
  ) -> WorkbookChart {
    WorkbookChart(
      shape: .line, title: title, description: "\(title), by day.", unit: unit,
      categories: days.column(of: Daily.date),
      series: [.init(name: unit, values: days.column(of: column), colour: .level)],
      isMoney: isMoney, dates: "d mmm", labelEvery: 14, width: 520, height: 240, hasLegend: false,
      source: DataSheet.name)
  }
}
