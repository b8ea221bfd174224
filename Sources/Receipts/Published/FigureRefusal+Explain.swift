package import Metrics

extension FigureRefusal {
  /// Of an answer that would be of several rows, or of none.
  package init(_ error: ExplainError, of metric: Metric) {
    switch error {
    case .severalRows(_, let rows, let choices):
      let ways = choices.map { "\($0.column)=\($0.values.prefix(6).joined(separator: "|"))" }
      self.init(
        reason: .notPublished,
        message:
          "\(metric.name) has \(rows) rows for this: say which by \(ways.joined(separator: "; "))",
        nearest: choices.first.map { choice in
          choice.values.prefix(3).map { "\(metric.name) \(choice.column)=\($0)" }
        } ?? [])
    case .unknownSegment(let dimension, let value, let nearest):
      self.init(
        reason: .unknown, message: "nothing has the \(dimension) \"\(value)\"",
        nearest: nearest.prefix(3).map { "\(metric.name) \(dimension)=\($0)" })
    case .unknownCondition(let name, let known):
      self.init(
        reason: .unknown, message: "\(metric.file.name).csv cannot be asked for \(name)",
        nearest: Array(known.prefix(6)))
    case .unknownMetric(let name, let nearest):
      self.init(
        reason: .unknown, message: "there is no figure \"\(name)\"",
        nearest: nearest.map { [$0] } ?? [])
    case .noRow, .ofDays:
      self.init(reason: .notPublished, message: "\(metric.name) has no such row")
    }
  }
}
