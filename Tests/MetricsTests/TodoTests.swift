import Testing
import Values

@testable import Metrics

/// The list of people, by hand.
@Suite struct TodoTests {
  private static let asOf = Day("2026-06-30") ?? Day(0)

  private func subscriber(
    _ customer: String, _ state: String, _ product: String, dollars: Int64, ends: Int,
    renews: Bool = true
  ) -> [Cell] {
    Subscribers.schema.columns.map { column in
      switch column.name {
      case "customer": .text(customer)
      case "state": .text(state)
      case "product": .text(product)
      case "mrr": .money(Amount(micros: dollars * 1_000_000))
      case "ends": .day(Self.asOf.advanced(by: ends))
      case "renews": .flag(renews)
      default: .missing
      }
    }
  }

  /// Of the trials of the next three days $`amount` are at stake, and $`expected` are expected; of
  /// 10 failed payments in March 6 came to something.
  private func figures(_ subscribers: [[Cell]], amount: Int64, expected: Int64?) -> Figures {
    let ahead = Upcoming.schema.columns.map { column -> Cell in
      switch column.name {
      case "days": .count(3)
      case "trials_amount": .money(Amount(micros: amount * 1_000_000))
      case "trials_expected":
        expected.map { .money(Amount(micros: $0 * 1_000_000)) } ?? .missing
      default: .missing
      }
    }
    let failures = Billing.schema.columns.map { column -> Cell in
      switch column.name {
      case "month": .month(Day("2026-03-01")?.month ?? Month(0))
      case "dimension", "value": .text("all")
      case "failures": .count(10)
      case "recovered": .count(6)
      default: .missing
      }
    }
    var figures = Figures(
      asOf: Self.asOf, zone: "UTC", currency: "USD", version: "", configurationHash: "")
    figures.tables = [
      Subscribers.schema.table(subscribers), Upcoming.schema.table([ahead]),
      Billing.schema.table([failures]),
    ]
    return figures
  }

  private func rows(_ figures: Figures) throws -> [String] {
    Rows<Todo>(try TodoTable(figures).table()).map { row in
      let amounts = [row[Todo.mrr], row[Todo.expectedMRR]].map { $0.map { "\($0.micros)" } ?? "-" }
      return ([row.text(Todo.customer), row.text(Todo.reason)] + amounts).joined(separator: " ")
    }
  }

  @Test(
    "Who is in grace, in retry, about to end a trial or to cancel, by what can be done and the money"
  )
  func byHand() throws {
    let subscribers = [
      subscriber("active", "active", "pro", dollars: 10, ends: 2),
      subscriber("grace", "grace", "pro", dollars: 6, ends: -1),
      subscriber("unpaid", "grace", "pro", dollars: 0, ends: 5),
      subscriber("retry", "billing_retry", "pro", dollars: 0, ends: -9),
      subscriber("soon", "trial", "pro", dollars: 0, ends: 3),
      subscriber("later", "trial", "pro", dollars: 0, ends: 4),
      subscriber("leaving", "set_to_cancel", "pro", dollars: 20, ends: 40),
      subscriber("gone", "expired", "pro", dollars: 0, ends: -2),
      subscriber("first", "trial", "new", dollars: 0, ends: 1),
      subscriber("away", "trial", "pro", dollars: 0, ends: 2, renews: false),
    ]
    // Those with MRR of pro: 10, 6 and 20, on average 12. Of failed payments 60 % come to
    // something, of trials a quarter, of what is cancelled nothing.
    #expect(
      try rows(figures(subscribers, amount: 80, expected: 20)) == [
        "grace grace 6000000 3600000", "unpaid trial_grace 12000000 7200000",
        "retry billing_retry 12000000 7200000", "soon trial_ending 12000000 3000000",
        "first trial_ending - -", "away trial_cancelled 12000000 0",
        "leaving set_to_cancel 20000000 0",
      ])
  }

  @Test("While no trial is over, nothing is expected of trials; a trial that ends today is over")
  func noRate() throws {
    let subscribers = [
      subscriber("pays", "active", "pro", dollars: 10, ends: 2),
      subscriber("soon", "trial", "pro", dollars: 0, ends: 1),
      subscriber("over", "trial", "pro", dollars: 0, ends: 0),
    ]
    #expect(
      try rows(figures(subscribers, amount: 10, expected: nil)) == ["soon trial_ending 10000000 -"])
  }
}
