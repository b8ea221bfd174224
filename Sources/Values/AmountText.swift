extension Amount {
  /// The exact decimal number in major units, without needless zeros: `4.99`, `-0.000001`, `12`.
  package var decimalText: String {
    let (whole, fraction) = micros.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = micros < 0 ? "-" : ""
    return fraction == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(decimals(Int(fraction)))"
  }
}

extension Amount {
  /// As people read sums: to the hundredth, half to even.
  package var roundedText: String {
    let cents = roundedHalfToEven(Int128(micros), over: 10_000)
    let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(cents < 0 ? "-" : "")\(whole).\(padded(Int(rest), 2))"
  }
}

/// The decimals of 0 to 999,999 millionths, without needless zeros behind the first `fewest`:
/// `990000` is `99`, and `500000` with at least two is `50`.
package func decimals(_ millionths: Int, fewest: Int = 1) -> String {
  var (rest, count) = (millionths, 6)
  while count > fewest, rest.isMultiple(of: 10) { (rest, count) = (rest / 10, count - 1) }
  return padded(rest, count)
}
