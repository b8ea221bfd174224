import Metrics
import Settings
import Support
import Testing
import Values

@testable import Alerts

/// A share that dropped or rose lately, whenever that began.
@Suite struct ShareShiftTests {
  /// Figures of start rates: of so many viewers a day so many start, the as-of day's first.
  private func figures(_ viewers: [Int64], _ started: [Int64]) -> Figures {
    Example.figures(tables: [
      Example.table(
        Operations.schema, days: viewers.count,
        ["viewers": { viewers[$0] }, "viewers_started": { started[$0] }])
    ])
  }

  private func verdict(_ figures: Figures, _ change: (inout AlertRule) -> Void = { _ in }) throws
    -> Verdict
  {
    try Example.verdict("paywall-start", figures) {
      $0.breakdown = []
      change(&$0)
    }
  }

  /// 20 of 50 start a day, `bad` of them on the days from the day before the as-of day back.
  private func dropped(_ bad: [Int64], viewers: Int64 = 50, usual: Int64 = 20) -> Figures {
    let started = [usual] + bad + [Int64](repeating: usual, count: 60 - bad.count)
    return figures([Int64](repeating: viewers, count: started.count), started)
  }

  @Test("One night of a dead button fires, two of half the usual, and two of a quarter less do not")
  func soon() throws {
    #expect(try verdict(dropped([2])).state == .firing)
    #expect(try verdict(dropped([11])).state == .ok)
    #expect(try verdict(dropped([9, 9])).state == .firing)
    #expect(try verdict(dropped([15, 15])).state == .ok)
  }

  @Test("It tells the days that changed, against the same weekdays, and how rare that is by chance")
  func days() throws {
    let verdict = try verdict(dropped([6, 5, 4]))
    #expect(verdict.days == Example.asOf.advanced(by: -3)...Example.asOf.advanced(by: -1))
    #expect(verdict.part == 15 && verdict.sample == 150)
    #expect(verdict.baseline.map { abs($0.value - 0.4) < 0.001 } == true)
    #expect(verdict.widening == nil && verdict.nights.map { $0 > 1800 } == true)
    let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
    let text = AlertMessage(judged, currency: "USD", newest: nil).text
    #expect(text.contains("was 10% (15 of 150 viewers, 95% interval 5.7% to 16"))
    #expect(
      text.contains(
        "the rate of the 4 weeks before: a drop of 75.0%; threshold: a drop of more "
          + "than 30% that chance brings at most once in 180 nights (actual: once in "))
    #expect(text.contains("given at least 50 viewers"))
    #expect(!verdict.isTentative, "few, but far beyond chance")
  }

  @Test("A country whose trouble is over hides none that goes on")
  func others() throws {
    func rows(_ country: String, _ started: @escaping (Int) -> Int64) -> [[Cell]] {
      Example.table(
        Operations.schema, days: 36, segment: ("country", country),
        ["viewers": { _ in 500 }, "viewers_started": started]
      ).rows
    }
    let all = Example.table(
      Operations.schema, days: 60, ["viewers": { _ in 2000 }, "viewers_started": { _ in 800 }])
    let figures = Example.figures(tables: [
      Operations.schema.table(
        all.rows + rows("US") { (2...5).contains($0) ? 10 : 200 }
          + rows("DE") { $0 == 1 ? 100 : 200 })
    ])
    let verdict = try Example.verdict("paywall-start", figures) { $0.breakdown = ["country"] }
    #expect(verdict.breaches.map(\.name) == ["country DE"])
  }

  @Test("What chance brings once in 1,800 nights or more often is a warning")
  func severity() throws {
    func severity(_ bad: [Int64]) throws -> (AlertLine.Severity, Int64) {
      let verdict = try verdict(dropped(bad)) { $0.minSample = 60 }
      #expect(verdict.state == .firing)
      let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
      return (judged.severity, try #require(verdict.nights))
    }
    let (rare, nights) = try severity([4, 4])
    #expect(rare == .critical && nights > 1800)
    let (common, fewer) = try severity([10, 10])
    #expect(common == .warning && (180..<1800).contains(fewer), "once in \(fewer) nights")
  }

  @Test("It is over as soon as the newest days are reliably good, not when their window is")
  func over() throws {
    func verdict(_ days: [Int64]) throws -> Verdict {
      try self.verdict(dropped(days, viewers: 500, usual: 200))
    }
    #expect(try verdict([20, 20, 20]).state == .firing)
    #expect(try verdict([200, 20, 20, 20]).state == .ok)
    #expect(try verdict([150, 20, 20, 20]).state == .ok, "well, though less than usual")
    #expect(try verdict([130, 20, 20, 20]).state == .firing, "better, but beyond the threshold")
  }

  @Test("Weekdays that always differ do not fire")
  func weekdays() throws {
    let viewers = [Int64](repeating: 400, count: 70)
    let started = (0..<70).map { ago -> Int64 in
      Example.asOf.advanced(by: -ago).weekday > 4 ? 60 : 160
    }
    for last in 0..<7 {
      let days = Array(started.dropFirst(last))
      #expect(try verdict(figures(Array(viewers.dropFirst(last)), days)).state == .ok)
    }
  }

  /// A share by chance, day by day, the newest last.
  private func series(_ days: Int, _ viewers: Int, _ percent: (Int) -> Int, seed: UInt64)
    -> [Int64]
  {
    var chance = SplitMix(seed: seed)
    return (0..<days).map { day in
      (0..<viewers).reduce(0) { sum, _ in sum + (chance.chance(percent(day)) ? 1 : 0) }
    }
  }

  private func nights(_ started: [Int64], _ viewers: Int, from first: Int) throws -> [Bool] {
    try (first..<started.count).map { day in
      let known = [0] + Array(started[(day - 40)...day].reversed())
      let counts = [Int64](repeating: Int64(viewers), count: known.count)
      return try verdict(figures(counts, known)).finding == .firing
    }
  }

  @Test(
    "By chance alone it begins to fire at most once in 180 nights",
    arguments: [(12, 35), (40, 35), (300, 8)] as [(Int, Int)])
  func quiet(viewers: Int, percent: Int) throws {
    let started = series(1540, viewers, { _ in percent }, seed: UInt64(viewers))
    let fired = try nights(started, viewers, from: 40)
    let begun = zip([false] + fired, fired).count { !$0 && $1 }
    #expect(begun <= 1500 / 180, "\(begun) in \(fired.count) nights")
  }

  @Test("Where the rate falls to a third it fires within five nights, nine times of ten")
  func detection() throws {
    let told = try (1...20).map { seed in
      let started = series(60, 24, { $0 < 50 ? 36 : 12 }, seed: UInt64(seed))
      return try nights(started, 24, from: 50).firstIndex(of: true) ?? 99
    }
    #expect(told.count { $0 < 5 } >= 18, "\(told)")
  }

  @Test("Where failures were four times as many for three days, it is over on the first good one")
  func billing() throws {
    func verdict(_ days: [Int64]) throws -> Verdict {
      let failed = days + [Int64](repeating: 9, count: 80)
      return try Example.verdict(
        "payment-failure",
        Example.figures(tables: [
          Example.table(
            Operations.schema, days: failed.count,
            ["paid_charges": { 1000 - failed[$0] }, "payment_failures": { failed[$0] }])
        ]))
    }
    #expect(try verdict([36, 36, 36]).state == .firing)
    #expect(try verdict([9, 36, 36, 36]).state == .ok)
  }
}
