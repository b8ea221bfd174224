import Dispatch
import Glibc
import Synchronization

/// Work on a thread of its own. Where the system has no thread to give (a limit of processes),
/// there is none, and whoever wanted it does the work himself: libdispatch would wait for ever.
package struct RunningThread: Sendable {
  private let done = DispatchSemaphore(value: 0)

  /// Nil, and nothing is done, where no thread is to be had.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let job = Job { [done] in
      body()
      done.signal()
    }
    let held = Unmanaged.passRetained(job)
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, beginThread, held.toOpaque())
    guard code == 0 else {
      held.release()
      return nil
    }
    pthread_detach(thread)
  }

  /// Until the work is done. Call once.
  package func wait() { done.wait() }
}

private final class Job: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func beginThread(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let job else { return nil }
  Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
  return nil
}

/// Does both, at once where a thread is to be had.
package func together(
  _ one: () -> Void, _ other: @escaping @Sendable () -> Void
) {
  let thread = RunningThread(other)
  one()
  if let thread { thread.wait() } else { other() }
}

/// A value, or an error, that another thread is working on.
package final class Pending<Value: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<Value, any Error>?>(nil)

  package init() {}

  /// Hands the value over. Call once.
  package func fulfil(_ result: Result<Value, any Error>) {
    self.result.withLock { $0 = result }
    done.signal()
  }

  /// The value, once it is there. Call once.
  package func wait() throws -> Value {
    done.wait()
    return try result.withLock { result in
      guard let result else { preconditionFailure("signalled only when fulfilled") }
      return try result.get()
    }
  }
}
