import Alerts
import Metrics
import Reports
import Values

/// What `backtest` prints: a line a rule, then its firings one by one.
struct BacktestReport {
  let tests: [Backtest]
  let days: ClosedRange<Day>
  let currency: String

  var text: String {
    let parts = [heading, table] + tests.filter { !$0.firings.isEmpty }.map(firings)
    return parts.joined(separator: "\n")
  }

  private var heading: String {
    "\(days.lowerBound) to \(days.upperBound), \(counted(Int64(days.count), "day")), as each night would have "
      + "judged them.\n"
  }

  private var table: String {
    let header = [
      "rule", "severity", "firings", "days", "longest", "false starts", "too few", "stale",
      "middle value",
    ]
    let rows = tests.map { test -> [String] in
      [
        test.rule, test.severity.rawValue, "\(test.firings.count)", "\(test.count(.firing))",
        "\(test.firings.map(\.days).max() ?? 0)", "\(test.falseStarts)",
        "\(test.count(.notEnoughData))", "\(test.count(.stale))", test.usual(currency),
      ]
    }
    return TextColumns.text([header] + rows, left: [0, 1])
  }

  private func firings(_ test: Backtest) -> String {
    let lines = test.firings.map { firing in
      "  \(firing.first) to \(firing.last), \(firing.days) \(firing.days == 1 ? "day" : "days")"
        + (firing.isCritical && test.severity == .warning ? ", critical" : "")
        + (firing.isFalseStart ? ", a false start" : "")
        + ": \(UntrustedText.terminalLine(firing.message))\n"
        + (firing.moved.map { "    Stands out: \(UntrustedText.terminalLine($0))\n" } ?? "")
    }
    return "\(test.rule)\n" + lines.joined()
  }

  var json: JSONValue {
    .members([
      "from": .string(days.lowerBound.description), "to": .string(days.upperBound.description),
      "days": .number(days.count),
      "rules": .array(tests.map(\.json)),
    ])
  }
}

extension Backtest {
  /// The middle of all values: half of the days were below it.
  fileprivate func usual(_ currency: String) -> String {
    quantile(0.5).map { text($0, currency: currency) } ?? "–"
  }

  fileprivate var json: JSONValue {
    .members([
      "rule": .string(rule), "severity": .string(severity.rawValue),
      "days_firing": .number(count(.firing)), "days_ok": .number(count(.ok)),
      "days_recovering": .number(count(.recovering)),
      "days_not_enough_data": .number(count(.notEnoughData)), "days_stale": .number(count(.stale)),
      "false_starts": .number(falseStarts),
      "firings": .array(
        firings.map { firing in
          .members([
            "first": .string(firing.first.description), "last": .string(firing.last.description),
            "days": .number(firing.days), "false_start": .bool(firing.isFalseStart),
            "stale": .bool(firing.isStale), "critical": .bool(firing.isCritical),
            "message": .string(firing.message),
            "stands_out": firing.moved.map(JSONValue.string) ?? .null,
          ])
        }),
    ])
  }
}
