import Metrics
import Values

/// What to do about an alert, as the configuration says: a link where that is a web address, else
/// words.
struct Runbook {
  let text: String

  private var address: String? { WebAddress(text)?.text }

  var html: String {
    guard let address else { return "What to do: \(UntrustedText.html(text, limit: 300))" }
    return
      "<a href=\"\(UntrustedText.html(address, limit: 1000))\" rel=\"noreferrer\">What to do</a>"
  }

  var markdown: String {
    guard let address else { return "What to do: \(UntrustedText.markdown(text, limit: 300))" }
    return "[What to do](<\(UntrustedText.html(address, limit: 1000))>)"
  }
}
