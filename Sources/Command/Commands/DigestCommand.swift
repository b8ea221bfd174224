import Alerts
import Mail
import Metrics
import Reports
import SQLite
import Settings
import Store
import Values

/// `runrate digest`: what happened in a day, a week or a month, for mail and chat.
struct DigestCommand: ParsableCommand {
  /// Those that the command line names.
  private var periods: [DigestPeriod] = []

  init() {}

  static let configuration = CommandConfiguration(
    name: "digest", abstract: "Write what happened in a day, week or month, for mail and chat",
    options: [
      choice(.daily, "The as-of day, against the same weekday a week before (the default)"),
      choice(.weekly, "The newest week, Monday to Sunday, that is over, against the one before"),
      choice(.monthly, "The newest month that is over, against the one before"),
    ] + OptionDeclaration.publishing,
    examples: [
      Example(
        line: "runrate digest --weekly",
        purpose: "reports/digest-weekly/2026-06-28/digest.md, .txt and .html"),
      Example(
        line: "runrate digest --monthly --as-of 2026-07-01",
        purpose: "June, once it is over; for mail and chat see the guide Alerts"),
    ])

  private static func choice(_ period: DigestPeriod, _ help: String) -> OptionDeclaration {
    OptionDeclaration("--\(period.rawValue)", help: help) { line in
      Self.update(&line) { command in
        command.periods.append(period)
        return true
      }
    }
  }

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    if periods.count > 1 {
      throw Failure.conflict("--\(periods[0].rawValue)", "--\(periods[1].rawValue)")
    }
    try requireDatabase(options)
    return try Session(options, console).digest(periods.first ?? .daily)
  }
}

extension Session {
  /// Queues the digest where the configuration asks for it, unless that of this period, or of a
  /// later one, was queued before: it goes out with the messages of alerts.
  /// - Parameter folder: where the files of the digest are, with the workbook.
  func queueDigest(_ period: DigestPeriod, _ figures: Figures, in folder: String) throws {
    let slack = AlertChannel.slack
    let isPosted = slack.hasSecret(in: console.environment)
    guard settings.digest.post.contains(period), isPosted || sendsMail,
      figures.asOf <= settings.timezone.day(of: now)
    else { return }
    var figures = figures
    try hideSmall(in: &figures)
    let body = DigestMessage.body(figures, of: period, link: settings.digest.link)
    let drafts = drafts(Digest(figures, of: period, link: settings.digest.link), period, folder)
    try store.database.transaction {
      guard try store.takesDigest(of: period.rawValue, upTo: figures.asOf) else { return }
      if isPosted { try store.queue(body, for: slack.name, made: figures.asOf) }
      for draft in drafts { try store.queue(draft.json, for: Self.mailChannel, made: figures.asOf) }
    }
  }

  /// FOLD → SUM → WRITE → NOTIFY: the digest of the newest whole period up to the as-of day. Alerts
  /// are judged as of its last day, and nothing of that is remembered.
  func digest(_ period: DigestPeriod) throws -> ExitCode {
    let (asOf, extent) = try digestDay(period)
    try foldToAnswer(to: asOf)
    var figures = try figures(asOf: asOf, extent: extent)
    _ = try judge(&figures)
    let folder = try publish(figures, period)
    try queueDigest(period, figures, in: folder)
    console.note("wrote \(folder)")
    try deliverMessages()
    figures.unprovenSentences.map { console.alarm($0.joined(separator: " ")) }
    return figures.failedChecks.isEmpty ? .allWell : .reconciliation
  }

  private func digestDay(_ period: DigestPeriod) throws -> (asOf: Day, extent: EventExtent) {
    let (asOf, extent) = try reportDay()
    let end = period.end(upTo: asOf)
    let first = settings.timezone.day(of: extent.first)
    guard first <= end else { throw Failure.beforeFirstEvent(asOf: end, first: first) }
    return (end, extent)
  }

  private func publish(_ figures: Figures, _ period: DigestPeriod) throws -> String {
    var figures = figures
    try hideSmall(in: &figures)
    let files: [any Report] =
      [DigestFiles(period, link: settings.digest.link)]
      + (sendsMail && settings.digest.post.contains(period) ? [WorkbookFile()] : [])
    return try during("writing the digest") { [figures] in
      try ReportFolder(reports: options.reports, segment: "digest-\(period.rawValue)").publish(
        figures, files, options: reportOptions, movesBack: options.movesLatestBack
      ).folder
    }
  }
}
