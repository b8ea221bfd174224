import Values

/// Numbers and dates as the CSV contract writes them, appended byte by byte: a report has
/// millions of cells, and formatting them must cost less than computing them.
extension [UInt8] {
  mutating func append(integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    append(digits: integer.magnitude, atLeast: 1)
  }

  /// Two decimals, rounded half to even. A zero has no sign.
  mutating func append(money amount: Amount) {
    append(decimal: cents(amount), places: 2)
  }

  /// Six decimals.
  mutating func append(rate: Rate) {
    append(decimal: rate.millionths, places: 6)
  }

  /// `YYYY-MM-DD`.
  mutating func append(day: Day) {
    let date = day.civil
    append(year: date.year, month: date.month)
    append(UInt8(ascii: "-"))
    append(digits: UInt64(date.day), atLeast: 2)
  }

  /// `YYYY-MM`.
  mutating func append(month: Month) {
    append(year: month.year, month: month.monthOfYear)
  }

  private mutating func append(year: Int, month: Int) {
    append(digits: UInt64(year.magnitude), atLeast: 4)
    append(UInt8(ascii: "-"))
    append(digits: UInt64(month), atLeast: 2)
  }

  private mutating func append(decimal: Int64, places: Int) {
    let unit: UInt64 = places == 2 ? 100 : 1_000_000
    let (whole, fraction) = decimal.magnitude.quotientAndRemainder(dividingBy: unit)
    if decimal < 0 { append(UInt8(ascii: "-")) }
    append(digits: whole, atLeast: 1)
    append(UInt8(ascii: "."))
    append(digits: fraction, atLeast: places)
  }

  /// The decimal digits of `number`, with zeros in front up to `width`.
  private mutating func append(digits number: UInt64, atLeast width: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number
      var at = 20
      repeat {
        at -= 1
        digits[at] = UInt8(truncatingIfNeeded: rest % 10) &+ 48
        rest /= 10
      } while rest > 0 || 20 - at < width
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[at...]))
    }
  }
}

/// An amount in hundredths, rounded half to even.
func cents(_ amount: Amount) -> Int64 {
  let (whole, rest) = amount.micros.quotientAndRemainder(dividingBy: 10_000)
  guard rest.magnitude > 5000 || (rest.magnitude == 5000 && whole % 2 != 0) else { return whole }
  return rest < 0 ? whole - 1 : whole + 1
}
