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
    let money = Dictionary(rows) { first, _ in first }
    self.money = money
    predictions = try RenewalHistory.all(database).map { history in
      let own = money[history.product].flatMap { $0.payments > 0 ? $0 : nil }
      let payment = own.map { Double($0.net.micros) / 1_000_000 / Double($0.payments) }
      return PredictedValue(history, payment: payment)
    }
  }

  var table: Table { PredictedLTV.schema.table(predictions.map(row)) }

  private func row(_ prediction: PredictedValue) -> [Cell] {
    let history = prediction.history
    return [
      .text(history.product), .text(history.period?.description ?? "(none)"),
      .count(prediction.subscribers), parameter(prediction.model?.alpha),
      parameter(prediction.model?.beta), .number(prediction.logLikelihood),
    ] + PredictedValue.Horizon.allCases.flatMap { values(prediction.value($0)) }
      + [3, 6, 12].map { .number(prediction.heldOutError(months: $0)) }
      + [.count(prediction.counts.due), .amount(prediction.payment)] + trial(prediction)
      + [prediction.refusal.map(Cell.text) ?? .missing] + trialInterval(prediction)
  }

  /// Infinite, and so left empty, where subscribers are all alike.
  private func parameter(_ value: Double?) -> Cell { .number(value) }

  private func values(_ value: (value: Double, interval: Interval)?) -> [Cell] {
    [.amount(value?.value), .amount(value?.interval.low), .amount(value?.interval.high)]
  }

  /// How probably a trial becomes a payer, and what it is worth over 24 months.
  private func trial(_ prediction: PredictedValue) -> [Cell] {
    [trialRate(prediction).map(Cell.rate) ?? .missing, .amount(trialValue(prediction)?.value)]
  }

  private func trialInterval(_ prediction: PredictedValue) -> [Cell] {
    let interval = trialValue(prediction)?.interval
    return [.amount(interval?.low), .amount(interval?.high)]
  }

  private func trialRate(_ prediction: PredictedValue) -> Rate? {
    money[prediction.history.product].flatMap { Rate($0.converted, over: $0.trials) }
  }

  private func trialValue(_ prediction: PredictedValue) -> (value: Double, interval: Interval)? {
    guard let money = money[prediction.history.product],
      let share = Rate(money.converted, over: money.trials),
      let wilson = WilsonInterval(money.converted, of: money.trials),
      let payer = prediction.value(.twoYears)
    else { return nil }
    let proportion = Proportion(share.value, wilson: Interval(wilson.low, wilson.high))
    return (share.value * payer.value, proportion.times(payer.value, payer.interval))
  }
}

extension Cell {
  /// A computed amount, in units of the currency.
  static func amount(_ value: Double?) -> Cell {
    guard let value, value.isFinite, abs(value) < 9e12 else { return .missing }
    return .money(Amount(micros: Int64((value * 1_000_000).rounded(.toNearestOrEven))))
  }
}
