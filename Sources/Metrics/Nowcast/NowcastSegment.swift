import SQLite
import Statistics
import Timeline

/// The trials of a segment, and how much more of them pay than of all.
struct NowcastSegment {
  let dimension: String
  let value: String
  private(set) var cohorts: [TrialCohort] = []
  private(set) var ratio = 1.0

  var isTotal: Bool { dimension == "all" }

  /// Of the total what the record of nowcasts needs, of a segment what tells how it differs.
  private static let days = (total: 300, segment: 170)
  private static let query = """
    SELECT s.position, s.dimension, s.value, f.start_day, f.step, f.trials
    FROM report_run AS r
    CROSS JOIN fact_trial_step AS f
    INNER JOIN report_segment AS s ON s.segment = f.segment
    WHERE r.run = 1 AND f.trials > 0 AND f.start_day <= r.as_of_day
      AND f.start_day > r.as_of_day
        - CASE WHEN f.segment = 0 THEN \(days.total) ELSE \(days.segment) END
    ORDER BY s.position, f.start_day, f.step
    """

  /// In the order of reports, the total first; what comes after `day` is not known yet.
  static func all(_ database: Database, upTo day: Int) throws -> [NowcastSegment] {
    var segments: [NowcastSegment] = []
    var flows: [TrialFlow] = []
    var position: Int64?
    func finish() {
      if position != nil { segments[segments.count - 1].cohorts = TrialCohort.all(flows) }
      flows.removeAll()
    }
    let rows = try database.prepare(query)
    while try rows.step() {
      guard let step = TrialStep(packed: Int32(rows.integer(4))) else { continue }
      if rows.integer(0) != position {
        finish()
        position = rows.integer(0)
        segments.append(NowcastSegment(dimension: rows.text(1), value: rows.text(2)))
      }
      let flow = TrialFlow(
        start: Int(rows.integer(3)), step: step, trials: Double(rows.integer(5)))
      if flow.day <= day { flows.append(flow) }
    }
    finish()
    return segments
  }

  private init(dimension: String, value: String) {
    (self.dimension, self.value) = (dimension, value)
  }
}

// MARK: - How segments differ

extension NowcastSegment {
  /// Days until nearly all payments of a trial came, and days of ends that are compared.
  private static let settling = 8
  private static let past = 112

  /// Each with its ratio, drawn toward 1 as far as the segments of its dimension differ by chance. By
  /// the trials whose payments had come by the end of a day.
  static func pooled(_ segments: [NowcastSegment], settledBy day: Int) -> [NowcastSegment] {
    guard let total = segments.first(where: \.isTotal) else { return segments }
    let usual = total.settled(by: day)
    var pooled = segments
    for places in Dictionary(grouping: segments.indices, by: { segments[$0].dimension }).values {
      let counts = places.map { segments[$0].observed(by: day, usual) }
      for (place, ratio) in zip(places, PartialPooling.ratios(counts)) {
        pooled[place].ratio = ratio
      }
    }
    return pooled
  }

  /// By length: the trials whose payments have come, and those that paid.
  private func settled(by day: Int) -> [Int: (trials: Double, paid: Double)] {
    let ends = (day - Self.settling - Self.past + 1)...(day - Self.settling)
    var sums: [Int: (trials: Double, paid: Double)] = [:]
    for cohort in cohorts where ends.contains(cohort.start + cohort.length) {
      sums[cohort.length, default: (0, 0)].trials += cohort.trials
      sums[cohort.length, default: (0, 0)].paid += cohort.counts(at: day)[.paid]
    }
    return sums
  }

  /// The payments of its trials, and how many there are of as many of all customers' trials.
  private func observed(by day: Int, _ usual: [Int: (trials: Double, paid: Double)])
    -> (observed: Double, expected: Double)
  {
    settled(by: day).reduce(into: (observed: 0, expected: 0)) { sum, length in
      guard let all = usual[length.key], all.trials > 0 else { return }
      sum.observed += length.value.paid
      sum.expected += length.value.trials * all.paid / all.trials
    }
  }
}
