import Settings
import Statistics
import Values

/// Makes `mrr_outlook.csv`: MRR at past month ends, and the bridge from committed to expected MRR
/// at those to come. Parts are whole cents, so that they add up as they are written; what is new is
/// what the others leave of the forecast.
struct OutlookBridge {
  let figures: Figures
  let committed: CommittedMRR
  let trials: RunningTrials
  let forecasts: [MRRForecast.Outcome]
  let budget: Budget

  var rows: [RowBuilder<MRROutlook>] { past + [today] + forecasts.map(row) }

  private var past: [RowBuilder<MRROutlook>] {
    figures.rows(of: MRRMovements.self).totals.compactMap { row in
      guard let month = row[MRRMovements.month], month < figures.asOf.month else { return nil }
      return self.row(month, 0, on: month.lastDay, row[MRRMovements.closing], nil)
    }
  }

  /// The bridge of no days: nobody has left yet, and all is as it is.
  private var today: RowBuilder<MRROutlook> {
    var parts = Parts(committed, stillPaid: committed.leaving)
    (parts.churn, parts.trials) = (.zero, .zero)
    parts.expect(committed.mrr, committed.mrr, committed.mrr)
    return row(figures.asOf.month, 0, on: figures.asOf, committed.mrr, parts)
  }

  private func row(_ outcome: MRRForecast.Outcome) -> RowBuilder<MRROutlook> {
    switch outcome {
    case .refused(let month, let ahead, _):
      return row(month, ahead, on: month.lastDay, nil, parts(month))
    case .forecast(let forecast):
      var parts = parts(forecast.month)
      let known = committed.leaving - parts.stillPaid
      parts.churn = Amount.rounded(forecast.lost).map { known - $0.wholeCents }
      if let expected = Amount.rounded(forecast.expected),
        let low = Amount.rounded(forecast.interval.low),
        let high = Amount.rounded(forecast.interval.high)
      {
        parts.expect(expected, low, high)
      }
      return row(forecast.month, forecast.ahead, on: forecast.month.lastDay, nil, parts)
    }
  }

  /// What is known of a month to come without a forecast.
  private func parts(_ month: Month) -> Parts {
    var parts = Parts(committed, stillPaid: committed.stillPaid(after: month.lastDay))
    parts.trials = trials.expected(by: month.lastDay).wholeCents
    return parts
  }

  private func row(
    _ month: Month, _ ahead: Int, on day: Day, _ mrr: Amount?, _ parts: Parts?
  ) -> RowBuilder<MRROutlook> {
    var row = RowBuilder<MRROutlook>()
    row[MRROutlook.month] = month
    row[MRROutlook.monthsAhead] = Int64(ahead)
    row[MRROutlook.day] = day
    row[MRROutlook.mrr] = mrr?.wholeCents
    row[MRROutlook.budget] = day == month.lastDay ? planned(month) : nil
    row[MRROutlook.openingMRR] = parts?.opening
    row[MRROutlook.setToCancel] = parts?.setToCancel
    row[MRROutlook.graceLosses] = parts?.graceLosses
    row[MRROutlook.committedMRR] = parts?.committed
    row[MRROutlook.stillPaid] = parts?.stillPaid
    row[MRROutlook.churn] = parts?.churn
    row[MRROutlook.trials] = parts?.trials
    row[MRROutlook.new] = parts?.new
    row[MRROutlook.expected] = parts?.expected
    row[MRROutlook.low] = parts?.low
    row[MRROutlook.high] = parts?.high
    return row
  }

  private func planned(_ month: Month) -> Amount? {
    budget.rows.first { $0.month == month && $0.metric == .mrr && $0.dimension == .all }?.amount
  }
}

extension OutlookBridge {
  /// From MRR to what is expected of it, in whole cents.
  private struct Parts {
    let opening: Amount
    let setToCancel: Amount
    let graceLosses: Amount
    let stillPaid: Amount
    var churn: Amount?
    var trials: Amount?
    private(set) var new: Amount?
    private(set) var expected: Amount?
    private(set) var low: Amount?
    private(set) var high: Amount?

    init(_ committed: CommittedMRR, stillPaid: Amount) {
      (opening, setToCancel, graceLosses) = (
        committed.mrr, -committed.setToCancel, -committed.graceLosses
      )
      self.stillPaid = stillPaid
    }

    var committed: Amount { opening + setToCancel + graceLosses }

    /// What is left of it is new.
    mutating func expect(_ expected: Amount, _ low: Amount, _ high: Amount) {
      self.expected = expected.wholeCents
      (self.low, self.high) = (low.wholeCents, high.wholeCents)
      let known = committed + stillPaid + (churn ?? .zero) + (trials ?? .zero)
      new = expected.wholeCents - known
    }
  }
}
