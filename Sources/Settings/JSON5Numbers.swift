extension JSON5Parser {
  /// Reads a number and brings it to the grammar of JSON: `+1` is `1`, `.5` is `0.5`, `0xFF` is
  /// `255`. `Infinity` and `NaN` stay; whoever wants a number refuses them.
  mutating func number() throws(JSON5Error) -> String {
    let start = scanner.position
    let text = scanner.run {
      $0.properties.isAlphabetic || "0123456789.+-_".unicodeScalars.contains($0)
    }
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let plain = plainNumber(digits) else {
      throw JSON5Error(fact: .badNumber(text), position: start)
    }
    return isNegative ? "-" + plain : plain
  }
}

private func plainNumber(_ text: Substring) -> String? {
  if text == "Infinity" || text == "NaN" { return String(text) }
  if text.hasPrefix("0x") || text.hasPrefix("0X") { return plainHexadecimal(text.dropFirst(2)) }
  return plainDecimal(text)
}

private func plainHexadecimal(_ digits: Substring) -> String? {
  guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
    return nil
  }
  return UInt64(digits, radix: 16).map(String.init)
}

private func plainDecimal(_ text: Substring) -> String? {
  let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
  let halves = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  let fraction = halves.count == 2 ? halves[1] : ""
  guard isDigits(halves[0]), isDigits(fraction), !(halves[0].isEmpty && fraction.isEmpty),
    halves[0].count < 2 || !halves[0].hasPrefix("0")
  else { return nil }
  let mantissa = (halves[0].isEmpty ? "0" : halves[0]) + (fraction.isEmpty ? "" : "." + fraction)
  guard parts.count == 2 else { return String(mantissa) }
  return isExponent(parts[1]) ? "\(mantissa)e\(parts[1])" : nil
}

private func isExponent(_ text: Substring) -> Bool {
  let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text
  return !digits.isEmpty && isDigits(digits)
}

private func isDigits(_ text: Substring) -> Bool {
  text.utf8.allSatisfy { $0 &- 48 < 10 }
}
