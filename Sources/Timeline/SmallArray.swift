/// A list that has one element as a rule, which then takes no memory of its own; in the order in
/// which they were added.
public struct SmallArray<Element: Sendable>: Sendable, RandomAccessCollection, MutableCollection {
  @usableFromInline
  var first: Element?
  @usableFromInline
  var others: [Element] = []

  @inlinable
  package init() {}

  @inlinable
  package init(_ element: Element) { first = element }

  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { first == nil ? 0 : others.count + 1 }
  @inlinable
  public var count: Int { endIndex }
  @inlinable
  public var isEmpty: Bool { first == nil }

  @inlinable
  public subscript(_ place: Int) -> Element {
    get {
      guard place == 0, let first else { return others[place - 1] }
      return first
    }
    set { if place == 0 { first = newValue } else { others[place - 1] = newValue } }
  }

  @inlinable
  package mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  /// Room for `count` elements.
  @inlinable
  package mutating func reserveCapacity(_ count: Int) {
    if count > 1 { others.reserveCapacity(count - 1) }
  }

  /// Sorts, which takes memory, where they are not in order yet.
  @inlinable
  package mutating func putInOrder(by comesBefore: (Element, Element) -> Bool) {
    let isInOrder = indices.dropFirst().allSatisfy { !comesBefore(self[$0], self[$0 - 1]) }
    if !isInOrder { sort(by: comesBefore) }
  }

  /// Keeps the memory, unless it is uncommonly much.
  @inlinable
  package mutating func removeAll() {
    first = nil
    others.empty()
  }

  /// Removes the element at a place; those behind it come closer.
  @inlinable
  package mutating func remove(at place: Int) {
    guard place == 0 else {
      others.remove(at: place - 1)
      return
    }
    first = others.isEmpty ? nil : others.removeFirst()
  }
}

extension SmallArray: Equatable where Element: Equatable {}

extension Array {
  /// Most customers have fewer of everything.
  @usableFromInline
  static var usualCount: Int { 1 << 12 }

  /// Removes everything, and keeps the memory unless that is uncommonly much.
  @inlinable
  package mutating func empty() {
    if !isEmpty { removeAll(keepingCapacity: capacity <= Self.usualCount) }
  }

  /// The list, which is left empty and without memory.
  mutating func taken() -> [Element] {
    var taken: [Element] = []
    swap(&taken, &self)
    return taken
  }
}
