import Dispatch
import Synchronization

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
