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

  /// What a reader of a log can find in it, `auto` being none.
  package static let readable = allCases.filter { $0 != .auto }
}
