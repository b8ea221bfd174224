/// Whether groups survive alike (Mantel 1966, Peto and Peto 1972).
package struct LogRank: Sendable, Equatable {
  package let chiSquare: Double
  package let freedom: Int

  package var pValue: Double { ChiSquare(freedom: freedom).above(chiSquare) }

  /// `groups` as ``KaplanMeier`` takes them; one that was not seen for long enough that anybody
  /// left tells nothing, and does not count. Nil for fewer than two that do, or where nobody left
  /// while anybody else could have.
  package init?(_ groups: [[KaplanMeier.Exit]]) {
    let times = Set(groups.flatMap { $0.filter { $0.ended > 0 }.map(\.time) }).sorted()
    let groups = groups.filter { $0.last.map { $0.time >= times.first ?? .max } ?? false }
    guard groups.count > 1 else { return nil }
    var tally = Tally(groups: groups.count)
    var walks = groups.map(Walk.init)
    for time in times {
      tally.add(walks.indices.map { walks[$0].step(to: time) })
    }
    guard let chiSquare = tally.chiSquare else { return nil }
    self.chiSquare = chiSquare
    freedom = groups.count - 1
  }
}

/// One group's exits, passed in the order of time.
private struct Walk {
  let exits: [KaplanMeier.Exit]
  var next = 0
  var atRisk: Int64

  init(_ exits: [KaplanMeier.Exit]) {
    self.exits = exits
    atRisk = exits.reduce(0) { $0 + $1.ended + $1.censored }
  }

  /// How many could leave at `time`, and how many did.
  mutating func step(to time: Int) -> (atRisk: Double, ended: Double) {
    while next < exits.count, exits[next].time < time {
      atRisk -= exits[next].ended + exits[next].censored
      next += 1
    }
    let ended = next < exits.count && exits[next].time == time ? exits[next].ended : 0
    return (Double(atRisk), Double(ended))
  }
}

/// Observed less expected ends of each group but the last, and their covariances.
private struct Tally {
  var excess: [Double]
  var covariance: [[Double]]

  init(groups: Int) {
    excess = Array(repeating: 0, count: groups - 1)
    covariance = Array(repeating: excess, count: groups - 1)
  }

  mutating func add(_ parts: [(atRisk: Double, ended: Double)]) {
    let atRisk = parts.reduce(0) { $0 + $1.atRisk }
    let ended = parts.reduce(0) { $0 + $1.ended }
    guard atRisk > 1 else { return }
    let factor = ended * (atRisk - ended) / (atRisk - 1)
    for row in excess.indices {
      let share = parts[row].atRisk / atRisk
      excess[row] += parts[row].ended - ended * share
      for column in excess.indices {
        let other = parts[column].atRisk / atRisk
        covariance[row][column] += factor * share * ((row == column ? 1 : 0) - other)
      }
    }
  }

  /// excessᵀ covariance⁻¹ excess; nil where the covariance has no inverse.
  var chiSquare: Double? {
    solved(covariance, excess).map { zip($0, excess).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}

/// x with `matrix` x = `right`, by Gauss's elimination with pivots; nil without a solution.
func solved(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
  var rows = zip(matrix, right).map { $0 + [$1] }
  let size = rows.count
  for column in 0..<size {
    let pivot = (column..<size).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
    rows.swapAt(column, pivot)
    guard abs(rows[column][column]) > 1e-12 else { return nil }
    for row in 0..<size where row != column {
      let factor = rows[row][column] / rows[column][column]
      for place in column...size { rows[row][place] -= factor * rows[column][place] }
    }
  }
  return (0..<size).map { rows[$0][size] / rows[$0][$0] }
}
