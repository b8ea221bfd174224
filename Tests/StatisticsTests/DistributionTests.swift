import Testing

@testable import Statistics

/// Quantiles and tail probabilities against the tables that every textbook prints.
struct DistributionTests {
  @Test(
    "The normal distribution is the printed one",
    arguments: [(0.975, 1.959964), (0.8, 0.841621), (0.0005, -3.290527), (0.5, 0.0)])
  func normal(p: Double, z: Double) {
    #expect(agree(Normal.quantile(p), z, places: 6))
    #expect(agree(Normal.cdf(z), p, places: 6))
  }

  @Test(
    "Student's distribution is the printed one",
    arguments: [(1.0, 12.706205), (2.5, 3.574655), (10, 2.228139), (120, 1.979930)])
  func student(freedom: Double, critical: Double) {
    let t = StudentT(freedom: freedom)
    #expect(agree(t.critical(twoSided: 0.05), critical, places: 4))
    #expect(agree(t.twoSided(critical), 0.05, places: 6))
    #expect(t.twoSided(0) == 1)
  }

  @Test(
    "The exact interval of a proportion is that of R's binom.test",
    arguments: [
      (18, 20, 0.683017, 0.987651), (4, 200, 0.005476, 0.050414), (0, 10, 0.0, 0.308497),
      (10, 10, 0.691503, 1.0),
    ] as [(Int64, Int64, Double, Double)])
  func clopperPearson(successes: Int64, trials: Int64, low: Double, high: Double) throws {
    let interval = try #require(ClopperPearson.interval(successes, of: trials, outside: 0.05))
    #expect(agree(interval.low, low, places: 6))
    #expect(agree(interval.high, high, places: 6))
  }

  @Test("There is no exact interval without trials, or of more successes than trials")
  func noProportion() {
    #expect(ClopperPearson.interval(0, of: 0, outside: 0.05) == nil)
    #expect(ClopperPearson.interval(3, of: 2, outside: 0.05) == nil)
  }

  @Test(
    "The χ² distribution is the printed one",
    arguments: [(1, 3.841459, 0.05), (3, 16.266236, 0.001), (10, 2.558212, 0.99)])
  func chiSquare(freedom: Int, x: Double, p: Double) {
    #expect(agree(ChiSquare(freedom: freedom).above(x), p, places: 6))
  }
}
