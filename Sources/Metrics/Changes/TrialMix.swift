import Values

/// What other products among the trials alone have done to their conversion: each product at its
/// rate of before, at its share of now less that of before.
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
