import Values

extension MRRHistory {
  /// What the tables of a report know, up to its as-of day.
  init?(_ figures: Figures) {
    let days = figures.rows(of: Daily.self)
    guard let first = days.first?[Daily.date] else { return nil }
    self.init(
      day: figures.asOf, firstDay: first, entries: Self.entries(figures, since: first.month),
      starts: days.map { Double($0.integer(Daily.trialsStarted)) },
      trialDays: Self.usual(figures.trialLengths))
  }

  /// The one in the middle.
  private static func usual(_ lengths: [Int]) -> Int {
    let sorted = lengths.sorted()
    return sorted.isEmpty ? 14 : sorted[(sorted.count - 1) / 2]
  }

  private static func entries(_ figures: Figures, since first: Month) -> [Entry] {
    var entries = (first...figures.asOf.month).map { Entry($0) }
    for row in figures.rows(of: MRRMovements.self).where(MRRMovements.dimension, is: "period") {
      guard let month = row[MRRMovements.month], month >= first, month <= figures.asOf.month else {
        continue
      }
      let index = first.distance(to: month)
      entries[index].flows[row.text(MRRMovements.value)] = Flow(row)
    }
    for row in figures.rows(of: Daily.self) {
      guard let day = row[Daily.date] else { continue }
      let index = first.distance(to: day.month)
      entries[index].newSubscribers += Double(row.integer(Daily.newSubscribers))
      entries[index].trialsConverted += Double(row.integer(Daily.trialsConverted))
    }
    return entries
  }
}

extension MRRHistory.Flow {
  fileprivate init(_ row: Row<MRRMovements>) {
    typealias Moves = MRRMovements
    func units(_ columns: [any ReportColumn<MRRMovements>]) -> Double {
      Double(row.sum(columns)) / 1_000_000
    }
    self.init()
    opening = units([Moves.opening])
    begun = units([Moves.new, Moves.reactivation, Moves.expansion, Moves.movedIn])
    lost = -units([Moves.churn, Moves.contraction, Moves.movedOut])
    fx = units([Moves.fx])
    closing = units([Moves.closing])
    subscribers = Double(row.integer(Moves.closingSubscribers))
  }
}
