/// Corrects p-values that belong together, so that the chance of even one false alarm among them
/// stays what it is for a single one (Holm 1979). In the order given.
package func holmCorrected(_ pValues: [Double]) -> [Double] {
  var corrected = pValues
  var largest = 0.0
  let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
  for (rank, index) in order.enumerated() {
    largest = max(largest, min(1, pValues[index] * Double(pValues.count - rank)))
    corrected[index] = largest
  }
  return corrected
}
