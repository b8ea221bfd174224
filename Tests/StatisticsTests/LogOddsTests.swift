import Glibc
import Testing

@testable import Statistics

/// Odds of shares, and what new cases tell against them.
@Suite struct LogOddsTests {
  @Test("36 of 100, and twice as many cases are known twice as well")
  func share() {
    let odds = LogOdds(36, of: 100)
    #expect(abs(odds.value - log(36.5 / 64.5)) < 1e-12)
    #expect(abs(odds.variance - (1 / 36.5 + 1 / 64.5)) < 1e-12)
    #expect(abs(LogOdds(72, of: 200).variance * 2 / odds.variance - 1) < 0.02)
    #expect(LogOdds(9, of: 3).value == LogOdds(3, of: 3).value)
  }

  @Test("None of 24 where 36 % do, as if known for sure, is (1 − 0.36)²⁴")
  func none() {
    let known = LogOdds(value: log(36.0 / 64), variance: 1e-9)
    #expect(abs(known.evidence(against: 0, of: 24) + 24 * log(0.64)) < 1e-4)
    #expect(known.evidence(against: 9, of: 25) < 1e-6)
  }

  @Test("Odds that are hardly known are no evidence; in between, what a normal distribution gives")
  func unknown() {
    #expect(LogOdds(value: 0, variance: 1e4).evidence(against: 1, of: 24) < 0.01)
    let near = LogOdds(value: 0, variance: 0.001)
    let off = LogOdds(5300, of: 10_000).value
    let expected = off * off / 2 / (0.001 + 4 / 10_000)
    #expect(abs(near.evidence(against: 5300, of: 10_000) / expected - 1) < 0.02)
    #expect(near.evidence(against: 0, of: 0) == 0)
  }

  @Test("Odds drawn to nothing by as much as they vary are halved")
  func shrunk() {
    let odds = LogOdds(value: 1, variance: 0.25).shrunk(between: 0.25)
    #expect(odds.value == 0.5 && odds.variance == 0.125)
  }
}
