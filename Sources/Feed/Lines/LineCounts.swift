package import Values

/// What became of lines. `read` = `accepted` + all `ignored` + all `rejected`; duplicates are
/// among the accepted here, because only the store knows them.
package struct LineCounts: Sendable, Equatable {
  /// Lines that are not blank, without a torn tail.
  package var read = 0
  /// Events handed to the sink, duplicates included.
  package var accepted = 0
  /// By event name as written, or `sandbox`.
  package var ignored: [String: Int] = [:]
  /// Of them, native lines with a price, by event name.
  package var ignoredPrices: [String: Int] = [:]
  package var rejected: [Reject.Reason: Int] = [:]
  /// Optional fields of accepted lines that were read as absent because of their type or value,
  /// by canonical name.
  package var mistyped: [String: Int] = [:]
  /// Lines read by the dialect they were read in.
  package var dialects: [Dialect: Int] = [:]
  /// Rejected and ignored lines by the dialect that they bear the mark of, where the configuration
  /// names one.
  package var suspectedFormats: [Dialect: Int] = [:]

  /// Lines that have what a path of `fieldNames` leads to, by path; none is 0.
  package var paths: [String: Int] = [:]

  /// The apps that events handed to the sink name.
  package var apps: Set<StringID> = []
  /// Those that lines note, which belong to no customer; among the accepted.
  package var annotations: [LogAnnotation] = []

  /// Under which name lines of a store's sandbox are ignored.
  package static let sandbox = "sandbox"
  /// Under which name Stripe's payments that no invoice asked for are ignored.
  package static let uninvoiced = uninvoicedName.description
  static let uninvoicedName: StaticString = "charge.succeeded/no invoice"
  package static let uninvoicedSession = uninvoicedSessionName.description
  static let uninvoicedSessionName: StaticString = "checkout.session.completed/no invoice"

  /// Whether a name under which lines are ignored is a vendor's: a code in capitals
  /// (`PRICE_INCREASE`), one with a separator (`invoice/zero`, `charge.succeeded`), or a kind of line.
  package static func isVendorName(_ name: String) -> Bool {
    !name.contains(where: \.isLowercase) || name.contains { "./:".contains($0) }
      || vendorKinds.contains(name)
  }

  private static let vendorKinds: Set<String> = [
    "verifyReceipt", "RenewalInfo", "AppTransaction", "testNotification",
    "pendingRefundReviewNotification",
  ]

  /// The earliest time of the lines rejected because they are in the future, in milliseconds.
  package var earliestFuture: Int64?

  package init() {}

  package var ignoredTotal: Int { ignored.values.reduce(0, +) }
  package var rejectedTotal: Int { rejected.values.reduce(0, +) }

  package static func += (a: inout LineCounts, b: LineCounts) {
    a.read += b.read
    a.accepted += b.accepted
    a.ignored.merge(b.ignored, uniquingKeysWith: +)
    a.ignoredPrices.merge(b.ignoredPrices, uniquingKeysWith: +)
    a.rejected.merge(b.rejected, uniquingKeysWith: +)
    a.mistyped.merge(b.mistyped, uniquingKeysWith: +)
    a.dialects.merge(b.dialects, uniquingKeysWith: +)
    a.suspectedFormats.merge(b.suspectedFormats, uniquingKeysWith: +)
    a.paths.merge(b.paths, uniquingKeysWith: +)
    a.apps.formUnion(b.apps)
    a.annotations += b.annotations
    a.earliestFuture = earlier(a.earliestFuture, b.earliestFuture)
  }
}

/// The earlier of two times that may be missing.
func earlier(_ a: Int64?, _ b: Int64?) -> Int64? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
