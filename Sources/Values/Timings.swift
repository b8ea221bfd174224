import Glibc
import Synchronization

/// How long the stages of a command took (`--timings`), in the order of their beginnings.
package final class Timings: Sendable {
  /// What a stage took, between its two ends.
  package struct Stage: Sendable {
    package let name: String
    /// How many stages it is within.
    package let depth: Int
    package fileprivate(set) var use = Use.zero
    /// What it dealt with, where it says so: lines, events, rows.
    package fileprivate(set) var count: Int64?
  }

  /// Seconds and bytes, since the process began or of a stage.
  package struct Use: Sendable {
    package var wall = 0.0
    /// Of all threads.
    package var cpu = 0.0
    /// Of the thread that leads: where it is near the wall, more cores would not help.
    package var leading = 0.0
    package var read: Int64 = 0
    package var written: Int64 = 0

    static let zero = Use()
  }

  /// Those of the command at hand; nil where nobody asked. Threads of their own have none: what
  /// they do counts for the stage of the thread that waits for them.
  @TaskLocal package static var current: Timings?

  private struct Contents {
    var stages: [Stage] = []
    var open: [Int] = []
  }

  private let contents = Mutex(Contents())

  package init() {}

  package var stages: [Stage] { contents.withLock { $0.stages } }

  /// Does `work` as a stage of the command at hand.
  package static func stage<Result>(_ name: String, _ work: () throws -> Result) rethrows -> Result
  {
    guard let current else { return try work() }
    let place = current.begin(name)
    let before = Use.now
    defer { current.end(place, Use.now - before) }
    return try work()
  }

  /// Says what the innermost stage deals with.
  package static func count(_ number: Int) {
    current?.contents.withLock { contents in
      guard let place = contents.open.last else { return }
      contents.stages[place].count = (contents.stages[place].count ?? 0) + Int64(number)
    }
  }

  private func begin(_ name: String) -> Int {
    contents.withLock { contents in
      contents.open.append(contents.stages.count)
      contents.stages.append(Stage(name: name, depth: contents.open.count - 1))
      return contents.stages.count - 1
    }
  }

  private func end(_ place: Int, _ use: Use) {
    contents.withLock { contents in
      contents.open.removeAll { $0 == place }
      contents.stages[place].use = use
    }
  }
}

extension Timings {
  /// Wall time of stages without the stages within them, summed by name.
  package static func ownSeconds(of stages: [Stage]) -> [(name: String, seconds: Double)] {
    var sums: [(name: String, seconds: Double)] = []
    func add(_ seconds: Double, to name: String) {
      if let place = sums.firstIndex(where: { $0.name == name }) {
        sums[place].seconds += seconds
      } else {
        sums.append((name, seconds))
      }
    }
    var around: [Stage] = []
    for stage in stages {
      around.removeSubrange(min(stage.depth, around.count)...)
      add(stage.use.wall, to: stage.name)
      if let outer = around.last { add(-stage.use.wall, to: outer.name) }
      around.append(stage)
    }
    return sums
  }
}

extension Timings.Use {
  fileprivate static var now: Self {
    var use = Self()
    use.wall = seconds(CLOCK_MONOTONIC)
    use.cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
    use.leading = seconds(CLOCK_THREAD_CPUTIME_ID)
    (use.read, use.written) = bytes
    return use
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What the process has read and written, as the kernel counts it; zero where it does not say.
  private static var bytes: (read: Int64, written: Int64) {
    guard let file = fopen("/proc/self/io", "r") else { return (0, 0) }
    defer { fclose(file) }
    var (read, written) = (Int64(0), Int64(0))
    var line = [CChar](repeating: 0, count: 64)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let parts = text.split { $0 == ":" || $0.isWhitespace }
      guard parts.count == 2, let number = Int64(parts[1]) else { continue }
      if parts[0] == "rchar" { read = number }
      if parts[0] == "wchar" { written = number }
    }
    return (read, written)
  }

  fileprivate static func - (later: Self, earlier: Self) -> Self {
    Self(
      wall: later.wall - earlier.wall, cpu: later.cpu - earlier.cpu,
      leading: later.leading - earlier.leading, read: later.read - earlier.read,
      written: later.written - earlier.written)
  }
}
