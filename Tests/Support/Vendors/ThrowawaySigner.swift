import Foundation

/// Signs as the App Store does (a compact JWS, RFC 7515, by ES256 under a path of three
/// certificates), with keys that are made for one log and forgotten with it.
package final class ThrowawaySigner: Sendable {
  /// The root certificate in PEM (RFC 7468), for `appStore.roots`.
  package let root: String
  private let header: String
  private let key: ThrowawayKey

  /// Nil when OpenSSL cannot make keys.
  package init?() {
    let names = ["Simulated Root", "Simulated Intermediate", "Simulated Leaf"]
    let keys = names.compactMap { _ in ThrowawayKey() }
    guard keys.count == names.count,
      let root = keys[0].certificate(names[0], [.authority, .signsOthers], by: keys[0], names[0]),
      let second = keys[1].certificate(
        names[1], [.authority, .signsOthers, .ofIntermediate], by: keys[0], names[0]),
      let leaf = keys[2].certificate(names[2], [.person, .signs, .ofLeaf], by: keys[1], names[1])
    else { return nil }
    let path = [leaf, second, root].map { quoted(Data($0).base64EncodedString()) }.joined(
      separator: ",")
    header = base64url(Array(#"{"alg":"ES256","x5c":[\#(path)]}"#.utf8))
    self.root =
      "-----BEGIN CERTIFICATE-----\n"
      + Data(root).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      + "\n-----END CERTIFICATE-----\n"
    key = keys[2]
  }

  /// A payload as a JWS; nil when OpenSSL cannot sign.
  func jws(_ payload: String) -> String? {
    let message = header + "." + base64url(Array(payload.utf8))
    return key.signature(of: Array(message.utf8)).map { message + "." + base64url($0) }
  }
}

/// Base64 of the URL alphabet, without padding (RFC 4648, 5).
private func base64url(_ bytes: [UInt8]) -> String {
  Data(bytes).base64EncodedString()
    .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
