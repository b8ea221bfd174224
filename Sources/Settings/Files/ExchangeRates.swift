package import Values

/// What one unit of a currency was worth in the reporting currency, by day.
package struct ExchangeRates: Sendable {
  package let reportingCurrency: String
  /// By currency, ascending by day.
  private var series: [String: [Quote]] = [:]

  package struct Quote: Sendable, Hashable {
    package let day: Day
    package let rate: Fraction
  }

  /// Without a file: the reporting currency is 1, nothing else is known.
  package init(reportingCurrency: String) { self.reportingCurrency = reportingCurrency }

  /// The latest rate at or before `day`; nil when there is none.
  package func rate(of currency: String, on day: Day) -> Fraction? {
    guard currency != reportingCurrency else { return .one }
    guard let quotes = series[currency] else { return nil }
    let later = quotes.partitioningIndex(where: { day < $0.day })
    return later == 0 ? nil : quotes[later - 1].rate
  }

  /// How many days before a day the rate was quoted that stands for it; nil where none does.
  package func age(of currency: String, on day: Day) -> Int? {
    series[currency]?.last { $0.day <= day }.map { $0.day.distance(to: day) }
  }

  /// The currencies that have a rate, in their order.
  package var currencies: [String] { series.keys.sorted() }

  /// The rates of a currency, ascending by day.
  package func quotes(of currency: String) -> [Quote] { series[currency] ?? [] }

  /// Tells apart what is known up to `day`: rates of later days change no figure of it.
  package func fingerprint(upTo day: Day) -> String {
    var facts = Fingerprint()
    facts.add("reporting", reportingCurrency)
    for currency in currencies {
      facts.add("currency", currency)
      for quote in series[currency] ?? [] where quote.day <= day {
        facts.add("\(quote.day.number)", quote.rate)
      }
    }
    return facts.hash
  }
}

extension ExchangeRates {
  private enum Column: String, CaseIterable { case date, currency, rate }

  package static func parse(_ bytes: [UInt8], file: String, reportingCurrency: String)
    throws(Failure) -> ExchangeRates
  {
    var rates = ExchangeRates(reportingCurrency: reportingCurrency)
    var lines: [String: Int] = [:]
    for row in try CSVTable<Column>(bytes, file: file, separator: .told(by: bytes)).rows {
      let currency = try row.read(.currency, currencyInWords) { knownCurrency($0.uppercased()) }
      let day = try row.read(.date, dayInWords) { Day($0) }
      try row.requireFirst("\(day) \(currency)", &lines)
      var rate = try row.read(.rate, "a rate above 0, at most 10000000", usableRate)
      if currency == reportingCurrency {
        rate = try row.read(.rate, "1, because this is the reporting currency") { _ in
          rate.numerator == rate.denominator ? rate : nil
        }
      }
      rates.series[currency, default: []].append(Quote(day: day, rate: rate))
    }
    for currency in rates.currencies { rates.series[currency]?.sort { $0.day < $1.day } }
    return rates
  }

  /// Above 0, at most ten million; digits past the twelfth of an inverse rate are rounded.
  private static func usableRate(_ text: String) -> Fraction? {
    guard let rate = ExactDecimal(text).flatMap(Fraction.init(rounding:)), rate.numerator > 0,
      Int128(rate.numerator) <= Int128(rate.denominator) * 10_000_000
    else { return nil }
    return rate
  }

  /// Days on which a currency had no rate of its own between two that it has, or up to today.
  package struct Gap: Sendable, Hashable {
    package let currency: String
    /// The last day with a rate.
    package let from: Day
    /// The next day with one, or the day that was asked for.
    package let to: Day
  }

  /// Stretches of more than `days` days without a rate of their own: the older rate is used
  /// there, which a warning should say. With `until`, also the stretch from a currency's last
  /// rate to that day; later rates are left out.
  package func gaps(longerThan days: Int, until day: Day? = nil) -> [Gap] {
    currencies.flatMap { currency -> [Gap] in
      guard currency != reportingCurrency else { return [] }
      let quoted = (series[currency] ?? []).map(\.day).filter { day == nil || $0 <= day ?? $0 }
      let ends = quoted.dropFirst() + (day.map { [$0] } ?? [])
      return zip(quoted, ends).filter { $0.distance(to: $1) > days }
        .map { Gap(currency: currency, from: $0, to: $1) }
    }
  }
}

let currencyInWords = "a currency code of ISO 4217, such as USD"
let dayInWords = "a date YYYY-MM-DD that exists"

/// The code, when ISO 4217 has it.
func knownCurrency(_ text: String) -> String? { CurrencyCodes.all.contains(text) ? text : nil }
