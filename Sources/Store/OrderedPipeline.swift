import Dispatch
import Synchronization
import Values

/// Runs `transform` on other threads while the calling thread makes inputs and takes outputs, in
/// the order of the inputs. At most `depth` of them are under way; the first error ends it. Where
/// the system gives no threads, the calling one does it all.
func orderedPipeline<Input: Sendable, Output: Sendable>(
  depth: Int, next: () throws -> Input?, transform: @escaping @Sendable (Input) throws -> Output,
  take: (Output) throws -> Void
) throws {
  let crew = Crew(upTo: max(1, depth / 2))
  defer { crew.dismiss() }
  var underWay: [Pending<Output>] = []
  while let input = try next() {
    guard crew.count > 0 else {
      try take(transform(input))
      continue
    }
    let pending = Pending<Output>()
    crew.add { pending.fulfil(Result { try transform(input) }) }
    underWay.append(pending)
    if underWay.count >= depth { try take(underWay.removeFirst().wait()) }
  }
  for pending in underWay { try take(pending.wait()) }
}

/// Threads that take jobs in order.
private final class Crew: Sendable {
  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let available = DispatchSemaphore(value: 0)
  private let threads = Mutex<[RunningThread]>([])

  /// How many threads the system gave.
  var count: Int { threads.withLock { $0.count } }

  init(upTo wanted: Int) {
    for _ in 0..<wanted {
      guard let thread = RunningThread({ [self] in work() }) else { return }
      threads.withLock { $0.append(thread) }
    }
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
    available.signal()
  }

  /// What was not begun is forgotten; what is under way ends first.
  func dismiss() {
    jobs.withLock { $0.removeAll() }
    let threads = threads.withLock { $0 }
    for _ in threads { available.signal() }
    for thread in threads { thread.wait() }
  }

  private func work() {
    while true {
      available.wait()
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let job else { return }
      job()
    }
  }
}
