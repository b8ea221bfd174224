import Foundation
import Metrics
import Reports
import Values

/// What became of the figure that a receipt stands for.
package struct Verification: Sendable {
  package enum Outcome: String, Sendable, CaseIterable {
    case published = "as published"
    case restated = "restated since"
    case foreign = "not of this installation"
    case altered

    /// As JSON names it.
    package var key: String { rawValue.split(separator: " ").joined(separator: "_") }
  }

  package let text: String
  package let outcome: Outcome
  /// The value of the receipt, and that of the newest report where it is another one.
  package var then: String?
  package var now: String?
  package let why: String
}

extension Verification {
  /// The same once the figure was computed anew from the events; nil: it was not there.
  package func recomputed(as value: String?) -> Verification {
    guard value != then else {
      return Verification(
        text: text, outcome: outcome, then: then, now: now,
        why: why + ", and so computed anew from the events")
    }
    return Verification(
      text: text, outcome: .restated, then: then, now: value ?? "nothing",
      why: "computed anew from the events it is another one")
  }
}

/// Looks receipts up in the reports of a folder.
package struct Verifier {
  private let reports: String

  /// `reports`: the folder of all reports.
  package init(reports: String) { self.reports = reports }

  /// Throws where a report cannot be read at all.
  package func verify(_ text: String) throws -> Verification {
    guard let receipt = Receipt(text) else {
      return Verification(
        text: text, outcome: .altered,
        why: "its check digits do not fit: it is not as it was given")
    }
    do {
      return try verify(receipt)
    } catch let failure as Failure where failure.exit == .badData {
      return outcome(.altered, receipt, failure.message)
    }
  }

  private func verify(_ receipt: Receipt) throws -> Verification {
    guard let report = try report(of: receipt.day) else {
      return outcome(.foreign, receipt, "there is no report of \(receipt.day) in \(reports)")
    }
    if report.id == receipt.report { return try verify(receipt, in: report) }
    guard let old = report.replaced.first(where: { $0.id == receipt.report }) else {
      return outcome(
        .foreign, receipt, "the report \(receipt.report) was never published in \(reports)")
    }
    return try verify(receipt, in: report, madeAnewSince: old)
  }

  /// Nil where there is no such day.
  private func report(of day: Day) throws -> PublishedReport? {
    guard FileManager.default.fileExists(atPath: reports) else { throw Failure.notFound(reports) }
    guard try entries(of: reports).contains(day.description) else { return nil }
    return try PublishedReport(in: reports, of: day)
  }

  private func outcome(
    _ outcome: Verification.Outcome, _ receipt: Receipt, now: String? = nil, _ why: String
  ) -> Verification {
    Verification(
      text: receipt.description, outcome: outcome, then: receipt.value, now: now, why: why)
  }
}

extension Verifier {
  /// The report is as it was: the cell says what was published, the newest report what holds now.
  private func verify(_ receipt: Receipt, in report: PublishedReport) throws -> Verification {
    guard let figure = try value(receipt, in: report) else {
      return outcome(.altered, receipt, "the report that it names has no such cell")
    }
    guard figure.text == receipt.value else {
      return outcome(
        .altered, receipt, now: figure.text, "the report that it names says \(figure.text)")
    }
    let latest = try PublishedReport(in: reports)
    guard latest.day > report.day, isOfTime(figure), let now = try value(receipt, in: latest),
      now.text != receipt.value
    else { return outcome(.published, receipt, "so in the report of \(report.day)") }
    return outcome(
      .restated, receipt, now: now.text,
      "the report of \(latest.day) says \(now.text): \(try cause(figure, latest, report.own))")
  }

  /// The report of the day was made anew.
  private func verify(
    _ receipt: Receipt, in report: PublishedReport, madeAnewSince old: PublishedRun.Version
  ) throws -> Verification {
    guard let now = try value(receipt, in: report) else {
      return outcome(
        .restated, receipt, "the report of \(report.day) was made anew, without this figure")
    }
    guard now.text != receipt.value else {
      return outcome(.published, receipt, "so in the report of \(report.day), made anew since")
    }
    return outcome(
      .restated, receipt, now: now.text,
      "the report of \(report.day) was made anew: \(try cause(now, report, old))")
  }

  /// Nil where the report has no such cell, or nothing in it.
  private func value(_ receipt: Receipt, in report: PublishedReport) throws -> Figure? {
    do {
      let metric = try Metric(named: receipt.metric)
      return try FigureReader(report).figure(metric, at: receipt.address)
    } catch is FigureRefusal {
      return nil
    }
  }

  /// Whether another day's report tells of the same days.
  private func isOfTime(_ figure: Figure) -> Bool {
    guard let time = figure.address.time(figure.metric.file) else { return false }
    return !["trailing", "previous"].contains { time.hasPrefix($0) }
  }

  /// `figure`: as it was, or is.
  private func cause(_ figure: Figure, _ report: PublishedReport, _ old: PublishedRun.Version)
    throws -> String
  {
    if !figure.maturity.isFinal { return "it was not final then, \(figure.maturity.why)" }
    let own = report.own
    if own.version != old.version { return "version \(own.version) made it, \(old.version) before" }
    if own.configuration != old.configuration { return "the configuration is another one" }
    let day = figure.address.time(figure.metric.file).flatMap(Day.init)
    let rows = Rows<Restated>(try report.table(Restated.schema))
    let told = rows.last {
      $0[Restated.date] == day && $0.text(Restated.figure) == figure.metric.column.name
    }
    return told.map { $0.text(Restated.cause) } ?? "events came late, or were purged"
  }
}
