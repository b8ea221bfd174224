import Testing
import Timeline

/// A period and a number of payments share one integer.
struct RenewalPositionTests {
  @Test("More payments than are told apart are still of their own period")
  func manyPayments() {
    let last = RenewalPosition.packed(period: 3, number: 4_095)
    #expect(RenewalPosition.packed(period: 3, number: 4_096) == last)
    #expect(RenewalPosition.packed(period: 3, number: 5_000) == last)
    #expect(RenewalPosition.packed(period: 4, number: 0) == last + 1)
  }
}
