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
