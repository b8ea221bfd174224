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

  var table: Table { Contract.ltvPredicted.table(predictions.map(row)) }

  private func row(_ prediction: PredictedValue) -> [Cell] {
    let history = prediction.history
    return [
      .text(history.product), .text(history.period?.description ?? "(none)"),
      .count(prediction.subscribers), parameter(prediction.model?.alpha),
      parameter(prediction.model?.beta), .number(prediction.logLikelihood),
    ] + PredictedValue.Horizon.allCases.flatMap { values(prediction.value($0)) }
      + [3, 6, 12].map { .number(prediction.heldOutError(months: $0)) }
      + [.count(prediction.counts.due), .amount(prediction.payment)] + trial(prediction)
      + [prediction.refusal.map(Cell.text) ?? .missing]
  }

  /// Infinite, and so left empty, where subscribers are all alike.
  private func parameter(_ value: Double?) -> Cell { .number(value) }

  private func values(_ value: (value: Double, interval: Interval)?) -> [Cell] {
    [.amount(value?.value), .amount(value?.interval.low), .amount(value?.interval.high)]
  }

  /// How probably a trial becomes a payer, and what it is worth over 24 months.
  private func trial(_ prediction: PredictedValue) -> [Cell] {
    guard let money = money[prediction.history.product],
      let rate = Rate(money.converted, over: money.trials)
    else { return [.missing, .missing] }
    let value = prediction.value(.twoYears)?.value
    return [.rate(rate), .amount(value.map { $0 * rate.value })]
  }
}

extension Cell {
  /// A computed amount, in units of the currency.
  static func amount(_ value: Double?) -> Cell {
    guard let value, value.isFinite, abs(value) < 9e12 else { return .missing }
    return .money(Amount(micros: Int64((value * 1_000_000).rounded(.toNearestOrEven))))
  }
}
