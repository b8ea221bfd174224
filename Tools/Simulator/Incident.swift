import Values

/// Something that goes wrong near the end of the log, for an alert to find.
package enum Incident: String, CaseIterable, Sendable {
  /// The buy button of one paywall variant is dead in one country for a week.
  case paywall
  /// Two of three renewals fail at billing for a week.
  case renewals
  /// The server that validates receipts answers slowly and mostly with errors, for three days.
  case validation
  /// The log itself is not delivered for two days, and lost.
  case delivery

  /// How many days it lasts.
  package var days: Int {
    switch self {
    case .paywall, .renewals: 7
    case .validation: 3
    case .delivery: 2
    }
  }

  /// How long before the last day it begins, unless the options say otherwise.
  package var daysBeforeEnd: Int {
    switch self {
    case .paywall: 4
    case .renewals: 10
    case .validation: 2
    case .delivery: 1
    }
  }

  /// The country whose paywall breaks.
  package static let brokenCountry = "US"
  /// The variant of the paywall experiment whose buy button is dead.
  package static let brokenVariant = "benefits"
}

/// An incident with its place in time.
struct Trouble {
  let kind: Incident?
  let start: Int64
  let end: Int64

  init(_ options: SimulationOptions) {
    let fallback = options.lastDay.advanced(by: -(options.incident?.daysBeforeEnd ?? 0))
    let first = options.incidentDay ?? max(options.firstDay, fallback)
    kind = options.incident
    // A delivery that breaks does so in the early morning, not at midnight.
    let hour: Int64 = options.incident == .delivery ? 5 : 0
    start = Int64(first.number) * Clock.day + hour * Clock.hour
    end = start + Int64(options.incident?.days ?? 0) * Clock.day
  }

  func strikes(_ incident: Incident, at time: Int64) -> Bool {
    kind == incident && time >= start && time < end
  }
}
