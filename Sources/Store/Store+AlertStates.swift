import SQLite
package import Values

/// What one alert rule said about one as-of day.
package struct AlertStateRecord: Sendable, Equatable {
  package var rule: String
  package var state: AlertState
  /// The first day of an uninterrupted trouble.
  package var since: Day?
  /// How far that has reached; nil where there is none, or an older version did not keep it.
  package var extent: Set<String>?

  package init(rule: String, state: AlertState, since: Day?, extent: Set<String>? = nil) {
    self.rule = rule
    self.state = state
    self.since = since
    self.extent = extent
  }
}

extension Store {
  /// The newest record of each rule from before `day`: a report of a day is judged in the same
  /// light however often it is made. A state that only a later version knows is no memory: what it
  /// was about is told anew.
  package func alertStates(before day: Day) throws -> [AlertStateRecord] {
    let query = try database.prepare(
      """
      SELECT a.rule, a.state, a.since_day, a.as_of_day FROM alert_state AS a
      INNER JOIN (
        SELECT rule, max(as_of_day) AS newest FROM alert_state WHERE as_of_day < ? GROUP BY rule
      ) AS n ON n.rule = a.rule AND n.newest = a.as_of_day
      ORDER BY a.rule
      """)
    try query.bind(day.number, at: 1)
    var records: [AlertStateRecord] = []
    while try query.step() {
      guard let state = AlertState(rawValue: query.text(1)) else { continue }
      let rule = query.text(0)
      records.append(
        AlertStateRecord(
          rule: rule, state: state, since: query.optionalInteger(2).map { Day(Int($0)) },
          extent: try alertExtent(of: rule, on: Day(Int(query.integer(3))))))
    }
    return records
  }

  /// How far the trouble of a rule had reached by the end of a day; nil where nothing was kept.
  package func alertExtent(of rule: String, on day: Day) throws -> Set<String>? {
    let query = try database.prepare(
      "SELECT part FROM alert_extent WHERE as_of_day = ? AND rule = ?")
    try query.bind(day.number, at: 1)
    try query.bind(rule, at: 2)
    var parts: Set<String> = []
    while try query.step() { parts.insert(query.text(0)) }
    return parts.isEmpty ? nil : parts
  }

  /// What was said last of a rule, and of which day; nil where nothing was.
  package func newestAlertState(of rule: String) throws -> (day: Day, record: AlertStateRecord)? {
    let query = try database.prepare(
      """
      SELECT as_of_day, state, since_day FROM alert_state WHERE rule = ?
      ORDER BY as_of_day DESC LIMIT 1
      """)
    try query.bind(rule, at: 1)
    guard try query.step() else { return nil }
    let since = query.optionalInteger(2).map { Day(Int($0)) }
    return (
      Day(Int(query.integer(0))),
      AlertStateRecord(rule: rule, state: try query.choice(1), since: since)
    )
  }

  /// Keeps the states of `day`, unless a later day has been judged already: then it answers false.
  /// Call inside a transaction.
  package func keep(_ records: [AlertStateRecord], of day: Day) throws -> Bool {
    let newest = try database.first("SELECT max(as_of_day) FROM alert_state") {
      $0.optionalInteger(0)
    }
    if let newest = newest.flatMap(\.self), newest > Int64(day.number) { return false }
    for table in ["alert_state", "alert_extent"] {
      try database.prepare("DELETE FROM \(table) WHERE as_of_day = ?").run(day.number)
    }
    let insert = try database.prepare("INSERT INTO alert_state VALUES (?, ?, ?, ?)")
    let reach = try database.prepare("INSERT INTO alert_extent VALUES (?, ?, ?)")
    for record in records {
      try insert.run(day.number, record.rule, record.state.rawValue, record.since?.number)
      for part in record.extent?.sorted() ?? [] { try reach.run(day.number, record.rule, part) }
    }
    return true
  }
}
