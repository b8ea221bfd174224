import Glibc
import Metrics
import Support
import Values

/// What is true of a made-up app.
struct OutlookWorld {
  struct Plan {
    let period: String
    let monthly: Double
    let days: Int
    /// Of the beta distribution of leaving at a renewal.
    let leaving: (Double, Double)

    static let weekly = Plan(period: "P1W", monthly: 8.62, days: 7, leaving: (1, 14))
    static let monthly = Plan(period: "P1M", monthly: 9.99, days: 30, leaving: (1, 9))
    static let yearly = Plan(period: "P1Y", monthly: 5, days: 365, leaving: (2, 3))
    static let all = [weekly, monthly, yearly]
  }

  let name: String
  let startsADay: Double
  let growth: Double
  let wander: Double
  let season: Double
  let conversion: Double
  let trialDays: Int
  let shock: Double
  let months: Int
  let plans: [Plan]

  init(
    _ name: String, startsADay: Double = 12, growth: Double = 0, wander: Double = 0,
    season: Double = 0, conversion: Double = 0.4, trialDays: Int = 14, shock: Double = 0,
    months: Int = 20, plans: [Plan]
  ) {
    self.name = name
    self.startsADay = startsADay
    self.growth = growth
    self.wander = wander
    self.season = season
    self.conversion = conversion
    self.trialDays = trialDays
    self.shock = shock
    self.months = months
    self.plans = plans
  }
}

/// An app of a world, lived day by day.
struct OutlookApp {
  private let world: OutlookWorld
  private let first = Month(year: 2023, month: 1)
  private var chance: SplitMix
  private var entries: [MRRHistory.Entry]
  private var starts: [Double] = []
  private let days: Int
  /// How much more is lost in a month.
  private var shocks: [Double] = []

  init(_ world: OutlookWorld, seed: UInt64) {
    self.world = world
    chance = SplitMix(seed: seed)
    let months = (0..<world.months).map { [first] in first.advanced(by: $0) }
    entries = months.map { MRRHistory.Entry($0) }
    days = first.firstDay.distance(to: months[months.count - 1].lastDay) + 1
    for _ in months { shocks.append(chance.happens(world.shock) ? 2 : 1) }
    live()
    close()
  }

  var history: MRRHistory {
    MRRHistory(
      day: first.firstDay.advanced(by: days - 1), firstDay: first.firstDay, entries: entries,
      starts: world.trialDays > 0 ? starts : starts.map { _ in 0 }, trialDays: world.trialDays)
  }

  private mutating func live() {
    var level = world.startsADay
    for day in 0..<days {
      if world.wander > 0, day % 30 == 0 { level *= exp(world.wander * gauss()) }
      let grown = level * pow(1 + world.growth, Double(day) / 30)
      let season = 1 + world.season * sin(2 * Double.pi * Double(day) / 365)
      let count = poisson(grown * season)
      starts.append(Double(count))
      for _ in 0..<count where chance.happens(world.conversion) { pay(from: day + world.trialDays) }
    }
  }

  /// One subscriber, from the first payment to the last.
  private mutating func pay(from day: Int) {
    guard day < days else { return }
    let plan = world.plans[Int.random(in: world.plans.indices, using: &chance)]
    let leaving = chance.beta(plan.leaving.0, plan.leaving.1)
    var end = day + plan.days
    while end < days {
      if chance.happens(min(1, leaving * shocks[month(end)])) { break }
      end += plan.days
    }
    let begun = month(day)
    entries[begun].newSubscribers += 1
    entries[begun].trialsConverted += world.trialDays > 0 ? 1 : 0
    entries[begun].flows[plan.period, default: .init()].begun += plan.monthly
    let last = end < days ? month(end) : nil
    if let last { entries[last].flows[plan.period, default: .init()].lost += plan.monthly }
    for open in begun..<(last ?? entries.count) {
      entries[open].flows[plan.period, default: .init()].subscribers += 1
    }
  }

  private mutating func close() {
    for plan in world.plans {
      var closing = 0.0
      for index in entries.indices {
        var flow = entries[index].flows[plan.period] ?? .init()
        flow.opening = closing
        closing += flow.begun - flow.lost
        flow.closing = closing
        entries[index].flows[plan.period] = flow
      }
    }
  }

  private func month(_ day: Int) -> Int {
    first.distance(to: first.firstDay.advanced(by: day).month)
  }

  private mutating func gauss() -> Double {
    (-2 * log(chance.uniform())).squareRoot() * cos(2 * Double.pi * chance.uniform())
  }

  private mutating func poisson(_ mean: Double) -> Int {
    var (count, product) = (0, chance.uniform())
    let limit = exp(-mean)
    while product > limit { (count, product) = (count + 1, product * chance.uniform()) }
    return count
  }
}
