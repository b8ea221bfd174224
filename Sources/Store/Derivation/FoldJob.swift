import CLinux
import Feed
import Synchronization
package import Timeline
import Values

/// Users that belong together now or did at the last fold; in a whole fold, any.
struct FoldJob: Sendable {
  /// The customers as they were; empty when everything is folded anew.
  var before: [CustomerInput] = []
  var after: [CustomerInput]
}

/// What the fold of some jobs changes in the derived tables: first rows go, then others come.
struct FoldedJobs: Sendable {
  var deleted: [UserID] = []
  var inserted = CustomerRows()
  /// When each user of the jobs has an event that was left for a later fold.
  var pending: [(user: UserID, next: Instant?)] = []
  /// The customer of each user of the jobs; nil for a user that is a customer by himself.
  var members: [(user: UserID, customer: UserID?)] = []
}

/// Memory that the fold of one customer after another uses again.
private struct FoldMemory {
  var events = CustomerEvents()
  /// Those of the last fold.
  var earlier = CustomerEvents()
  var emitter: FactEmitter

  init(_ rules: FoldRules) { emitter = FactEmitter(Timeline(), rules) }
}

/// Folds jobs on any number of threads, and adds sums up until ``takeSums()``.
final class Folder: Sendable {
  private let rules: FoldRules
  private let order: ContentOrder
  /// How far the last fold went, and how far this one goes.
  private let before: (run: Int64, end: Instant)
  private let end: Instant
  private let filter: SegmentFilter?
  /// Sums that no thread is adding to at the moment.
  private let idle = Mutex<[FactSums]>([])
  /// Memory that no thread is using at the moment.
  private let idleMemory = Mutex<[FoldMemory]>([])

  /// `filter`: what alone is folded; nil for everything.
  init(
    _ rules: FoldRules, strings: StringTable, before: FoldState?, end: Instant,
    _ filter: SegmentFilter? = nil
  ) {
    self.rules = rules
    order = ContentOrder(strings)
    self.before = (before?.run ?? 0, before?.end ?? .distantPast)
    self.end = end
    self.filter = filter
  }

  func fold(_ jobs: [FoldJob]) throws -> FoldedJobs {
    var sums = idle.withLock { $0.popLast() } ?? FactSums()
    var memory = idleMemory.withLock { $0.popLast() } ?? FoldMemory(rules)
    var folded = FoldedJobs()
    for job in jobs { try fold(job, &folded, &memory, &sums) }
    idle.withLock { [sums] in $0.append(sums) }
    idleMemory.withLock { [memory] in $0.append(memory) }
    return folded
  }

  /// Takes the sums of all jobs. Call when no thread folds any more.
  func takeSums() -> FactSums { idle.withLock { Folder.united(&$0) } }

  /// Takes sums of the jobs that are done, where those of one thread take more than `bytes`: those
  /// that grow with the customers, and all where the rest is still as much as half of that (a log
  /// with a million products). They are not united, which would take as much memory again. Others
  /// may go on folding.
  func takeSums(beyond bytes: Int) -> [FactSums] {
    var taken = idle.withLock { idle in
      var taken: [FactSums] = []
      for place in idle.indices.reversed() where idle[place].byteCount > bytes {
        taken.append(idle[place].takeGrowing())
        if idle[place].byteCount > bytes / 2 { taken.append(idle.remove(at: place)) }
      }
      return taken
    }
    guard !taken.isEmpty else { return [] }
    // What the threads have given back lies in their own arenas.
    malloc_trim(0)
    for place in taken.indices {
      taken[place].close()
      taken[place].expand()
    }
    return taken
  }

  private static func united(_ sums: inout [FactSums]) -> FactSums {
    for index in sums.indices { sums[index].close() }
    // What the threads have given back lies in their own arenas, where this one would not use it.
    malloc_trim(0)
    guard var total = sums.popLast() else { return FactSums() }
    while let other = sums.popLast() { total.merge(other) }
    total.expand()
    return total
  }

  private func fold(
    _ job: FoldJob, _ folded: inout FoldedJobs, _ memory: inout FoldMemory, _ sums: inout FactSums
  ) throws {
    if try foldLog(job, &folded, &memory, &sums) { return }
    var old: [UserID: CustomerRows] = [:]
    sums.weight = -1
    for customer in job.before {
      guard let (id, _) = customer.fill(&memory.events, run: before.run, before: before.end, order),
        id != 0
      else { continue }
      let manyIDs = ManyIDs(customer, run: before.run, before: before.end, order)
      var rows = CustomerRows()
      try add(&memory, id, manyIDs, to: &rows, &sums)
      old[id] = rows
    }
    sums.weight = 1
    for customer in job.after { try fold(customer, &old, &folded, &memory, &sums) }
    folded.deleted += old.keys
  }

  /// Of a customer of the same users, whose new events change neither money nor access.
  private func foldLog(
    _ job: FoldJob, _ folded: inout FoldedJobs, _ memory: inout FoldMemory, _ sums: inout FactSums
  ) throws -> Bool {
    guard job.before.count == 1, job.after.count == 1, job.before[0].isPlain, job.after[0].isPlain,
      job.before[0].users.map(\.id) == job.after[0].users.map(\.id),
      job.before[0].claimedByMany == job.after[0].claimedByMany,
      let old = job.before[0].fill(
        &memory.earlier, run: before.run, before: before.end, order),
      let new = job.after[0].fill(&memory.events, run: .max, before: end, order),
      old.id == new.id, new.id != 0, memory.events.differsInLogOnly(from: memory.earlier)
    else { return false }
    try memory.events.fold(into: &memory.emitter, of: new.id)
    memory.emitter.emitLog(into: &sums)
    sums.weight = -1
    memory.emitter.foldLog(memory.earlier)
    memory.emitter.emitLog(into: &sums)
    sums.weight = 1
    sums.flushIfFull()
    folded.pending += job.after[0].users.map { ($0.id, new.next[$0.id]) }
    return true
  }

  /// `old`: the rows of customers as they were; those that stay as they are are taken out of it.
  private func fold(
    _ customer: CustomerInput, _ old: inout [UserID: CustomerRows], _ folded: inout FoldedJobs,
    _ memory: inout FoldMemory, _ sums: inout FactSums
  ) throws {
    let found = customer.fill(&memory.events, run: .max, before: end, order)
    for user in customer.users {
      folded.pending.append((user.id, found?.next[user.id]))
      let isAlone = customer.users.count == 1
      folded.members.append((user.id, isAlone ? nil : found?.id))
    }
    guard let (id, _) = found, id != 0 else { return }
    if let filter { memory.events = filter.events(of: memory.events, rules) }
    guard !memory.events.events.isEmpty else { return }
    let manyIDs = ManyIDs(customer, run: .max, before: end, order)
    guard let known = old[id] else {
      return try add(&memory, id, manyIDs, to: &folded.inserted, &sums)
    }
    old[id] = nil
    var new = CustomerRows()
    try add(&memory, id, manyIDs, to: &new, &sums)
    guard known != new else { return }
    folded.deleted.append(id)
    folded.inserted.add(new)
  }

  private func add(
    _ memory: inout FoldMemory, _ id: UserID, _ manyIDs: ManyIDs?, to rows: inout CustomerRows,
    _ sums: inout FactSums
  ) throws {
    try memory.events.fold(into: &memory.emitter, of: id)
    memory.emitter.emit(into: &sums)
    sums.flushIfFull()
    rows.add(memory.emitter.timeline, id: id, manyIDs, rules.zone)
  }
}

// An amount that is too large names its customer.

extension CustomerEvents {
  /// What the fold makes of them.
  func timeline(of id: UserID, _ rules: FoldRules) throws -> Timeline {
    try naming(id.pseudonym) { () throws(AmountOverflow) in try Timeline(self, rules) }
  }

  /// The same, in the memory of another timeline.
  func fold(into emitter: inout FactEmitter, of id: UserID) throws {
    try naming(id.pseudonym) { () throws(AmountOverflow) in try emitter.fold(self) }
  }
}

extension StoredCustomer {
  /// What happened to him, and what it led to.
  package func history(_ rules: FoldRules) throws -> CustomerHistory {
    try naming(pseudonym) { () throws(AmountOverflow) in try CustomerHistory(events, rules) }
  }
}

private func naming<Found>(_ customer: String, _ work: () throws(AmountOverflow) -> Found) throws
  -> Found
{
  do { return try work() } catch { throw Failure.absurd(error, of: customer) }
}

extension Failure {
  /// Money of one customer that cannot be counted to the millionth. Reports call him `customer`.
  fileprivate static func absurd(_ money: AmountOverflow, of customer: String) -> Failure {
    Failure(
      "the \(grouped(Int64(money.charges))) charges of customer \(customer) come to so much that sums of "
        + "it cannot be counted to the millionth; the largest, of "
        + "\(grouped(money.largest.micros / 1_000_000)), is of \(money.time.iso8601)",
      hint: "leave the events with absurd prices out of the log, and make the database anew where "
        + "it has them already",
      exit: .badData)
  }
}
