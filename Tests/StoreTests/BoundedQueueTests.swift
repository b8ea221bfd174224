import Synchronization
import Testing

@testable import Store

/// What one thread hands over to another.
struct BoundedQueueTests {
  private struct Stop: Error {}

  @Test("All values come, in order, however few may wait", arguments: [1, 2, 7])
  func inOrder(depth: Int) throws {
    var taken: [Int] = []
    try concurrently(depth: depth) { add in
      for value in 0..<1_000 { try add(value) }
    } take: {
      taken.append($0)
    }
    #expect(taken == Array(0..<1_000))
  }

  @Test("What was handed over before an error is taken, then the error comes")
  func failure() throws {
    var taken: [Int] = []
    #expect(throws: Stop.self) {
      try concurrently(depth: 2) { add in
        for value in 0..<5 { try add(value) }
        throw Stop()
      } take: {
        taken.append($0)
      }
    }
    #expect(taken == [0, 1, 2, 3, 4])
  }

  @Test("Whoever hands over ends when nobody takes any more")
  func refusal() throws {
    let made = Mutex(0)
    #expect(throws: Stop.self) {
      try concurrently(depth: 2) { add in
        for value in 0..<1_000_000 {
          try add(value)
          made.withLock { $0 += 1 }
        }
      } take: { value in
        if value == 3 { throw Stop() }
      }
    }
    #expect(made.withLock { $0 } < 10)
  }

  @Test("Nothing to hand over is no error")
  func nothing() throws {
    try concurrently(depth: 1) { (_: (Int) throws -> Void) in
    } take: { _ in
      Issue.record("there is no value")
    }
  }
}
