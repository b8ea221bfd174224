package import Timeline

/// So many trials of one start day and length made a step.
package struct TrialFlow: Sendable {
  /// The day's number.
  package let start: Int
  package let step: TrialStep
  package let trials: Double

  package init(start: Int, step: TrialStep, trials: Double) {
    (self.start, self.step, self.trials) = (start, step, trials)
  }

  package var day: Int { start + step.age }
  var isBeginning: Bool { step.from == nil }
}

struct TrialCohort: Sendable {
  let start: Int
  let length: Int
  /// In the order of ages.
  let flows: [TrialFlow]

  private struct Key: Hashable, Comparable {
    let start: Int
    let length: Int

    init(_ flow: TrialFlow) { (start, length) = (flow.start, flow.step.length) }

    static func < (a: Key, b: Key) -> Bool { (a.start, a.length) < (b.start, b.length) }
  }

  /// In the order of start and length.
  static func all(_ flows: [TrialFlow]) -> [TrialCohort] {
    Dictionary(grouping: flows, by: Key.init).sorted { $0.key < $1.key }.map { key, flows in
      TrialCohort(
        start: key.start, length: key.length, flows: flows.sorted { $0.step.age < $1.step.age })
    }
  }

  /// How many there are.
  var trials: Double { flows.reduce(0) { $0 + ($1.isBeginning ? $1.trials : 0) } }

  /// How they stand at the end of a day.
  func counts(at day: Int) -> TrialCounts {
    var counts = TrialCounts()
    for flow in flows where flow.day <= day { counts.take(flow) }
    return counts
  }

  /// What happened on a day, how they had stood before, and how many days after their start.
  struct Night {
    let age: Int
    let before: TrialCounts
    let flows: ArraySlice<TrialFlow>

    /// Trials that stood so before, and still do.
    func stayed(_ state: TrialState) -> Double {
      flows.reduce(before[state]) { $0 - ($1.step.from == state ? $1.trials : 0) }
    }
  }

  /// Calls `body` for each of `days` on which any are in play.
  func forEachNight(of days: ClosedRange<Int>, _ body: (Night) -> Void) {
    guard start <= days.upperBound else { return }
    var counts = TrialCounts()
    var next = 0
    for day in start...days.upperBound {
      let first = next
      while next < flows.count, flows[next].day == day { next += 1 }
      if days.contains(day) {
        body(Night(age: day - start, before: counts, flows: flows[first..<next]))
      }
      for flow in flows[first..<next] { counts.take(flow) }
      if next == flows.count, !counts.isInPlay { return }
    }
  }
}

struct TrialCounts: Sendable {
  private var values = SIMD8<Double>.zero

  subscript(_ state: TrialState) -> Double { values[Int(state.rawValue)] }

  var isInPlay: Bool { inPlay > 0 }
  /// Trials of which nothing is decided yet.
  var inPlay: Double { TrialState.inPlay.reduce(0) { $0 + self[$1] } }
  var decided: Double { self[.paid] + self[.over] }

  mutating func take(_ flow: TrialFlow) {
    if let from = flow.step.from { values[Int(from.rawValue)] -= flow.trials }
    values[Int(flow.step.to.rawValue)] += flow.trials
  }
}

extension TrialState {
  /// Nothing is decided yet.
  static let inPlay: [TrialState] = [.on, .off, .failing]
}
