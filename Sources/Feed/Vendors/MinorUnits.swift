/// How many digits a currency's minor unit has, as billers count
/// (https://docs.stripe.com/currencies#zero-decimal).
enum MinorUnits {
  private static let none: [StaticString] = [
    "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
    "xof", "xpf",
  ]
  private static let three: [StaticString] = ["bhd", "jod", "kwd", "omr", "tnd"]

  /// Two for what is no code.
  static func places(of currency: LineValue) -> Int {
    if none.contains(where: { currency.isWord($0) }) { return 0 }
    return three.contains { currency.isWord($0) } ? 3 : 2
  }
}
