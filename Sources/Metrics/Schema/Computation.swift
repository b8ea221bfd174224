/// A cell that follows from columns of the query.
package enum Computation: Sendable, Hashable {
  /// A column of the query.
  package struct Input: Sendable, Hashable {
    package let name: String
    let kind: Table.Kind
    let isShared: Bool
    let isOfTotal: Bool
    /// The columns of the file that it is the sum of: itself, where the file has it; none where that
    /// is not known.
    package let addends: [String]
    package let otherRow: Table.OtherRow?
    let isToldByRow: Bool
    /// What whoever has a part in it has left; nil: what the table says.
    let traces: [Trace]?

    /// Whether it counts people, or money of people, of whom the file says nothing else.
    var isBeyondFile: Bool { addends.isEmpty && otherRow == nil && isShared && !isToldByRow }
  }

  /// Quotient of two columns, in millionths.
  case ratio(Input, Input)
  /// Bounds of the Wilson 95 % interval of a proportion.
  case low(Input, Input)
  case high(Input, Input)
  /// An amount divided by a count.
  case average(Input, Input)
  /// An amount times a proportion, or a bound of it: the quotient of two columns, of whose whole as many
  /// are left as a third is of a fourth, at least the part.
  case expected(Expectation, Input, part: Input, whole: Input, left: Input, of: Input)
  case pseudonym(String)
  case transaction(String)
}

/// The expected value, or an end of its Wilson 95 % interval.
package enum Expectation: Sendable { case mean, low, high }

extension Computation {
  /// The columns of the query that it follows from.
  var inputs: [Input] {
    switch self {
    case .ratio(let part, let whole), .low(let part, let whole), .high(let part, let whole),
      .average(let part, let whole):
      [part, whole]
    case .expected(_, let amount, let part, let whole, let left, let all):
      [amount, part, whole, left, all]
    case .pseudonym, .transaction: []
    }
  }

  var shape: Formula.Shape {
    switch self {
    case .ratio, .average: .quotient
    case .low, .high: .interval
    case .expected(.mean, _, _, _, _, _): .expected
    case .expected: .expectedInterval
    case .pseudonym, .transaction: .stated
    }
  }
}
