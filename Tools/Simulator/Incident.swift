import Values

/// Something that goes wrong near the end of the log, for an alert to find.
package enum Incident: String, CaseIterable, Sendable {
  /// The buy button of one paywall variant is dead in one country for a week.
  case paywall
  /// The buy button is dead in one country for who comes from one channel to one variant.
  case crossed
  /// The buy button is dead on tablets for a week.
  case tablet
  /// From its day on half as many trials again are cancelled in their first two days.
  case onboarding
  /// From its day on two of five who would pay for one product after the trial cannot.
  case checkout
  /// Four times as many renewals as usual fail at billing for three days.
  case billing
  /// Two of three renewals fail at billing for a week.
  case renewals
  /// The server that validates receipts answers slowly and mostly with errors, for three days.
  case validation
  /// The log itself is not delivered for two days, and lost.
  case delivery

  /// How many days it lasts.
  package var days: Int {
    switch self {
    case .paywall, .renewals, .crossed, .tablet: 7
    case .onboarding, .checkout: 28
    case .validation, .billing: 3
    case .delivery: 2
    }
  }

  /// How long before the last day it begins, unless the options say otherwise.
  package var daysBeforeEnd: Int {
    switch self {
    case .paywall, .crossed, .tablet: 4
    case .renewals, .billing: 10
    case .onboarding, .checkout: 20
    case .validation: 2
    case .delivery: 1
    }
  }

  /// The country whose paywall breaks.
  package static let brokenCountry = "US"
  /// The variant of the paywall experiment whose buy button is dead.
  package static let brokenVariant = "benefits"
  /// The channel of the incident that takes three.
  package static let brokenChannel = "organic"
  /// The product of which trials no longer lead to payments.
  package static let brokenProduct = "st.individual.monthly"
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

  /// What goes wrong at a time.
  func kind(at time: Int64) -> Incident? { time >= start && time < end ? kind : nil }

  func strikes(_ incident: Incident, at time: Int64) -> Bool {
    kind == incident && time >= start && time < end
  }
}
