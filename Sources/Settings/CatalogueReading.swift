import Values

extension Catalogue.Product {
  private enum Key: String, CaseIterable {
    case tier, group, period, price, currency, trialDays, graceDays, appleId, app, limits, addOn
  }
  private enum AddOnKey: String, CaseIterable { case period, of, endsWithPlan }

  init(id: String, _ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    self.init(
      id: id, tier: try section[.tier]?.name() ?? id,
      group: try section[.group]?.name() ?? "")
    period = try section[.period]?.period()
    price = try section[.price]?.amount()
    currency = try section[.currency]?.currency()
    trialDays = try section[.trialDays]?.wholeNumber(in: 0...3650)
    graceDays = try section[.graceDays]?.wholeNumber(in: 0...3650)
    appleID = try section[.appleId]?.name()
    app = try section[.app]?.name()
    for (metric, entry) in try section[.limits]?.table() ?? [] {
      limits[metric] = Int64(try entry.wholeNumber(in: 1...1_000_000_000))
    }
    if let entry = section[.addOn] { try takeAddOn(entry, section) }
  }

  /// `{ period: "P1M", of: "family" }`: the group of its plans is its own, and so is the period.
  private mutating func takeAddOn(_ entry: Entry, _ product: Section<Key>) throws(SettingsError) {
    for key in [Key.group, .period, .trialDays] {
      guard let other = product[key] else { continue }
      throw other.wrongValue(.absence(because: "an add-on has what `addOn` says, and no trial"))
    }
    let section = try Section(entry, AddOnKey.self)
    period = try section.required(.period).period()
    group = try section[.of]?.name() ?? ""
    addOn = Catalogue.AddOn(endsWithPlan: try section[.endsWithPlan]?.flag() ?? false)
  }
}

extension Catalogue.Offer {
  private enum Key: String, CaseIterable { case payment, price, period, pool }
  private enum Payment: String, CaseIterable { case free, discount }

  init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    let payment: Payment = try section.required(.payment).choice()
    self.init(isFree: payment == .free)
    period = try section[.period]?.period()
    if let entry = section[.pool] { pools = try CodePool.all(entry) }
    if isFree {
      try Catalogue.Offer.refusePrice(section[.price])
    } else {
      price = try section.required(.price).amount()
    }
  }

  /// A price on a free offer is a contradiction, except 0.
  private static func refusePrice(_ entry: Entry?) throws(SettingsError) {
    guard let entry, try entry.amount() != .zero else { return }
    throw entry.wrongValue(.absence(because: "an offer with payment \"free\" has no price"))
  }
}

extension Catalogue.Commission {
  private enum Key: String, CaseIterable { case standard, afterOneYear, smallBusiness, platforms }

  init(_ entry: Entry) throws(SettingsError) {
    self.init()
    let section = try Section(entry, Key.self)
    if let entry = section[.standard] { standard = try entry.share() }
    if let entry = section[.afterOneYear] { afterOneYear = try entry.share() }
    if let entry = section[.smallBusiness] { isSmallBusiness = try entry.flag() }
    for (platform, entry) in try section[.platforms]?.table() ?? [] {
      platforms[platform] = try Catalogue.PlatformCommission(entry)
    }
  }
}

extension Catalogue.PlatformCommission {
  private enum Key: String, CaseIterable { case share, fixed }

  init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    self.init(
      share: try section.required(.share).share(), fixed: try section[.fixed]?.amount() ?? .zero)
  }
}
