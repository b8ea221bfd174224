import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// A week in which payments failed for some days, 100 payments a day, seen for the first time.
@Suite struct IncidentTests {
  /// `failed`: of each of the last days, the newest last; 0 before them.
  private func judged(_ failed: [Int64], after before: RememberedState? = nil) throws -> JudgedRule
  {
    let rule = try Example.rule("payment-failure")
    let verdict = try Example.verdict(
      rule.name,
      Example.figures(tables: [
        Daily.schema.table(),
        Example.table(
          Operations.schema,
          [
            "paid_charges": { 100 - (failed.reversed().dropFirst($0).first ?? 0) },
            "payment_failures": { failed.reversed().dropFirst($0).first ?? 0 },
          ]),
      ]))
    return JudgedRule(verdict, after: before, on: Example.asOf)
  }

  @Test("Whose newest days are reliably well is recovering, from the day on which it began")
  func over() throws {
    let rule = try judged([40, 35, 0, 0, 0])
    #expect(rule.state == .recovering)
    #expect(rule.since == Example.asOf.advanced(by: -4))
    let text = AlertMessage(rule, currency: "USD", newest: nil).text
    #expect(
      text.hasSuffix(
        "Recovering: it was beyond the threshold from 2026-05-13 to 2026-05-14, and 0% (0 of 300) "
          + "from 2026-05-15 on."), "\(text)")
  }

  @Test("One good day tells that many failures are over, but not that a few more are")
  func notOver() throws {
    let many = try judged([40, 35, 30, 35, 0])
    #expect(many.state == .recovering && many.since == Example.asOf.advanced(by: -4))
    let few = try judged([5, 4, 5, 4, 1])
    #expect(few.state == .firing && few.verdict.incident?.after == nil)
    #expect(few.since == Example.asOf.advanced(by: -4))
    #expect(try judged([40, 35, 30, 35, 10]).state == .firing, "better, but beyond the threshold")
  }

  @Test("It is over sooner where the weeks before were far better than the threshold")
  func usual() throws {
    #expect(try judged([5, 4, 5, 4, 5, 4, 0]).state == .recovering)
    #expect(try judged([5, 4, 5, 4, 5, 4, 1]).state == .firing)
  }

  @Test("A trouble that goes on began where its own series says, in a first run alone")
  func goesOn() throws {
    #expect(try judged([0, 40, 35, 30]).since == Example.asOf.advanced(by: -2))
    #expect(
      try judged([0, 40, 35, 30], after: RememberedState(state: .ok)).since == Example.asOf)
  }

  @Test("It is resolved once its window is well")
  func resolved() throws {
    let rule = try judged(
      [0, 0, 0, 0, 0, 0, 0],
      after: RememberedState(state: .recovering, since: Example.asOf.advanced(by: -9)))
    #expect(rule.state == .ok && rule.resolved == Example.asOf.advanced(by: -9))
  }
}
