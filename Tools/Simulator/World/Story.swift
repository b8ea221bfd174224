import Values

/// What happens in a log with a story (``SimulationOptions/hasStory``): a price that goes up,
/// a paywall that begins to sell years first, and a few customers who take advantage of the store.
///
/// The last three months are in the figures by the last day: what is new in them can be read there.
struct Story {
  /// Days before the last one.
  private static let raiseDays = 121
  private static let yearlyDays = 60

  /// Who subscribes to the first product from then on pays an eighth more, for as long as it lasts.
  private let raise: Int64
  /// From then on the paywall shows yearly plans first.
  private let yearlyFirst: Int64

  /// How long everybody has access from the first day on.
  static let betaDays = 14
  /// Who has a new feature, in percent of the customers of the first app.
  static let rolloutSteps: [(daysBefore: Int, percent: Int64)] = [(41, 5), (27, 20), (13, 50)]
  static let rolledOutFeature: StaticString = "smart_schedule"

  /// Nil for a log without one.
  init?(_ options: SimulationOptions) {
    guard options.hasStory else { return nil }
    raise = Self.time(Self.raiseDays, before: options.lastDay)
    yearlyFirst = Self.time(Self.yearlyDays, before: options.lastDay)
  }

  private static func time(_ days: Int, before day: Day) -> Int64 {
    Int64(day.advanced(by: -days).number) * Clock.day
  }

  /// More viewers buy than elsewhere, so that a log of few lines has many payers.
  static func raised(_ desire: Int) -> Int { desire * 8 / 5 }

  /// Whether a customer has the new feature at a time.
  func hasFeature(_ customer: Customer, _ lastDay: Day, at time: Int64) -> Bool {
    let step = Self.rolloutSteps.last { time >= Self.time($0.daysBefore, before: lastDay) }
    return step.map { mixed(UInt64(customer.number) &* 37) % 100 < UInt64($0.percent) } ?? false
  }

  func hasRaised(at time: Int64) -> Bool { time >= raise }

  /// How likely a plan is chosen, beside the others.
  func weight(of product: Product, at time: Int64) -> Int {
    product.period.unit == .year && time >= yearlyFirst ? product.weight * 3 : product.weight
  }
}

extension Product {
  /// Its price, in the smallest unit of a currency, for who subscribes after it was raised.
  func raisedPrice(in currency: Currency) -> Int64 { (price(in: currency) * 9 + 7) / 8 }

  /// Whether it is the one whose price is raised.
  var isRaised: Bool { tier.utf8CodeUnitCount == 10 && period.unit == .month }
}

/// Customers who take advantage.
extension Customer {
  private static let mostRefunds = 7
  private static let mostTrials = 4

  /// One in 250 asks for every payment back, one in 250 begins a new trial when one is over,
  /// as many have a device without its protection, some of whom forge receipts.
  mutating func findIntentions(_ options: SimulationOptions) {
    guard options.hasStory else { return }
    switch mixed(UInt64(number) &* 71 ^ options.seed) % 250 {
    case 0: traits.insert(.takesBack)
    case 1: traits.insert(.hops)
    case 2: traits.insert(.jailbroken)
    case 3 where number % 4 == 0: traits.formUnion([.jailbroken, .forges])
    default: break
    }
  }

  var takesBack: Bool { traits.contains(.takesBack) && transactions <= Self.mostRefunds }
  var hops: Bool { traits.contains(.hops) && transactions < Self.mostTrials }
}
