import Values

/// A store or another vendor whose lines are read: one file, and one line in ``all``.
struct Vendor: Sendable {
  let dialect: Dialect
  /// Whether its lines have the name of an app's own event at `event`, as native ones do. Their
  /// keys are then among the marks of ``KeyTable``.
  var namesEvents = false
  /// Whether a line that may be anybody's is this vendor's.
  let isMarked: @Sendable (LineValue) -> Bool
  /// Makes one event of the line; it is the whole line, a JSON object.
  let read: @Sendable (inout LineReader, LineValue) throws(Rejection) -> LineReader.Outcome

  /// Every dialect but the native one, in the order in which a line is compared with their marks.
  static let all: [Vendor] = [
    .appStore, .googlePlay, .revenueCat, .superwall, .stripe, .adapty, .paddle, .chargebee,
    .lemonSqueezy, .qonversion, .apphud, .purchasely, .firebase, .segment, .amplitude, .postHog,
    .mixpanel,
    .snowplow, .revenueCatExport,
  ]
}
