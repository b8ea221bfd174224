/// A straight line through the newest of evenly spaced values, whose slope is halved: what grows
/// now will seldom grow as fast for long.
struct Trend {
  static let longest = 6
  static let shortest = 3
  private static let damping = 0.6

  /// Of one value around the line.
  let variance: Double
  /// Of what a value moves by from one to the next, beyond chance: it goes on moving.
  private let drift: Double
  private let mean: Double
  private let slope: Double
  private let middle: Double
  private let last: Double
  private let squares: Double
  private let count: Double

  /// Nil with fewer than ``shortest`` values. `least`: the variance that chance alone has.
  init?(_ values: [Double], leastVariance least: Double) {
    let values = values.suffix(Self.longest).map { $0 }
    guard values.count >= Self.shortest else { return nil }
    count = Double(values.count)
    mean = values.reduce(0, +) / count
    middle = (count - 1) / 2
    last = count - 1
    let middle = middle
    squares = values.indices.reduce(0) { $0 + (Double($1) - middle) * (Double($1) - middle) }
    let products = values.enumerated().reduce(0) { $0 + (Double($1.offset) - middle) * $1.element }
    let slope = products / squares
    let mean = mean
    self.slope = slope
    let rest = values.enumerated().reduce(0) { sum, value in
      let off = value.element - mean - slope * (Double(value.offset) - middle)
      return sum + off * off
    }
    variance = (rest + 2 * least) / count
    let moves = zip(values.dropFirst(), values).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    drift = max(0, moves / (count - 1) - 1.75 * least)
  }

  /// The value so many steps after the last one.
  func value(ahead: Double) -> Double {
    max(0, mean + slope * (last - middle + Self.damping * ahead))
  }

  /// The variance of the line itself there.
  func error(ahead: Double) -> Double {
    let distance = last - middle + Self.damping * ahead
    return variance * (1 / count + distance * distance / squares) + drift * ahead * ahead
  }
}
