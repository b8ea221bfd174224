/// A country the apps are sold in.
struct Country {
  let code: StaticString
  let currency: Currency
  /// Hours ahead of UTC, for the hour people pick up their phones.
  let offset: Int64
  /// Its share of installs, in thousandths.
  let weight: Int
  /// How readily its people buy; 1000 is the average.
  let appetite: Int
  /// The inclusive tax rate, as the configuration writes it.
  let tax: String?

  static let all: [Country] = [
    Country(code: "US", currency: .usd, offset: -6, weight: 330, appetite: 1150, tax: nil),
    Country(code: "DE", currency: .eur, offset: 1, weight: 120, appetite: 1000, tax: "0.19"),
    Country(code: "GB", currency: .gbp, offset: 0, weight: 110, appetite: 1080, tax: "0.20"),
    Country(code: "JP", currency: .jpy, offset: 9, weight: 110, appetite: 950, tax: "0.10"),
    Country(code: "IN", currency: .inr, offset: 5, weight: 100, appetite: 560, tax: "0.18"),
    Country(code: "BR", currency: .brl, offset: -3, weight: 80, appetite: 700, tax: "0.17"),
    Country(code: "FR", currency: .eur, offset: 1, weight: 70, appetite: 960, tax: "0.20"),
    Country(code: "CA", currency: .cad, offset: -5, weight: 45, appetite: 1100, tax: nil),
    Country(code: "AU", currency: .aud, offset: 10, weight: 35, appetite: 1120, tax: "0.10"),
  ]
}

/// A currency that prices are written in.
enum Currency: Int, CaseIterable {
  case usd, eur, gbp, jpy, inr, brl, cad, aud

  var code: StaticString {
    switch self {
    case .usd: "USD"
    case .eur: "EUR"
    case .gbp: "GBP"
    case .jpy: "JPY"
    case .inr: "INR"
    case .brl: "BRL"
    case .cad: "CAD"
    case .aud: "AUD"
    }
  }

  /// Whether prices have cents.
  var hasCents: Bool { self != .jpy }

  /// About how many hundred-millionths of a dollar one unit is worth.
  var dollars: Int64 {
    switch self {
    case .usd: 100_000_000
    case .eur: 108_250_000
    case .gbp: 126_900_000
    case .jpy: 668_000
    case .inr: 1_168_000
    case .brl: 17_650_000
    case .cad: 71_500_000
    case .aud: 64_300_000
    }
  }
}
