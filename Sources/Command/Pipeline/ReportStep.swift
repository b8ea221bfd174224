import Alerts
import Metrics
import Reports
import Settings
import Store
import Timeline
import Values

/// Why there is no report.
enum ReportFailure: Error, Equatable {
  /// The database holds no event.
  case nothingToReport
  /// The as-of day is before the first event.
  case beforeFirstEvent(asOf: Day, first: Day)
  /// A check found two different figures; nothing was published.
  case doesNotAddUp([Check])
}

extension Session {
  /// FOLD: brings the derived tables to the as-of day. Call inside a transaction.
  func fold(to asOf: Day) throws {
    try during("folding the events") {
      try Derivation(
        store, strings: strings, rules: settings.foldRules(rates, strings), threads: threads
      ).bring(
        to: asOf, rulesHash: settings.rulesHash,
        ratesHash: { [rates] in rates.fingerprint(upTo: $0) })
    }
  }

  /// The day that the report is about, once it is known that there is something to report.
  func reportDay() throws -> (asOf: Day, extent: EventExtent) {
    guard let extent = try store.extent(), let asOf = asOf(extent) else {
      throw ReportFailure.nothingToReport
    }
    let first = settings.timezone.day(of: extent.first)
    guard first <= asOf else { throw ReportFailure.beforeFirstEvent(asOf: asOf, first: first) }
    return (asOf, extent)
  }

  /// SUM: the figures of the as-of day, proven.
  func figures(asOf: Day, extent: EventExtent) throws -> Figures {
    let scope = ReportScope(
      asOf: asOf, firstDay: settings.timezone.day(of: extent.first), zone: settings.timezone,
      funnels: settings.funnels)
    var figures = Figures(
      asOf: asOf, zone: settings.timezone.name, currency: settings.catalogue.reportingCurrency,
      version: Program.version, configurationHash: settings.fingerprint)
    figures.firstDay = scope.firstDay
    figures.newestEvent = try store.newestEvent(upTo: asOf)
    try during("computing the figures") {
      try FiguresBuilder(store.database, scope).fill(&figures)
    }
    let failed = figures.checks.filter { !$0.passed }
    guard failed.isEmpty else { throw ReportFailure.doesNotAddUp(failed) }
    return figures
  }

  /// WRITE: publishes the figures; returns the folder.
  func publish(_ figures: Figures) throws -> String {
    try during("writing the reports") {
      try ReportFolder(reports: options.reports).publish(figures, allReports + alertReports)
    }
  }
}
