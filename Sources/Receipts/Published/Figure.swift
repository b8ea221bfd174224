package import Metrics
package import Reports
package import Values

/// A published figure with all that somebody needs to check it.
package struct Figure: Sendable {
  package let metric: Metric
  package let address: CellAddress
  /// Never missing.
  package let value: Cell
  package let unit: String
  /// What it is the quotient of, where the file has both.
  package let part, whole: Term?
  package let interval: Interval?
  package let maturity: Maturity
  /// The reconciliations that look at it, with what became of them.
  package let checks: [PublishedRun.Proof]
  package let receipt: Receipt

  package struct Term: Sendable {
    package let name: String
    package let value: Cell
  }

  package struct Interval: Sendable {
    package let low, high: Cell
  }

  /// The value as the CSV file has it.
  package var text: String { receipt.value }
}

extension Figure {
  /// Throws where it can still change, or rests on too few people.
  func requireSettled(_ report: PublishedReport) throws(FigureRefusal) {
    guard maturity.isFinal else {
      let when = maturity.from.map { "; it will be from the report of \($0) on" } ?? ""
      throw FigureRefusal(
        reason: .unripe,
        message: "\(metric.name) (\(address)) is not final: \(maturity.why)\(when)")
    }
    let smallest = report.run.hiddenBelow ?? report.run.smallestCell ?? 0
    if metric.column.kind != .count, let whole, let count = whole.value.count, count < smallest {
      throw FigureRefusal(
        reason: .tooFew,
        message: "\(metric.name) (\(address)) is of \(count) \(whole.name), fewer than \(smallest)")
    }
  }
}

/// A figure with what it is compared with.
package struct FigureComparison: Sendable {
  package let now, before: Figure

  package init(_ now: Figure, with before: Figure) { (self.now, self.before) = (now, before) }

  /// Now less before, to the last decimal of the file; nil for what is no number.
  package var change: Cell? {
    switch (now.value, before.value) {
    case (.count(let now), .count(let before)): .count(now - before)
    case (.money(let now), .money(let before)): .money(Amount(micros: now.micros - before.micros))
    case (.rate(let now), .rate(let before)):
      .rate(Rate(millionths: now.millionths - before.millionths))
    default: nil
    }
  }

  /// The change ÷ before; nil where there was nothing, or for a difference of shares.
  package var relative: Rate? {
    guard now.metric.column.kind != .rate, let change, let size = before.value.wholeNumber,
      size > 0, let difference = change.wholeNumber
    else { return nil }
    return Rate(difference, over: size)
  }
}
