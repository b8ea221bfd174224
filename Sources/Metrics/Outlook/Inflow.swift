import Values

/// The MRR that will begin in the months to come: where trials lead to most of it, the trials
/// started, a trial's length before, times what a trial brought; else the trend of what began.
struct Inflow {
  /// Months that the worth of a trial is taken of.
  private static let window = 6
  private static let newest = 3

  /// What is expected to begin in one month, or what is left of it.
  struct Expected {
    let amount: Double
    /// Of what only chance decides, new in each month.
    let noise: Double
    /// The standard deviation common to all months: such errors add up.
    let error: Double
  }

  private enum Source {
    /// Trend of starts by 30 days; worth of one; variance of a month; mean starts of a month.
    case trials(Trend, worth: Double, variance: Double, usual: Double, months: Double)
    case direct(Trend)
  }

  private let history: MRRHistory
  private let source: Source

  /// Nil where there are too few months.
  init?(_ history: MRRHistory) {
    self.history = history
    let months = history.whole.suffix(Self.window)
    let newest = months.suffix(Self.newest)
    let begun = months.map { $0.sum(\.begun) }
    let arrivals = max(1, months.reduce(0) { $0 + $1.newSubscribers })
    let average = begun.reduce(0, +) / arrivals
    let monthly = average * average * arrivals / Double(max(1, months.count))
    if newest.reduce(0, { $0 + 2 * $1.trialsConverted - $1.newSubscribers }) >= 0,
      let trials = Self.trials(history, Array(months), begun, leastVariance: monthly)
    {
      source = trials
    } else if let trend = Trend(begun, leastVariance: monthly) {
      source = .direct(trend)
    } else {
      return nil
    }
  }

  private static func trials(
    _ history: MRRHistory, _ months: [MRRHistory.Entry], _ begun: [Double],
    leastVariance least: Double
  ) -> Source? {
    let starts = months.map { history.starts(history.startDays(of: $0.month)) }
    let recent = starts.suffix(newest).reduce(0, +)
    let stretches = stretches(history)
    let usual = stretches.reduce(0, +) / Double(max(1, stretches.count))
    guard recent > 0, starts.count >= Trend.shortest,
      let trend = Trend(stretches, leastVariance: usual)
    else { return nil }
    let arrivals = months.suffix(newest).reduce(0) { $0 + $1.newSubscribers }
    let undecided = 1 - min(0.9, arrivals / recent)
    let worth = begun.suffix(newest).reduce(0, +) / recent
    let rest = zip(begun, starts).reduce(0) { $0 + ($1.0 - worth * $1.1) * ($1.0 - worth * $1.1) }
    return .trials(
      trend, worth: worth, variance: max(rest / Double(months.count - 1), least * undecided),
      usual: recent / Double(min(newest, starts.count)), months: Double(min(newest, starts.count)))
  }

  /// Trials started in stretches of 30 days up to the day, the oldest first.
  private static func stretches(_ history: MRRHistory) -> [Double] {
    let count = min(Trend.longest, history.starts.count / 30)
    return (0..<count).reversed().map { ago in
      let last = history.day.advanced(by: -30 * ago)
      return history.starts(last.advanced(by: -29)...last)
    }
  }

  /// In a month after the day, or in this part of the day's own month; `ahead` counts months.
  func expected(in month: Month, ahead: Int, part: Double) -> Expected {
    switch source {
    case .direct(let trend):
      return Expected(
        amount: trend.value(ahead: Double(ahead)) * part, noise: trend.variance * part,
        error: trend.error(ahead: Double(ahead)).squareRoot() * part)
    case .trials(let trend, let worth, let variance, let usual, let months):
      let (known, unknown, center) = starts(of: month, part)
      let future = trend.value(ahead: center) * unknown
      let share = usual > 0 ? (known + future) / usual : 1
      let worthError = (variance / months).squareRoot() * share
      let trendError = trend.error(ahead: center).squareRoot() * unknown * worth
      return Expected(
        amount: worth * (known + future),
        noise: variance * part + trend.variance * unknown * worth * worth,
        error: (worthError * worthError + trendError * trendError).squareRoot())
    }
  }

  /// The trials known of those that become payments in the month, how many stretches of 30 days
  /// are still to come, and how far ahead these are, in stretches.
  private func starts(of month: Month, _ part: Double) -> (Double, Double, Double) {
    let days = history.startDays(of: month)
    let all = Double(days.lowerBound.distance(to: days.upperBound) + 1)
    let first = days.upperBound.advanced(by: 1 - Int((all * part).rounded()))
    guard first <= days.upperBound else { return (0, 0, 0) }
    let known = history.starts(first...days.upperBound)
    let to = max(first, history.day.advanced(by: 1))
    guard to <= days.upperBound else { return (known, 0, 0) }
    let count = Double(to.distance(to: days.upperBound) + 1)
    let center = Double(history.day.distance(to: to)) + count / 2
    return (known, count / 30, center / 30 + 0.5)
  }
}

/// A line through the newest of evenly spaced values, its slope halved.
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

  func value(ahead: Double) -> Double {
    max(0, mean + slope * (last - middle + Self.damping * ahead))
  }

  /// The variance of the line itself there.
  func error(ahead: Double) -> Double {
    let distance = last - middle + Self.damping * ahead
    return variance * (1 / count + distance * distance / squares) + drift * ahead * ahead
  }
}
