import Foundation
package import Values

/// A mail to one recipient, as it waits in the queue: the file beside it by its path alone.
package struct MailDraft: Codable, Sendable {
  /// The one who gets this one, and all who are named in it.
  package var recipient: String
  package var recipients: [String]
  package var subject: String
  package var text: String
  package var html: String
  package var id: String
  /// The path of a workbook; nil: there is none.
  package var workbook: String?
  /// How the recipient sees it named.
  package var fileName: String

  package init(
    recipient: String, recipients: [String], subject: String, text: String, html: String,
    id: String, workbook: String?, fileName: String
  ) {
    (self.recipient, self.recipients, self.subject) = (recipient, recipients, subject)
    (self.text, self.html, self.id) = (text, html, id)
    (self.workbook, self.fileName) = (workbook, fileName)
  }

  /// The draft that ``json`` wrote.
  package init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }

  package var json: String {
    JSONValue.members([
      "recipient": .string(recipient), "recipients": .array(recipients.map(JSONValue.string)),
      "subject": .string(subject), "text": .string(text), "html": .string(html),
      "id": .string(id), "workbook": workbook.map(JSONValue.string),
      "fileName": .string(fileName),
    ]).line
  }
}

extension MailDraft {
  /// The mail with its workbook, or with the sentence that says why there is none.
  package func message(from sender: MailAddress, at date: Instant, _ workbook: Workbook)
    -> MIMEMessage
  {
    var message = MIMEMessage(
      from: sender, to: recipients.compactMap { MailAddress($0) }, subject: subject, id: id,
      date: date, text: text, html: html)
    switch workbook {
    case .none: break
    case .attached(let bytes):
      message.attachment = MIMEMessage.Attachment(
        name: fileName,
        type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes: bytes)
    case .leftOut(let reason): message.note("The workbook is not attached: \(reason).")
    }
    return message
  }

  /// The workbook, where it is there and small enough.
  package func workbook(upTo megabytes: Int) -> Workbook {
    guard let workbook, megabytes > 0 else { return .none }
    guard let data = FileManager.default.contents(atPath: workbook) else {
      return .leftOut("it is not there any more")
    }
    let limit = megabytes * 1_000_000
    guard data.count <= limit else {
      let tenths = (data.count + 50_000) / 100_000
      return .leftOut("it has \(tenths / 10).\(tenths % 10) MB, more than \(megabytes)")
    }
    return .attached([UInt8](data))
  }

  package enum Workbook: Sendable {
    case none
    case attached([UInt8])
    case leftOut(String)
  }
}

extension MIMEMessage {
  /// A sentence at the end, in both forms; it has nothing to escape.
  fileprivate mutating func note(_ sentence: String) {
    text += "\n\(sentence)\n"
    let style = "font-family:Helvetica,Arial,sans-serif;font-size:12px;color:#57606a"
    html = html.replacing(
      "</body>", with: "<p align=\"center\" style=\"\(style)\">\(sentence)</p></body>")
  }
}
