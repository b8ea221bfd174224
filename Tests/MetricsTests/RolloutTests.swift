import Testing
import Values

@testable import Metrics
@testable import Settings

/// What the counts of a step lead to.
@Suite struct RolloutTests {
  private static let place = [
    Rollout(
      name: "widget", carrier: .feature("widget"), app: nil,
      steps: [Rollout.Step(from: Day(100), share: Fraction(1, over: 10))])
  ].places[0]

  private func step(
    inside: RolloutStep.Side = RolloutStep.Side(), outside: RolloutStep.Side = RolloutStep.Side(),
    joined: Int64 = 0
  ) -> RolloutStep {
    var step = RolloutStep(place: Self.place)
    (step.inside, step.outside, step.joined) = (inside, outside, joined)
    return step
  }

  private func verdict(_ figure: RolloutFigure, of step: RolloutStep) -> RolloutVerdict? {
    zip(RolloutFigure.compared, step.comparisons).first { $0.0 == figure }
      .map { step.verdict($0.0, $0.1) }
  }

  @Test("A tenth of customers that crash where one in a hundred did is a reason to halt")
  func crashes() {
    let broken = step(
      inside: .init(sessions: 400, crashed: 40), outside: .init(sessions: 4000, crashed: 40))
    #expect(verdict(.crash, of: broken) == .worse)
    let mended = step(
      inside: .init(sessions: 4000, crashed: 40), outside: .init(sessions: 4000, crashed: 400))
    #expect(verdict(.crash, of: mended) == .better)
  }

  @Test("A difference that chance makes is none, and few customers say nothing")
  func chance() {
    let even = step(
      inside: .init(sessions: 400, crashed: 5), outside: .init(sessions: 4000, crashed: 40))
    #expect(verdict(.crash, of: even) == .noDifference)
    let few = step(
      inside: .init(sessions: 99, crashed: 90), outside: .init(sessions: 4000, crashed: 40))
    #expect(verdict(.crash, of: few) == .notEnoughData)
    let rare = step(
      inside: .init(sessions: 400, crashed: 4), outside: .init(sessions: 4000, crashed: 0))
    #expect(verdict(.crash, of: rare) == .notEnoughData)
  }

  @Test("More payers are better, and less money for each customer is worse")
  func money() {
    let more = step(
      inside: .init(prospects: 2000, payers: 300), outside: .init(prospects: 2000, payers: 100))
    #expect(verdict(.conversion, of: more) == .better)
    let less = step(
      inside: .init(
        customers: 2000, payers: 100, revenue: Amount(micros: 1_000_000_000), squares: 10_000),
      outside: .init(
        customers: 2000, payers: 300, revenue: Amount(micros: 3_000_000_000), squares: 30_000))
    #expect(verdict(.revenue, of: less) == .worse)
  }

  @Test("Those who got it later are adopters, too; the plan is a tenth")
  func adoption() {
    func verdict(_ inside: Int64, _ joined: Int64, _ outside: Int64) -> RolloutVerdict? {
      step(inside: .init(customers: inside), outside: .init(customers: outside), joined: joined)
        .planVerdict
    }
    #expect(verdict(80, 20, 900) == .asPlanned)
    #expect(verdict(20, 20, 960) == .behind)
    #expect(verdict(80, 120, 800) == .ahead)
    #expect(verdict(0, 0, 0) == nil)
  }
}
