extension Amount {
  /// The exact decimal number in major units, without needless zeros: `4.99`, `-0.000001`, `12`.
  package var decimalText: String {
    let (whole, fraction) = micros.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = micros < 0 ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(whole)" }
    var digits = padded(Int(fraction), 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
