import Alerts
import Foundation
import HTTP
import Mail
import Reports
import Settings
import Store
import Values

// A mail is one message of the queue for each recipient: who is refused, or must
// wait, is told and tried again alone.

extension Session {
  static let mailChannel = "mail"

  var sendsMail: Bool { settings.mail != nil && !settings.digest.mail.isEmpty }

  /// A mail for each recipient; `folder` has the workbook.
  func drafts(_ digest: Digest, _ period: DigestPeriod, _ folder: String) -> [MailDraft] {
    guard sendsMail else { return [] }
    let workbook = URL(fileURLWithPath: "\(folder)/\(WorkbookFile().name)").path
    return settings.digest.mail.map { recipient in
      MailDraft(
        recipient: recipient.address, recipients: settings.digest.mail.map(\.description),
        subject: digest.title, text: digest.text, html: digest.html,
        id: id("digest.\(period.rawValue).\(digest.asOf)", of: digest.title + digest.text),
        workbook: FileManager.default.fileExists(atPath: workbook) ? workbook : nil,
        fileName: "runrate-\(digest.asOf).xlsx")
    }
  }

  func drafts(_ alert: MailAlert, _ asOf: Day, to recipients: [MailAddress]) -> [MailDraft] {
    recipients.map { recipient in
      MailDraft(
        recipient: recipient.address, recipients: recipients.map(\.description),
        subject: alert.subject, text: alert.text, html: alert.html,
        id: id("alerts.\(asOf)", of: alert.subject + alert.text), workbook: nil, fileName: "")
    }
  }

  /// The same for the same mail, so that what arrives twice can be told.
  private func id(_ name: String, of text: String) -> String {
    "\(name).\(hexadecimal(SHA256.digest(Array(text.utf8)).prefix(8)))"
  }

  /// Nil where the configuration names no server any more, which is told.
  func mailCarrier(waiting: Int) -> Carrier? {
    guard let mail = settings.mail, let sender = mail.from else {
      console.alarm("\(waiting) undelivered for mail: the configuration has no mail any more")
      return nil
    }
    return { [console] message in
      do {
        let client = try SMTPClient(mail, console.environment)
        return try client.deliver(MailDraft(json: message.body), from: sender, mail)
      } catch {
        return SMTPAnswer.notSent(Failure(of: error).message)
      }
    }
  }
}

extension SMTPClient {
  static let variable = "RUNRATE_SMTP_PASSWORD"

  /// With the password of the environment, where somebody logs in; throws where there is none.
  init(_ mail: MailSettings, _ environment: [String: String]) throws {
    let login = try mail.user.map { user in
      guard let password = try Secret.find(Self.variable, in: environment) else {
        throw Failure(
          "\(Self.variable) is not set, and mail.user logs in with it", hint: "set it",
          exit: .usage)
      }
      return (user: user, password: password.text)
    }
    self.init(mail.server, login: login, certificates: environment["SSL_CERT_FILE"])
  }

  /// Once more without the workbook where the server finds the mail too large.
  fileprivate func deliver(_ draft: MailDraft, from sender: MailAddress, _ mail: MailSettings)
    throws -> SMTPAnswer
  {
    guard let recipient = MailAddress(draft.recipient) else {
      throw Failure("\(draft.recipient) is no mail address", hint: "", exit: .badData)
    }
    func attempt(_ workbook: MailDraft.Workbook) -> SMTPAnswer {
      let message = draft.message(from: sender, at: .now, workbook)
      return Courier.ofMail.deliver { send(message, to: recipient) }
    }
    let workbook = draft.workbook(upTo: mail.largestAttachment)
    let answer = attempt(workbook)
    guard answer.isTooLarge, case .attached = workbook else { return answer }
    return attempt(.leftOut("the mail server takes no mail of its size"))
  }
}

extension Courier {
  /// A server that asks for patience is asked once more; the next run is the better time.
  fileprivate static let ofMail: Courier = {
    var courier = Courier.patient
    courier.attempts = 2
    return courier
  }()
}
