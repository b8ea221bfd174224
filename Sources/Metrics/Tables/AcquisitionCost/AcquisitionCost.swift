package import Values

package enum AcquisitionCost: ReportTable {
  package static let month = time(
    month: "month", "The month of the spending, and of the customers' first event.")
  package static let channel = key(
    "channel",
    "The channel; all for everything together, customers that nothing was spent on included.")
  package static let campaign = key("campaign", "The campaign; all for the whole channel.")
  package static let spend = money("spend", "What was spent, at the exchange rates of the days.")
    .nonCustomer.nonAdditive("the sum of the lines of the file `spend` of the configuration")
  package static let customers = count("customers", "Customers first seen in the month.")
  package static let costPerCustomer = average(
    "cost_per_customer", spend, over: paidCustomers,
    "Spend ÷ customers; empty where nothing was spent. Of all channels together *blended*.")
  package static let payers = count("payers", "Those of them who have paid so far.")
  package static let costPerPayer = average(
    "cost_per_payer", spend, over: paidPayers,
    "CAC: spend ÷ payers. Of all channels together *blended*, of one channel *paid*.")
  package static let netRevenue = money("net_revenue", "Their payments less refunds so far.")
  package static let revenuePerCustomer = average(
    "revenue_per_customer", netRevenue, over: customers,
    "Net revenue ÷ customers: realised lifetime value.")
  package static let ltvToCost = quotient(
    "ltv_to_cost", netRevenue, over: spend,
    "Net revenue ÷ spend. Of all channels together *blended*.")
  package static let proceeds = money("proceeds", "Net revenue less estimated tax and commission.")
  package static let proceedsToCost = quotient(
    "proceeds_to_cost", proceeds, over: spend, "Proceeds ÷ spend.")
  package static let monthsToPayBack = count(
    "months_to_pay_back",
    "By the end of which 30 days of the customers' life net revenue reached the spend."
  ).in(.months).nonAdditive(
    "the first thirty days of a customer's life by whose end net_revenue reached spend",
    of: netRevenue)
  package static let complete = monthIsOver()

  // Columns of the query that rates are made of.
  static let paidCustomers = hidden("paid_customers")
  static let paidPayers = hidden("paid_payers")

  package static let schema = TableSchema(
    "acquisition_cost",
    "One row for every month, channel and campaign: what was spent, and what its customers "
      + "brought.",
    question: "What did each channel cost and bring?", topic: .costs,
    query: PackageResources.acquisition_cost_sql,
    steps: [
      Model(
        "acquisition_month", PackageResources.acquisition_month_sql,
        grain: "month, channel, campaign, age"),
      Model("spend_month", PackageResources.spend_month_sql, grain: "month, channel, campaign"),
    ],
    columns: [
      month, channel, campaign, spend, customers, costPerCustomer, payers, costPerPayer,
      netRevenue, revenuePerCustomer, ltvToCost, proceeds, proceedsToCost, monthsToPayBack,
      complete,
    ],
    traces: [.firstEvent],
    isAskedByCustomer: true)
}

/// What customers cost, of months whose customers have had time to pay (Decisions, "Funnels, paywalls and offers").
extension Figures {
  /// Most first payments come within so many days of the first event.
  private static let daysToPay = 90

  /// Everything together and each channel, by month; empty where nothing was spent.
  package var costsByChannel: [Row<AcquisitionCost>] {
    let rows = rows(of: AcquisitionCost.self).where(AcquisitionCost.campaign, is: "all")
    return rows.sum(AcquisitionCost.spend) > 0 ? Array(rows) : []
  }

  /// Those of the newest month whose customers have all had 90 days, everything together first.
  package var ripeCosts: [Row<AcquisitionCost>] {
    let ripe = costsByChannel.filter(isRipe)
    return ripe.filter { $0[AcquisitionCost.month] == ripe.last?[AcquisitionCost.month] }
  }

  package func isRipe(_ row: Row<AcquisitionCost>) -> Bool {
    guard let month = row[AcquisitionCost.month], isOfLog(row) else { return false }
    return month.lastDay.advanced(by: Self.daysToPay) <= asOf
  }

  /// What was spent before the log begins has brought nobody that it knows.
  func isOfLog(_ row: Row<AcquisitionCost>) -> Bool {
    guard let month = row[AcquisitionCost.month], let first = firstDay?.month else { return true }
    return month >= first
  }
}
