import SQLite
import Values

/// What helps to decide adds up to the core figures.
extension Reconciliation {
  var decisions: [CheckDeclaration] {
    paywalls + acquisition + [
      referralsSplit, offersAddUp, codesRedeemed, limitsSplit,
      complimentaryIsListed, reasonsAddUp, listValuesAddUp, productsAddUp, valueAddsUp,
    ]
  }

  /// What customers from before the log have paid since: no month of it has acquired them.
  private func revenueFromBefore() throws -> Int64 {
    try database.integer(
      """
      SELECT sum(net_revenue) FROM acquisition_month
      WHERE channel = 'all' AND month < (SELECT min(month) FROM calendar_month)
      """)
  }

  /// Every trial and every amount belongs to one paywall, or to none.
  private var paywalls: [CheckDeclaration] {
    ["paywall", "trigger", "variant"].flatMap { dimension in
      [
        same(
          "trials started = trials by \(dimension), and without", "all days", Daily.trialsStarted,
          Paywalls.trials
        ) { $0.where(Paywalls.dimension, is: dimension) },
        same(
          "net revenue = net revenue by \(dimension), and without", "all days", Daily.netRevenue,
          Paywalls.netRevenue
        ) { $0.where(Paywalls.dimension, is: dimension) },
      ]
    }
  }

  private var acquisition: [CheckDeclaration] {
    typealias Cost = AcquisitionCost
    func sum(_ column: any ReportColumn<Cost>) -> Int64 {
      figures.rows(of: Cost.self)
        .filter { $0[Cost.channel] != "all" && $0[Cost.campaign] != "all" }.sum(column)
    }
    return [
      .pair(
        "net revenue = net revenue of all campaigns", "all months",
        of: [Cost.netRevenue, Daily.netRevenue]
      ) {
        let all = figures.sum(Daily.netRevenue)
        return (all - (try revenueFromBefore()), sum(Cost.netRevenue))
      },
      .pair("spend = spend of all campaigns", "all months", of: [Cost.spend]) {
        let all = figures.rows(of: Cost.self).where(Cost.channel, is: "all")
        return (all.sum(Cost.spend), sum(Cost.spend))
      },
    ]
  }

  private var referralsSplit: CheckDeclaration {
    let parts: [any ReportColumn<Referrals>] = [
      Referrals.completed, Referrals.expired, Referrals.pending,
    ]
    let rewards: [any ReportColumn<Referrals>] = [
      Referrals.rewardsRedeemed, Referrals.rewardsOutstanding,
    ]
    return .worst(
      "referrals and rewards are what became of them, none negative", "every month",
      of: [Referrals.recorded] + parts + rewards
    ) {
      func sum(_ columns: [any ReportColumn<Referrals>], _ row: Row<Referrals>) -> Int64 {
        columns.reduce(0) { $0 + max(0, row.integer($1)) }
      }
      return figures.rows(of: Referrals.self).flatMap { row in
        [
          (row.integer(Referrals.recorded), sum(parts, row)),
          (row.integer(Referrals.completed), sum(rewards, row)),
        ]
      }
    }
  }

  /// Redeemed codes are counted by facts, and here by the rows of customers.
  private var codesRedeemed: CheckDeclaration {
    .pair(
      "codes redeemed = different codes of redemptions", "offers with pools",
      of: [OfferCodes.redeemed]
    ) {
      let codes = try database.integer(
        """
        SELECT count(*) FROM (
          SELECT DISTINCT d.offer, d.code FROM redemption AS d
          INNER JOIN string AS g ON g.id = d.offer
          INNER JOIN offer_pool AS p ON p.offer = g.value
          WHERE d.code > 0)
        """)
      return (figures.sum(OfferCodes.redeemed), codes)
    }
  }

  /// Four states, each a sum of its own changes, and the customers who are in one of them.
  private var limitsSplit: CheckDeclaration {
    typealias Limits = PlanLimits
    return addsUp(
      "customers of a limit = below, near, at and above it", "every product", Limits.customers,
      [Limits.below, Limits.near, Limits.atLimit, Limits.above])
  }

  /// The state of the day is a sum of facts; the roster has the accesses themselves.
  private var complimentaryIsListed: CheckDeclaration {
    .pair(
      "complimentary customers of the day = customers of the roster who do not pay",
      "the as-of day", of: [Daily.complimentary, Complimentary.customer, Complimentary.pays]
    ) {
      let free = figures.rows(of: Complimentary.self).where(Complimentary.pays, is: false)
      return (
        figures.rows(of: Daily.self).last?.integer(Daily.complimentary) ?? 0,
        Int64(Set(free.map { $0.text(Complimentary.customer) }).count)
      )
    }
  }

  private var reasonsAddUp: CheckDeclaration {
    .pair(
      "running complimentary accesses by reason = those of the roster", "the as-of day",
      of: [ComplimentaryReasons.running, Complimentary.customer]
    ) {
      (figures.sum(ComplimentaryReasons.running), Int64(figures.rows(of: Complimentary.self).count))
    }
  }

  private var listValuesAddUp: CheckDeclaration {
    same(
      "list value by reason = that of the roster", "the as-of day",
      ComplimentaryReasons.listValue, Complimentary.listValue)
  }

  private var offersAddUp: CheckDeclaration {
    func starts(_ dimension: String) -> Int64 {
      figures.rows(of: Offers.self).where(Offers.dimension, is: dimension).sum(Offers.starts)
    }
    return .pair("redemptions by offer = redemptions by code", "all months", of: [Offers.starts]) {
      (starts("offer"), starts("offer_code"))
    }
  }

  private var productsAddUp: CheckDeclaration {
    typealias Cancels = Cancellations
    return .pair(
      "cancellations = cancellations of all products", "all months", of: [Cancels.cancellations]
    ) {
      func sum(_ dimension: String) -> Int64 {
        figures.rows(of: Cancels.self).where(Cancels.dimension, is: dimension)
          .sum(Cancels.cancellations)
      }
      return (sum("all"), sum("product"))
    }
  }

  /// Customers and revenue of each cohort and age, by product and by referral.
  private var valueAddsUp: CheckDeclaration {
    .worst(
      "net_revenue of ltv: product and referral add up to the total", "every cohort and age",
      of: [LTV.netRevenue]
    ) {
      var sums: [[Cell]: [String: Int64]] = [:]
      for row in figures.rows(of: LTV.self) {
        let key = [row.cell(LTV.cohort), row.cell(LTV.days)]
        sums[key, default: [:]][row[LTV.dimension] ?? "", default: 0] += row.integer(LTV.netRevenue)
      }
      let pairs = sums.values.flatMap { parts in
        ["product", "referral"].map { (parts["all"] ?? 0, parts[$0] ?? 0) }
      }
      return pairs.sorted { $0 < $1 }
    }
  }
}
