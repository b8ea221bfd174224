import Glibc
package import Metrics
import Timeline

/// Trials of an app that nobody has: so many begin a day, a share pays, others opt out.
package struct TrialWorld: Sendable {
  package let name: String
  /// Begun a day, on average.
  package var starts = 20.0
  /// The share that pays, if nothing is done to it.
  package var conversion = 0.24
  /// How far the share goes up and down over a year, and wanders by chance.
  package var season = 0.0
  package var wander = 0.0
  /// Days that trials last, and how many of all.
  package var lengths: [(share: Double, value: Int)] = [(1, 14)]
  /// From this day on this part of those who would pay does.
  package var incident = Int.max
  package var paying = 1.0

  /// Shares of customers who keep to a contract much more or less than others, and how many times as many of
  /// them pay.
  package var kinds: [(share: Double, value: Double)] = [(1, 1)]
  /// How many more begin on a Monday than on a Sunday.
  package var weekdays = 0.0

  package init(_ name: String) { self.name = name }

  /// The flows of trials that begin on some days, by what happens until another.
  package func flows(days: Int, seed: UInt64) -> [TrialFlow] {
    var random = Random(seed: seed)
    var walk = 0.0
    var counts: [Int: [TrialStep: Double]] = [:]
    for day in 0..<days {
      walk = walk * 0.97 + wander * 0.24 * (random.next() + random.next() - 1) * 2.45
      let season = 1 + season * sin(2 * .pi * Double(day) / 365)
      let pays = min(0.9, conversion * season * exp(walk))
      let weekday = 1 + weekdays * (0.5 - Double(day % 7) / 6)
      for _ in 0..<random.poisson(starts * weekday) {
        let length = picked(lengths, random.next())
        let pays = min(0.97, pays * picked(kinds, random.next()))
        var last: TrialState?
        for (age, state) in life(day, length, pays, &random) where state != last {
          let step = TrialStep(length: length, age: age, from: last, to: state)
          counts[day, default: [:]][step, default: 0] += 1
          last = state
        }
      }
    }
    return counts.flatMap { day, steps in
      steps.map { TrialFlow(start: day, step: $0.key, trials: $0.value) }
    }
  }

  private func life(_ day: Int, _ length: Int, _ pays: Double, _ random: inout Random)
    -> [(age: Int, state: TrialState)]
  {
    guard random.next() < pays else {
      let soon = random.next() < 0.55
      let age = 1 + Int(random.next() * Double(soon ? min(2, length - 1) : length - 1))
      return [(0, .on), (age, .off), (length + 7, .over)]
    }
    // A store renews some a day early, by the clock of the app's users.
    let end = random.next() < 0.25 ? length - 1 : length
    if day + end >= incident, random.next() > paying { return [(0, .on), (length + 7, .over)] }
    guard random.next() < 0.03 else { return [(0, .on), (end, .paid)] }
    return random.next() < 0.5
      ? [(0, .on), (length, .failing), (length + 1 + Int(random.next() * 14), .paid)]
      : [(0, .on), (length, .failing), (length + 60, .over)]
  }

  /// SplitMix64 (Steele, Lea and Flood 2014): the same numbers everywhere.
  private struct Random {
    var state: UInt64

    init(seed: UInt64) { state = seed &* 7919 &+ 13 }

    /// From 0 up to 1.
    mutating func next() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
    }

    /// The sum of ten with a tenth of the mean: none underflows.
    mutating func poisson(_ mean: Double) -> Int {
      (0..<10).reduce(0) { sum, _ in
        var (count, product) = (0, next())
        while product > exp(-mean / 10) { (count, product) = (count + 1, product * next()) }
        return sum + count
      }
    }
  }
}

/// What stands at a place from 0 to 1, where each has its share.
private func picked<Value>(_ all: [(share: Double, value: Value)], _ place: Double) -> Value {
  var rest = place
  for (share, value) in all {
    if rest < share { return value }
    rest -= share
  }
  return all[0].value
}
