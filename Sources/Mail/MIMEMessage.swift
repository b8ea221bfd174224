package import Values

/// A mail as it goes over the wire: text and HTML to choose from (multipart/alternative), and maybe
/// a file (multipart/mixed). RFC 5322, 2045, 2046 and 2047.
package struct MIMEMessage: Sendable {
  package struct Attachment: Sendable {
    package let name: String
    package let type: String
    package let bytes: [UInt8]
  }

  package var from: MailAddress
  package var to: [MailAddress]
  package var subject: String
  /// What stands before the `@` of its id: the same for every attempt.
  package var id: String
  package var date: Instant
  package var text: String
  package var html: String
  package var attachment: Attachment?

  package var bytes: [UInt8] {
    let content = attachment.map(mixed) ?? alternative
    return Array((headers + [content]).joined(separator: MailText.newline).utf8)
  }

  private var headers: [String] {
    [
      "Date: \(date.mailText)",
      "From: \(Self.shown(from))",
      "To: " + to.map(Self.shown).joined(separator: "," + MailText.newline + " "),
      MailText.header("Subject", subject),
      "Message-ID: <\(id)@\(from.domain)>",
      "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0",
    ]
  }

  private static func shown(_ address: MailAddress) -> String {
    guard !address.name.isEmpty else { return address.address }
    return "\(MailText.displayName(address.name)) <\(address.address)>"
  }
}

// MARK: - Parts

extension MIMEMessage {
  private var alternative: String {
    multipart(
      "alternative",
      [body("plain", text), body("html", html)])
  }

  private func mixed(_ attachment: Attachment) -> String {
    multipart("mixed", [alternative, file(attachment)])
  }

  /// `=_` is in no quoted-printable and in no base64, so that no part can hold a boundary.
  private func multipart(_ kind: String, _ parts: [String]) -> String {
    let boundary = "=_runrate_\(kind)"
    let lines =
      ["Content-Type: multipart/\(kind); boundary=\"\(boundary)\"", ""]
      + parts.flatMap { ["--\(boundary)", $0] } + ["--\(boundary)--", ""]
    return lines.joined(separator: MailText.newline)
  }

  private func body(_ kind: String, _ content: String) -> String {
    [
      "Content-Type: text/\(kind); charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable", "", MailText.quotedPrintable(content),
    ].joined(separator: MailText.newline)
  }

  private func file(_ attachment: Attachment) -> String {
    [
      "Content-Type: \(attachment.type)",
      "Content-Disposition: attachment; filename=\"\(attachment.name)\"",
      "Content-Transfer-Encoding: base64", "", MailText.base64(attachment.bytes),
    ].joined(separator: MailText.newline)
  }
}

extension Instant {
  /// `Sun, 28 Jun 2026 04:15:00 +0000` (RFC 5322, 3.3).
  fileprivate var mailText: String {
    let day = Day(Int(floorDivide(milliseconds, by: 86_400_000)))
    let (year, month, date) = day.civil
    let names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
    // The first day of 1970 was a Thursday.
    let weekdays = "Thu Fri Sat Sun Mon Tue Wed".split(separator: " ")
    let weekday = weekdays[((Int(day.number) % 7) + 7) % 7]
    let time = iso8601.dropFirst(11).prefix(8)
    return "\(weekday), \(date) \(names[month - 1]) \(padded(year, 4)) \(time) +0000"
  }
}
