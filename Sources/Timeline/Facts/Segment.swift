package import Feed
import Values

/// What figures can be split by. Raw values are stored in the database: never renumber.
package enum Dimension: Int32, CaseIterable, Sendable {
  case all = 0
  case tier = 1
  case product = 2
  case period = 3
  case country = 4
  case channel = 5
  case platform = 6
  case paywall = 7
  case trigger = 8
  case variant = 9
  case reason = 10
  case doubt = 11
  case appVersion = 12
  case offer = 20
  case offerCode = 21
  case feature = 22
  case referral = 23
  case campaign = 24
  /// A monthly-equivalent price in hundredths of its currency.
  case price = 25

  /// The name in the column `dimension` of the CSV files.
  package var name: String {
    switch self {
    case .appVersion: "app_version"
    case .offerCode: "offer_code"
    default: String(describing: self)
    }
  }
}

/// One value of one dimension, as one integer: the dimension in the upper half, in the lower the
/// value's `StringID`, or a packed period. Value 0 is `(none)`.
package struct Segment: Hashable, Sendable {
  package let id: Int64

  @inlinable
  package init(_ dimension: Dimension, _ value: Int32) {
    id = Int64(dimension.rawValue) << 32 | Int64(UInt32(bitPattern: value))
  }

  @inlinable
  package init(id: Int64) { self.id = id }

  package static let all = Segment(.all, 0)
  /// The value of what happened without a paywall or an offer. (−1 stands for all small values
  /// of a dimension that has too many.)
  package static let without: Int32 = -2

  package var dimension: Dimension { Dimension(rawValue: Int32(id >> 32)) ?? .all }
  package var value: Int32 { Int32(truncatingIfNeeded: id & 0xFFFF_FFFF) }

  /// How the value is written in reports: `all` for the total, `(none)` where it is missing.
  package func text(_ strings: StringTable) -> String {
    if dimension == .all { return "all" }
    if dimension == .doubt || dimension == .price { return "\(value)" }
    if dimension == .referral { return value == 1 ? "referred" : "others" }
    if value == Segment.without { return "(without)" }
    if value == 0 { return "(none)" }
    if dimension == .period { return Period(packed: value).map(\.description) ?? "(none)" }
    return strings.string(value)
  }
}

extension Timeline {
  /// The segments that a customer is in once and for all.
  var customerSegments: [Segment] {
    [
      .all, Segment(.country, country), Segment(.channel, channel), Segment(.platform, platform),
    ]
  }
}

/// What a product was sold for, or given on trial.
protocol Sold {
  var product: StringID { get }
  var tier: StringID { get }
  var period: Period? { get }
}

extension Charge: Sold {}
extension Coverage: Sold {}
extension Trial: Sold {}

extension Sold {
  var segments: [Segment] {
    [
      Segment(.tier, tier), Segment(.product, product), Segment(.period, period?.packed ?? 0),
    ]
  }

  /// Whether `segment` is among ``segments``.
  func isIn(_ segment: Segment) -> Bool {
    switch segment.dimension {
    case .tier: tier == segment.value
    case .product: product == segment.value
    case .period: (period?.packed ?? 0) == segment.value
    default: false
    }
  }
}
