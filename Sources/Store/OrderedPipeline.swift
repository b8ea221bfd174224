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

/// Takes, in order, what `produce` hands over on another thread; at most `depth` values wait. The
/// first error of either side ends both. Where the system gives no thread, the calling one does it
/// all.
func concurrently<Value: Sendable>(
  depth: Int, _ produce: @escaping @Sendable ((Value) throws -> Void) throws -> Void,
  take: (Value) throws -> Void
) throws {
  let queue = BoundedQueue<Value>(depth: depth)
  let thread = RunningThread { queue.close(Result { try produce(queue.add) }) }
  guard let thread else { return try produce(take) }
  defer {
    queue.cancel()
    thread.wait()
  }
  while let value = try queue.next() { try take(value) }
}

/// Values from one thread for another.
private final class BoundedQueue<Value: Sendable>: Sendable {
  /// Nobody takes any more.
  private struct Cancelled: Error {}

  private struct State {
    var values: [Value] = []
    var end: Result<Void, any Error>?
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(depth: Int) {
    for _ in 0..<depth { room.signal() }
  }

  func add(_ value: Value) throws {
    room.wait()
    try state.withLock { state in
      guard !state.isCancelled else { throw Cancelled() }
      state.values.append(value)
    }
    filled.signal()
  }

  /// No value comes any more, because of an error perhaps.
  func close(_ end: Result<Void, any Error>) {
    state.withLock { $0.end = end }
    filled.signal()
  }

  /// Waits for a value; nil after the last. Throws the error that there was none for.
  func next() throws -> Value? {
    filled.wait()
    return try state.withLock { state in
      guard state.values.isEmpty else {
        room.signal()
        return state.values.removeFirst()
      }
      try state.end?.get()
      return nil
    }
  }

  /// Ends who waits for room.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    room.signal()
  }
}
