/// What a row of the table `coverage` tells of: a coverage of some kind, or what stands beside
/// coverages. Raw values are stored, and models in SQL have them as numbers.
package enum CoverageKind: Int64, CaseIterable, Sendable {
  case trial = 1, paid, free, grant
  /// The days on which an add-on has MRR, which gives no access.
  case addOn

  package init(_ kind: Coverage.Kind) {
    self =
      switch kind {
      case .trial: .trial
      case .paid: .paid
      case .free: .free
      }
  }

  /// As the view `coverages` has it.
  package var name: String { self == .addOn ? "add_on" : "\(self)" }
}
