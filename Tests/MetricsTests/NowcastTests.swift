import Foundation
import Settings
import Statistics
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

  @Test("Where 40 pay and 60 usually do, the nights lowered what is expected by 20 each")
  func nights() throws {
    let usual = (0..<84).flatMap { cohort(on: $0) }
    let fallen = (84..<98).flatMap { cohort(on: $0, paid: 40) }
    let nowcast = TrialNowcast(TrialCohort.all(usual + fallen), day: 90)
    let changes = nowcast.changes(TrialCohort.all(usual + fallen))
    #expect(changes.count == 2)
    // Payments of trials begun from 84 on come from 86 on: on 86 to 90, and on the last three nights.
    #expect(abs(changes[0].ending.amount + 60) < 1e-9)
    #expect(abs(changes[1].ending.amount + 100) < 1e-9)
    #expect(abs(changes[1].running.amount) < 1e-9)
    let expected = try #require(changes[0].expected(0))
    // 240 expected in three nights of 180 begun and 120 paid: 0.6 × (1 − 60 ÷ 150).
    #expect(abs(expected.share - 0.36) < 1e-9 && abs(changes[0].usual! - 0.6) < 1e-9)
    #expect(abs(try #require(changes[0].reliableFall(outside: 0.002)) - 0.4) < 1e-9)
    let before = TrialNowcast(TrialCohort.all(usual), day: 83)
      .changes(TrialCohort.all(usual))
    #expect(before[1].reliableFall(outside: 0.002) == 0)
  }

  @Test("Fewer than 100 trials, or 5 payments, say nothing")
  func tooFew() {
    let few = (0..<100).flatMap { day in
      cohort(on: day).map { TrialFlow(start: $0.start, step: $0.step, trials: $0.trials / 20) }
    }
    let changes = TrialNowcast(TrialCohort.all(few), day: 90).changes(TrialCohort.all(few))
    #expect(changes.allSatisfy { $0.reliableFall(outside: 0.002) == nil && $0.expected(1) == nil })
    #expect(TrialNowcast([], day: 90).changes([]).allSatisfy { $0.reliableFall(outside: 1) == nil })
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

private let worlds: [TrialWorld] = {
  var (seasons, wander, mixed) = (
    TrialWorld("seasons of 25 %"), TrialWorld("a level that wanders"),
    TrialWorld("14 and 30 days")
  )
  seasons.season = 0.25
  wander.wander = 0.15
  mixed.lengths = [(14, 0.65), (30, 0.35)]
  var (few, many, short) = (
    TrialWorld("3 a day"), TrialWorld("200 a day, a level that wanders"),
    TrialWorld("3 days, half of them pay")
  )
  few.starts = 3
  (many.starts, many.wander) = (200, 0.15)
  (short.starts, short.conversion, short.lengths) = (150, 0.55, [(3, 1)])
  return [seasons, wander, mixed, few, many, short]
}()

/// Nowcasts of trials whose ends are known: `RUNRATE_CASES` makes as many worlds of each kind.
struct NowcastCalibrationTests {
  /// Weeks' intervals on days a fortnight apart: those that held what came, and all.
  private func intervals(_ world: TrialWorld, seed: UInt64) -> (held: Int, all: Int) {
    let flows = world.flows(days: 420, seed: seed)
    let weeks = TrialWeek.all(TrialCohort.all(flows))
    return stride(from: 210, to: 320, by: 9).reduce(into: (held: 0, all: 0)) { sum, day in
      let known = TrialCohort.all(flows.filter { $0.day <= day })
      let (nowcast, record) = (TrialNowcast(known, day: day), NowcastRecord(known, day: day))
      for week in weeks where week.first + 6 <= day {
        let found = nowcast.expectation(week.cohorts)
        guard found.decided < found.trials, found.variance > 0 else { continue }
        let half =
          NowcastRecord.z * record.width(age: week.age(on: day)) * found.variance.squareRoot()
        sum.all += 1
        sum.held += abs(week.paid - found.expected) <= half ? 1 : 0
      }
    }
  }

  @Test("80 % intervals hold as often as that, or more", arguments: worlds.indices)
  func calibration(number: Int) {
    let world = worlds[number]
    let sums = (1...seeds).map { intervals(world, seed: $0) }
    let (held, all) = (sums.reduce(0) { $0 + $1.held }, sums.reduce(0) { $0 + $1.all })
    #expect(all > 40)
    let share = Double(held) / Double(all)
    #expect(share > 0.7 && share < 0.95, "\(world.name): held \(held) of \(all)")
  }

  @Test("A fall of payments by two fifths is seen within two weeks, and none in quiet nights")
  func detection() {
    var world = TrialWorld("two fifths pay less from day 300 on")
    (world.incident, world.paying) = (300, 0.6)
    for seed in 1...seeds {
      let flows = world.flows(days: 330, seed: seed)
      let firing = stride(from: 270, to: 320, by: 1).first { day in
        let known = TrialCohort.all(flows.filter { $0.day <= day && $0.start > day - 170 })
        let changes = TrialNowcast(known, day: day).changes(known)
        return NightChanges.reliableFall(changes, outside: 0.002).map { $0 > 0.2 } ?? false
      }
      #expect(firing.map { (300..<314).contains($0) } ?? false, "first fired on \(firing ?? 0)")
    }
  }
}
