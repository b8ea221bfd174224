/// The language that the lines of a log are written in (Definitions, "The log"). Raw values are the
/// names that the configuration and the command line use, and are stored in the database.
package enum Dialect: String, Sendable, CaseIterable, BitwiseCopyable {
  /// Told apart line by line.
  case auto
  /// The canonical fields and events.
  case native
  case appStore = "app-store"
  case googlePlay = "google-play"
  case revenueCat = "revenuecat"
  case firebase
  case stripe
  case adapty
  case superwall
  case qonversion
  case apphud
  case purchasely
  case paddle
  case chargebee
  case lemonSqueezy = "lemon-squeezy"
  case segment
  case amplitude
  case mixpanel
  case postHog = "posthog"
  case snowplow
  case revenueCatExport = "revenuecat-export"

  /// What analytics tools export.
  package static let tools: [Dialect] = [.segment, .amplitude, .mixpanel, .postHog, .snowplow]

  /// Whether its events have names of an app's own, which `eventNames` can map.
  package var hasOwnNames: Bool {
    self == .native || self == .firebase || Self.tools.contains(self)
  }

  /// What a reader of a log can find in it, `auto` being none.
  package static let readable = allCases.filter { $0 != .auto }
}
