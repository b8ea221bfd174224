import Synchronization

@testable import Command

/// A console whose words can be read afterwards.
final class Recording: Sendable {
  private let texts = Mutex((output: "", errors: ""))

  var output: String { texts.withLock { $0.output } }
  var errors: String { texts.withLock { $0.errors } }

  func take(_ text: String) { texts.withLock { $0.errors += text } }

  func console(
    isTerminal: Bool = false, hasColor: Bool = false, environment: [String: String] = [:]
  ) -> Console {
    Console(
      output: { text in self.texts.withLock { $0.output += text } },
      errors: { text in self.texts.withLock { $0.errors += text } },
      isTerminal: isTerminal, hasColor: hasColor, environment: environment)
  }
}
