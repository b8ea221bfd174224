package import Values

/// What the rules of money and time need of the configuration, by name.
package struct Catalogue: Sendable, Equatable {
  package var reportingCurrency = "USD"
  /// In the order of the file: "the first in the catalogue" decides for a tier with a price.
  package var products: [Product] = []
  package var offers: [String: Offer] = [:]
  package var commission = Commission()
  /// By country.
  package var taxes: [String: Fraction] = [:]
  package var defaults = Defaults()
  /// What a log calls an app → the name of the app.
  package var appNames: [String: String] = [:]

  package init() {}

  /// The lengths of trials in days, the default among them, the shortest first.
  package var trialLengths: [Int] {
    let named = products.map { $0.trialDays ?? defaults.trialDays }
    return Set(named.isEmpty ? [defaults.trialDays] : named).sorted()
  }

  package var longestTrial: Int {
    products.compactMap(\.trialDays).reduce(defaults.trialDays, max)
  }

  /// The group of an unknown product that a tier stands for, where the tier has no only group.
  package static let defaultGroup = "default"

  package struct Product: SettingsSection, Equatable {
    package var id: String
    package var tier: String
    /// Of which a customer holds one product at a time; empty where the configuration names none.
    package var group: String
    package var period: Period?
    package var price: Amount?
    package var currency: String?
    package var trialDays: Int?
    package var graceDays: Int?
    package var appleID: String?
    package var app: String?
    package var limits: [String: Int64] = [:]
    /// Nil for a plan. The group and period are the product's (Definitions, "Add-ons").
    package var addOn: AddOn?

    package init() { self.init(id: "", tier: "", group: "") }

    package init(id: String, tier: String, group: String) {
      self.id = id
      self.tier = tier
      self.group = group
    }
  }

  /// How an add-on goes with its plan.
  package struct AddOn: Sendable, Equatable {
    /// It is over when the plan ends, and does not come back with a later one.
    package var endsWithPlan = false
  }

  package struct Offer: SettingsSection, Equatable {
    /// Free: coverage without money. Discount: `price` for `period`.
    package var isFree = false
    package var price: Amount?
    package var period: Period?
    /// Empty where nobody says.
    package var pools: [CodePool] = []

    package init() {}
  }

  /// What stores and processors keep: Apple's share of a price net of tax, and by platform.
  package struct Commission: SettingsSection, Equatable {
    package var standard = Fraction(30, over: 100)
    package var afterOneYear = Fraction(15, over: 100)
    /// Apple's share under the Small Business Program, from day one.
    package static let smallBusiness = Fraction(15, over: 100)
    package var isSmallBusiness = true
    /// By the platform that events name.
    package var platforms = ["web": PlatformCommission.web]

    package init() {}
  }

  /// What a payment processor keeps of one payment.
  package struct PlatformCommission: SettingsSection, Equatable {
    package var share = Fraction.zero
    package var fixed = Amount.zero

    /// Stripe's standard price of a card payment in the United States: 2.9 % + 30 cents.
    static let web = PlatformCommission(
      share: Fraction(29, over: 1000), fixed: Amount(micros: 300_000))

    package init() {}

    package init(share: Fraction, fixed: Amount) {
      self.share = share
      self.fixed = fixed
    }
  }

  package struct Defaults: Sendable, Equatable {
    package var trialDays = 14
    package var graceDays = 16
    package var trialGraceDays = 7
    package var renewalTolerance = TimeSpan.hours(24)

    package init() {}
  }
}
