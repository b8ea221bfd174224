import Testing

@testable import Statistics

/// Kaplan–Meier curves and the log-rank test, against published tables.
struct SurvivalTests {
  @Test("Half of six subscribers left, one is not known of any more")
  func byHand() throws {
    // 6 at risk: one leaves → 5/6; 5 at risk, one leaves, one is censored → 4/6; 3 at risk,
    // two leave → 2/9.
    let curve = KaplanMeier([
      .init(time: 30, ended: 1), .init(time: 31, ended: 1, censored: 1),
      .init(time: 60, ended: 2), .init(time: 61, censored: 1),
    ])
    #expect(curve.points.map(\.atRisk) == [6, 5, 3, 1])
    for (point, wanted) in zip(curve.points, [5.0 / 6, 4.0 / 6, 2.0 / 9, 2.0 / 9]) {
      #expect(agree(point.survival, wanted, places: 12))
    }
    #expect(curve.median == 60)
    // Greenwood: (4/6)² × (1/(6·5) + 1/(5·4)).
    #expect(agree(curve.points[1].standardError ?? 0, (4.0 / 9 / 12).squareRoot(), places: 12))
  }

  @Test("Nobody left is a curve at 1, and no test")
  func nobodyLeft() {
    let curve = KaplanMeier([.init(time: 5, censored: 10)])
    #expect(curve.points.map(\.survival) == [1] && curve.median == nil)
    #expect(LogRank([[.init(time: 5, censored: 10)], [.init(time: 5, censored: 3)]]) == nil)
    #expect(LogRank([[.init(time: 5, ended: 1)]]) == nil)
  }

  private static let isThere = Published.folder != nil

  @Test(
    "Every published curve is reproduced to its digits",
    .enabled(if: isThere, Comment(rawValue: Published.isMissing)))
  func published() throws {
    let tables: Tables = try Published.json("km/km_reference.json")
    #expect(tables.cases.count >= 7)
    for (name, study) in tables.cases {
      let curve = KaplanMeier(exits(study.t, study.d))
      let points = Dictionary(uniqueKeysWithValues: curve.points.map { ($0.time, $0) })
      for (index, time) in study.times.enumerated() {
        let point = try #require(points[time])
        #expect(abs(point.survival - study.S[index]) < 0.00051, "\(name) at \(time)")
        if let se = study.se?[index] { #expect(agree(point.standardError ?? 0, se, places: 6)) }
        if let risk = study.n_risk?[index] { #expect(point.atRisk == Int64(risk)) }
        if let low = study.loglog95_low?[index] {
          #expect(agree(point.logLog.low, low, places: 6), "\(name) at \(time)")
        }
        if let high = study.loglog95_high?[index] {
          #expect(agree(point.logLog.high, high, places: 6), "\(name) at \(time)")
        }
      }
    }
  }

  @Test(
    "Mice of the Waltons study: curve, log-log bands and medians, as printed",
    .enabled(if: isThere, Comment(rawValue: Published.isMissing)),
    arguments: [("control", 58), ("miR-137", 26)])
  func waltons(group: String, median: Int) throws {
    let rows = try Published.rows("km/expected_km_waltons_\(group).csv")
    let number = { (row: [String: String], column: String) in Double(row[column] ?? "") ?? .nan }
    let exits = rows.filter { number($0, "removed") > 0 }.map { row in
      KaplanMeier.Exit(
        time: Int(number(row, "event_at")), ended: Int64(number(row, "observed")),
        censored: Int64(number(row, "censored")))
    }
    let curve = KaplanMeier(exits)
    let printed = rows.filter { number($0, "removed") > 0 }
    for (point, row) in zip(curve.points, printed) {
      #expect(agree(point.survival, number(row, "KM_estimate"), places: 12))
      guard point.survival > 0 else { continue }
      #expect(agree(point.logLog.low, number(row, "KM_estimate_lower_0.95"), places: 9))
      #expect(agree(point.logLog.high, number(row, "KM_estimate_upper_0.95"), places: 9))
    }
    #expect(curve.median == median)
  }

  @Test(
    "The log-rank test gives the published figures",
    .enabled(if: isThere, Comment(rawValue: Published.isMissing)))
  func logRank() throws {
    let wanted = try (Published.json("km/km_reference.json") as Tables).logrank
    let two = wanted.statsmodels_R
    let test = try #require(LogRank([exits(two.t1, two.d1), exits(two.t2, two.d2)]))
    #expect(agree(test.chiSquare, two.chi2, places: 5) && agree(test.pValue, two.p, places: 5))
    let patients = try Published.rows("km/bmt.csv").filter { $0["Group"] != "ALL" }
    let groups = Dictionary(grouping: patients) { $0["Group"] ?? "" }.values.map { rows in
      exits(rows.map { Int($0["T"] ?? "") ?? 0 }, rows.map { Int($0["Status"] ?? "") ?? 0 })
    }
    let leukemia = try #require(LogRank(groups))
    #expect(agree(leukemia.chiSquare, wanted.bmt.chi2, places: 5) && leukemia.freedom == 1)
  }

  /// Each customer's time, and 1 where it ended.
  private func exits(_ times: [Int], _ ends: [Int]) -> [KaplanMeier.Exit] {
    Dictionary(grouping: zip(times, ends), by: \.0).sorted { $0.key < $1.key }.map { time, all in
      let ended = all.count { $0.1 == 1 }
      return .init(time: time, ended: Int64(ended), censored: Int64(all.count - ended))
    }
  }

  private struct Tables: Decodable {
    struct Study: Decodable {
      var t: [Int]
      var d: [Int]
      var S: [Double]
      var times: [Int]
      var se: [Double?]?
      var n_risk: [Int]?
      var loglog95_low: [Double]?
      var loglog95_high: [Double]?
    }
    struct Two: Decodable {
      var t1: [Int]
      var d1: [Int]
      var t2: [Int]
      var d2: [Int]
      var chi2: Double
      var p: Double
    }
    struct Bone: Decodable { var chi2: Double }
    struct Tests: Decodable {
      var statsmodels_R: Two
      var bmt: Bone
    }
    var cases: [String: Study]
    var logrank: Tests
  }
}
