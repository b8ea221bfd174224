import Settings
import SQLite
import Statistics
import Values

/// What is said of a step, with the columns of its cases and customers in ``Rollouts``.
enum RolloutFigure: String, CaseIterable {
  case adoption, crash, anr, conversion, revenue

  /// `cases`: nil for money, and for adoption, where both are the same.
  var columns: (base: String, cases: String?) {
    switch self {
    case .adoption: ("customers", nil)
    case .crash: ("sessions", "crashed")
    case .anr: ("sessions", "anr")
    case .conversion: ("prospects", "payers")
    case .revenue: ("customers", nil)
    }
  }

  /// Those that those in are held against those out by.
  static let compared: [RolloutFigure] = [.crash, .anr, .conversion, .revenue]

  var isGoodUp: Bool { self == .conversion || self == .revenue }
  var metric: Experiment.Metric { self == .revenue ? .revenue : .paid }
}

/// One step of a rollout: those in and those out, and what can be said of both.
struct RolloutStep {
  /// What is counted of those in, or of those out.
  struct Side {
    var customers: Int64 = 0
    var sessions: Int64 = 0
    var crashed: Int64 = 0
    var anr: Int64 = 0
    var prospects: Int64 = 0
    var payers: Int64 = 0
    var revenue = Amount.zero
    var squares = 0.0

    /// As the tests of experiments take it: whom the figure counts stand as payers.
    func outcome(_ figure: RolloutFigure) -> VariantOutcome {
      switch figure {
      case .adoption: VariantOutcome(exposed: customers)
      case .crash: VariantOutcome(exposed: sessions, payers: crashed)
      case .anr: VariantOutcome(exposed: sessions, payers: anr)
      case .conversion: VariantOutcome(exposed: prospects, payers: payers)
      case .revenue:
        VariantOutcome(exposed: customers, payers: payers, revenue: revenue, squares: squares)
      }
    }
  }

  let place: [Rollout].Place
  var inside = Side()
  var outside = Side()
  /// Who got it after the first day on which he used the app in the step.
  var joined: Int64 = 0

  /// All who have it, and all who used the app.
  var adopters: Int64 { inside.customers + joined }
  var active: Int64 { adopters + outside.customers }

  var adoption: Interval? { Interval(wilson: adopters, of: active) }

  /// In the order of ``RolloutFigure/compared``; nil where nothing varies.
  var comparisons: [VariantComparison?] {
    RolloutFigure.compared.map { figure in
      VariantComparison(
        inside.outcome(figure), against: outside.outcome(figure),
        Experiment(name: place.rollout.name), metric: figure.metric,
        rivals: RolloutFigure.compared.count)
    }.corrected
  }
}

/// What a step shows of a figure.
enum RolloutVerdict: String, CaseIterable {
  case better, worse
  case noDifference = "no difference seen"
  case notEnoughData = "not enough data"
  case asPlanned = "as planned"
  case ahead = "ahead of plan"
  case behind = "behind plan"
}

extension RolloutStep {
  private static let smallestSample: Int64 = 100
  /// Crashes, or payers, of both sides together.
  private static let fewestCases: Int64 = 5

  /// Nil where nobody has used the app in the step.
  var planVerdict: RolloutVerdict? {
    adoption.map { interval in
      let planned = place.step.share.approximate
      if interval.high < planned { return .behind }
      return interval.low > planned ? .ahead : .asPlanned
    }
  }

  /// Beyond chance over all looks together, and by a test that few cases do not mislead.
  func verdict(_ figure: RolloutFigure, _ comparison: VariantComparison?) -> RolloutVerdict {
    let (own, other) = (inside.outcome(figure), outside.outcome(figure))
    guard min(own.exposed, other.exposed) >= Self.smallestSample,
      own.payers + other.payers >= Self.fewestCases
    else { return .notEnoughData }
    guard let comparison, !comparison.alwaysValid.contains(0), comparison.judgingHolm < 0.05 else {
      return .noDifference
    }
    return (comparison.difference.effect > 0) == figure.isGoodUp ? .better : .worse
  }

  static func all(_ database: Database, _ rollouts: [Rollout], asOf: Day) throws -> [RolloutStep] {
    let sums = try database.rows(
      """
      SELECT position, joined, customers_out, sessions_out, crashed_out, anr_out, prospects_out,
        payers_out, revenue_out, squares_high_out, squares_low_out, customers_in, sessions_in,
        crashed_in, anr_in, prospects_in, payers_in, revenue_in, squares_high_in, squares_low_in
      FROM rollout_sums
      """
    ) { (position: $0.integer(0), joined: $0.integer(1), Side($0, from: 2), Side($0, from: 11)) }
    return rollouts.places.filter { $0.step.from <= asOf }.map { place in
      var step = RolloutStep(place: place)
      if let sum = sums.first(where: { $0.position == Int64(place.position) }) {
        (step.joined, step.outside, step.inside) = (sum.joined, sum.2, sum.3)
      }
      return step
    }
  }
}

extension RolloutStep.Side {
  fileprivate init(_ row: Statement, from column: Int32) {
    self.init(
      customers: row.integer(column), sessions: row.integer(column + 1),
      crashed: row.integer(column + 2), anr: row.integer(column + 3),
      prospects: row.integer(column + 4), payers: row.integer(column + 5),
      revenue: Amount(micros: row.integer(column + 6)),
      squares: squareSum(high: row.integer(column + 7), low: row.integer(column + 8)))
  }
}
