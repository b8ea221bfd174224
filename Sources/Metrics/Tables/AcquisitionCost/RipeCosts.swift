import Values

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

  /// Whether all customers of the month have had 90 days.
  package func isRipe(_ row: Row<AcquisitionCost>) -> Bool {
    row[AcquisitionCost.month].map { $0.lastDay.advanced(by: Self.daysToPay) <= asOf } ?? false
  }
}
