import Feed
package import Settings
import Values

/// A segment of which a report is made by itself: of an app its events, of a country or
/// another dimension of customers its customers, with everything that they did (Definitions, "The
/// report of one segment").
package struct SegmentFilter: Sendable {
  package let segment: Segment

  package init(_ segment: Segment) { self.segment = segment }

  /// The dimensions whose segments can be a report. What is sold cannot: who changes to another
  /// plan would be told as somebody who left.
  package static let dimensions: [Dimension] = [.app] + Dimension.ofCustomers

  /// What of a customer's events belongs to the segment.
  package func events(of customer: CustomerEvents, _ rules: FoldRules) -> CustomerEvents {
    if segment.dimension == .app {
      return Apps(customer, rules).events(of: customer, in: segment.value)
    }
    let value = CustomerAttributes.first(segment.dimension, in: customer.events)
    return value == segment.value ? customer : CustomerEvents()
  }
}
