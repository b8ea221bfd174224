import Alerts
import Foundation
import HTTP
import Mail
import Metrics
import SQLite
import Settings
import Store
import Values

// NOTIFY: what is news is put in a queue of the database, in the transaction that remembers the
// alerts' states, and delivered after the report is published. What cannot be delivered stays in
// the queue for the runs of a day; what is refused for good is dropped and told. Nothing of it fails a run.

extension AlertChannel {
  /// Whether it is named by the configuration, or has an address.
  func isWanted(by settings: Settings, in environment: [String: String]) -> Bool {
    settings.channels.contains { $0.name == name } || hasSecret(in: environment)
  }

  func hasSecret(in environment: [String: String]) -> Bool {
    [variable, variable + "_FILE"].contains { environment[$0]?.isEmpty == false }
  }

  /// Where messages are posted, of the environment or the configuration; nil for nowhere.
  func address(in environment: [String: String]) throws -> Address? {
    let open = url ?? (service == .pagerDuty ? PagerDutyAlert.address : nil)
    let address = try open.map { Address($0) } ?? Address.find(variable, in: environment)
    return service.path.map { path in address?.appending(path) } ?? address
  }
}

extension Session {
  /// Queues what is news for every channel. Call inside the transaction that keeps the states.
  func queueNews(_ judged: [JudgedRule], _ figures: Figures) throws {
    let channels = settings.alertChannels.filter {
      $0.isWanted(by: settings, in: console.environment)
    }
    guard !channels.isEmpty else { return }
    let notifications = AlertNotifications(
      judged, figures.alerts, lastNotified: try store.lastNotified(), asOf: figures.asOf)
    try store.replaceNotified(notifications.lastNotified)
    let news = AlertNews(notifications, figures, link: settings.digest.link)
    for channel in channels {
      guard let news = news.routed(to: channel) else { continue }
      let bodies =
        channel.service == .mail
        ? drafts(MailAlert(news), news.asOf, to: channel.recipients).map(\.json)
        : news.bodies(for: channel.service)
      for body in bodies { try store.queue(body, for: channel.name, made: figures.asOf) }
    }
  }
}

// MARK: - Delivering

extension Session {
  /// How a message of one channel is sent.
  typealias Carrier = (PendingMessage) -> any DeliveryAnswer

  /// Sends what is queued, the oldest first; warns of what could not be sent.
  func deliverMessages() throws {
    for (name, messages) in Dictionary(grouping: try store.pendingMessages(), by: \.channel)
      .sorted(by: { $0.key < $1.key })
    {
      if let send = carrier(name, waiting: messages.count) {
        try deliver(messages, to: name, send)
      }
    }
  }

  /// Nil, and told, for a channel without configuration or address.
  private func carrier(_ name: String, waiting: Int) -> Carrier? {
    if name == Self.mailChannel { return mailCarrier(waiting: waiting) }
    func tell(_ reason: String) { console.alarm("\(waiting) undelivered for \(name): \(reason)") }
    guard let channel = settings.alertChannels.first(where: { $0.name == name }) else {
      tell("the configuration has no such channel any more")
      return nil
    }
    if channel.service == .mail { return mailCarrier(waiting: waiting) }
    do {
      if let carrier = try posting(to: channel) { return carrier }
      tell("\(channel.variable) is not set")
    } catch {
      tell(Failure(of: error).message)
    }
    return nil
  }

  private func posting(to channel: AlertChannel) throws -> Carrier? {
    guard let address = try channel.address(in: console.environment) else { return nil }
    guard channel.service == .pagerDuty else {
      return { Courier.patient.post(Array($0.body.utf8), to: address) }
    }
    guard let key = try Secret.find(channel.variable, in: console.environment) else { return nil }
    guard PagerDutyAlert.keyed("{}", with: key.text) != nil else {
      throw Failure(
        "\(key.variable) holds no integration key (32 letters and digits)",
        hint: "no message was sent", exit: .badData)
    }
    return { message in
      let body = PagerDutyAlert.keyed(message.body, with: key.text) ?? message.body
      return Courier.patient.post(Array(body.utf8), to: address)
    }
  }

  /// Each by itself: what one is refused for is no reason to keep the next one back.
  private func deliver(
    _ messages: [PendingMessage], to channel: String, _ send: Carrier
  ) throws {
    var delivered = 0
    for message in messages {
      let answer = send(message)
      if answer.isSuccess {
        try store.markDelivered(message)
        delivered += 1
      } else {
        try keep(message, after: answer)
        guard answer.isReachable else { return }
      }
    }
    console.detail("delivered \(delivered) to \(channel)")
  }

  /// Keeps what was not delivered for a day, unless the server will never take it.
  private func keep(_ message: PendingMessage, after answer: any DeliveryAnswer) throws {
    let failed =
      "the message of \(message.made) for \(message.channel) was not delivered: \(answer.text)"
    let isOver = message.failingSince.map { now - $0 >= .days(1) } ?? false
    guard answer.isRefusedForGood || isOver else {
      try store.markUndelivered(message, error: answer.text, now: now)
      return console.alarm("\(failed); it is kept, the next run tries again")
    }
    try store.drop(message, error: answer.text, now: now)
    console.alarm("\(failed)\(isOver ? ", for more than a day" : ""); it is dropped")
  }
}

extension Courier {
  static let patient = Courier { Thread.sleep(forTimeInterval: Double($0)) }
}
