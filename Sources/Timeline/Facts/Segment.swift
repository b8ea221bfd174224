package import Feed
package import Settings
import Values

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
    switch dimension.value {
    case .number: return "\(value)"
    case .flag: return value == 1 ? "referred" : "others"
    case .string, .period: break
    }
    if value == Segment.without { return MissingText.without }
    if value == 0 { return MissingText.none }
    if dimension.value == .period {
      return Period(packed: value).map(\.description) ?? MissingText.none
    }
    let text = strings.string(value)
    // Databases of before know such texts as others.
    return MissingText.all.contains(text) ? "“\(text)”" : text
  }
}

/// What a product was sold for, or given on trial.
protocol Sold {
  var product: StringID { get }
  var tier: StringID { get }
  /// Nil where apps are not told apart.
  var app: StringID? { get }
  var period: Period? { get }
}

extension Charge: Sold {}
extension Coverage: Sold {}
extension Trial: Sold {}

extension Sold {
  func forEachSegment(_ body: (Segment) -> Void) {
    body(Segment(.tier, tier))
    body(Segment(.product, product))
    body(Segment(.period, period?.packed ?? 0))
    if let app { body(Segment(.app, app)) }
  }

  /// Whether it is in the same segments.
  func isSold(as other: some Sold) -> Bool {
    product == other.product && tier == other.tier && period == other.period && app == other.app
  }

  /// Whether `segment` is among those of ``forEachSegment(_:)``.
  func isIn(_ segment: Segment) -> Bool {
    switch segment.dimension {
    case .tier: tier == segment.value
    case .product: product == segment.value
    case .period: (period?.packed ?? 0) == segment.value
    case .app: app == segment.value
    default: false
    }
  }
}
