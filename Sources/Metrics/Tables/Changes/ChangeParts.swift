package import Values

struct ChangePart {
  var part: String
  /// Before and now.
  var cases: (Int64?, Int64?) = (nil, nil)
  var amounts: (Amount?, Amount?) = (nil, nil)
  var amount: Amount?
  var rates: (Rate?, Rate?) = (nil, nil)
  var rate: Rate?
  var pValue: Double?

  func row(_ metric: Changes.Metric, _ split: Changes.Split) -> RowBuilder<Changes> {
    var row = RowBuilder<Changes>()
    row[Changes.metric] = metric.rawValue
    row[Changes.split] = split.rawValue
    row[Changes.part] = part
    (row[Changes.casesBefore], row[Changes.casesNow]) = cases
    (row[Changes.amountBefore], row[Changes.amountNow]) = amounts
    row[Changes.amountChange] = amount
    (row[Changes.rateBefore], row[Changes.rateNow]) = rates
    row[Changes.rateChange] = rate
    row[rounding: Changes.pValue] = pValue
    return row
  }
}

/// The two stretches of days that a change is taken between.
package struct ChangeSpans: Sendable, Equatable {
  package let now: ClosedRange<Day>
  package let before: ClosedRange<Day>

  /// `before`: the same days or whole months before `now`, unless something else is asked for.
  package init(now: ClosedRange<Day>, before: ClosedRange<Day>? = nil) {
    self.now = now
    self.before = before ?? Self.stretch(before: now)
  }

  /// The last 30 days against the 30 before them.
  static func trailing(_ asOf: Day) -> ChangeSpans {
    let first = asOf.advanced(by: 1 - ChangesTable.days)
    return ChangeSpans(
      now: first...asOf,
      before: first.advanced(by: -ChangesTable.days)...first.advanced(by: -1))
  }

  private static func stretch(before now: ClosedRange<Day>) -> ClosedRange<Day> {
    let end = now.lowerBound.advanced(by: -1)
    let (first, last) = (now.lowerBound.month, now.upperBound.month)
    guard now.lowerBound == first.firstDay, now.upperBound == last.lastDay else {
      return end.advanced(by: -now.lowerBound.distance(to: now.upperBound))...end
    }
    return end.month.advanced(by: -first.distance(to: last)).firstDay...end
  }
}

extension Figures {
  /// The same figures with what changed between two stretches of days instead of the last 30 days
  /// and those before; churn is known of months alone, and left out.
  package func comparing(_ spans: ChangeSpans) -> Figures {
    var figures = self
    figures.tables.removeAll { $0.name == Changes.schema.name }
    figures.tables.append(ChangesTable(self, spans).tableOfSpans)
    return figures
  }
}

/// The effect of the mix alone: each product's former rate, at the change of its share.
struct TrialMix {
  private struct Counts {
    var (matured, converted) = (Int64(0), Int64(0))
  }

  /// By product.
  private var before: [String: Counts] = [:]
  private var now: [String: Counts] = [:]

  init(_ figures: Figures, _ days: ClosedRange<Day>, _ daysBefore: ClosedRange<Day>) {
    for row in figures.rows(of: Outcomes.self).where(Outcomes.dimension, is: "product") {
      guard let day = row[Outcomes.date] else { continue }
      let product = row.text(Outcomes.value)
      if days.contains(day) { Self.add(row, to: &now[product, default: Counts()]) }
      if daysBefore.contains(day) { Self.add(row, to: &before[product, default: Counts()]) }
    }
  }

  private static func add(_ row: Row<Outcomes>, to counts: inout Counts) {
    counts.matured += row.integer(Outcomes.trialsMatured)
    counts.converted += row.integer(Outcomes.trialsConverted)
  }

  /// Nil without trials in both stretches. A product that is new counts at the rate of all before.
  var effect: Rate? {
    let all = before.values.reduce(into: Counts()) {
      ($0.matured, $0.converted) = ($0.matured + $1.matured, $0.converted + $1.converted)
    }
    let total = now.values.reduce(0) { $0 + $1.matured }
    guard let usual = Rate(all.converted, over: all.matured), total > 0 else { return nil }
    let expected = now.reduce(Int128(0)) { sum, product in
      let known = before[product.key]
      let rate = known.flatMap { Rate($0.converted, over: $0.matured) } ?? usual
      return sum + Int128(rate.millionths) * Int128(product.value.matured)
    }
    let mixed = roundedHalfToEven(expected, over: Int128(total))
    return Rate(millionths: Int64(mixed) - usual.millionths)
  }
}

/// Trials by the day on which they were to end, over 28 days at a time: the rate that the alert
/// `trial-conversion` judges. The newest window ends as many days before the as-of day as a trial
/// may still convert after its end.
package struct TrialEnds {
  package static let days = 28

  package struct Window {
    package let days: ClosedRange<Day>
    package let matured: Int64
    package let converted: Int64
    /// Days are hidden from strangers (``SmallCells``): the counts are then nothing.
    package let isHidden: Bool

    /// Missing where no trial is over, or days are hidden.
    package var rate: Cell { Rate(converted, over: matured).map(Cell.rate) ?? .missing }
  }

  private let settled: Day
  private let isHidden: Bool
  private let byDay: [Day: (matured: Int64, converted: Int64)]

  package init(_ figures: Figures) {
    settled = figures.asOf.advanced(by: -figures.trialGraceDays)
    isHidden = figures.hiddenBelow != nil
    let rows = isHidden ? Rows(Outcomes.schema.table()) : figures.rows(of: Outcomes.self).totals
    byDay = Dictionary(
      firstOf: rows.compactMap { row in
        row[Outcomes.date].map {
          ($0, (row.integer(Outcomes.trialsMatured), row.integer(Outcomes.trialsConverted)))
        }
      })
  }

  /// The 28 days that end so many days before the newest settled one.
  package func window(ago: Int) -> Window {
    let last = settled.advanced(by: -ago)
    return window(last.advanced(by: 1 - Self.days)...last)
  }

  /// Of the trials that were to end on these days and are settled.
  package func window(_ days: ClosedRange<Day>) -> Window {
    let known = days.compactMap { byDay[$0] }
    return Window(
      days: days, matured: known.reduce(0) { $0 + $1.matured },
      converted: known.reduce(0) { $0 + $1.converted }, isHidden: isHidden)
  }

  /// The rate a step of seven days ago, two steps …, the oldest first.
  package var history: [Double?] {
    (0..<13).reversed().map { window(ago: 7 * $0).rate.magnitude }
  }
}
