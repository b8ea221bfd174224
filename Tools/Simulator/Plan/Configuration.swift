import Values

extension Simulation {
  /// The names under which the configuration expects ``exchangeRates`` and ``spend``.
  package static let exchangeRatesFile = "exchange-rates.csv"
  package static let spendFile = "spend.csv"

  /// How every configuration of a simulated log begins.
  package static let mark = "// Written by `runrate simulate`"

  /// The configuration that belongs to the log (JSON5): catalogue, offers, taxes and other files.
  /// It has no alert rules: the default ones see what goes wrong.
  package var configuration: String {
    """
    \(Simulation.mark): the catalogue of the two simulated apps.
    {
      currency: "USD",
      timezone: "UTC",
      products: {
    \(Product.all.map { $0.setting(limits: options.hasStory) }.joined(separator: "\n"))\(addOn)
      },
      offers: {
        \(Offer.friend.id): { payment: "free", period: "P1M" },
        \(Offer.thanks.id): { payment: "free", period: "P1M" },
        \(Offer.winback.id): { payment: "discount", price: "3.99", period: "P1M"\(pool) },
      },
      commission: { smallBusiness: true },
      taxes: { \(Simulation.taxes) },
      exchangeRates: "\(Simulation.exchangeRatesFile)",
      spend: "\(Simulation.spendFile)",
      experiments: {
    \(ABTest.allCases.map { "    " + $0.setting }.joined(separator: "\n"))
      },\(phases)
    }

    """
  }

  /// The codes of the offer that wins customers back, in a log with a story.
  private var pool: String {
    guard options.hasStory else { return "" }
    let end = options.lastDay.month.advanced(by: 3).lastDay
    return ", pool: { codes: 90, expires: \"\(end)\", perQuarter: 500 }"
  }

  /// What may be bought beside a plan, in a log with a story.
  private var addOn: String {
    guard options.hasStory else { return "" }
    let price = decimal(AddOn.extraChild.prices[0])
    return """

          "\(AddOn.extraChild.id)": {
            tier: "extra child", price: "\(price)", currency: "USD",
            addOn: { period: "P1M", of: "\(App.screenTime.group)" },
          },
      """
  }

  /// When everybody had access, and what is rolled out, in a log with a story.
  private var phases: String {
    guard options.hasStory else { return "" }
    let (first, last) = (options.firstDay, options.firstDay.advanced(by: Story.betaDays - 1))
    let steps = Story.rolloutSteps.map { step in
      "{ from: \"\(options.lastDay.advanced(by: -step.daysBefore))\", share: \(decimal(step.percent)) }"
    }
    return """

        access: [{ from: "\(first)", to: "\(last)", reason: "public beta" }],
        rollouts: [
          {
            name: "smart-schedule", feature: "\(Story.rolledOutFeature)", app: "\(App.screenTime.name)",
            steps: [
              \(steps.joined(separator: ",\n        ")),
            ],
          },
        ],
      """
  }

  private static var taxes: String {
    Country.all.compactMap { country in country.tax.map { "\(country.code): \($0)" } }
      .joined(separator: ", ")
  }
}

extension Product {
  /// This product's lines of the configuration.
  fileprivate func setting(limits: Bool) -> String {
    let room = limits && app == .screenTime ? " limits: { child_count: \(children) }," : ""
    let terms =
      offersTrial ? "trialDays: \(trialDays), graceDays: \(graceDays)" : "graceDays: \(graceDays)"
    return """
          "\(id)": {
            tier: "\(tier)", group: "\(app.group)", period: "\(period)",
            price: "\(decimal(prices[0]))", currency: "USD", \(terms),\(room)
          },
      """
  }
}

/// Hundredths as a decimal: 799 is `7.99`.
func decimal(_ hundredths: Int64) -> String {
  "\(hundredths / 100).\(padded(Int(hundredths % 100), 2))"
}
