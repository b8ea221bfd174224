import Metrics

/// What to do about an alert, as the configuration says: a link where that is a web address, else
/// words.
struct Runbook {
  let text: String

  /// The text itself where it is an address that needs no escaping in any format.
  var address: String? {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.count <= 1000,
      text.utf8.allSatisfy(Runbook.isPlain)
    else { return nil }
    return text
  }

  var html: String {
    guard let address else { return "What to do: \(ForeignText.html(text, limit: 300))" }
    return "<a href=\"\(ForeignText.html(address, limit: 1000))\" rel=\"noreferrer\">What to do</a>"
  }

  var markdown: String {
    guard let address else { return "What to do: \(ForeignText.markdown(text, limit: 300))" }
    return "[What to do](<\(ForeignText.html(address, limit: 1000))>)"
  }

  /// Letters, digits and what else an address may hold (RFC 3986), but no quotes or brackets.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:/?#@!$&*+,;=%".utf8.contains(byte)
    }
  }
}
