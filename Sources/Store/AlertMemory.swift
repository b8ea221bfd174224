import SQLite
package import Values

/// A trouble that somebody knows of, until the end of a day.
package struct AcknowledgementRecord: Sendable, Equatable {
  package var rule: String
  package var made: Day
  package var until: Day
  package var why: String

  package init(rule: String, made: Day, until: Day, why: String) {
    self.rule = rule
    self.made = made
    self.until = until
    self.why = why
  }
}

/// What the last message about a rule said.
package struct NotifiedRecord: Sendable, Equatable {
  package var rule: String
  package var since: Day
  package var notified: Day

  package init(rule: String, since: Day, notified: Day) {
    self.rule = rule
    self.since = since
    self.notified = notified
  }
}

/// A message that is still to be delivered.
package struct PendingMessage: Sendable, Equatable {
  package var id: Int64
  package var channel: String
  package var made: Day
  package var body: String
  package var attempts: Int
  /// When it could not be delivered for the first time; nil where it was not tried yet.
  package var failingSince: Instant?
}

/// A message that nobody got.
package struct DroppedMessage: Sendable, Equatable {
  package var channel: String
  package var made: Day
  /// What the server answered, or why it could not be reached.
  package var error: String
}

extension Store {
  /// By rule; those whose day is over stay until a new one takes their place.
  package func acknowledgements() throws -> [AcknowledgementRecord] {
    try database.rows(
      "SELECT rule, made_day, until_day, why FROM alert_acknowledgement ORDER BY rule"
    ) {
      AcknowledgementRecord(rule: $0.text(0), made: $0.day(1), until: $0.day(2), why: $0.text(3))
    }
  }

  package func keep(_ record: AcknowledgementRecord) throws {
    try database.prepare("INSERT OR REPLACE INTO alert_acknowledgement VALUES (?, ?, ?, ?)").run(
      record.rule, record.made.number, record.until.number, record.why)
  }

  package func lastNotified() throws -> [NotifiedRecord] {
    try database.rows("SELECT rule, since_day, told_day FROM alert_told ORDER BY rule") {
      NotifiedRecord(rule: $0.text(0), since: $0.day(1), notified: $0.day(2))
    }
  }

  /// The whole memory of messages, anew. Call inside a transaction.
  package func replaceNotified(_ records: [NotifiedRecord]) throws {
    try database.execute("DELETE FROM alert_told")
    let insert = try database.prepare("INSERT INTO alert_told VALUES (?, ?, ?)")
    for record in records {
      try insert.run(record.rule, record.since.number, record.notified.number)
    }
  }
}

extension Store {
  /// Whether no digest of that period up to `day`, or a later one, was ever queued; from now on one
  /// is. Call inside a transaction.
  package func takesDigest(of period: String, upTo day: Day) throws -> Bool {
    let taken = try database.prepare(
      """
      INSERT INTO digest_posted VALUES (?1, ?2)
      ON CONFLICT DO UPDATE SET last_day = ?2 WHERE last_day < ?2 RETURNING last_day
      """)
    try taken.bind(period, at: 1)
    try taken.bind(day.number, at: 2)
    defer { taken.reset() }
    return try taken.step()
  }

  /// Puts a message in the queue of a channel. Call inside a transaction.
  package func queue(_ body: String, for channel: String, made: Day) throws {
    // A purge may have taken messages, and their numbers are given again.
    try database.execute(
      "DELETE FROM alert_failing WHERE message NOT IN (SELECT id FROM alert_message)")
    try database.prepare(
      "INSERT INTO alert_message (channel, made_day, body, attempts, error) VALUES (?, ?, ?, 0, '')"
    ).run(channel, made.number, body)
  }

  /// What is still to be delivered, the oldest first.
  package func pendingMessages() throws -> [PendingMessage] {
    try database.rows(
      """
      SELECT id, channel, made_day, body, attempts, since_ms FROM alert_message
      LEFT JOIN alert_failing ON message = id ORDER BY id
      """
    ) {
      PendingMessage(
        id: $0.integer(0), channel: $0.text(1), made: $0.day(2), body: $0.text(3),
        attempts: Int($0.integer(4)),
        failingSince: $0.isNull(5) ? nil : Instant(milliseconds: $0.integer(5)))
    }
  }

  package func markDelivered(_ message: PendingMessage) throws {
    try database.prepare("DELETE FROM alert_message WHERE id = ?").run(message.id)
    try database.prepare("DELETE FROM alert_failing WHERE message = ?").run(message.id)
  }

  /// Keeps the message for the next run; `error` says why, without the address.
  package func markUndelivered(_ message: PendingMessage, error: String, now: Instant) throws {
    try database.prepare(
      "UPDATE alert_message SET attempts = attempts + 1, error = ? WHERE id = ?"
    ).run(error, message.id)
    try database.prepare("INSERT OR IGNORE INTO alert_failing VALUES (?, ?)")
      .run(message.id, now.milliseconds)
  }

  /// Takes the message out of the queue, and remembers for 30 days that nobody got it.
  package func drop(_ message: PendingMessage, error: String, now: Instant) throws {
    try markDelivered(message)
    try database.prepare("DELETE FROM alert_dropped WHERE dropped_ms < ?")
      .run((now - .days(30)).milliseconds)
    try database.prepare("INSERT INTO alert_dropped VALUES (?, ?, ?, ?)")
      .run(message.channel, message.made.number, now.milliseconds, error)
  }

  /// Those that were dropped in the 30 days before, the newest first.
  package func droppedMessages(_ now: Instant) throws -> [DroppedMessage] {
    guard try database.has("alert_dropped") else { return [] }
    return try database.rows(
      """
      SELECT channel, made_day, error FROM alert_dropped
      WHERE dropped_ms >= \((now - .days(30)).milliseconds) ORDER BY dropped_ms DESC
      """
    ) { DroppedMessage(channel: $0.text(0), made: $0.day(1), error: $0.text(2)) }
  }
}

extension Statement {
  fileprivate func day(_ column: Int32) -> Day { Day(Int(integer(column))) }
}
