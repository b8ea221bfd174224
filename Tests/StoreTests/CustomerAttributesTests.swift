import Feed
import Settings
import Testing

@testable import Timeline

/// What is known of a customer, by the declaration of the dimensions.
@Suite struct CustomerAttributesTests {
  @Test(
    "Events say what is known of customers, and of no other dimension",
    arguments: Dimension.allCases)
  func declared(_ dimension: Dimension) {
    #expect((Event().value(of: dimension) != nil) == Dimension.ofCustomers.contains(dimension))
  }

  @Test("There are places for all of them, also as segments beside the total")
  func places() {
    #expect(Dimension.ofCustomers.count <= SIMD8<Int32>.scalarCount)
    #expect(Dimension.ofCustomers.count < SegmentSets.Members.scalarCount)
  }

  @Test("The first value in the order of events counts, whatever comes before it without one")
  func first() {
    var (silent, german, french) = (Event(), Event(), Event())
    (silent.channel, german.country, french.country, french.channel) = (7, 1, 2, 8)
    let attributes = CustomerAttributes([silent, german, french])
    #expect(attributes[.country] == 1)
    #expect(attributes[.channel] == 7)
    #expect(attributes[.campaign] == 0)
  }
}
