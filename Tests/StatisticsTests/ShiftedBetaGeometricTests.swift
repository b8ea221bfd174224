import Glibc
import Testing

@testable import Statistics

/// The shifted-beta-geometric model, against its paper and against itself.
struct ShiftedBetaGeometricTests {
  /// Fader and Hardie 2007, table 1: survivors of 1,000 customers after 0 … 7 renewals.
  private static let highEnd: [Int64] = [1000, 869, 743, 653, 593, 551, 517, 491]
  private static let regular: [Int64] = [1000, 631, 468, 382, 326, 289, 262, 241]

  @Test(
    "The fits of Fader and Hardie are found",
    arguments: [(highEnd, 0.668, 3.806, -1611.2), (regular, 0.704, 1.182, -1680.3)])
  func paper(survivors: [Int64], alpha: Double, beta: Double, likelihood: Double) throws {
    let fit = try #require(ShiftedBetaGeometricFit(RenewalCounts(survivors: survivors)))
    #expect(agree(fit.model.alpha, alpha, places: 3))
    #expect(agree(fit.model.beta, beta, places: 3))
    #expect(agree(fit.logLikelihood, likelihood, places: 1))
  }

  @Test("The derivatives are those of the likelihood")
  func derivatives() {
    let counts = RenewalCounts([
      .init(number: 1, due: 500, renewed: 400), .init(number: 2, due: 600, renewed: 520),
      .init(number: 5, due: 90, renewed: 85),
    ])
    typealias Point = ShiftedBetaGeometricFit.Point
    for point in [Point(u: -1, v: -2), Point(u: 0.3, v: 1), Point(u: -3, v: -6)] {
      let (slope, h) = (Slope(counts, at: point), 1e-4)
      func value(_ du: Double, _ dv: Double) -> Double {
        point.moved(du * h, dv * h).model.logLikelihood(counts)
      }
      let here = value(0, 0)
      #expect(abs(slope.u - (value(1, 0) - value(-1, 0)) / (2 * h)) < 1e-3)
      #expect(abs(slope.v - (value(0, 1) - value(0, -1)) / (2 * h)) < 1e-3)
      #expect(abs(slope.uu - (value(1, 0) + value(-1, 0) - 2 * here) / (h * h)) < 0.01)
      #expect(abs(slope.vv - (value(0, 1) + value(0, -1) - 2 * here) / (h * h)) < 0.01)
      let mixed = (value(1, 1) - value(1, -1) - value(-1, 1) + value(-1, -1)) / (4 * h * h)
      #expect(abs(slope.uv - mixed) < 0.01)
    }
  }

  @Test("Exact expectations give their parameters back, however they are censored or begin late")
  func recovered() throws {
    for (alpha, beta) in [(0.668, 3.806), (2.0, 8.0), (0.3, 0.4), (12, 40)] {
      let model = ShiftedBetaGeometric(alpha: alpha, beta: beta)
      let rows = (1...12).map { number in
        let due = Int64(4_000_000_000 / number)
        let renewed = Int64((Double(due) * model.renewalRate(number)).rounded())
        return RenewalCounts.Row(number: number, due: due, renewed: renewed)
      }
      for seen in [rows, Array(rows.dropFirst(2)), Array(rows.prefix(3))] {
        let fit = try #require(ShiftedBetaGeometricFit(RenewalCounts(seen)))
        #expect(abs(fit.model.alpha / alpha - 1) < 1e-3, "\(alpha) \(beta) of \(seen.count)")
        #expect(abs(fit.model.beta / beta - 1) < 1e-3)
      }
    }
  }

  @Test("Subscribers that are all alike are the geometric model")
  func alike() throws {
    let rows = (1...8).map { RenewalCounts.Row(number: $0, due: 1000, renewed: 900) }
    let fit = try #require(ShiftedBetaGeometricFit(RenewalCounts(rows)))
    #expect(abs(fit.model.churn - 0.1) < 1e-4 && fit.model.spread < 1e-4)
    #expect(abs(fit.model.payments(limit: 24) - (1 - pow(0.9, 24)) / 0.1) < 1e-2)
    let interval = fit.interval { $0.payments(limit: 24) }
    #expect(interval.contains(fit.model.payments(limit: 24)) && interval.low < interval.high)
  }

  @Test("Where the counts cannot tell, there is no fit")
  func refused() {
    #expect(ShiftedBetaGeometricFit(RenewalCounts([])) == nil)
    #expect(ShiftedBetaGeometricFit(RenewalCounts(survivors: [1000, 800])) == nil)
    #expect(ShiftedBetaGeometricFit(RenewalCounts(survivors: [50, 50, 50])) == nil)
    #expect(ShiftedBetaGeometricFit(RenewalCounts(survivors: [50, 0, 0])) == nil)
  }

  @Test("Payments are the sum of the survival curve, and a perpetuity at constant churn")
  func payments() {
    let model = ShiftedBetaGeometric(alpha: 0.668, beta: 3.806)
    let sum = (0..<24).reduce(0.0) { $0 + model.survival(after: $1) }
    #expect(agree(model.payments(limit: 24), sum, places: 12))
    let geometric = ShiftedBetaGeometric(churn: 0.2, spread: 0)
    #expect(agree(geometric.payments(discount: 0.99), 1 / (1 - 0.8 * 0.99), places: 9))
    #expect(model.payments(limit: 1) == 1)
  }

  @Test("The interval narrows with the number of customers")
  func interval() throws {
    let few = try #require(ShiftedBetaGeometricFit(RenewalCounts(survivors: [100, 63, 47, 38])))
    let many = try #require(
      ShiftedBetaGeometricFit(RenewalCounts(survivors: [10_000, 6300, 4700, 3800])))
    let (wide, narrow) = (few.interval { $0.payments() }, many.interval { $0.payments(limit: 24) })
    #expect(wide.low < narrow.low && narrow.high < wide.high)
    let value = many.model.payments(limit: 24)
    #expect(narrow.low > value * 0.9 && narrow.high < value * 1.1)
  }
}
