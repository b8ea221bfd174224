import Values

/// How many days ahead reports tell what is to come: trials that end, renewals that fall due
/// (Definitions, "Costs, plans, what falls due").
package enum LookAhead {
  package static let days: [Int32] = [1, 3, 7, 30]

  /// The farthest of them.
  static let farthest = Int(days.max() ?? 0)
}
