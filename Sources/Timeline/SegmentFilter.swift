import Feed
package import Settings
import Values

/// A segment of which a report is made by itself: of an app its events, of a country, channel,
/// campaign or platform its customers, with everything that they did (Definitions, "The report of
/// one segment").
package struct SegmentFilter: Sendable {
  package let segment: Segment

  package init(_ segment: Segment) { self.segment = segment }

  /// The dimensions whose segments can be a report. What is sold cannot: who changes to another plan
  /// would be told as somebody who left.
  package static let dimensions: [Dimension] = [.app, .country, .channel, .campaign, .platform]

  /// What of a customer's events belongs to the segment.
  package func events(of customer: CustomerEvents, _ rules: FoldRules) -> CustomerEvents {
    if segment.dimension == .app {
      return Apps(customer, rules).events(of: customer, in: segment.value)
    }
    return isMeant(customer) ? customer : CustomerEvents()
  }

  private func isMeant(_ customer: CustomerEvents) -> Bool {
    let values = customer.events.lazy.map { event in
      switch segment.dimension {
      case .country: event.country
      case .channel: event.channel
      case .campaign: event.campaign
      default: event.platform
      }
    }
    return values.first { $0 != 0 } ?? 0 == segment.value
  }
}
