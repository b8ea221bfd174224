/// `12,345`, with a real minus.
package func grouped(_ number: Int64) -> String {
  let digits = String(number.magnitude)
  var result = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { result += "," }
    result.append(digit)
  }
  return (number < 0 ? "−" : "") + result
}

/// `1 file`, `2 files`.
package func counted(_ number: Int64, _ thing: String) -> String {
  "\(grouped(number)) \(thing)\(number == 1 ? "" : "s")"
}
