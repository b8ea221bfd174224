package import Statistics
package import Values

// THE FORECAST of MRR at the ends of the next months, from one day (Definitions, "Outlook"):
//
//   MRR of a month's end = MRR before − what is not renewed of what falls due + what begins
//
//   MRRHistory   what was known on the day
//   RenewalLoss  by billing period, the share of what falls due that is not renewed
//   Inflow       trials started × what one brought, with the trend of starts (Trend)
//
// Of each, what chance does to one month and what is not known of the rate itself are added up to a
// variance, and this to an interval of Student's t. ForecastRecord then gives the interval the width
// by which earlier forecasts missed.

/// MRR at the end of one of the next months, with its 80 % interval.
package struct MRRForecast: Sendable, Equatable {
  package let month: Month
  /// 1 for the first month end after the day.
  package let ahead: Int
  package let expected: Double
  /// What until then is lost of MRR, and what begins: MRR of the day − lost + begun = expected.
  let lost: Double
  let begun: Double
  package var interval: Interval
  /// Earlier forecasts whose errors give the interval its width; 0 while it is the model's own.
  package var heldOut = 0

  package static let farthest = 3
  package static let wholeMonths = 3
  package static let smallest = 20.0
  /// An interval that is wider than this share of what is expected, on either side, says nothing.
  package static let widest = 0.5
  static let tooWide =
    "the interval would be wider than half of what is expected, on either side."

  package enum Outcome: Sendable, Equatable {
    case forecast(MRRForecast)
    /// Why there is none.
    case refused(Month, ahead: Int, String)
  }

  package static func all(_ history: MRRHistory) -> [Outcome] {
    let next = history.day.advanced(by: 1).month
    let months = (0..<farthest).map { next.advanced(by: $0) }
    guard let refusal = refusal(history) else { return ForecastWalk(history).outcomes(months) }
    return zip(months, 1...).map { .refused($0, ahead: $1, refusal) }
  }

  private static func refusal(_ history: MRRHistory) -> String? {
    let whole = history.whole.filter { $0.sum(\.closing) > 0 }.count
    if history.subscribers < smallest {
      return "Too few subscribers: \(Int(history.subscribers)), \(Int(smallest)) are needed."
    }
    return whole < wholeMonths
      ? "Too little history: \(whole) whole \(whole == 1 ? "month" : "months") with MRR, "
        + "\(wholeMonths) are needed." : nil
  }
}

/// Goes on month by month.
private struct ForecastWalk {
  private let history: MRRHistory
  private let losses: [(period: String, loss: RenewalLoss)]
  private let inflow: Inflow?
  /// How what begins is split by billing period.
  private let shares: [String: Double]
  private let fxVariance: Double
  private let t: Double

  init(_ history: MRRHistory) {
    self.history = history
    let whole = history.whole
    let periods = Set(
      whole.flatMap(\.flows.keys) + (history.entries.last?.flows.keys.map { $0 } ?? []))
    losses = periods.sorted().map { ($0, RenewalLoss(history, period: $0)) }
    inflow = Inflow(history)
    shares = Self.shares(whole.suffix(3))
    fxVariance = Self.fxVariance(whole.suffix(12))
    t = StudentT(freedom: Double(2 * (min(6, whole.count) - 1))).critical(twoSided: 0.2)
  }

  private static func shares(_ months: ArraySlice<MRRHistory.Entry>) -> [String: Double] {
    var sums: [String: Double] = [:]
    for month in months {
      for (period, flow) in month.flows { sums[period, default: 0] += flow.begun }
    }
    let total = sums.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
    return total > 0 ? sums.mapValues { $0 / total } : [:]
  }

  /// Of a month's change by exchange rates, as a share of its opening.
  private static func fxVariance(_ months: ArraySlice<MRRHistory.Entry>) -> Double {
    let shares = months.compactMap { month in
      let opening = month.sum(\.opening)
      return opening > 0 ? month.sum(\.fx) / opening : nil
    }
    return shares.isEmpty ? 0 : shares.reduce(0) { $0 + $1 * $1 } / Double(shares.count)
  }

  func outcomes(_ months: [Month]) -> [MRRForecast.Outcome] {
    guard let inflow else {
      return zip(months, 1...).map { .refused($0, ahead: $1, "Too little history.") }
    }
    var state = State(history)
    return zip(months, 1...).map { month, ahead in
      let part = Self.part(of: month, after: history.day)
      state.lose(losses, in: month, part: part)
      state.gain(inflow.expected(in: month, ahead: ahead, part: part), shares)
      state.noise += fxVariance * state.total * state.total * part
      return outcome(month, ahead, state)
    }
  }

  private func outcome(_ month: Month, _ ahead: Int, _ state: State) -> MRRForecast.Outcome {
    let half = t * state.variance.squareRoot()
    guard state.total > 0, half <= MRRForecast.widest * state.total else {
      return .refused(month, ahead: ahead, "Past months differ too much: " + MRRForecast.tooWide)
    }
    return .forecast(
      MRRForecast(
        month: month, ahead: ahead, expected: state.total, lost: state.lost, begun: state.begun,
        interval: Interval(around: state.total, half)))
  }

  /// How much of a month is left after the day.
  private static func part(of month: Month, after day: Day) -> Double {
    let length = month.firstDay.distance(to: month.lastDay) + 1
    let left = max(month.firstDay, day.advanced(by: 1)).distance(to: month.lastDay) + 1
    return Double(left) / Double(length)
  }
}

/// MRR by billing period on the way, and how uncertain it is.
private struct State {
  private var mrr: [String: Double]
  /// Until now, of all periods.
  private(set) var lost = 0.0
  private(set) var begun = 0.0
  /// Variances that add up.
  var noise = 0.0
  /// Standard deviations of what is wrong in all months alike.
  private var inflowError = 0.0
  private var lossErrors: [String: Double] = [:]

  init(_ history: MRRHistory) {
    mrr = history.entries.last?.flows.mapValues(\.closing) ?? [:]
  }

  var total: Double { mrr.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value } }

  var variance: Double {
    noise + inflowError * inflowError
      + lossErrors.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * $1.value }
  }

  mutating func lose(
    _ losses: [(period: String, loss: RenewalLoss)], in month: Month, part: Double
  ) {
    for (period, loss) in losses {
      let before = mrr[period] ?? 0
      let due = loss.due(of: before, in: month) * part
      noise += due * due * loss.noise / max(part, 0.03)
      lossErrors[period, default: 0] += due * loss.error.squareRoot()
      let away = loss.loss(of: before, in: month, part: part)
      mrr[period] = before - away
      lost += away
    }
  }

  mutating func gain(_ inflow: Inflow.Expected, _ shares: [String: Double]) {
    noise += inflow.noise
    inflowError += inflow.error
    for (period, share) in shares.sorted(by: { $0.key < $1.key }) {
      mrr[period, default: 0] += inflow.amount * share
      begun += inflow.amount * share
    }
  }
}
