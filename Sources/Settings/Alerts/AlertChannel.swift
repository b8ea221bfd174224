package import Values

/// Somebody who is told of alerts: by which service, of how bad ones, and of which rules.
package struct AlertChannel: SettingsSection, Hashable {
  package enum Service: String, CaseIterable, Sendable {
    case slack, teams
    case googleChat = "google-chat"
    case pagerDuty = "pagerduty"
    case alertmanager, webhook, mail
  }

  /// The least severity that it is told of.
  package enum Severity: String, CaseIterable, Sendable { case warning, critical }

  package var name = ""
  package var service = Service.webhook
  package var severity = Severity.warning
  /// Empty: all.
  package var rules: [String] = []
  package var recipients: [MailAddress] = []
  /// Of PagerDuty in Europe; of Alertmanager, which is no secret.
  package var url: String?

  package init() {}

  private init(_ name: String, _ service: Service) { (self.name, self.service) = (name, service) }

  /// Those that are there without a configuration, and are used where their variable is set.
  package static let usual = [slack, AlertChannel("webhook", .webhook)]
  /// Digests go there, too.
  package static let slack = AlertChannel("slack", .slack)

  static let settings: [Setting<Self>] = [
    Setting(
      "to", \.service, .choice, .nothing,
      "The service. Its secret address is in `RUNRATE_NAME_URL`, PagerDuty's key in `RUNRATE_NAME_KEY`."
    ).required,
    Setting("severity", \.severity, .choice, .nothing, "The least severity that it is told of."),
    Setting(
      "rules", \.rules, .list(of: .text, unique: \String.self).example("[\"freshness\"]"),
      .nothing, "Only these rules; else all."),
    Setting(
      "recipients", \.recipients,
      .list(of: .mailAddress, unique: \MailAddress.address).example("[\"ops@example.com\"]"),
      .nothing, "Who gets it by mail."),
    Setting(
      "url", \.url, .webAddress, .nothing,
      "Another address of PagerDuty (`https://events.eu.pagerduty.com/v2/enqueue`), or Alertmanager's."
    ),
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    if service == .mail, recipients.isEmpty { _ = try entries.required("recipients") }
    if let entry = entries["recipients"], service != .mail {
      throw entry.unwanted("only mail has recipients")
    }
    if let entry = entries["url"], ![.pagerDuty, .alertmanager].contains(service) {
      throw entry.unwanted("the address is a secret, and stands in \(variable)")
    }
    let isWord = name.utf8.allSatisfy {
      ($0 | 32) &- 97 < 26 || $0 &- 48 < 10 || $0 == 45 || $0 == 95
    }
    guard isWord, name != "heartbeat", name != "mail" || service == .mail else {
      throw entries.entry.wrongValue(
        "a channel named by letters, digits, - or _, and not \"heartbeat\"; \"mail\" leads to mail")
    }
  }
}

extension AlertChannel {
  /// The environment variable with its secret; with `_FILE` behind it one that names a file.
  package var variable: String {
    let word = name.uppercased().replacing("-", with: "_")
    return "RUNRATE_\(word)_\(service == .pagerDuty ? "KEY" : "URL")"
  }

  /// Whether another channel reads the same variable.
  fileprivate func sharesSecret(with other: AlertChannel) -> Bool {
    other.name != name && other.variable == variable
      && ![service, other.service].contains(.mail)
  }

  /// Whether it is told of a rule's trouble.
  package func takes(_ rule: String, isCritical: Bool) -> Bool {
    (isCritical || severity == .warning) && (rules.isEmpty || rules.contains(rule))
  }
}

extension Settings {
  /// Those of the file, and the usual ones that it does not name.
  package var alertChannels: [AlertChannel] {
    AlertChannel.usual.filter { usual in !channels.contains { $0.name == usual.name } } + channels
  }

  /// Rules that nobody declares, mail without a server, and two channels with one secret.
  func checkChannels(_ entries: Entries) throws(Failure) {
    guard let table = try entries["channels"]?.table() else { return }
    let known = alerts.map(\.name) + [AlertRule.proof.name]
    for (name, entry) in table {
      guard let channel = channels.first(where: { $0.name == name }) else { continue }
      if channel.service == .mail, mail == nil { _ = try entries.required("mail") }
      if let other = alertChannels.first(where: channel.sharesSecret) {
        throw entry.failure(
          "channels.\(name) and channels.\(other.name) both read \(channel.variable)",
          hint: "take another name for one of them")
      }
      for rule in channel.rules where !known.contains(rule) {
        throw entry.wrongName(rule, among: known)
      }
    }
  }
}
