package import Feed
package import Settings
import Values

/// Where a fact stands besides its positions: in one segment, or in those of two sets.
struct Place: Sendable {
  /// A segment's id, which is never negative; or the sign and the numbers of two sets.
  let code: Int64

  init(_ segment: Segment) { code = segment.id }

  init(_ a: SegmentSets.Number, _ b: SegmentSets.Number = SegmentSets.none) {
    code = Int64.min | Int64(a) << 32 | Int64(b)
  }

  /// The first of two sets.
  var first: SegmentSets.Number { SegmentSets.Number(code >> 32 & 0x7FFF_FFFF) }

  /// The key of a row in its lower part.
  init(key: Int64) { code = key }
}

/// Sets of up to eight segments, each kept once and known by a number: most facts stand in the same
/// few.
struct SegmentSets: Sendable {
  typealias Number = Int32
  /// The ids of a set's segments; −1 behind the last.
  typealias Members = SIMD8<Int64>

  /// A set, and what finds its rows.
  struct Set: Sendable {
    let ids: Members
    /// The small number of each segment, in the order in which they came; ``RowLanes/segments`` of
    /// those that came later.
    fileprivate(set) var numbers = SIMD8<Int32>(repeating: 0)
    fileprivate(set) var count = 0

    fileprivate init(_ ids: Members) { self.ids = ids }
  }

  /// The set without segments.
  static let none: Number = 0

  /// The segments that sets keep; nil: all.
  private let wanted: Swift.Set<Segment>?
  private var sets = [Set(Members(repeating: -1))]
  /// The small numbers: of so many segments as have lanes.
  private var numbers: [Int64: Int32] = [:]
  /// A set's number, or 0 for none; as many slots as a power of two.
  private var slots = [Number](repeating: 0, count: 64)

  init(only wanted: Swift.Set<Segment>? = nil) { self.wanted = wanted }

  var byteCount: Int {
    sets.count * MemoryLayout<Set>.size + slots.count * MemoryLayout<Number>.size
  }

  subscript(number: Int) -> Set { sets[number] }

  /// The number of the set of some segments, all different.
  mutating func number(of members: Members) -> Number {
    let members = wanted.map(members.kept(in:)) ?? members
    var slot = hash(members) & (slots.count - 1)
    while slots[slot] != 0 {
      if sets[Int(slots[slot])].ids == members { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Number(sets.count)
    sets.append(numbered(members))
    if sets.count * 2 > slots.count { grow() }
    return Number(sets.count - 1)
  }

  private mutating func numbered(_ members: Members) -> Set {
    var set = Set(members)
    for lane in 0..<Members.scalarCount where members[lane] >= 0 {
      set.numbers[lane] = number(of: members[lane])
      set.count = lane + 1
    }
    return set
  }

  private mutating func number(of segment: Int64) -> Int32 {
    if let known = numbers[segment] { return known }
    let number = Int32(numbers.count)
    if numbers.count < RowLanes.segments { numbers[segment] = number }
    return number
  }

  private mutating func grow() {
    slots = [Number](repeating: 0, count: slots.count * 2)
    for number in 1..<sets.count {
      var slot = hash(sets[number].ids) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Number(number)
    }
  }

  private func hash(_ members: Members) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    let folded = members.lowHalf &+ members.highHalf &* 31
    for lane in 0..<4 {
      hash = foldedProduct(hash ^ UInt64(bitPattern: folded[lane]), 0xA076_1D64_78BD_642F)
    }
    return Int(truncatingIfNeeded: hash)
  }
}

extension SegmentSets.Members {
  init(_ a: Segment, _ b: Segment? = nil, _ c: Segment? = nil, _ d: Segment? = nil) {
    self.init(a.id, b?.id ?? -1, c?.id ?? -1, d?.id ?? -1, -1, -1, -1, -1)
  }

  /// `first`, and what attributes say of some dimensions.
  init(_ first: Segment?, _ attributes: CustomerAttributes, _ dimensions: [Dimension]) {
    self.init(repeating: -1)
    var lane = 0
    if let first {
      self[0] = first.id
      lane = 1
    }
    for dimension in dimensions {
      self[lane] = attributes.segment(dimension).id
      lane += 1
    }
  }

  init(_ segments: [Segment]) {
    self.init(repeating: -1)
    for (lane, segment) in segments.enumerated() { self[lane] = segment.id }
  }

  fileprivate func kept(in wanted: Set<Segment>) -> Self {
    Self(indices.map { Segment(id: self[$0]) }.filter(wanted.contains))
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
