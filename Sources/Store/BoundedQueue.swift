import Dispatch
import Synchronization
import Values

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

  /// Waits for room.
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
