/// Whether customers were split as they were meant to be: Pearson's χ² test. The probability of a
/// split at least this uneven by chance; 0 where a part has some that was meant to have none, nil
/// unless at least two parts were meant to have any.
///
/// - Parameters:
///   - counts: customers by variant.
///   - weights: how they were meant to be split, in the same order, in any unit.
package func sampleRatioPValue(_ counts: [Int64], weights: [Double]) -> Double? {
  let customers = Double(counts.reduce(0, +))
  let whole = weights.reduce(0, +)
  let parts = weights.count { $0 > 0 }
  guard counts.count == weights.count, parts > 1, customers > 0 else { return nil }
  if zip(counts, weights).contains(where: { $0 > 0 && $1 <= 0 }) { return 0 }
  let distance = zip(counts, weights).filter { $1 > 0 }.reduce(0.0) { sum, part in
    let expected = customers * part.1 / whole
    let difference = Double(part.0) - expected
    return sum + difference * difference / expected
  }
  return ChiSquare(freedom: parts - 1).above(distance)
}
