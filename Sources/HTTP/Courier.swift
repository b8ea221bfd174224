/// Delivers messages: tries again what may pass, for as long as a nightly run can wait.
package struct Courier: Sendable {
  /// How a request is made, and how time is waited for: tests bring their own.
  package typealias Send = @Sendable (_ body: [UInt8]?, _ address: Address) -> HTTPAnswer
  package typealias Wait = @Sendable (_ seconds: Int) -> Void

  /// How often a message is sent at most.
  package var attempts = 4
  /// No wait is longer; a server that asks for more is asked again by the next run.
  package var longestWait = 30
  private let send: Send
  private let wait: Wait

  package init(send: @escaping Send, wait: @escaping Wait) {
    self.send = send
    self.wait = wait
  }

  package func post(_ body: [UInt8], to address: Address) -> HTTPAnswer {
    deliver { send(body, address) }
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
