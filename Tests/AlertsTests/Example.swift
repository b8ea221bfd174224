import Foundation
import Metrics
import Settings
import Values

@testable import Alerts

/// Small hand-made figures, and judgements of them.
enum Example {
  static let asOf = Day(20_590)  // 2026-05-17
  static let end = Zone.utc.end(of: asOf)

  /// Figures whose newest event is `hours` before the end of the as-of day.
  static func figures(age hours: Int = 1, tables: [Table] = []) -> Figures {
    var figures = Figures(
      asOf: asOf, zone: "UTC", currency: "USD", version: "0.1.0", configurationHash: "00")
    figures.firstDay = asOf.advanced(by: -200)
    figures.newestEvent = end - .hours(hours)
    figures.tables = tables
    return figures
  }

  /// A table with one row for each of the last days, `columns` filled by `value`, 0 being the
  /// as-of day.
  static func table(
    _ file: TableSchema, days: Int = 100, segment: (String, String) = ("all", "all"),
    _ columns: [String: (Int) -> Int64]
  ) -> Table {
    file.table(
      (0..<days).reversed().map { ago in
        file.columns.map { column in
          switch column.name {
          case "date": .day(asOf.advanced(by: -ago))
          case "dimension": .text(segment.0)
          case "value": .text(segment.1)
          default: columns[column.name].map { cell(column.kind, $0(ago)) } ?? .missing
          }
        }
      })
  }

  private static func cell(_ kind: Table.Kind, _ value: Int64) -> Cell {
    kind == .money ? .money(Amount(micros: value * 1_000_000)) : .count(value)
  }

  static let terms = Judge.Terms(end: end, trialGraceDays: 7, renewalTolerance: .hours(24))

  static func rule(_ name: String) throws -> AlertRule {
    guard let rule = AlertRule.defaults.first(where: { $0.name == name }) else {
      throw Unknown(rule: name)
    }
    return rule
  }

  struct Unknown: Error { let rule: String }

  static func verdict(
    _ name: String, _ figures: Figures, _ change: (inout AlertRule) -> Void = { _ in }
  )
    throws -> Verdict
  {
    var rule = try rule(name)
    change(&rule)
    guard let verdict = Judge([rule], terms).verdicts(on: figures).first else {
      throw Unknown(rule: name)
    }
    return verdict
  }

  /// What the verdict on a rule was made of.
  static func evidence(_ rule: AlertRule, _ figures: Figures) throws -> RuleEvidence {
    let judge = Judge([rule], terms)
    guard let verdict = judge.verdicts(on: figures).first else { throw Unknown(rule: rule.name) }
    return judge.evidence(for: verdict, on: figures)
  }

  /// Material that stands beside the project, not in it.
  static func shared(_ name: String) -> String? {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("../shared/" + name).standardizedFileURL.path
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}
