import Glibc
import Testing

@testable import Statistics

/// The Shiryaev–Roberts statistic.
@Suite struct ChangeEvidenceTests {
  @Test("Ratios of 5, 4 and 2, the newest first, add up to 5 + 20 + 40")
  func sum() {
    let evidence = ChangeEvidence([[5, 4, 2].map { log($0) }], spread: [1, 1, 1])
    #expect(abs(evidence.nights - 65) < 1e-9)
    #expect(evidence.length { _ in true } == 3)
    #expect(evidence.length { $0 < 3 } == 2 && evidence.length { $0 > 3 } == nil)
  }

  @Test("Several sizes are averaged, and what varies more tells less")
  func average() {
    let evidence = ChangeEvidence([[log(9)], [log(1)]], spread: [1])
    #expect(abs(evidence.nights - 5) < 1e-9)
    #expect(abs(ChangeEvidence([[log(9)]], spread: [2]).nights - 3) < 1e-9)
    #expect(ChangeEvidence([[], []], spread: []).nights == 0)
    #expect(ChangeEvidence([[1e9]], spread: [1]).nights.isFinite)
  }
}
