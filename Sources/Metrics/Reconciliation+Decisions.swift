import Values

/// What helps to decide adds up to the core figures.
extension Reconciliation {
  func decisions(_ figures: Figures) -> [Check] {
    let daily = figures.table("daily")
    return paywalls(figures.table("paywalls"), daily)
      + acquisition(figures.table("acquisition_cost"), daily) + [
        referralsSplit(figures.table("referrals")), offersAddUp(figures.table("offers")),
        productsAddUp(figures.table("cancellations")),
        valueAddsUp(figures.table("ltv")),
      ]
  }

  /// Every trial and every amount belongs to one paywall, or to none.
  private func paywalls(_ paywalls: Table, _ daily: Table) -> [Check] {
    ["paywall", "trigger", "variant"].flatMap { dimension in
      let rows = paywalls.rows(of: dimension)
      let net = rows.reduce(0) { $0 + paywalls.integer("net_revenue", $1) }
      let trials = rows.reduce(0) { $0 + paywalls.integer("trials", $1) }
      return [
        Check.counts(
          "trials started = trials by \(dimension), and without", "all days",
          daily.total("trials_started"), trials),
        Check.amounts(
          "net revenue = net revenue by \(dimension), and without", "all days",
          daily.total("net_revenue"), net),
      ]
    }
  }

  private func acquisition(_ costs: Table, _ daily: Table) -> [Check] {
    let (channel, campaign) = (costs.index("channel"), costs.index("campaign"))
    let parts = costs.rows.filter {
      $0[channel] != .text("all") && $0[campaign] != .text("all")
    }
    let wholes = costs.rows.filter { $0[channel] == .text("all") }
    func sum(_ rows: [[Cell]], _ column: String) -> Int64 {
      rows.reduce(0) { $0 + costs.integer(column, $1) }
    }
    return [
      Check.amounts(
        "net revenue = net revenue of all campaigns", "all months", daily.total("net_revenue"),
        sum(parts, "net_revenue")),
      Check.amounts(
        "spend = spend of all campaigns", "all months", sum(wholes, "spend"), sum(parts, "spend")),
    ]
  }

  private func referralsSplit(_ referrals: Table) -> Check {
    let recorded = referrals.index("recorded")
    let parts = referrals.indices(["completed", "expired", "pending"])
    let rewards = referrals.indices(["rewards_redeemed", "rewards_outstanding"])
    let completed = referrals.index("completed")
    return .worst(
      "referrals and rewards are what became of them, none negative", "every month",
      referrals.rows.flatMap { row in
        [
          (row.integer(recorded), parts.reduce(0) { $0 + max(0, row.integer($1)) }),
          (row.integer(completed), rewards.reduce(0) { $0 + max(0, row.integer($1)) }),
        ]
      }, isMoney: false)
  }

  private func offersAddUp(_ offers: Table) -> Check {
    func starts(_ dimension: String) -> Int64 {
      offers.rows(of: dimension).reduce(0) { $0 + offers.integer("starts", $1) }
    }
    return .counts(
      "redemptions by offer = redemptions by code", "all months", starts("offer"),
      starts("offer_code"))
  }

  private func productsAddUp(_ cancellations: Table) -> Check {
    func sum(_ dimension: String) -> Int64 {
      cancellations.rows(of: dimension).reduce(0) {
        $0 + cancellations.integer("cancellations", $1)
      }
    }
    return .counts(
      "cancellations = cancellations of all products", "all months", sum("all"), sum("product"))
  }

  /// Customers and revenue of each cohort and age, by product and by referral.
  private func valueAddsUp(_ ltv: Table) -> Check {
    let (dimension, net) = (ltv.index("dimension"), ltv.index("net_revenue"))
    var sums: [[Cell]: [String: Int64]] = [:]
    for row in ltv.rows {
      let key = [row[0], row[ltv.index("days")]]
      sums[key, default: [:]][row[dimension].text ?? "", default: 0] += row.integer(net)
    }
    let pairs = sums.values.flatMap { parts in
      ["product", "referral"].map { (parts["all"] ?? 0, parts[$0] ?? 0) }
    }
    return .worst(
      "net_revenue of ltv: product and referral add up to the total", "every cohort and age",
      pairs.sorted { $0 < $1 })
  }
}

extension Table {
  fileprivate func rows(of dimension: String) -> [[Cell]] {
    let index = index("dimension")
    return rows.filter { $0[index] == .text(dimension) }
  }
}
