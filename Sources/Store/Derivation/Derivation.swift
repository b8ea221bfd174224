package import Feed
import SQLite
package import Timeline
package import Values

/// FOLD: brings the derived tables to an as-of day.
///
/// The usual next day folds only customers with news: their facts as they were are taken out,
/// as they are put in. Other rules, other exchange rates or a first time fold everything. For an
/// as-of day before that of the tables, a copy of the database is brought back to it.
package struct Derivation {
  private let store: Store
  private let strings: StringTable
  private let rules: FoldRules
  private let threads: Int
  private let memory: Int

  /// `memory`: bytes that the command may use.
  package init(
    _ store: Store, strings: StringTable, rules: FoldRules, threads: Int, memory: Int
  ) {
    self.memory = memory
    self.store = store
    self.strings = strings
    self.rules = rules
    self.threads = max(1, threads)
  }

  private var database: Database { store.database }

  /// Folds what a segment has before the end of `asOf` into temporary tables, beside those of the
  /// database. Call inside a transaction. Returns whether anybody is in it.
  package func materialize(_ filter: SegmentFilter, to asOf: Day) throws -> Bool {
    try foldAll(.temp, rules.zone.end(of: asOf), filter)
    return try database.hasRow("SELECT 1 FROM temp.customer LIMIT 1")
  }

  /// Folds up to the end of `asOf`. Tables that hold for a later day stay as they are: it takes
  /// ``rewind(to:ratesHash:mostLater:)`` to see an earlier one. Call inside a transaction.
  ///
  /// - Parameters:
  ///   - rulesHash: tells apart everything in the configuration and program that decides here.
  ///   - ratesHash: tells apart the exchange rates up to a day.
  /// - Returns: nil, or how many bytes of memory are enough to put no sums aside.
  @discardableResult
  package func bring(to asOf: Day, rulesHash: String, ratesHash: (Day) -> String) throws -> Int? {
    let foldedBy = Derived.foldedBy(rulesHash)
    let state = try FoldState.read(database).flatMap {
      $0.rules == foldedBy && $0.rates == ratesHash($0.asOf) ? $0 : nil
    }
    if let state, asOf < state.asOf { return nil }
    let end = rules.zone.end(of: asOf)
    let needed =
      if let state {
        try fold(
          ChangedCustomers(news: database, since: state, end: end).nextJobs, since: state, end)
      } else {
        try foldAll(.main, end)
      }
    try joinCustomers(before: end)
    try note(asOf, end, rules: foldedBy, rates: ratesHash(asOf))
    return needed
  }

  /// Notes up to where the derived tables go.
  private func note(_ asOf: Day, _ end: Instant, rules: String, rates: String) throws {
    try FoldState(rules: rules, rates: rates, asOf: asOf, end: end, run: store.newestRun())
      .write(database)
    try database.execute("DELETE FROM touched_user")
  }
}

// MARK: - An earlier day

extension Derivation {
  /// Brings derived tables that hold for a later day back to the end of `asOf`: of a copy of the
  /// database, because what the later days had is lost. Call inside a transaction.
  ///
  /// - Parameters:
  ///   - ratesHash: tells apart the exchange rates up to a day.
  ///   - mostLater: the share of events since then, in percent, up to which only customers with such events
  ///     are folded, as they are and as they were; everybody anew where it is more.
  package func rewind(
    to asOf: Day, ratesHash: (Day) -> String, mostLater: Int64 = Derivation.mostLater
  ) throws {
    guard let state = try FoldState.read(database) else { return }
    let end = rules.zone.end(of: asOf)
    let hasNews = try database.hasRow("SELECT 1 FROM touched_user LIMIT 1")
    if try !hasNews && folded(after: asOf, upTo: state) <= mostLater {
      let users = try UserBlocks.users(within: end..<state.end, in: database)
      try fold(ChangedCustomers(database, with: users, end: end).nextJobs, since: state, end)
    } else {
      try foldAll(.main, end)
    }
    try joinCustomers(before: end)
    try note(asOf, end, rules: state.rules, rates: ratesHash(asOf))
  }

  /// In percent. Beyond it, folding some customers twice takes as long as folding everybody.
  package static let mostLater: Int64 = 3

  /// Events after a day, in percent of all that were folded.
  private func folded(after asOf: Day, upTo state: FoldState) throws -> Int64 {
    try database.integer(
      """
      SELECT coalesce(sum(CASE WHEN day > \(asOf.number) THEN events END) * 100 / sum(events), 0)
      FROM event_day WHERE day <= \(state.asOf.number)
      """)
  }
}

// MARK: - Customers whom their payments join

extension Derivation {
  /// Folds those again who are one customer, or several, by what the fold has found.
  private func joinCustomers(before end: Instant) throws {
    var links = CustomerLinks(database, rules, ContentOrder(strings), end: end)
    while true {
      let before = try PaymentOwners(database)
      let users = try links.update()
      guard !users.isEmpty else { return }
      let folded = FoldState(
        rules: "", rates: "", asOf: rules.zone.day(of: end), end: end, run: .max)
      let changed = try ChangedCustomers(database, with: users, end: end, ownersBefore: before)
      try fold(changed.nextJobs, since: folded, end)
    }
  }
}

// MARK: - The way of the jobs

extension Derivation {
  /// Sums may take this part of the memory; writing them takes several times as much.
  private static let share = 6

  /// Folds the jobs and writes what comes of them; the sums at the end, or as often as they would
  /// take too much memory. Returns how much is enough for all, where some were put aside.
  private func fold(_ next: () throws -> [FoldJob]?, _ folder: Folder, _ sink: DerivedSink) throws
    -> Int?
  {
    let bytes = memory / Self.share / threads
    var aside = 0
    try Timings.stage("customers") {
      try orderedPipeline(depth: threads * 2, next: next, transform: folder.fold) { jobs in
        Timings.count(jobs.inserted[.customer].count)
        try sink.take(jobs)
        for sums in folder.takeSums(beyond: bytes) {
          aside += sums.byteCount
          try sink.putAside(sums)
        }
      }
    }
    let last = folder.takeSums()
    let needed = aside == 0 ? nil : (aside + last.byteCount) * Self.share
    try Timings.stage("sums") { try sink.finish(last, strings) }
    return needed
  }
}

// MARK: - Everything anew

extension Derivation {
  @discardableResult
  private func foldAll(_ place: Derived.Place, _ end: Instant, _ filter: SegmentFilter? = nil)
    throws -> Int?
  {
    try Derived.create(place, in: database)
    if place == .main { try CustomerLinks.clear(database) }
    let sink = try DerivedSink(store, place, isFresh: true)
    if place == .main { try sink.forgetLeftovers() }
    let folder = Folder(rules, strings: strings, before: nil, end: end, filter)
    let needed = try database.cachingLess {
      let source = try EveryCustomer(database, before: end, memory: memory)
      let needed = try fold(source.nextJobs, folder, sink)
      try Timings.stage("indexes") { try Derived.index(place, in: database) }
      return needed
    }
    try store.save(strings)
    return needed
  }
}

// MARK: - What has changed

extension Derivation {
  /// Folds customers as they were and as they are.
  @discardableResult
  private func fold(_ next: () throws -> [FoldJob]?, since state: FoldState, _ end: Instant) throws
    -> Int?
  {
    let sink = try DerivedSink(store, .main, isFresh: false)
    let folder = Folder(rules, strings: strings, before: state, end: end)
    let needed = try fold(next, folder, sink)
    try store.save(strings)
    return needed
  }
}

// MARK: - For the bench

extension Derivation {
  /// Keeps nothing; each batch within `measured`. Returns how many customers there are.
  package func benchmark(before end: Instant, _ measured: (() throws -> Void) throws -> Void)
    throws -> Int
  {
    let folder = Folder(rules, strings: strings, before: nil, end: end)
    let source = try EveryCustomer(database, before: end, memory: memory)
    var customers = 0
    while let jobs = try source.nextJobs() {
      try measured { customers += try folder.fold(jobs).inserted[.customer].count }
    }
    return customers
  }
}
