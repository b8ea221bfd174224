import Values

extension Simulation {
  /// Daily rates into US dollars (CSV: date,currency,rate): a slow random walk of each currency.
  package var exchangeRates: String {
    var lines = ["date,currency,rate"]
    var rates = Currency.allCases.map(\.dollars)
    var random = RandomSource(seed: options.seed, stream: 1 << 60)
    for day in days(from: -7) {
      for currency in Currency.allCases where currency != .usd {
        let step = random.between(-35, 35) * rates[currency.rawValue] / 10_000
        rates[currency.rawValue] += step + pull(rates[currency.rawValue], to: currency.dollars)
        lines.append("\(day),\(currency.code),\(rate(rates[currency.rawValue]))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What the paid channels cost (CSV: date,channel,campaign,currency,amount).
  package var spend: String {
    let arrivals = Arrivals(options, customers: customers)
    var lines = ["date,channel,campaign,currency,amount"]
    var random = RandomSource(seed: options.seed, stream: 1 << 61)
    for (index, day) in days(from: 0).enumerated() {
      for channel in Channel.all where channel.cost > 0 {
        let cents = Int64(arrivals[index].count * channel.weight) * channel.cost / 1000
        for campaign in channel.campaigns {
          let part = cents * random.between(850, 1150) / Int64(1000 * channel.campaigns.count)
          lines.append("\(day),\(channel.name),\(campaign),USD,\(decimal(part))")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func days(from offset: Int) -> [Day] {
    (offset..<options.days).map { options.firstDay.advanced(by: $0) }
  }

  /// Keeps a walk from wandering off.
  private func pull(_ rate: Int64, to home: Int64) -> Int64 { (home - rate) / 100 }

  /// Hundred-millionths as a decimal.
  private func rate(_ value: Int64) -> String {
    "\(value / 100_000_000).\(padded(Int(value % 100_000_000), 8))"
  }
}
