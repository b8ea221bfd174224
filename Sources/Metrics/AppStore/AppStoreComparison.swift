package import Settings
package import Values

/// Apple's reports, and what only the events tell of our side.
package struct AppStoreComparison: Sendable {
  /// That somebody switched renewal off, or lost access to a failed payment.
  package struct Cancellation: Sendable {
    package let time: Instant
    package let product: String

    package init(time: Instant, product: String) { (self.time, self.product) = (time, product) }
  }

  package let report: SubscriptionReport
  package let cancellations: [Cancellation]

  package init(_ report: SubscriptionReport, cancellations: [Cancellation]) {
    (self.report, self.cancellations) = (report, cancellations)
  }

  /// Apple's reports have days in Pacific time.
  static let zone = Zone(named: "America/Los_Angeles") ?? .utc
  /// Apple restates the days before.
  static let settledAfter = 3
}
