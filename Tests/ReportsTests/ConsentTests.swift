import Metrics
import Testing
import Values

@testable import Reports

@Suite struct ConsentTests {
  private func sentences(_ states: [(String, customers: Int64, payers: Int64, events: Int64)])
    -> [String]
  {
    var figures = Figures(
      asOf: Day(20_634), zone: "UTC", currency: "USD", version: "1", configurationHash: "0")
    figures.tables.append(
      Consent.schema.table(
        states.map { state in
          let known: [String: Cell] = [
            "state": .text(state.0), "customers": .count(state.customers),
            "payers": .count(state.payers), "app_events_28_days": .count(state.events),
          ]
          return Consent.schema.columns.map { known[$0.name] ?? .missing }
        }))
    return figures.consentSentences
  }

  @Test("Where the log has nothing of those who denied, figures say whom they rest on")
  func consentingAlone() {
    #expect(
      sentences([("granted", 80, 9, 500), ("denied", 20, 3, 0)]) == [
        "Based on customers who consented: in 28 days the log has no app event "
          + "of 20 customers who declined, 3 of whom have paid."
      ])
  }

  @Test("Where it has, where nobody denied, and where nobody is told of, nothing is said")
  func everybody() {
    #expect(sentences([("granted", 80, 9, 500), ("denied", 20, 3, 1)]).isEmpty)
    #expect(sentences([("granted", 80, 9, 500), ("denied", 0, 0, 0)]).isEmpty)
    #expect(sentences([("granted", 80, 9, 0), ("denied", 20, 3, 0)]).isEmpty)
    #expect(sentences([]).isEmpty)
  }
}
