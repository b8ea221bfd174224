import SQLite
import Statistics
import Values

/// Fills `ltv_predicted.csv`: a row for every product and period that anybody had to renew.
struct PredictedValueTable {
  private struct Money {
    let payments: Int64
    let net: Amount
    let trials: Int64
    let converted: Int64
  }

  private let predictions: [PredictedValue]
  private let money: [String: Money]

  init(_ database: Database) throws {
    let rows = try database.rows(
      "SELECT product, payments, net, trials, converted FROM product_money ORDER BY product"
    ) {
      (
        Label.shortened($0.text(0)),
        Money(
          payments: $0.integer(1), net: Amount(micros: $0.integer(2)), trials: $0.integer(3),
          converted: $0.integer(4))
      )
    }
    let money = Dictionary(firstOf: rows)
    self.money = money
    predictions = try RenewalHistory.all(database).map { history in
      let own = money[history.product].flatMap { $0.payments > 0 ? $0 : nil }
      let payment = own.map { Double($0.net.micros) / 1_000_000 / Double($0.payments) }
      return PredictedValue(history, payment: payment)
    }
  }

  var table: Table { PredictedLTV.table(predictions.map(row)) }

  private func row(_ prediction: PredictedValue) -> RowBuilder<PredictedLTV> {
    let history = prediction.history
    var row = RowBuilder<PredictedLTV>()
    row[PredictedLTV.product] = history.product
    row[PredictedLTV.period] = history.period?.description ?? MissingText.none
    row[PredictedLTV.subscribers] = prediction.subscribers
    row[PredictedLTV.renewalsDue] = prediction.counts.due
    row[PredictedLTV.netPerPayment] = Amount.rounded(prediction.payment)
    row[PredictedLTV.note] = prediction.refusal
    writeFit(of: prediction, into: &row)
    writeValues(of: prediction, into: &row)
    writeTrial(of: prediction, into: &row)
    return row
  }

  /// Infinite parameters are left empty: subscribers are all alike.
  private func writeFit(
    of prediction: PredictedValue, into row: inout RowBuilder<PredictedLTV>
  ) {
    row[rounding: PredictedLTV.alpha] = prediction.model?.alpha
    row[rounding: PredictedLTV.beta] = prediction.model?.beta
    row[rounding: PredictedLTV.logLikelihood] = prediction.logLikelihood
    row[rounding: PredictedLTV.heldOutError3] = prediction.heldOutError(months: 3)
    row[rounding: PredictedLTV.heldOutError6] = prediction.heldOutError(months: 6)
    row[rounding: PredictedLTV.heldOutError12] = prediction.heldOutError(months: 12)
  }

  private func writeValues(
    of prediction: PredictedValue, into row: inout RowBuilder<PredictedLTV>
  ) {
    for horizon in PredictedValue.Horizon.allCases {
      let expected = prediction.value(horizon)
      let amounts = [expected?.value, expected?.interval.low, expected?.interval.high]
      for (column, amount) in zip(horizon.columns, amounts) {
        row[column] = Amount.rounded(amount)
      }
    }
  }

  /// How probably a trial becomes a payer, and what it is worth over 24 months.
  private func writeTrial(
    of prediction: PredictedValue, into row: inout RowBuilder<PredictedLTV>
  ) {
    let worth = trialValue(prediction)
    row[PredictedLTV.trialConversion] = trialRate(prediction)
    row[PredictedLTV.trialValue] = Amount.rounded(worth?.value)
    row[PredictedLTV.trialValueLow] = Amount.rounded(worth?.interval.low)
    row[PredictedLTV.trialValueHigh] = Amount.rounded(worth?.interval.high)
  }

  private func trialRate(_ prediction: PredictedValue) -> Rate? {
    money[prediction.history.product].flatMap { Rate($0.converted, over: $0.trials) }
  }

  private func trialValue(_ prediction: PredictedValue) -> (value: Double, interval: Interval)? {
    guard let money = money[prediction.history.product],
      let share = Rate(money.converted, over: money.trials),
      let wilson = Interval(wilson: money.converted, of: money.trials),
      let payer = prediction.value(.twoYears)
    else { return nil }
    let proportion = Proportion(share.value, wilson: wilson)
    return (share.value * payer.value, proportion.times(payer.value, payer.interval))
  }
}

extension PredictedValue.Horizon {
  /// Where its value stands, and where the ends of the value's interval do.
  fileprivate var columns: [Column<PredictedLTV, Amount>] {
    switch self {
    case .oneYear:
      [PredictedLTV.value12Months, PredictedLTV.low12Months, PredictedLTV.high12Months]
    case .twoYears:
      [PredictedLTV.value24Months, PredictedLTV.low24Months, PredictedLTV.high24Months]
    case .life: [PredictedLTV.valueLife, PredictedLTV.lowLife, PredictedLTV.highLife]
    }
  }
}
