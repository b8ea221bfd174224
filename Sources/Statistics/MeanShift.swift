/// Where the mean of a series last shifted.
///
/// Binary segmentation (Vostrikova 1981): the series is split where the means of both sides differ
/// most, by Student's t with their pooled variance, as long as that is beyond chance after as many
/// tries (Bonferroni); then the later side is split in the same way.
package enum MeanShift {
  /// A side of fewer values says nothing of its mean.
  private static let fewest = 5
  private static let significance = 0.01

  /// The index of the first value after the last shift; nil where there was none.
  package static func last(in values: [Double]) -> Int? {
    guard let first = split(values[...]) else { return nil }
    var found = first
    while let later = split(values[found...]) { found = later }
    return found
  }

  /// The first index of the later side.
  private static func split(_ values: ArraySlice<Double>) -> Int? {
    let (first, last) = (values.startIndex + fewest, values.endIndex - fewest)
    guard first <= last else { return nil }
    let tries = Double(last - first + 1)
    let best = (first...last).map { ($0, t(values[..<$0], values[$0...])) }.max { $0.1 < $1.1 }
    guard let (index, t) = best else { return nil }
    let p = StudentT(freedom: Double(values.count - 2)).twoSided(t) * tries
    return p < significance ? index : nil
  }

  /// How far apart the means are, in standard errors; 0 where nothing varies.
  private static func t(_ before: ArraySlice<Double>, _ after: ArraySlice<Double>) -> Double {
    let (a, b) = (Moments(before), Moments(after))
    let variance = (a.squares + b.squares) / (a.count + b.count - 2)
    guard variance > 0 else { return a.mean == b.mean ? 0 : .greatestFiniteMagnitude }
    return abs(a.mean - b.mean) / (variance * (1 / a.count + 1 / b.count)).squareRoot()
  }

  private struct Moments {
    let count: Double
    let mean: Double
    /// The sum of the squared distances from the mean.
    let squares: Double

    init(_ values: ArraySlice<Double>) {
      count = Double(values.count)
      let mean = values.reduce(0, +) / count
      self.mean = mean
      squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
  }
}
