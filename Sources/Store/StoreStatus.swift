package import Feed
import SQLite
package import Settings
package import Timeline
package import Values

/// What the database holds, for a person who looks after it.
package struct StoreStatus: Sendable {
  package struct Count: Sendable, Equatable {
    package let name: String
    package let lines: Int64
  }

  package var events: Int64 = 0
  /// Ids that lines were written under.
  package var users: Int64 = 0
  /// People, as far as the last report knew them; nil before the first one.
  package var customers: Int64?
  package var extent: EventExtent?
  /// The last day of the last report; nil before the first one.
  package var reportedDay: Day?
  /// Days without events between the first and the newest, and the newest of them.
  package var silentDays: (count: Int64, newest: Day?) = (0, nil)
  /// Rejected lines by reason, ignored ones by event name, most first.
  package var rejected: [Count] = []
  package var ignored: [Count] = []
  /// Lines read by dialect, most first.
  package var dialects: [Count] = []
  /// Files that could not be read to their end when they were looked into last.
  package var refusedFiles: [String] = []
  /// The newest first.
  package var runs: [RunRecord] = []
  package var reports: [PublishedReport] = []
}

extension Store {
  /// `runs`: how many of the newest runs are wanted.
  package func status(runs: Int) throws -> StoreStatus {
    var status = StoreStatus()
    status.events = try count("SELECT sum(events) FROM event_day") ?? 0
    status.users = try count("SELECT count(*) FROM user") ?? 0
    status.extent = try extent()
    status.reportedDay = try FoldState.read(database)?.asOf
    if status.reportedDay != nil { status.customers = try count("SELECT count(*) FROM customer") }
    status.silentDays = try silentDays()
    status.rejected = try lines(.rejected)
    status.ignored = try lines(.ignored)
    status.dialects = try dialects()
    status.refusedFiles = try refusedFiles()
    status.runs = try RunRecords(database: database).newest(runs)
    status.reports = try publishedReports(runs)
    return status
  }

  private func count(_ query: String) throws -> Int64? {
    try database.first(query) { $0.optionalInteger(0) } ?? nil
  }

  /// The gaps between one day with events and the next.
  private func silentDays() throws -> (count: Int64, newest: Day?) {
    let gaps = try database.first(
      """
      SELECT sum(next - day - 1), max(CASE WHEN next > day + 1 THEN next - 1 END)
      FROM (SELECT day, lead(day) OVER (ORDER BY day) AS next FROM event_day)
      """
    ) { ($0.integer(0), $0.optionalInteger(1)) }
    return (gaps?.0 ?? 0, gaps?.1.map { Day(Int($0)) })
  }

  /// Lines by field with an unreadable value, in all runs that kept anything and the newest.
  package func mistypedFields() throws -> [StoreStatus.Count] { try lines(.mistyped) }

  /// Rejected lines of the newest runs, the most first; of failed runs the newest counts.
  package func rejectedLines(ofNewest runs: Int) throws -> (
    share: RejectedShare, byReason: [StoreStatus.Count], runs: Int
  ) {
    let newest = try RunRecords(database: database).newest(runs)
    let counting = newest.enumerated().filter { $0.offset == 0 || !$0.element.hasFailed }
      .map(\.element)
    let share = RejectedShare(
      rejected: counting.reduce(0) { $0 + Int64($1.rejected) },
      read: counting.reduce(0) { $0 + Int64($1.linesRead) })
    let reasons = try lines(.rejected, since: newest.last?.id).filter { $0.lines > 0 }
    return (share, reasons, counting.count)
  }

  /// Whether input `i` still counts: of failed runs only the newest does.
  private static let counts =
    "i.run NOT IN (SELECT id FROM run WHERE failed = 1 AND id < (SELECT max(id) FROM run))"

  /// `since`: the first run that counts.
  private func lines(_ kind: LineCountKind, since run: Int64? = nil) throws -> [StoreStatus.Count] {
    try database.rows(
      """
      SELECT name, sum(lines) FROM line_count AS c INNER JOIN input AS i ON i.id = c.input
      WHERE kind = '\(kind.rawValue)' AND \(Self.counts) AND i.run >= \(run ?? 0)
      GROUP BY name ORDER BY 2 DESC, 1
      """
    ) { StoreStatus.Count(name: $0.text(0), lines: $0.integer(1)) }
  }

  /// Nothing for a database that is older than these counts and was never written to since.
  private func dialects() throws -> [StoreStatus.Count] {
    guard try database.has("dialect_count") else { return [] }
    return try database.rows(
      """
      SELECT dialect, sum(lines) FROM dialect_count AS c INNER JOIN input AS i ON i.id = c.input
      WHERE \(Self.counts) GROUP BY dialect ORDER BY 2 DESC, 1
      """
    ) { StoreStatus.Count(name: $0.text(0), lines: $0.integer(1)) }
  }

  /// Lines that have what a path of `fieldNames` leads to, by path: of inputs that were read with it.
  package func pathLines() throws -> [String: Int64] {
    guard try database.has("path_count") else { return [:] }
    let rows = try database.rows(
      """
      SELECT c.path, sum(c.lines) FROM path_count AS c INNER JOIN input AS i ON i.id = c.input
      WHERE \(Self.counts) GROUP BY c.path
      """
    ) { ($0.text(0), $0.integer(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  private func refusedFiles() throws -> [String] {
    try database.rows(
      """
      SELECT path FROM input WHERE id IN (SELECT max(id) FROM input GROUP BY path)
        AND status = \(InputStatus.refused.sql) ORDER BY path
      """
    ) { $0.text(0) }
  }

  /// Products that others cut short, with a customer: `yearly, then extra: 3, such as c…`.
  package func productsCutShort() throws -> [String] {
    try database.rows(
      """
      SELECT old.value, new.value, count(*), min(a.customer)
      FROM coverage AS a
      INNER JOIN coverage AS b
        ON b.customer = a.customer AND b.start_ms = a.end_ms AND b.product <> a.product
      INNER JOIN string AS old ON old.id = a.product
      INNER JOIN string AS new ON new.id = b.product
      WHERE a.kind = 2 AND b.kind = 2 AND b.piece = 0 AND a.stop = 1
        AND a.end_ms < a.own_end_ms - 86400000
      GROUP BY a.product, b.product ORDER BY count(*) DESC, old.value, new.value LIMIT 3
      """
    ) {
      "\($0.text(0)), then \($0.text(1)): \($0.integer(2)), such as \($0.integer(3).pseudonym)"
    }
  }

  /// How many things of each kind stand in the list of suspicious ones.
  package func anomalyFlags() throws -> [AnomalyFlag.Kind: Int64] {
    guard try reportedDay() != nil else { return [:] }
    let rows: [(AnomalyFlag.Kind, Int64)] = try database.rows(
      "SELECT kind, count(*) FROM suspicion GROUP BY kind"
    ) { (try $0.choice(0), $0.integer(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// How many ids of users differ from others in case alone.
  package func idsInOtherCase() throws -> Int64 {
    try database.integer(
      """
      SELECT sum(ids - 1) FROM (
        SELECT count(*) AS ids FROM user WHERE substr(key, 1, 4) <> x'74786E3A'
        GROUP BY lower(CAST(key AS TEXT)) HAVING ids > 1
      )
      """)
  }
}

/// What the lines of an input are counted by beside what became of them: names in the table
/// `line_count` and in the parts of a merge. Raw values are stored.
enum LineCountKind: String {
  /// By the event name that is none of ours.
  case ignored
  /// By the reason.
  case rejected
  /// By the field whose value was in no form that is read; the line counts.
  case mistyped
}

extension LineCounts {
  /// All that is counted by a name, in no order.
  var named: [(kind: LineCountKind, name: String, lines: Int)] {
    ignored.map { (.ignored, $0, $1) } + mistyped.map { (.mistyped, $0, $1) }
      + rejected.map { (.rejected, $0.rawValue, $1) }
  }
}

extension Store {
  package func segmentValues(of dimension: Dimension) throws -> [String] {
    try database.rows(
      "SELECT value FROM main.segment WHERE id >> 32 = \(dimension.rawValue) ORDER BY value"
    ) { $0.text(0) }
  }

  /// The values that there can be a report of, up to the day of the last fold: of what is known of
  /// customers the first of each.
  package func values(ofPart dimension: Dimension, _ strings: StringTable) throws -> [String] {
    guard Dimension.ofCustomers.contains(dimension) else { return try segmentValues(of: dimension) }
    return try database.rows("SELECT DISTINCT \(dimension.name) FROM main.customer") {
      Segment(dimension, Int32(truncatingIfNeeded: $0.integer(0))).text(strings)
    }.sorted()
  }

  /// Whether some event says this of its customer, be it his first or a later one.
  package func isLogged(_ segment: Segment) throws -> Bool {
    let users = try UserBlocks(database, opening: true)
    while let (_, blocks) = try users.next() {
      if blocks.contains(where: { $0.says(segment) }) { return true }
    }
    return false
  }
}

extension EventBlock {
  fileprivate func says(_ segment: Segment) -> Bool {
    events.withUnsafeBytes { block in
      BlockEvents(block).contains { at, _ in
        Event(unpacking: block, at: at).value(of: segment.dimension) == segment.value
      }
    }
  }
}
