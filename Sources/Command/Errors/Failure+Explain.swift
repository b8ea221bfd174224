import Metrics
import Values

extension Failure {
  init(explain error: ExplainError) {
    switch error {
    case .unknownMetric(let name, let nearest):
      self.init(
        "there is no figure \"\(name)\"",
        hint: nearest.map { "did you mean \($0)?" }
          ?? "a figure is a column of a CSV file: reports/latest/csv/README.md lists them",
        exit: .usage)
    case .noRow(let metric, let wanted):
      self.init(
        "\(metric) has no row for \(wanted)",
        hint: "name another day with --on, or the day of another report with --as-of",
        exit: .noInput)
    case .ofDays(let metric, let month):
      self.init(
        "\(metric) is a figure by day, and \(month) is a month",
        hint:
          "ask for a day such as \(month.lastDay), or a file by month, such as revenue.net_revenue",
        exit: .usage)
    case .severalRows(let metric, let rows, let choices):
      let lines = choices.map { "\n  --where \($0.column)=" + $0.values.few }.joined()
      self.init("\(metric) has \(rows) rows for this; say which:\(lines)", exit: .usage)
    case .unknownCondition(let name, let known):
      self.init(
        "--where cannot ask for \(name): expected one of \(known.joined(separator: ", "))",
        exit: .usage)
    case .unknownSegment(let dimension, let value, let nearest):
      self.init(
        "nothing has the \(dimension) \"\(value)\"",
        hint: nearest.isEmpty ? "no \(dimension) is known" : "there are \(nearest.few)",
        exit: .usage)
    }
  }
}
