import Support
import Testing
import Values

@testable import Command

/// Tries `property` on many logs; it answers nil, or what is wrong. The first failure is made as
/// short as it gets, and told with its seed.
func forRandomLogs(
  _ count: UInt64 = cases, _ kind: RandomLog.Kind = [], at place: SourceLocation = #_sourceLocation,
  _ property: (Trial) throws -> String?
) throws {
  try forTrials(count, at: place, property) { seed in
    var log = RandomLog(seed: seed, kind)
    return Trial(seed: seed, kind: kind, lines: log.lines(), asOf: log.lastDay)
  }
}

/// The same with logs of several households.
func forPartLogs(
  _ count: UInt64, _ kind: RandomLog.Kind = [], at place: SourceLocation = #_sourceLocation,
  _ property: (Trial) throws -> String?
) throws {
  try forTrials(count, at: place, property) { seed in
    var log = PartLog(seed: seed, kind)
    return Trial(seed: seed, kind: kind, lines: log.lines(), asOf: log.lastDay)
  }
}

private func forTrials(
  _ count: UInt64, at place: SourceLocation, _ property: (Trial) throws -> String?,
  _ trial: (UInt64) -> Trial
) throws {
  for seed in firstSeed..<(firstSeed + count) {
    var trial = trial(seed)
    guard let complaint = answer(property, trial) else { continue }
    trial.lines = shrunk(trial.lines) { [trial] lines in
      var shorter = trial
      shorter.lines = lines
      return answer(property, shorter) != nil
    }
    let last = answer(property, trial) ?? complaint
    Issue.record(
      "seed \(seed): \(complaint)\n  \(last)\n\(trial.lines.joined(separator: "\n"))",
      sourceLocation: place)
    return
  }
}

/// One random log and what goes with it.
struct Trial {
  let seed: UInt64
  let kind: RandomLog.Kind
  var lines: [String]
  let asOf: Day

  /// A country that the log tells later restates the tax of what was before it.
  var world: World { .random(seed: seed, hasOpening: seed % 3 == 0 && !kind.contains(.causal)) }

  /// A day of the log, or soon after.
  func day(_ random: inout SplitMix) -> Day {
    RandomLog.firstDay.advanced(
      by: Int.random(in: 0...(RandomLog.firstDay.distance(to: asOf) + 5), using: &random))
  }

  /// The lines dealt out to up to five runs; a line's run does not depend on the others.
  var parts: [[String]] {
    var parts: [[String]] = Array(repeating: [], count: 5)
    for line in lines {
      var random = SplitMix(seed: line.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
      parts[Int.random(in: 0..<(2 + Int(seed % 4)), using: &random)].append(line)
    }
    return parts.filter { !$0.isEmpty }
  }
}

/// What is wrong with a log; an error is wrong, too.
private func answer(_ property: (Trial) throws -> String?, _ trial: Trial) -> String? {
  do {
    return try property(trial)
  } catch let failure as PartWorld.Failure {
    return failure.description
  } catch {
    return Failure(of: error).message
  }
}

/// A log of which no line can be left out without the failure going away.
private func shrunk(_ lines: [String], _ fails: ([String]) -> Bool) -> [String] {
  var lines = lines
  var size = lines.count / 2
  while size > 0 {
    var at = 0
    while at < lines.count {
      var fewer = lines
      fewer.removeSubrange(at..<min(at + size, lines.count))
      if !fewer.isEmpty, fails(fewer) { lines = fewer } else { at += size }
    }
    size /= 2
  }
  return lines
}

/// Nil where no day is to be reported yet.
func reportIfAny(_ ledger: Ledger, _ day: Day) throws -> [String: String]? {
  do {
    return try ledger.report(day)
  } catch let failure as Failure where failure.kind == .noReport {
    return nil
  }
}

/// The first table that differs, with its first line that does.
func difference(_ expected: [String: String], _ found: [String: String]) -> String? {
  for name in Set(expected.keys).union(found.keys).sorted() where expected[name] != found[name] {
    return "\(name): " + firstDifference(expected[name] ?? "", found[name] ?? "")
  }
  return nil
}

func firstDifference(_ expected: String, _ found: String) -> String {
  let a = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let b = found.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
  func at(_ lines: [Substring]) -> Substring { line < lines.count ? lines[line] : "(end)" }
  return "line \(line + 1):\n  \(a[0])\n  \(at(a))\n  \(at(b))"
}
