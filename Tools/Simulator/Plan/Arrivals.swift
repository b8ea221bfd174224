import Values

/// How many people install an app on each day: slow growth, busy weekends, small surprises.
struct Arrivals {
  /// Installs before each day, and the total at the end.
  private let before: [Int]

  init(_ options: SimulationOptions, customers: Int) {
    var sum = 0
    var sums = [0]
    for index in 0..<options.days {
      sum += Arrivals.weight(index, options)
      sums.append(sum)
    }
    let total = Int128(sum)
    before = sums.map { Int(Int128($0) * Int128(customers) / total) }
  }

  /// The numbers of the customers that arrive on a day.
  subscript(index: Int) -> Range<Int> { before[index]..<before[index + 1] }

  /// Monday … Sunday, in thousandths.
  private static let weekdays = [960, 930, 940, 950, 1000, 1130, 1150]

  private static func weight(_ index: Int, _ options: SimulationOptions) -> Int {
    let day = options.firstDay.advanced(by: index)
    let growth = 1000 + 500 * index / 365
    let surprise = 950 + Int(mixed(options.seed ^ UInt64(index) << 20) % 101)
    return growth * weekdays[day.weekday] * surprise / 1_000_000
  }
}
