import Foundation
import Values

/// Delivers messages: tries again what may pass, for as long as a nightly run can wait.
package struct Courier: Sendable {
  /// How time is waited for: tests bring their own.
  package typealias Wait = @Sendable (_ seconds: Int) -> Void

  /// How often a message is sent at most.
  package var attempts = 4
  /// No wait is longer; a server that asks for more is asked again by the next run.
  package var longestWait = 30
  /// Of a request, in milliseconds.
  package var timeout = 10_000
  private let wait: Wait

  package init(wait: @escaping Wait) { self.wait = wait }

  package func post(_ body: [UInt8], to address: Address) -> HTTPAnswer {
    deliver { HTTPClient.send(body, to: address, timeout: timeout) }
  }

  /// Attempts it until it is taken, refused for good, or tried often enough: after 1, 2, 4 …
  /// seconds, or as many as the server asks for. Returns the last answer.
  package func deliver<Answer: DeliveryAnswer>(_ attempt: () -> Answer) -> Answer {
    var answer = attempt()
    for number in 1..<max(1, attempts) {
      guard !answer.isSuccess, answer.mayPass else { return answer }
      let pause = answer.wantedPause ?? 1 << (number - 1)
      guard pause <= longestWait else { return answer }
      wait(pause)
      answer = attempt()
    }
    return answer
  }
}

/// What became of an attempt to deliver a message, by whatever protocol.
package protocol DeliveryAnswer: Sendable {
  /// The message was taken.
  var isSuccess: Bool { get }
  /// Whether the same attempt may succeed a little later.
  var mayPass: Bool { get }
  /// Whether it is this message that is not taken, now and later.
  var isRefusedForGood: Bool { get }
  /// Whether the next message may be tried at once.
  var isReachable: Bool { get }
  /// Seconds after which the other side wants to be asked again.
  var wantedPause: Int? { get }
  /// As it follows "failed:".
  var text: String { get }
}

/// An address or a password: in the environment alone, and never printed, stored or part of an
/// error.
package struct Secret: Sendable, CustomStringConvertible {
  package let text: String
  /// The variable that holds it, or names its file.
  package let variable: String

  package var description: String { "(a secret of \(variable))" }

  /// The secret of the variable `name`, or of the file that `name_FILE` names; nil where neither is
  /// set. The line break at the end of a file is none of it.
  package static func find(_ name: String, in environment: [String: String]) throws -> Secret? {
    if let text = environment[name], !text.isEmpty { return Secret(text: text, variable: name) }
    let variable = name + "_FILE"
    guard let path = environment[variable], !path.isEmpty else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(
        "\(path), which \(variable) names, cannot be read", hint: "no message was sent",
        exit: .noInput)
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    return Secret(text: text, variable: variable)
  }
}
