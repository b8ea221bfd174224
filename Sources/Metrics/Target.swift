/// A target of the configuration beside the figure that it is for.
package struct Target: Sendable, Hashable {
  package enum Status: String, Sendable, CaseIterable {
    case onTarget = "on target"
    case below = "below target"
    case above = "above target"
    /// Fewer than ``Target/enough`` cases: no verdict.
    case fewCases = "n < 30"
    case unknown
  }

  /// The cases from which on a rate is judged.
  package static let enough: Int64 = 30

  package var name: String
  package var actual: Cell
  /// The lower end of what is wanted; missing = none.
  package var low: Cell
  /// The upper end of what is wanted; missing = none.
  package var high: Cell
  /// What would be more than is asked for; missing = nobody says.
  package var stretch: Cell
  /// How many cases a rate is made of; nil for what is no rate.
  package var cases: Int64?
  /// Whether it is one part of a whole, of which more is less of another.
  package var isPartOfMix: Bool

  package init(
    name: String, actual: Cell, low: Cell = .missing, high: Cell = .missing,
    stretch: Cell = .missing, cases: Int64? = nil,
    isPartOfMix: Bool = false
  ) {
    self.name = name
    self.actual = actual
    self.low = low
    self.high = high
    self.stretch = stretch
    self.cases = cases
    self.isPartOfMix = isPartOfMix
  }

  /// A range has two ends: past its upper end a figure is above target, which may be welcome.
  package var status: Status {
    guard let actual = actual.magnitude else { return .unknown }
    if let cases, cases < Self.enough { return .fewCases }
    let isBelow = low.magnitude.map { actual < $0 } ?? false
    let isAbove = high.magnitude.map { actual > $0 } ?? false
    if isBelow { return .below }
    if isAbove { return .above }
    return .onTarget
  }

  /// True for on target, false for missed, nil where nothing is judged, and for what is more than
  /// a range asks for.
  package var isMet: Bool? {
    switch status {
    case .onTarget: true
    case .below: false
    case .above: low == .missing ? false : nil
    case .fewCases, .unknown: nil
    }
  }
}
