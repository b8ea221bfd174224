package import SQLite
import Timeline
package import Values

/// How much one customer can have a share in: an amount that fewer than so many customers could have
/// paid together tells about few, however many people it counts.
package struct PayerBounds: Sendable {
  /// The largest sum of one customer's charges in a month.
  private var byMonth: [Month: Int64] = [:]
  /// The largest of one customer in all, and the largest MRR of one access.
  private var lifetime: Int64 = 0
  private var mrr: Int64 = 0

  /// Nobody pays anything.
  package init() {}

  /// Reads the charges up to `asOf`. Call when everything is folded.
  package init(_ database: Database, asOf: Day) throws {
    let charges = try database.prepare(
      """
      SELECT customer, day, coalesce(gross, 0) FROM charge
      WHERE day <= \(asOf.number) ORDER BY customer, number
      """)
    var payer = OnePayer()
    while try charges.step() {
      if payer.customer != charges.integer(0) {
        take(payer)
        payer = OnePayer(customer: charges.integer(0))
      }
      payer.byMonth[Day(Int(charges.integer(1))).month, default: 0] += charges.integer(2)
    }
    take(payer)
    mrr = try database.integer("SELECT max(mrr) FROM coverage")
  }

  private struct OnePayer {
    var customer: Int64 = -1
    var byMonth: [Month: Int64] = [:]
  }

  private mutating func take(_ payer: OnePayer) {
    for (month, sum) in payer.byMonth { byMonth[month] = max(byMonth[month] ?? 0, sum) }
    lifetime = max(lifetime, payer.byMonth.values.reduce(0, +))
  }

  /// What of whom a sum is made.
  enum Basis { case mrr, lifetime, month(Month) }

  /// Whether fewer than so many customers could have paid the sum.
  func couldBe(_ sum: Int64, ofFewerThan smallest: Int64, _ basis: Basis) -> Bool {
    sum != 0 && Int128(sum.magnitude) < Int128(bound(basis)) * Int128(smallest)
  }

  private func bound(_ basis: Basis) -> Int64 {
    switch basis {
    case .mrr: mrr
    case .lifetime: lifetime
    case .month(let month): byMonth[month] ?? 0
    }
  }
}
