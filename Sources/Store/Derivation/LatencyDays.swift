import SQLite
import Timeline

/// Keeps `latency_day`: the ranks of the days whose durations changed, anew from `fact_latency`.
struct LatencyDays {
  private let delete: Statement
  /// The durations of a day, ascending, with the cases of each process.
  private let read: Statement
  private let insert: Statement

  init(_ database: Database, _ place: Derived.Place) throws {
    delete = try database.prepare("DELETE FROM \(place).latency_day WHERE day = ?")
    let cases = DurationMeasure.allCases.map(\.name).joined(separator: ", ")
    read = try database.prepare(
      """
      SELECT milliseconds, \(cases) FROM \(place).fact_latency WHERE day = ? AND segment = 0
      ORDER BY milliseconds
      """)
    insert = try database.prepare("INSERT INTO \(place).latency_day VALUES (?, ?, ?, ?, ?, ?)")
  }

  func renew(_ days: Set<Int32>) throws {
    for day in days.sorted() {
      try delete.run(Int64(day))
      for (process, took) in zip(DurationMeasure.allCases, try durations(of: day)) {
        guard took.cases > 0 else { continue }
        try insert.run(
          Int64(day), process.rawValue, took.cases, took.rank(50), took.rank(95), took.rank(99))
      }
    }
  }

  private func durations(of day: Int32) throws -> [Durations] {
    var all = Array(repeating: Durations(), count: DurationMeasure.allCases.count)
    try read.bind(Int64(day), at: 1)
    while try read.step() {
      for process in all.indices {
        all[process].add(read.integer(0), cases: read.integer(Int32(process + 1)))
      }
    }
    return all
  }
}

/// How long the cases of a process took.
private struct Durations {
  /// Ascending, with the cases that took no longer.
  private var steps: [(milliseconds: Int64, cases: Int64)] = []

  var cases: Int64 { steps.last?.cases ?? 0 }

  mutating func add(_ milliseconds: Int64, cases added: Int64) {
    if added > 0 { steps.append((milliseconds, cases + added)) }
  }

  /// The milliseconds that `percent` of the cases do not exceed, by nearest rank.
  func rank(_ percent: Int64) -> Int64? {
    steps.first { $0.cases * 100 >= cases * percent }?.milliseconds
  }
}
