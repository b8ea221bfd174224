import Testing

@testable import Statistics

/// Examples that textbooks and manuals print, from the data as it is published.
struct PublishedValueTests {
  /// Freireich et al. 1963: weeks in remission of children with leukemia; R's `gehan`.
  private static let treated = Observed(
    ended: [6, 6, 6, 7, 10, 13, 16, 22, 23],
    censored: [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35])
  private static let placebo = Observed(
    ended: [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23])

  @Test("Remission under 6-MP: the curve that textbooks print, with ends and censorings at a tie")
  func remission() {
    let curve = KaplanMeier(Self.treated.exits)
    let printed = [
      (6, 21, 0.857, 0.0764), (7, 17, 0.807, 0.0869), (10, 15, 0.753, 0.0963),
      (13, 12, 0.690, 0.1068), (16, 11, 0.627, 0.1141), (22, 7, 0.538, 0.1282),
      (23, 6, 0.448, 0.1346),
    ]
    let steps = curve.points.filter { $0.ended > 0 }
    #expect(steps.map(\.time) == printed.map(\.0))
    #expect(steps.map(\.atRisk) == printed.map { Int64($0.1) })
    for (step, wanted) in zip(steps, printed) {
      #expect(agree(step.survival, wanted.2, places: 3), "week \(step.time)")
      #expect(agree(step.standardError ?? 0, wanted.3, places: 4), "week \(step.time)")
    }
    #expect(curve.median == 23)
    #expect(KaplanMeier(Self.placebo.exits).median == 8)
  }

  @Test("Remission under 6-MP against placebo: log-rank χ² 16.79, in either order")
  func remissionTest() throws {
    for groups in [[Self.treated, Self.placebo], [Self.placebo, Self.treated]] {
      let test = try #require(LogRank(groups.map(\.exits)))
      #expect(agree(test.chiSquare, 16.79, places: 2) && test.freedom == 1)
      #expect(agree(test.pValue, 0.0000417, places: 7))
    }
  }

  @Test("A group that was not seen until anybody left changes nothing in the log-rank test")
  func unseen() {
    let late = Observed(ended: [], censored: [0, 0, 0])
    let two = LogRank([Self.treated.exits, Self.placebo.exits])
    #expect(LogRank([late.exits, Self.treated.exits, Self.placebo.exits]) == two)
    #expect(LogRank([Self.treated.exits, late.exits]) == nil)
  }

  /// Miller 1981, R's `aml`: weeks until leukemia came back, with and without maintenance.
  @Test("Maintained leukemia: curve and log-rank test as R prints them")
  func maintained() throws {
    let maintained = Observed(ended: [9, 13, 18, 23, 31, 34, 48], censored: [13, 28, 45, 161])
    let others = Observed(ended: [5, 5, 8, 8, 12, 23, 27, 30, 33, 43, 45], censored: [16])
    let curve = KaplanMeier(maintained.exits)
    let printed = [
      (0.909, 0.0867), (0.818, 0.1163), (0.716, 0.1397), (0.614, 0.1526), (0.491, 0.1642),
      (0.368, 0.1627), (0.184, 0.1535),
    ]
    for (step, wanted) in zip(curve.points.filter { $0.ended > 0 }, printed) {
      #expect(agree(step.survival, wanted.0, places: 3))
      #expect(agree(step.standardError ?? 0, wanted.1, places: 4))
    }
    #expect(curve.median == 31 && KaplanMeier(others.exits).median == 23)
    let test = try #require(LogRank([maintained.exits, others.exits]))
    #expect(agree(test.chiSquare, 3.4, places: 1) && agree(test.pValue, 0.0653, places: 4))
  }

  @Test("Fisher's exact test: a lady tasting tea, and criminal twins")
  func fisher() {
    #expect(agree(fisherExactPValue(3, of: 4, against: 1, of: 4), 0.4857, places: 4))
    // R's fisher.test(Convictions, alternative = "less") prints 0.0004652; twice that.
    let twins = fisherExactPValue(2, of: 17, against: 10, of: 13)
    #expect(agree(twins, 2 * 0.0004652, places: 7))
    #expect(agree(fisherExactPValue(10, of: 13, against: 2, of: 17), twins, places: 12))
  }

  @Test("Fisher's exact test knows the ends: nobody, everybody, and nothing to tell")
  func fisherAtTheEnds() {
    #expect(fisherExactPValue(0, of: 50, against: 0, of: 60) == 1)
    #expect(fisherExactPValue(50, of: 50, against: 60, of: 60) == 1)
    // All 5 of one and none of the other: 2 ÷ (10 over 5).
    #expect(agree(fisherExactPValue(5, of: 5, against: 0, of: 5), 2.0 / 252, places: 12))
    #expect(agree(fisherExactPValue(0, of: 5, against: 5, of: 5), 2.0 / 252, places: 12))
    #expect(fisherExactPValue(500_000, of: 1_000_000, against: 400_000, of: 1_000_000) < 1e-300)
  }

  /// R's `t.test(extra ~ group, data = sleep, var.equal = TRUE)`: df 18, p = 0.07919.
  @Test("The pooled t-test gives what R prints for its sleep data")
  func pooled() throws {
    let first = Sample([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2])
    let second = Sample([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])
    let test = try #require(PooledTest(first, against: second))
    #expect(agree(test.pValue, 0.07919, places: 5))
    let careful = try #require(PooledTest(first, against: second, informative: 6))
    #expect(careful.pValue > test.pValue && careful.standardError == test.standardError)
    #expect(PooledTest(Sample([3, 3]), against: Sample([4, 4])) == nil)
    #expect(PooledTest(Sample([3]), against: Sample([4, 5])) == nil)
  }

  @Test("Equal p-values stay equal after Holm's correction, at the first one's factor")
  func holmTies() {
    #expect(holmCorrected([0.02, 0.02, 0.02]) == [0.06, 0.06, 0.06])
    #expect(holmCorrected([0.5, 0.01, 0.5]) == [1, 0.03, 1])
    #expect(holmCorrected([0.04]) == [0.04])
  }

  @Test("One sample that does not vary is compared by the other's variance alone")
  func oneConstant() throws {
    // R's t.test(c(1, 2, 3, 4), c(5, 5, 5)): t = −3.873, df = 3, p = 0.03047.
    let test = try #require(Welch(Sample([1, 2, 3, 4]), against: Sample([5, 5, 5])))
    #expect(agree(test.freedom, 3, places: 9) && agree(test.pValue, 0.03047, places: 5))
  }
}

/// Times at which somebody's observation ended, by why.
private struct Observed {
  var ended: [Int]
  var censored: [Int] = []

  var exits: [KaplanMeier.Exit] {
    Set(ended + censored).sorted().map { time in
      .init(
        time: time, ended: Int64(ended.count { $0 == time }),
        censored: Int64(censored.count { $0 == time }))
    }
  }
}
