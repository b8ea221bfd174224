import Glibc

/// The most likely ``ShiftedBetaGeometric`` for what was counted, and how sure it is.
///
/// Found by Newton's method on u = log(churn ÷ (1 − churn)) and v = log(spread), where any real
/// number is valid; with φ = spread and k = number − 1, the renewal rate of a row is
/// (1 − churn + φ k) ÷ (1 + φ k), and its counts add
/// renewed · log(1 − churn + φ k) + lapsed · log(churn) − due · log(1 + φ k)
/// to the log likelihood.
package struct ShiftedBetaGeometricFit: Sendable {
  package let model: ShiftedBetaGeometric
  package let logLikelihood: Double
  private let counts: RenewalCounts

  /// From spreads so small that subscribers count as all alike to ones so large that each either
  /// leaves at once or stays for ever; on the scale of v.
  private static let spreads = -14.0...6.0

  /// Nil where the counts cannot tell: nobody renewed, nobody left, or all were due at the same
  /// number, from which no difference between subscribers can be seen.
  package init?(_ counts: RenewalCounts) {
    guard counts.renewed > 0, counts.lapsed > 0, counts.rows.count > 1 else { return nil }
    self.counts = counts
    let churn = log(Double(counts.lapsed) / Double(counts.renewed))
    let climbs = [-3.0, -1, 1].map { Self.climb(counts, from: Point(u: churn, v: $0)) }
    let best = climbs.max { $0.value < $1.value }?.point ?? Point(u: churn, v: -1)
    let isAlike = best.v <= Self.spreads.lowerBound
    model = isAlike ? Point(u: churn, v: -.infinity).model : best.model
    logLikelihood = model.logLikelihood(counts)
  }

  /// The interval of something that follows from the model and falls as churn rises, such as an
  /// expected number of payments: what it is under all models that are likely enough (the
  /// profile likelihood), so that it carries the uncertainty of both parameters.
  package func interval(
    confidence: Double = 0.95, of value: (ShiftedBetaGeometric) -> Double
  ) -> Interval {
    let z = Normal.quantile(1 - (1 - confidence) / 2)
    let floor = logLikelihood - z * z / 2
    var (low, high) = (value(model), value(model))
    for v in stride(from: Self.spreads.lowerBound, through: Self.spreads.upperBound, by: 0.1) {
      guard let range = likelyChurn(at: v, floor: floor) else { continue }
      low = min(low, value(Point(u: range.high, v: v).model))
      high = max(high, value(Point(u: range.low, v: v).model))
    }
    return Interval(low, high)
  }

  /// Between which u the log likelihood is at least `floor` for that v; nil for none.
  private func likelyChurn(at v: Double, floor: Double) -> Interval? {
    func likelihood(_ u: Double) -> Double { Point(u: u, v: v).model.logLikelihood(counts) }
    let top = root(in: -30...30) { Slope(counts, at: Point(u: $0, v: v)).u > 0 }
    guard likelihood(top) >= floor else { return nil }
    return Interval(
      root(in: -30...top) { likelihood($0) < floor },
      root(in: top...30) { likelihood($0) >= floor })
  }
}

// MARK: - The climb

extension ShiftedBetaGeometricFit {
  /// The parameters on the scale on which they are sought.
  struct Point {
    var u: Double
    var v: Double

    var model: ShiftedBetaGeometric {
      ShiftedBetaGeometric(churn: 1 / (1 + exp(-u)), spread: exp(v))
    }

    func moved(_ du: Double, _ dv: Double) -> Point { Point(u: u + du, v: v + dv) }
  }

  /// Newton's method, uphill in every step: where the curvature would lead elsewhere it is damped,
  /// and a step that does not gain is halved.
  private static func climb(_ counts: RenewalCounts, from start: Point)
    -> (point: Point, value: Double)
  {
    var point = start
    var value = point.model.logLikelihood(counts)
    for _ in 0..<500 {
      let slope = Slope(counts, at: point)
      guard slope.steepness > 1e-9 else { break }
      var step = slope.newtonStep
      var next = point.moved(step.0, step.1)
      while next.model.logLikelihood(counts) < value, abs(step.0) + abs(step.1) > 1e-13 {
        step = (step.0 / 2, step.1 / 2)
        next = point.moved(step.0, step.1)
      }
      let reached = next.model.logLikelihood(counts)
      guard reached >= value, abs(step.0) + abs(step.1) > 1e-13 else { break }
      (point, value) = (next, reached)
      if !spreads.contains(point.v) { break }
    }
    return (point, value)
  }
}

/// First and second derivatives of the log likelihood by u and v.
struct Slope {
  private(set) var u = 0.0
  private(set) var v = 0.0
  private(set) var uu = 0.0
  private(set) var uv = 0.0
  private(set) var vv = 0.0

  init(_ counts: RenewalCounts, at point: ShiftedBetaGeometricFit.Point) {
    let (churn, spread) = (point.model.churn, point.model.spread)
    // d churn / du, and d spread / dv = spread.
    let turn = churn * (1 - churn)
    for row in counts.rows {
      let (renewed, lapsed, due) = (Double(row.renewed), Double(row.lapsed), Double(row.due))
      let earlier = spread * Double(row.number - 1)
      let stay = 1 - churn + earlier
      u += lapsed * (1 - churn) - renewed * turn / stay
      v += renewed * earlier / stay - due * earlier / (1 + earlier)
      let bend = (1 - 2 * churn) / stay + turn / (stay * stay)
      uu -= lapsed * turn + renewed * turn * bend
      uv += renewed * turn * earlier / (stay * stay)
      vv +=
        renewed * earlier * (1 - churn) / (stay * stay)
        - due * earlier / ((1 + earlier) * (1 + earlier))
    }
  }

  /// The length of the slope.
  var steepness: Double { hypot(u, v) }

  /// Where the parabola through here has its top; no longer than 1 in either direction.
  var newtonStep: (Double, Double) {
    var damping = 0.0
    while true {
      let (a, b) = (uu - damping, vv - damping)
      let determinant = a * b - uv * uv
      if a < 0, determinant > 1e-12 {
        let step = ((-b * u + uv * v) / determinant, (uv * u - a * v) / determinant)
        let length = max(1, abs(step.0), abs(step.1))
        return (step.0 / length, step.1 / length)
      }
      damping = max(1e-6, damping * 4)
    }
  }
}
