import Values

/// One person with one of the apps: what must be remembered between two days.
struct Customer {
  enum State: UInt8 { case free, trial, paid, retry, lapsed }
  enum Habit: UInt8 { case bounced, casual, regular, devoted }

  struct Traits: OptionSet {
    let rawValue: UInt16
    static let anonymous = Traits(rawValue: 1)
    static let aliases = Traits(rawValue: 2)
    static let hadTrial = Traits(rawValue: 4)
    static let tablet = Traits(rawValue: 8)
    static let sandbox = Traits(rawValue: 16)
    static let freeOffer = Traits(rawValue: 32)
    static let willNotRenew = Traits(rawValue: 64)
    static let referred = Traits(rawValue: 128)
    static let paidOnce = Traits(rawValue: 256)
    /// Subscribed after the price went up.
    static let raisedPrice = Traits(rawValue: 512)
    /// Asks for every payment back.
    static let takesBack = Traits(rawValue: 1024)
    /// Begins a trial after a trial, under another id.
    static let hops = Traits(rawValue: 2048)
    /// The device's own protection is off.
    static let jailbroken = Traits(rawValue: 4096)
    /// Shows receipts that are not the store's.
    static let forges = Traits(rawValue: 8192)
    /// Has used what is rolled out.
    static let hasFeature = Traits(rawValue: 16384)
  }

  var random: RandomSource
  let number: Int
  let slot: Int
  /// How many events it has logged: part of their ids.
  var events: UInt64 = 0
  var state = State.free
  var habit = Habit.bounced
  var traits: Traits = []
  var app = App.screenTime
  var country = 0
  var channel = 0
  var campaign = 0
  /// One bit for taking part, one for the second variant, for each experiment.
  var experiments: UInt16 = 0
  var version: Int64 = 0
  /// Appointments to come; a customer without any is forgotten.
  var pending = 0
  /// Counts coverages: appointments of an older one are void.
  var term: UInt8 = 0
  var product = 0
  var nextProduct = 0
  /// The wish to renew, in 1/65536.
  var loyalty = 0
  var transactions: Int64 = 0
  var original: Int64 = 0
  var price: Int64 = 0
  var covered: Int64 = 0
  var expires: Int64 = 0
  /// When the last add-on ends, and how many there were.
  var addOnEnd: Int64 = 0
  var addOns: Int64 = 0

  init(number: Int, slot: Int, random: RandomSource) {
    self.number = number
    self.slot = slot
    self.random = random
  }

  var isCovered: Bool { state == .trial || state == .paid }
  var mayBuy: Bool { state == .free || state == .lapsed }
  var plan: Product { Product.all[product] }
  var home: Country { Country.all[country] }
  var source: Channel { Channel.all[channel] }

  func takesPart(in experiment: ABTest) -> Bool {
    experiments >> (2 * experiment.rawValue) & 1 == 1
  }
  func hasSecond(_ experiment: ABTest) -> Bool {
    experiments >> (2 * experiment.rawValue) & 2 == 2
  }

  /// The price of a product for this customer, in the smallest unit of the currency.
  func price(of product: Product) -> Int64 {
    let isRaised = product.isRaised && traits.contains(.raisedPrice)
    let price =
      isRaised ? product.raisedPrice(in: home.currency) : product.price(in: home.currency)
    let raises =
      product.period.unit == .year && takesPart(in: .yearlyPrice) && hasSecond(.yearlyPrice)
    return raises ? price * 6 / 5 : price
  }

  /// How readily this customer buys; 1000 is the average.
  var appetite: Int { home.appetite * source.appetite / 1000 }

  /// The store's number of a transaction of this customer.
  func transaction(_ count: Int64) -> Int64 { 2_000_000_000_000_000 + Int64(number) << 12 + count }
}
