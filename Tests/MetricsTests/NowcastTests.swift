import Foundation
import Settings
import Statistics
import Support
import Testing
import Timeline

@testable import Metrics

/// What running trials come to.
struct NowcastTests {
  private func flow(
    _ trials: Double, on day: Int, age: Int, _ from: TrialState?, _ to: TrialState, length: Int = 2
  ) -> TrialFlow {
    TrialFlow(
      start: day - age, step: TrialStep(length: length, age: age, from: from, to: to),
      trials: trials)
  }

  /// Trials of two days that begin on a day: of 100, 20 opt out the day after, `paid` pay.
  private func cohort(on day: Int, paid: Double = 60) -> [TrialFlow] {
    [
      flow(100, on: day, age: 0, nil, .on), flow(20, on: day + 1, age: 1, .on, .off),
      flow(paid, on: day + 2, age: 2, .on, .paid), flow(80 - paid, on: day + 5, age: 5, .on, .over),
      flow(20, on: day + 5, age: 5, .off, .over),
    ]
  }

  @Test("A step is one integer, and back", arguments: TrialState.allCases)
  func packing(to: TrialState) throws {
    for from in [nil] + TrialState.allCases.map(Optional.some) {
      for (length, age) in [(0, 0), (3, 1), (14, 75), (400, 511)] {
        let step = TrialStep(length: length, age: age, from: from, to: to)
        #expect(TrialStep(packed: step.packed) == step)
      }
    }
    let longest = TrialStep(length: 5000, age: 9000, from: .on, to: to)
    #expect(TrialStep(packed: longest.packed) == longest && longest.packed > 0)
  }

  @Test("Of 100 that will renew 80 still do a day later, and 60 pay: worth 0.6, then 0.75")
  func worth() throws {
    let cohorts = TrialCohort.all((0..<20).flatMap { cohort(on: $0) })
    let chain = try #require(TrialChain(cohorts, length: 2, in: 5...19))
    #expect(abs(chain.beginning.value - 0.6) < 1e-12)
    #expect(abs(chain.value(of: .on, age: 1) - 0.75) < 1e-12)
    #expect(chain.value(of: .off, age: 1) == 0 && chain.value(of: .on, age: 2) == 0)
    #expect(chain.value(of: .paid, age: 90) == 1 && chain.value(of: .over, age: 2) == 0)
    // 0.8 × (0.75 − 0.6)² + 0.2 × 0.6²
    #expect(abs(chain.worth(of: .on, age: 0).variance - 0.09) < 1e-12)
    #expect(TrialChain(cohorts, length: 3, in: 5...19) == nil)
  }

  @Test("A week of which some are running is worth what came and what is expected")
  func expectation() {
    let cohorts = TrialCohort.all((0..<100).flatMap { cohort(on: $0) })
    let nowcast = TrialNowcast(cohorts, day: 90)
    let found = nowcast.expectation(cohorts.filter { (89...90).contains($0.start) })
    #expect(found.trials == 200 && found.decided == 0 && found.paid == 0)
    // Begun today, and of yesterday's the 80 that will still renew.
    #expect(abs(found.expected - 120) < 1e-9 && abs(found.usual - 120) < 1e-9)
    let half = nowcast.expectation(cohorts.filter { (89...90).contains($0.start) }, ratio: 0.5)
    #expect(abs(half.expected - 60) < 1e-9)
    #expect(!nowcast.knows(3) && nowcast.knows(2))
    let over = nowcast.expectation(cohorts.filter { $0.start == 80 })
    #expect(over.decided == 100 && over.expected == 60 && over.variance == 0)
  }

  private func fall(_ flows: [TrialFlow], on day: Int) -> NowcastFall? {
    let cohorts = TrialCohort.all(flows.filter { $0.day <= day })
    let nowcast = TrialNowcast(cohorts, day: day)
    return NowcastFall(nowcast.changes(cohorts).newest, usual: nowcast.usual)
  }

  @Test("Where 40 pay and 60 usually do, the nights lowered what is expected by 20 each")
  func nights() throws {
    let usual = (0..<84).flatMap { cohort(on: $0) }
    let fallen = (84..<98).flatMap { cohort(on: $0, paid: 40) }
    let nowcast = TrialNowcast(TrialCohort.all(usual + fallen), day: 90)
    let changes = nowcast.changes(TrialCohort.all(usual + fallen))
    #expect(changes.newest.count == 7)
    // Payments of trials begun from 84 on come from 86 on: on 86 to 90.
    let place = NightChanges.Part.ending.rawValue
    for (ago, night) in changes.newest.enumerated() {
      #expect(abs(night.parts[place].amount + (ago < 5 ? 20 : 0)) < 1e-9)
      #expect(abs(night.parts[NightChanges.Part.running.rawValue].amount) < 1e-9)
    }
    #expect(abs(changes.usual.parts[place].amount) < 1e-9)
    let sum = changes.newest.dropFirst().reduce(changes.newest[0]) { $0 + $1 }
    let expected = try #require(sum.expected(0, usual: nowcast.usual, nights: 7))
    // 420 expected of the 700 begun, 320 paid: 0.6 × (1 − 100 ÷ 370).
    #expect(abs(expected.share - 0.6 * 270 / 370) < 1e-9 && abs(sum.usualShare! - 0.6) < 1e-9)
    // On the five nights 100 of (300 + 200) ÷ 2.
    let fall = try #require(self.fall(usual + fallen, on: 90))
    #expect(abs(fall.share - 0.4) < 1e-9 && fall.nights > 1e6)
    #expect(try #require(self.fall(usual, on: 83)).nights < 7)
  }

  @Test("A day without a log is no fall, neither then nor when its trials end")
  func withoutLog() throws {
    let told = (0..<100).filter { $0 != 86 }.flatMap { cohort(on: $0) }.filter { $0.day != 86 }
    func nights(on day: Int, untold: [Int]) -> Double {
      let cohorts = TrialCohort.all(told.filter { $0.day <= day })
      let nowcast = TrialNowcast(cohorts, day: day, untold: untold)
      return NowcastFall(nowcast.changes(cohorts).newest, usual: nowcast.usual)?.nights ?? 0
    }
    for day in 86...92 { #expect(nights(on: day, untold: [86]) < 7, "\(day)") }
    #expect(nights(on: 86, untold: []) > 1000)
  }

  @Test("Fewer than 30 trials, or 2 payments, say nothing")
  func tooFew() {
    let few = (0..<100).flatMap { day in
      cohort(on: day).map { TrialFlow(start: $0.start, step: $0.step, trials: $0.trials / 50) }
    }
    #expect(fall(few, on: 90) == nil && fall([], on: 90) == nil)
  }

  @Test(
    "What a segment usually is beside all trials is no fall, and what it loses beside that is one")
  func drift() throws {
    let nowcast = TrialNowcast(TrialCohort.all((0..<100).flatMap { cohort(on: $0) }), day: 97)
    func fall(_ paid: @escaping (Int) -> Double) throws -> NowcastFall {
      let all = (0..<100).flatMap { cohort(on: $0, paid: paid($0)) }.filter { $0.day <= 97 }
      let changes = nowcast.changes(TrialCohort.all(all))
      let better = nowcast.changes(TrialCohort.all((0..<100).flatMap { cohort(on: $0, paid: 75) }))
      let usual = nowcast.usual.ofSegments([changes.usual, better.usual])[0]
      return try #require(NowcastFall(changes.newest, usual: usual))
    }
    #expect(try fall { _ in 45 }.nights < 30)
    #expect(try fall { $0 < 90 ? 45 : 25 }.nights > 10_000)
  }

  @Test("The default rule watches the row of the newest nights")
  func rule() {
    let rule = AlertRule.defaults.first { $0.figure == .metric(.trialNowcastFall) }
    #expect(rule?.filter == [TrialNowcasts.cohort.name: TrialNowcasts.newestNights])
  }

  @Test("Groups that differ by chance are as the whole, those that differ by more are not")
  func pooling() {
    #expect(PartialPooling.ratios([(93, 100), (107, 100), (11, 10)]) == [1, 1, 1])
    let ratios = PartialPooling.ratios([(500, 1000), (1500, 1000), (0, 1), (3, 0)])
    #expect(ratios[0] < 0.52 && ratios[0] > 0.5 && ratios[1] > 1.48 && ratios[1] < 1.5)
    #expect(ratios[2] > 0.6 && ratios[2] < 1 && ratios[3] == 1)
    #expect(PartialPooling.ratios([(5, 10)]) == [1] && PartialPooling.ratios([]).isEmpty)
  }
}

private let seeds =
  UInt64(ProcessInfo.processInfo.environment["RUNRATE_CASES"] ?? "2") ?? 2

/// How soon a fall is told, and how often none is: `RUNRATE_CASES` worlds.
struct NowcastFallTests {
  /// The first night of some from which a fall of more than a fifth is told, at most once in so many nights.
  private func first(_ world: TrialWorld, seed: UInt64, nights: Double, in days: Range<Int>) -> Int?
  {
    let flows = world.flows(days: days.upperBound, seed: seed)
    return days.first { day in
      let known = TrialCohort.all(flows.filter { $0.day <= day && $0.start > day - 170 })
      let nowcast = TrialNowcast(known, day: day)
      let fall = NowcastFall(nowcast.changes(known).newest, usual: nowcast.usual)
      return fall.map { $0.share > 0.2 && $0.nights >= nights } ?? false
    }
  }

  @Test("A fall of payments by two fifths is told within ten nights")
  func detection() {
    var world = TrialWorld("two fifths pay less from day 300 on")
    (world.incident, world.paying) = (300, 0.6)
    for seed in 1...seeds {
      let night = first(world, seed: seed, nights: 180, in: 300..<320)
      #expect(night.map { $0 < 310 } ?? false, "seed \(seed): \(night ?? 0)")
    }
  }

  @Test("In quiet nights none is told more often than once in 180, of levels that wander, too")
  func quiet() {
    var wander = TrialWorld("a level that wanders")
    (wander.wander, wander.season) = (0.1, 0.1)
    for world in [TrialWorld("steady"), wander] {
      let told = (1...seeds).count { first(world, seed: $0, nights: 180, in: 200..<260) != nil }
      #expect(Double(told) <= max(1, Double(seeds) / 3), "\(world.name): \(told) of \(seeds)")
    }
  }
}
