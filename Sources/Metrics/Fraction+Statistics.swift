import Values

extension Fraction {
  /// For statistics only: money never passes through it.
  var approximate: Double { Double(numerator) / Double(denominator) }
}
