import Metrics
import Settings
import Testing
import Values

@testable import Alerts

@Suite struct MemoryTests {
  private func verdict(_ finding: Verdict.Finding) -> Verdict {
    Verdict(AlertRule.defaults[0], finding)
  }

  /// The states of following days, each judged in the light of the one before.
  private func story(_ findings: [Verdict.Finding]) -> [JudgedRule] {
    var before: RememberedState?
    return findings.enumerated().map { day, finding in
      let judged = JudgedRule(verdict(finding), after: before, on: Day(100 + day))
      before = judged.remembered
      return judged
    }
  }

  @Test("New, still firing, recovering, firing again without being new, resolved")
  func flapping() {
    let story = story([.ok, .firing, .firing, .ok, .firing, .ok, .ok, .ok])
    #expect(
      story.map(\.state) == [
        .ok, .firing, .firing, .recovering, .firing, .recovering, .ok, .ok,
      ])
    let since = Day(101)
    #expect(story.map(\.since) == [nil, since, since, since, since, since, nil, nil])
    #expect(story.map(\.resolved) == [nil, nil, nil, nil, nil, nil, since, nil])
  }

  @Test("Too little data for one day does not make a firing rule new again")
  func gap() {
    let story = story([.firing, .notEnoughData(enough: 9), .firing])
    #expect(story.map(\.state) == [.firing, .recovering, .firing])
    #expect(story.last?.since == Day(100))
  }

  @Test("Stale is critical whatever the rule says, and goes on as one trouble with firing")
  func stale() throws {
    let rule = try Example.rule("refund-rate")
    let judged = JudgedRule(
      Verdict(rule, .outdated), after: RememberedState(state: .firing, since: Day(90)), on: Day(100)
    )
    #expect(judged.severity == .critical)
    #expect(judged.since == Day(90))
  }
}

@Suite struct OverallStatusTests {
  private func line(_ state: AlertLine.State, _ severity: AlertLine.Severity = .warning)
    -> AlertLine
  {
    AlertLine(name: "a", severity: severity, state: state, message: "")
  }

  @Test("The worst state wins, and nothing judged is its own answer")
  func worst() {
    #expect(OverallStatus([]) == .unjudged)
    #expect(OverallStatus([line(.notEnoughData)]) == .unjudged)
    #expect(OverallStatus([line(.notEnoughData), line(.ok)]) == .allWell)
    #expect(OverallStatus([line(.recovering, .critical)]) == .allWell)
    #expect(OverallStatus([line(.firing), line(.ok)]) == .warning)
    #expect(OverallStatus([line(.firing), line(.firing, .critical)]) == .critical)
    #expect(OverallStatus([line(.stale)]) == .critical)
  }
}
