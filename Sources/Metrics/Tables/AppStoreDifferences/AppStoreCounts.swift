import SQLite
package import Settings
import Timeline
package import Values

/// Our own counts by Pacific day, product and class, for the products that Apple knows.
struct AppStoreCounts {
  struct Key: Hashable {
    var day: Day
    var product: String
    var event: AppStoreEvent
  }

  private(set) var counts: [Key: Int64] = [:]
  private let products: [String: Catalogue.Product]
  private let tolerance: Int64

  init(_ database: Database, _ catalogue: Catalogue, _ comparison: AppStoreComparison) throws {
    let sold = catalogue.products.filter { $0.appleID != nil }
    products = Dictionary(firstOf: sold.map { ($0.id, $0) })
    tolerance = catalogue.defaults.renewalTolerance.milliseconds
    for cancellation in comparison.cancellations {
      add(.cancelled, cancellation.product, cancellation.time)
    }
    try addRefunds(database)
    try addTerms(database)
  }

  private mutating func add(_ event: AppStoreEvent, _ product: String, _ time: Instant) {
    guard products[product] != nil else { return }
    let day = AppStoreComparison.zone.day(of: time)
    counts[Key(day: day, product: product, event: event), default: 0] += 1
  }

  private mutating func addRefunds(_ database: Database) throws {
    let refunds = try database.rows(
      """
      SELECT r.time_ms, s.value FROM refund AS r
      INNER JOIN charge AS c ON c.customer = r.customer AND c.number = r.charge
      INNER JOIN string AS s ON s.id = c.product
      WHERE r.is_reversal = 0
      """
    ) { (time: $0.integer(0), product: $0.text(1)) }
    for refund in refunds { add(.refunded, refund.product, Instant(milliseconds: refund.time)) }
  }

  // MARK: - Trials and payments

  /// A trial or a payment of a customer, with the end of its access.
  private struct Term {
    let customer: Int64
    let time: Int64
    let isTrial: Bool
    let product: String
    let end: Int64

    init(_ row: borrowing Statement) {
      customer = row.integer(0)
      time = row.integer(1)
      isTrial = row.integer(2) == 1
      product = row.text(3)
      end = row.integer(4)
    }
  }

  /// What came before in a customer's group of products.
  private struct Past {
    var hadTrial = false
    var product: String?
    var end = Int64.min
  }

  private mutating func addTerms(_ database: Database) throws {
    var customer = Int64.min
    var pasts: [String: Past] = [:]
    let terms = try database.prepare(Self.terms)
    while try terms.step() {
      let term = Term(terms)
      guard let group = products[term.product]?.group else { continue }
      if term.customer != customer { pasts = [:] }
      customer = term.customer
      let event = Self.event(term, &pasts[group, default: Past()], tolerance)
      add(event, term.product, Instant(milliseconds: term.time))
    }
  }

  /// What a term is, by what came before it.
  private static func event(_ term: Term, _ past: inout Past, _ tolerance: Int64) -> AppStoreEvent {
    if term.isTrial {
      past.hadTrial = true
      return .trialStarted
    }
    defer {
      past.product = term.product
      past.end = max(past.end, term.end)
    }
    guard let product = past.product else { return past.hadTrial ? .converted : .subscribed }
    if term.time > past.end + tolerance { return .reactivated }
    return product == term.product ? .renewed : .changed
  }

  /// Trials and payments of more than nothing, customer by customer in the order of time.
  private static let terms = """
    SELECT c.customer, c.time_ms, 0 AS is_trial, s.value, coalesce((
        SELECT max(max(v.end_ms, coalesce(v.grace_end_ms, 0))) FROM coverage AS v
        WHERE v.customer = c.customer AND v.charge = c.number), c.time_ms) AS end_ms
    FROM charge AS c INNER JOIN string AS s ON s.id = c.product
    WHERE coalesce(c.original_price, c.gross, 0) > 0
    UNION ALL
    SELECT v.customer, min(v.start_ms), 1, s.value, max(v.end_ms)
    FROM coverage AS v INNER JOIN string AS s ON s.id = v.product
    WHERE v.kind = \(CoverageKind.trial.rawValue) GROUP BY v.customer, v.number, s.value
    ORDER BY 1, 2, 3 DESC
    """
}

/// What Apple's counts and ours can be compared by. Raw values are published.
enum AppStoreEvent: String, CaseIterable, Sendable {
  case trialStarted = "trial started"
  case converted = "first payment after a trial"
  case subscribed = "first payment without a trial"
  case renewed
  case reactivated
  case changed = "plan changed"
  case cancelled
  case refunded

  /// Nil for what is not compared. Apple extends its names, so their beginnings decide.
  init?(_ row: SubscriptionReport.Row) {
    let begins = { (word: String) in row.event.lowercased().hasPrefix(word.lowercased()) }
    if begins("Start Introductory") {
      guard row.offerType.lowercased() == "free trial" else { return nil }
      self = .trialStarted
    } else if begins("Paid Subscription from Introductory") {
      self = .converted
    } else if let found = AppStoreEvent.beginnings.first(where: { begins($0.word) }) {
      self = found.event
    } else {
      return nil
    }
  }

  private static let beginnings: [(word: String, event: AppStoreEvent)] = [
    ("Subscribe", .subscribed), ("Renew", .renewed), ("Reactivat", .reactivated),
    ("Upgrade", .changed), ("Downgrade", .changed), ("Crossgrade", .changed),
    ("Cancel", .cancelled), ("Refund", .refunded),
  ]
}

/// Apple's reports, and what only the events tell of our side.
package struct AppStoreComparison: Sendable {
  /// That somebody switched renewal off, or lost access to a failed payment.
  package struct Cancellation: Sendable {
    package let time: Instant
    package let product: String

    package init(time: Instant, product: String) { (self.time, self.product) = (time, product) }
  }

  package let report: SubscriptionReport
  package let cancellations: [Cancellation]

  package init(_ report: SubscriptionReport, cancellations: [Cancellation]) {
    (self.report, self.cancellations) = (report, cancellations)
  }

  /// Apple's reports have days in Pacific time.
  static let zone = Zone(named: "America/Los_Angeles") ?? .utc
  /// Apple restates the days before.
  static let settledAfter = 3
}
