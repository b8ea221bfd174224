import Feed
import Values

/// How much of a plan a customer uses, as the app reports it, and when a feature was denied.
struct UsageLog: Sendable {
  struct Report: Sendable {
    let time: Instant
    let value: Int64
  }

  /// By what is counted, in the order of time.
  private(set) var reports: [StringID: [Report]] = [:]
  /// When a use of a feature was denied; nothing of customers without reports.
  private(set) var denials: [Instant] = []

  init() {}

  init(_ customer: CustomerEvents) {
    guard customer.rules.contains(.usage) else { return }
    for index in customer.events.indices where customer.events[index].kind == .usageReported {
      let event = customer.events[index]
      guard event.metric != 0, let value = event.value else { continue }
      reports[event.metric, default: []].append(Report(time: event.time, value: value))
    }
    guard !reports.isEmpty else { return }
    denials = customer.events.lazy
      .filter { $0.kind == .featureUsed && $0.flags.contains(.accessDenied) }.map(\.time)
  }
}
