/// What one customer adds to a row of a table of facts, of at most 16 measures.
struct MeasureRow<Measure: FactMeasure>: Sendable {
  private var values = InlineArray<16, Int64>(repeating: 0)

  subscript(_ measure: Measure) -> Int64 {
    get { values[measure.index] }
    set { values[measure.index] = newValue }
  }

  @inline(__always)
  func put(_ put: FactPut<Measure>) {
    for measure in Measure.allCases { put(measure, self[measure]) }
  }

  mutating func count(_ measure: Measure, if isSo: Bool) { self[measure] += isSo ? 1 : 0 }

  /// Counts the customer once.
  mutating func mark(_ measure: Measure, if isSo: Bool) { if isSo { self[measure] = 1 } }
}
