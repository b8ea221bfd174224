import Values

/// Something that can be subscribed to.
struct Product {
  let id: StaticString
  let tier: StaticString
  let app: App
  let period: Period
  let trialDays: Int64
  let graceDays: Int64
  /// One for each ``Currency``, in its smallest unit.
  let prices: [Int64]
  /// How many of a thousand buyers on this app's paywall choose it.
  let weight: Int
  /// The Beta distribution its customers' wish to renew is drawn from.
  let loyalty: (Int, Int)

  /// How many children may be on it.
  var children: Int64 { tier.utf8CodeUnitCount == 6 ? 5 : 2 }

  var offersTrial: Bool { trialDays > 0 }
  func price(in currency: Currency) -> Int64 { prices[currency.rawValue] }

  static let all: [Product] = [
    Product(
      id: "st.individual.monthly", tier: "individual", app: .screenTime, period: Period(1, .month),
      trialDays: 14, graceDays: 16, prices: [799, 799, 699, 1200, 24900, 1990, 1099, 1299],
      weight: 400, loyalty: (19, 1)),
    Product(
      id: "st.individual.yearly", tier: "individual", app: .screenTime, period: Period(1, .year),
      trialDays: 30, graceDays: 16, prices: [5999, 5999, 4999, 8800, 179900, 14990, 7999, 8999],
      weight: 200, loyalty: (6, 2)),
    Product(
      id: "st.family.monthly", tier: "family", app: .screenTime, period: Period(1, .month),
      trialDays: 14, graceDays: 16, prices: [1299, 1299, 1099, 1900, 39900, 3490, 1699, 1999],
      weight: 260, loyalty: (24, 1)),
    Product(
      id: "st.family.yearly", tier: "family", app: .screenTime, period: Period(1, .year),
      trialDays: 30, graceDays: 16, prices: [8999, 8999, 7999, 13500, 289900, 24990, 11999, 13999],
      weight: 140, loyalty: (7, 2)),
    Product(
      id: "grip.pro.weekly", tier: "pro", app: .grip, period: Period(1, .week), trialDays: 0,
      graceDays: 6, prices: [199, 199, 199, 300, 5900, 490, 299, 299], weight: 250,
      loyalty: (30, 1)),
    Product(
      id: "grip.pro.monthly", tier: "pro", app: .grip, period: Period(1, .month), trialDays: 14,
      graceDays: 16, prices: [499, 499, 449, 700, 14900, 1290, 699, 799], weight: 450,
      loyalty: (19, 1)),
    Product(
      id: "grip.pro.yearly", tier: "pro", app: .grip, period: Period(1, .year), trialDays: 30,
      graceDays: 16, prices: [2999, 2999, 2499, 4400, 89900, 7990, 3999, 4499], weight: 300,
      loyalty: (6, 2)),
  ]

  /// The index of the product that an incident breaks.
  static let broken = 0

  /// The product a plan may be raised to, and the one it may fall back to.
  static let upgrades: [Int?] = [2, 3, 3, nil, 5, 6, nil]
  static let downgrades: [Int?] = [nil, nil, 0, 2, nil, 4, 5]
}

/// Something that is bought beside a plan, month by month.
struct AddOn {
  let id: StaticString
  /// One for each ``Currency``, in its smallest unit.
  let prices: [Int64]

  static let extraChild = AddOn(
    id: "st.extra_child", prices: [399, 399, 349, 600, 12400, 990, 549, 649])
}

/// The two apps that write the log.
enum App: UInt8, CaseIterable {
  case screenTime, grip

  var name: StaticString { self == .grip ? "griptrack" : "screentime" }
  var group: StaticString { self == .grip ? "griptrack_pro" : "screentime_plans" }
  /// The product that a reward is for.
  var firstProduct: StaticString { Product.all.first { $0.app == self }?.id ?? "" }
  var features: [StaticString] {
    switch self {
    case .screenTime:
      ["app_limits", "downtime", "child_location", "weekly_report", "chore_rewards"]
    case .grip: ["max_hang_timer", "force_curve", "training_plan", "cloud_export"]
    }
  }
}

/// A code that customers redeem.
struct Offer {
  let id: StaticString
  let isFree: Bool

  static let thanks = Offer(id: "THANKS1M", isFree: true)
  static let friend = Offer(id: "FRIEND1M", isFree: true)
  static let winback = Offer(id: "WINBACK50", isFree: false)
}
