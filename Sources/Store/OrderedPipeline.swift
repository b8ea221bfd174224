import Dispatch
import Synchronization

/// Runs `transform` on other threads while the calling thread makes inputs and takes outputs, in
/// the order of the inputs. At most `depth` of them are under way.
func orderedPipeline<Input: Sendable, Output: Sendable>(
  depth: Int, next: () throws -> Input?, transform: @escaping @Sendable (Input) -> Output,
  take: (Output) throws -> Void
) throws {
  let queue = DispatchQueue(label: "fold", attributes: .concurrent)
  var underWay: [Pending<Output>] = []
  while let input = try next() {
    let pending = Pending<Output>()
    queue.async { pending.fulfil(transform(input)) }
    underWay.append(pending)
    if underWay.count >= depth { try take(underWay.removeFirst().wait()) }
  }
  for pending in underWay { try take(pending.wait()) }
}

/// A value that another thread is working on.
private final class Pending<Value: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let value = Mutex<Value?>(nil)

  func fulfil(_ result: Value) {
    value.withLock { $0 = result }
    done.signal()
  }

  func wait() -> Value {
    done.wait()
    return value.withLock { value in
      guard let value else { preconditionFailure("signalled only when fulfilled") }
      return value
    }
  }
}
