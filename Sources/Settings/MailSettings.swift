package import Values

/// The server that takes mail, and whose mail it is. The password is in the environment.
package struct MailSettings: SettingsSection, Hashable {
  package var server = MailServer.local
  package var user: String?
  /// Nil only before it was read.
  package var from: MailAddress?
  /// Of a workbook, in megabytes.
  package var largestAttachment = 10

  package init() {}

  static let settings: [Setting<Self>] = [
    Setting(
      "server", \.server, .server, .nothing,
      "`smtp://` demands STARTTLS, `smtps://` is TLS from the start. `smtp://localhost` without `user` is plain."
    ),
    Setting(
      "user", \.user, .text, .nothing,
      "Who logs in, with the password of `RUNRATE_SMTP_PASSWORD`."),
    Setting(
      "from", \.from, .mailAddress.example("\"Runrate <runrate@example.com>\""), .nothing,
      "The sender."
    ).required,
    Setting(
      "largestAttachment", \.largestAttachment, .whole(0...100), .nothing,
      "Megabytes of a workbook that is still attached; 0: none is."),
  ]
}

extension Kind<MailAddress> {
  static var mailAddress: Kind {
    Kind("mail address", example: "\"team@example.com\"", Entry.mailAddress) {
      .string($0.description)
    }
  }
}

extension Kind<MailServer> {
  fileprivate static var server: Kind {
    Kind("address", example: "\"smtp://mail.example.com:587\"", Entry.mailServer) {
      .string($0.description)
    }
  }
}

extension Entry {
  fileprivate func mailAddress() throws(SettingsError) -> MailAddress {
    guard let address = MailAddress(try text()) else { throw wrongValue(.mailAddress) }
    return address
  }

  fileprivate func mailServer() throws(SettingsError) -> MailServer {
    guard let server = MailServer(try text()) else { throw wrongValue(.mailServer) }
    return server
  }
}
