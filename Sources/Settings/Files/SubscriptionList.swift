import Values

/// Answers of billers' list APIs, or the subscriptions themselves, one after another.
struct SubscriptionList {
  /// A subscription that is paid for.
  struct Subscription {
    let position: TextPosition
    let customer: String
    let product: String
    let since: Instant
    let paidUntil: Instant
    /// Of a period, what recurs, in major units.
    let price: Amount
    let currency: String
  }

  private(set) var subscriptions: [Subscription] = []
  private let file: String

  /// Throws for what is of neither Stripe nor Chargebee, or lacks something.
  init(_ bytes: [UInt8], file: String) throws(Failure) {
    self.file = file
    let nodes: [JSON5Node]
    do { nodes = try JSON5Parser.parseAll(bytes) } catch { throw error.failure(in: file) }
    for node in nodes { try add(node) }
  }

  private mutating func add(_ node: JSON5Node) throws(Failure) {
    if case .list(let nodes) = node.value {
      for node in nodes { try add(node) }
    } else if let page = node["data"] ?? node["list"] {
      try add(page)
    } else if node["object"]?.text == "subscription" {
      try addStripe(node)
    } else if let subscription = node["subscription"] {
      try addChargebee(subscription, customer: node["customer"])
    } else {
      throw fault(
        "subscription", of: node, expected: "one of Stripe's or Chargebee's list of subscriptions")
    }
  }

  /// The error that something of a subscription is not what it has to be.
  private func fault(_ field: String, of node: JSON5Node, expected: String) -> Failure {
    Failure(
      "\(field) is \"\(node.scalar ?? "")\", expected \(expected)", in: file,
      line: node.position.line)
  }

  private func require<T>(
    _ value: T?, _ field: String, of node: JSON5Node, _ expected: String
  ) throws(Failure) -> T {
    guard let value else { throw fault(field, of: node[field] ?? node, expected: expected) }
    return value
  }

  /// Appends what recurs at a price above nothing.
  private mutating func append(
    _ node: JSON5Node, customer: String?, product: String?, since: Instant?, paidUntil: Instant?,
    price: Amount?, currency: String?
  ) throws(Failure) {
    let price = try require(price, "price", of: node, "an amount in minor units")
    guard price > .zero else { return }
    subscriptions.append(
      Subscription(
        position: node.position,
        customer: try require(customer, "customer", of: node, "the id of one customer"),
        product: try require(product, "product", of: node, "the id of a price"),
        since: try require(since, "start", of: node, "a time in seconds"),
        paidUntil: try require(paidUntil, "end", of: node, "the end of the period, in seconds"),
        price: price, currency: try require(currency, "currency", of: node, currencyInWords)))
  }
}

// MARK: - Stripe

extension SubscriptionList {
  /// Paid ones: https://docs.stripe.com/api/subscriptions/object
  private mutating func addStripe(_ node: JSON5Node) throws(Failure) {
    guard ["active", "past_due"].contains(node["status"]?.text) else { return }
    let items = (node["items"]?["data"]?.elements ?? []).filter { !$0.isMetered }
    let currency = node["currency"] ?? items.first?["price"]?["currency"]
    let places = MinorUnits.places(of: currency?.text ?? "")
    // Since 2025 each item has its own period: all are told as the one that is paid for longest.
    let ends = items.compactMap { $0["current_period_end"]?.seconds }
    let leading = items.first { $0["current_period_end"]?.seconds == ends.max() } ?? items.first
    let prices = items.map { $0.stripePrice(places, per: leading?.stripePeriod) }
    let sum = prices.contains { $0 == nil } ? nil : prices.compactMap(\.self).sum
    try append(
      node, customer: node["customer"]?.scalar ?? node["customer"]?["id"]?.scalar,
      product: (leading?["price"] ?? leading?["plan"] ?? node["plan"])?["id"]?.scalar,
      since: (node["start_date"] ?? node["created"])?.seconds,
      paidUntil: ends.max() ?? node["current_period_end"]?.seconds,
      price: sum.map { node.discounted($0, places) }, currency: currency?.text)
  }
}

extension JSON5Node {
  fileprivate var isMetered: Bool {
    (self["price"]?["recurring"] ?? self["plan"])?["usage_type"]?.text == "metered"
  }

  /// Unit price × quantity, for a period where both are known; nil without a unit price, as for tiers.
  fileprivate func stripePrice(_ places: Int, per period: Period?) -> Amount? {
    let price = self["price"] ?? self["plan"]
    let unit = price?["unit_amount_decimal"] ?? price?["unit_amount"] ?? price?["amount"]
    guard let amount = unit?.amount(places, times: stripeQuantity(price)), let period,
      let own = stripePeriod, own != period
    else { return unit?.amount(places, times: stripeQuantity(price)) }
    return Int64(exactly: period.worth(amount.micros, paidFor: own)).map { Amount(micros: $0) }
  }

  fileprivate var stripePeriod: Period? {
    let terms = self["price"]?["recurring"] ?? self["plan"]
    let count = terms?["interval_count"]?.whole ?? 1
    guard (1...1096).contains(count), let name = terms?["interval"]?.text else { return nil }
    let units: [String: Period.Unit] = ["day": .day, "week": .week, "month": .month, "year": .year]
    return units[name].map { Period(Int(count), $0) }
  }

  /// Of packages how many are paid for.
  private func stripeQuantity(_ price: JSON5Node?) -> Int64 {
    let quantity = self["quantity"]?.whole ?? 1
    let packages = price?["transform_quantity"] ?? price?["transform_usage"]
    guard let size = packages?["divide_by"]?.whole, size > 0 else { return quantity }
    return (packages?["round"]?.text == "up" ? quantity + size - 1 : quantity) / size
  }

  /// Less the coupons that the list has expanded (https://docs.stripe.com/api/discounts/object).
  fileprivate func discounted(_ price: Amount, _ places: Int) -> Amount {
    let several = (self["discounts"]?.elements ?? []).compactMap(\.coupon)
    let coupons = several.isEmpty ? [self["discount"]?.coupon].compactMap(\.self) : several
    return coupons.filter { $0["duration"]?.text != "once" }.reduce(price) { price, coupon in
      if let off = coupon["amount_off"]?.amount(places, times: 1) {
        return max(.zero, price - off)
      }
      guard let percent = coupon["percent_off"]?.decimal?.scaled(places: 4) else { return price }
      let rest = Int128(price.micros) * Int128(max(0, 1_000_000 - percent))
      return Amount(micros: Int64(roundedHalfToEven(rest, over: 1_000_000)))
    }
  }

  private var coupon: JSON5Node? { self["coupon"] ?? self["source"]?["coupon"] }
}

// MARK: - Chargebee

extension SubscriptionList {
  /// https://apidocs.chargebee.com/docs/api/subscriptions#list_subscriptions
  private mutating func addChargebee(
    _ node: JSON5Node, customer: JSON5Node?
  ) throws(Failure) {
    guard ["active", "non_renewing"].contains(node["status"]?.text) else { return }
    let currency = node["currency_code"]
    let places = MinorUnits.places(of: currency?.text ?? "")
    let items = (node["subscription_items"]?.elements ?? []).filter {
      $0["item_type"]?.text != "charge"
    }
    let plan = items.first { $0["item_type"]?.text == "plan" } ?? items.first
    let prices = items.compactMap { $0["amount"]?.amount(places, times: 1) }
    try append(
      node, customer: (customer?["id"] ?? node["customer_id"])?.scalar,
      product: (plan?["item_price_id"] ?? node["plan_id"])?.scalar,
      since: (node["started_at"] ?? node["created_at"])?.seconds,
      paidUntil: node["current_term_end"]?.seconds,
      price: prices.isEmpty
        ? node["plan_unit_price"]?.amount(places, times: node["plan_quantity"]?.whole ?? 1)
        : prices.sum,
      currency: currency?.text)
  }
}

// MARK: - Values

extension [Amount] {
  /// At most what an amount can be.
  fileprivate var sum: Amount { reduce(.zero) { Swift.min(.largest, $0 + $1) } }
}

extension JSON5Node {
  /// A member of an object; nil where there is none, or null.
  fileprivate subscript(name: String) -> JSON5Node? {
    guard case .object(let members) = value,
      let node = members.first(where: { $0.name == name })?.node, node.value != .null
    else { return nil }
    return node
  }

  fileprivate var elements: [JSON5Node] {
    if case .list(let elements) = value { elements } else { [] }
  }

  fileprivate var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  fileprivate var scalar: String? {
    if case .number(let digits) = value { digits } else { text }
  }

  fileprivate var decimal: ExactDecimal? { scalar.flatMap { ExactDecimal($0) } }
  fileprivate var whole: Int64? { decimal?.scaled(places: 0) }

  /// A time in seconds, of a year with four digits.
  fileprivate var seconds: Instant? {
    whole.flatMap { (0..<253_402_300_800).contains($0) ? Instant(milliseconds: $0 * 1000) : nil }
  }

  /// Minor units of a currency with so many digits, times a quantity.
  fileprivate func amount(_ places: Int, times quantity: Int64) -> Amount? {
    guard var decimal else { return nil }
    decimal.exponent -= places
    guard let one = Amount(decimal: decimal) else { return nil }
    let (micros, overflow) = one.micros.multipliedReportingOverflow(by: quantity)
    return overflow || micros < 0 || micros > Amount.largest.micros ? nil : Amount(micros: micros)
  }
}
