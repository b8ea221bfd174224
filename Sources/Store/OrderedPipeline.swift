import Dispatch
import Synchronization

/// Runs `transform` on other threads while the calling thread makes inputs and takes outputs, in
/// the order of the inputs. At most `depth` of them are under way; the first error ends it.
func orderedPipeline<Input: Sendable, Output: Sendable>(
  depth: Int, next: () throws -> Input?, transform: @escaping @Sendable (Input) throws -> Output,
  take: (Output) throws -> Void
) throws {
  let queue = DispatchQueue(label: "fold", attributes: .concurrent)
  var underWay: [Pending<Output>] = []
  while let input = try next() {
    let pending = Pending<Output>()
    queue.async { pending.fulfil(Result { try transform(input) }) }
    underWay.append(pending)
    if underWay.count >= depth { try take(underWay.removeFirst().wait()) }
  }
  for pending in underWay { try take(pending.wait()) }
}

/// A value, or an error, that another thread is working on.
private final class Pending<Value: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<Value, any Error>?>(nil)

  func fulfil(_ result: Result<Value, any Error>) {
    self.result.withLock { $0 = result }
    done.signal()
  }

  func wait() throws -> Value {
    done.wait()
    return try result.withLock { result in
      guard let result else { preconditionFailure("signalled only when fulfilled") }
      return try result.get()
    }
  }
}
