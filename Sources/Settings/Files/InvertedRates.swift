import Values

extension ExchangeRates {
  /// Of each currency the first rate that it has never had, while it has had the inverse: 150 dollars
  /// for a yen. `JPY 150 on 2026-03-01: a rate is what 1 JPY is worth in USD`; nil without any.
  package var invertedNote: String? {
    guard let reporting = Self.worth[reportingCurrency] else { return nil }
    let notes = currencies.compactMap { currency -> String? in
      guard let worth = Self.worth[currency] else { return nil }
      func isUsual(_ rate: Fraction) -> Bool {
        let (numerator, denominator) = (Int128(rate.numerator), Int128(rate.denominator))
        return numerator * reporting.upperBound >= worth.lowerBound * denominator
          && numerator * reporting.lowerBound <= worth.upperBound * denominator
      }
      return quotes(of: currency)
        .first { !isUsual($0.rate) && ($0.rate.inverse.map(isUsual) ?? false) }
        .map {
          "\(currency) \($0.rate.decimalText) on \($0.day): a rate is what 1 \(currency) is worth in "
            + reportingCurrency
        }
    }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  /// The least and the most that currencies have been worth since 2008, in millionths of a dollar.
  private static let worth: [String: ClosedRange<Int128>] = [
    "AED": 270_000...275_000, "ARS": 500...340_000, "AUD": 570_000...1_110_000,
    "BRL": 155_000...660_000, "CAD": 670_000...1_070_000, "CHF": 800_000...1_400_000,
    "CLP": 900...2_400, "CNY": 130_000...170_000, "COP": 190...620, "CZK": 37_000...70_000,
    "DKK": 127_000...216_000, "EGP": 18_000...190_000, "EUR": 950_000...1_610_000,
    "GBP": 1_060_000...2_030_000, "HKD": 126_000...131_000, "HUF": 2_200...7_100,
    "IDR": 55...125, "ILS": 235_000...345_000, "INR": 10_000...26_000, "JPY": 6_000...13_400,
    "KRW": 600...1_150, "KWD": 3_200_000...3_850_000, "MXN": 38_000...103_000,
    "MYR": 200_000...345_000, "NGN": 500...8_700, "NOK": 84_000...205_000,
    "NZD": 480_000...890_000, "PEN": 235_000...400_000, "PHP": 16_000...25_500,
    "PKR": 3_200...17_000, "PLN": 190_000...510_000, "RON": 190_000...460_000,
    "RUB": 7_000...44_000, "SAR": 264_000...270_000, "SEK": 87_000...175_000,
    "SGD": 630_000...850_000, "THB": 26_000...35_500, "TRY": 18_000...880_000,
    "TWD": 28_500...37_000, "UAH": 21_000...225_000, "USD": 1_000_000...1_000_000,
    "VND": 36...65, "ZAR": 50_000...165_000,
  ]
}
