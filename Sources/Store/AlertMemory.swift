import SQLite
package import Values

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
  package func acknowledgements() throws -> [String: Acknowledgement] {
    let known = try database.rows(
      "SELECT rule, made_day, until_day, why FROM alert_acknowledgement"
    ) {
      let (rule, made) = ($0.text(0), $0.day(1))
      let extent = try extent(of: rule, on: made)
      return (rule, Acknowledgement(made: made, until: $0.day(2), why: $0.text(3), extent: extent))
    }
    return Dictionary(firstOf: known)
  }

  package func keep(_ known: Acknowledgement, of rule: String) throws {
    try database.prepare("INSERT OR REPLACE INTO alert_acknowledgement VALUES (?, ?, ?, ?)").run(
      rule, known.made.number, known.until.number, known.why)
  }

  /// By rule.
  package func lastNotified() throws -> [String: LastNotified] {
    let known = try database.rows(
      """
      SELECT rule, since_day, told_day, teller FROM alert_told
      LEFT JOIN alert_told_by USING (rule)
      """
    ) {
      let (rule, day) = ($0.text(0), $0.day(2))
      let extent = try extent(of: rule, on: day)
      let teller = $0.isNull(3) ? nil : $0.text(3)
      return (rule, LastNotified(since: $0.day(1), day: day, extent: extent, teller: teller))
    }
    return Dictionary(firstOf: known)
  }

  /// The whole memory of messages, anew. Call inside a transaction.
  package func replaceNotified(_ all: [String: LastNotified]) throws {
    try database.execute("DELETE FROM alert_told; DELETE FROM alert_told_by")
    let insert = try database.prepare("INSERT INTO alert_told VALUES (?, ?, ?)")
    let tell = try database.prepare("INSERT INTO alert_told_by VALUES (?, ?)")
    for (rule, last) in all.sorted(by: { $0.key < $1.key }) {
      try insert.run(rule, last.since.number, last.day.number)
      if let teller = last.teller { try tell.run(rule, teller) }
    }
  }

  /// Whether no digest of that period up to `day` was queued before. Call in a transaction.
  package func takesDigest(of period: String, upTo day: Day) throws -> Bool {
    try database.prepare(
      """
      INSERT INTO digest_posted VALUES (?1, ?2)
      ON CONFLICT DO UPDATE SET last_day = ?2 WHERE last_day < ?2 RETURNING last_day
      """
    ).hasRow(period, day.number)
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
  fileprivate func optionalDay(_ column: Int32) -> Day? { isNull(column) ? nil : day(column) }
}

extension Store {
  /// The newest state of each rule from before `day`: a report of a day is judged in the same
  /// light however often it is made. A state that only a later version knows is no memory: what it
  /// was about is told anew.
  package func alertStates(before day: Day) throws -> [String: RememberedState] {
    let query = try database.prepare(
      """
      SELECT a.rule, a.state, a.since_day, a.as_of_day FROM alert_state AS a
      INNER JOIN (
        SELECT rule, max(as_of_day) AS newest FROM alert_state WHERE as_of_day < ? GROUP BY rule
      ) AS n ON n.rule = a.rule AND n.newest = a.as_of_day
      """)
    let states = try query.rows(day.number) { row -> (String, RememberedState)? in
      guard let state = AlertState(rawValue: row.text(1)) else { return nil }
      let rule = row.text(0)
      let extent = try extent(of: rule, on: row.day(3))
      return (rule, RememberedState(state: state, since: row.optionalDay(2), extent: extent))
    }
    return Dictionary(firstOf: states.compactMap(\.self))
  }

  /// How far the trouble of a rule had reached by the end of a day; nil where nothing was kept.
  package func extent(of rule: String, on day: Day) throws -> AlertScope? {
    let parts = try database.prepare(
      "SELECT part FROM alert_extent WHERE as_of_day = ? AND rule = ?"
    ).rows(day.number, rule) { $0.text(0) }
    return parts.isEmpty ? nil : AlertScope(parts: Set(parts))
  }

  /// What was said last of a rule, and of which day; nil where nothing was.
  package func newestAlertState(of rule: String) throws -> (day: Day, state: RememberedState)? {
    try database.prepare(
      """
      SELECT as_of_day, state, since_day FROM alert_state WHERE rule = ?
      ORDER BY as_of_day DESC LIMIT 1
      """
    ).first(rule) {
      ($0.day(0), RememberedState(state: try $0.choice(1), since: $0.optionalDay(2)))
    }
  }

  /// Keeps the states of `day`; false where a later day has been judged. In a transaction.
  package func keep(_ states: [(rule: String, state: RememberedState)], of day: Day) throws -> Bool
  {
    let newest = try database.first("SELECT max(as_of_day) FROM alert_state") {
      $0.optionalInteger(0)
    }
    if let newest = newest.flatMap(\.self), newest > Int64(day.number) { return false }
    for table in ["alert_state", "alert_extent"] {
      try database.prepare("DELETE FROM \(table) WHERE as_of_day = ?").run(day.number)
    }
    let insert = try database.prepare("INSERT INTO alert_state VALUES (?, ?, ?, ?)")
    let reach = try database.prepare("INSERT INTO alert_extent VALUES (?, ?, ?)")
    for (rule, known) in states {
      try insert.run(day.number, rule, known.state.rawValue, known.since?.number)
      for part in known.extent?.parts.sorted() ?? [] { try reach.run(day.number, rule, part) }
    }
    return true
  }
}
