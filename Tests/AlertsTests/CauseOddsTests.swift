import Metrics
import Testing

@testable import Alerts

/// How probably overlapping combinations of segments are the cause.
@Suite struct CauseOddsTests {
  /// Each of two countries (1, 2) with each of two variants (3, 4).
  private let cells = [[1, 3], [1, 4], [2, 3], [2, 4]].map { numbers in
    var cell = CrossedCell(segments: [])
    cell.numbers = numbers
    return cell
  }

  @Test("Its own part and what holds it: half of 3 pairs' weight and a tenth of one value's")
  func probability() {
    let odds = CauseOdds(
      [
        (choice: [1, 3, 0, 0], evidence: 5), (choice: [2, 3, 0, 0], evidence: 5),
        (choice: [1, 4, 0, 0], evidence: -100), (choice: [3, 0, 0, 0], evidence: -100),
      ], cells)
    #expect(abs(odds.probability(of: [1, 3]) - 0.5) < 1e-9)
    #expect(abs(odds.probability(of: [3]) - 1) < 1e-9)
    #expect(odds.probability(of: [4]) < 1e-9)
  }

  @Test("All values of one dimension are as probable beforehand as all pairs")
  func beforehand() {
    let odds = CauseOdds(
      [
        (choice: [1, 0, 0, 0], evidence: 1), (choice: [1, 3, 0, 0], evidence: 1),
        (choice: [2, 3, 0, 0], evidence: 1),
      ], cells)
    #expect(abs(odds.probability(of: [1]) - 0.75) < 1e-9)
    #expect(abs(odds.probability(of: [1, 3]) - 0.25) < 1e-9)
  }

  @Test("A value that only customers of another have is that other one")
  func same() {
    let always = [[1, 3, 5], [1, 4, 5], [2, 3, 6], [2, 4, 6]].map { numbers in
      var cell = CrossedCell(segments: [])
      cell.numbers = numbers
      return cell
    }
    let odds = CauseOdds(
      [(choice: [1, 0, 0, 0], evidence: 1), (choice: [5, 0, 0, 0], evidence: 1)], always)
    #expect(odds.probability(of: [1]) == 1 && odds.probability(of: [5]) == 1)
  }
}
