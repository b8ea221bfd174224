/// How many digits a currency's minor unit has, as billers count
/// (https://docs.stripe.com/currencies#zero-decimal).
package enum MinorUnits {
  /// Codes in lower case.
  package static let none: [StaticString] = [
    "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
    "xof", "xpf",
  ]
  package static let three: [StaticString] = ["bhd", "jod", "kwd", "omr", "tnd"]

  /// Two for what is no code.
  package static func places(of code: String) -> Int {
    let code = code.lowercased()
    if none.contains(where: { $0.description == code }) { return 0 }
    return three.contains { $0.description == code } ? 3 : 2
  }
}
