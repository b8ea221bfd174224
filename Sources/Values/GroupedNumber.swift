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

/// `1 file`, `2 files`; `things`: the plural where it is no `s` behind the singular.
package func counted(_ number: Int64, _ thing: String, _ things: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? thing : things ?? thing + "s")"
}
