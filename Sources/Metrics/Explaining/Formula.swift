import Values

/// How a figure follows from others, with the numbers put in.
package struct Formula: Sendable, Equatable {
  /// A number in the formula, and what it is called.
  package struct Term: Sendable, Equatable {
    package let name: String
    package let cell: Cell
    /// How often it is taken; −1 for what is subtracted.
    package var factor: Int64 = 1
  }

  package enum Shape: Sendable, Equatable {
    /// The sum of the terms.
    case sum
    /// The first term ÷ the second.
    case quotient
    /// An end of the Wilson 95 % interval of the first term out of the second.
    case interval
    /// The first term × the second ÷ the third.
    case expected
    /// The first term × an end of the Wilson 95 % interval of the second out of the third.
    case expectedInterval
    /// The sum of what the customers behind it have.
    case customers
    /// No sum: how it comes about, in words.
    case nonAdditive(String)
    /// No computation: it is looked up, or told by the program's own steps.
    case stated
  }

  package let shape: Shape
  package let terms: [Term]
}
