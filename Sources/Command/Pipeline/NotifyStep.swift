import Alerts
import Foundation
import HTTP
import Metrics
import SQLite
import Store
import Values

// NOTIFY: what is news is put in a queue of the database, in the transaction that remembers the
// alerts' states, and delivered after the report is published. What cannot be delivered stays in
// the queue for the runs of a day; what is refused for good is dropped and told. Nothing of it fails a run.

/// Where messages of alerts are posted.
enum Channel: String, CaseIterable {
  case slack, webhook

  /// The environment variable that holds the address; with `_FILE` behind it one that names a file.
  var variable: String { "RUNRATE_\(rawValue.uppercased())_URL" }

  func isWanted(in environment: [String: String]) -> Bool {
    [variable, variable + "_FILE"].contains { environment[$0]?.isEmpty == false }
  }

  fileprivate func body(_ notifications: AlertNotifications, _ figures: Figures) -> String {
    switch self {
    case .slack: SlackMessage.body(notifications, figures)
    case .webhook: WebhookMessage.body(notifications, figures)
    }
  }
}

extension Session {
  /// Queues what is news for every channel that has an address. Call inside the transaction that
  /// keeps the states.
  func queueNews(_ judged: [JudgedRule], _ figures: Figures) throws {
    let channels = Channel.allCases.filter { $0.isWanted(in: console.environment) }
    guard !channels.isEmpty else { return }
    let known = try store.lastNotified().map {
      (
        $0.rule,
        LastNotified(
          since: $0.since, day: $0.notified,
          extent: try store.alertExtent(of: $0.rule, on: $0.notified)
            .map(AlertScope.init(parts:)))
      )
    }
    let notifications = AlertNotifications(
      judged, figures.alerts,
      lastNotified: Dictionary(known, uniquingKeysWith: { first, _ in first }),
      asOf: figures.asOf)
    try store.replaceNotified(
      notifications.lastNotified.sorted { $0.key < $1.key }.map {
        NotifiedRecord(rule: $0.key, since: $0.value.since, notified: $0.value.day)
      })
    guard !notifications.items.isEmpty else { return }
    for channel in channels {
      try store.queue(
        channel.body(notifications, figures), for: channel.rawValue, made: figures.asOf)
    }
  }

  /// Sends what is queued, the oldest first; warns of what could not be sent.
  func deliverMessages() throws {
    let pending = try store.pendingMessages()
    func deliver(_ channel: String, _ carrier: (Int) -> Carrier?) throws {
      let messages = pending.filter { $0.channel == channel }
      guard !messages.isEmpty, let send = carrier(messages.count) else { return }
      try self.deliver(messages, to: channel, send)
    }
    for channel in Channel.allCases {
      try deliver(channel.rawValue) { address(of: channel, waiting: $0).map(posting) }
    }
    try deliver(Self.mailChannel, mailCarrier)
  }

  /// How a message of one channel is sent.
  typealias Carrier = (PendingMessage) -> any DeliveryAnswer

  private func posting(to address: Address) -> Carrier {
    { Courier.patient.post(Array($0.body.utf8), to: address) }
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

  /// Nil where there is none, which is told.
  private func address(of channel: Channel, waiting: Int) -> Address? {
    do {
      if let address = try Address.find(channel.variable, in: console.environment) {
        return address
      }
      console.alarm(
        "\(waiting) undelivered for \(channel.rawValue): \(channel.variable) is not set any more")
    } catch {
      console.alarm(
        "\(waiting) undelivered for \(channel.rawValue): \(Failure(of: error).message)")
    }
    return nil
  }
}

extension Courier {
  /// For messages: ten seconds a request.
  static let patient = Courier(
    send: { HTTPClient.send($0, to: $1, timeout: 10_000) },
    wait: { Thread.sleep(forTimeInterval: Double($0)) })
}
