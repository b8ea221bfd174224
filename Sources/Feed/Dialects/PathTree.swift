/// The places that a dialect's declaration names, as a tree of keys: what a walk over a line's
/// members looks for. A node's number is the number of its place.
struct PathTree: Sendable {
  /// The roots by the name of their scope; the line's is the empty name.
  private(set) var roots: [String: Int32] = [:]
  private(set) var count = 0
  private var children: [UInt64: Int32] = [:]
  private var parents: [Int32] = []
  private(set) var keys: KeyNumbers

  init(scopes: [String], keys: KeyNumbers) {
    self.keys = keys
    for name in [""] + scopes where roots[name] == nil { roots[name] = add(parent: -1) }
  }

  /// The root of a scope; that of the line for a name that no scope has.
  func root(_ scope: String) -> Int32 { roots[scope] ?? 0 }

  /// The node of a path; it is there from now on.
  mutating func node(_ path: Path) -> Int32 {
    var keys = path.keys
    var node = root("")
    if keys.count > 1, let root = roots[keys[0]] {
      node = root
      keys.removeFirst()
    }
    for key in keys { node = child(of: node, key) }
    return node
  }

  private mutating func child(of node: Int32, _ key: String) -> Int32 {
    let slot = PathTree.slot(node, keys.number(of: key))
    if let known = children[slot] { return known }
    let new = add(parent: node)
    children[slot] = new
    return new
  }

  private mutating func add(parent: Int32) -> Int32 {
    count += 1
    parents.append(parent)
    return Int32(count - 1)
  }

  private static func slot(_ node: Int32, _ key: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: key))
  }

  /// For the walk: child nodes in a table of open addressing.
  var lookup: ChildTable { ChildTable(children.map { ($0.key, $0.value) }) }

  /// Whether `node` lies below `ancestor`.
  func isBelow(_ node: Int, _ ancestor: Int32) -> Bool {
    var at = parents[node]
    while at >= 0 {
      if at == ancestor { return true }
      at = parents[Int(at)]
    }
    return false
  }
}

/// All keys of all declarations, numbered.
struct KeyNumbers: Sendable {
  private(set) var numbers: [String: Int32] = [:]

  mutating func number(of key: String) -> Int32 {
    if let known = numbers[key] { return known }
    numbers[key] = Int32(numbers.count)
    return Int32(numbers.count - 1)
  }
}

/// (node, key) → child node.
struct ChildTable: Sendable {
  private var slots: [UInt64]
  private var nodes: [Int32]
  private let mask: Int

  init(_ children: [(UInt64, Int32)]) {
    var capacity = 16
    while capacity < children.count * 3 { capacity *= 2 }
    mask = capacity - 1
    slots = Array(repeating: .max, count: capacity)
    nodes = Array(repeating: -1, count: capacity)
    for (slot, node) in children {
      var at = ChildTable.place(slot) & mask
      while slots[at] != .max { at = (at + 1) & mask }
      slots[at] = slot
      nodes[at] = node
    }
  }

  /// -1 where there is none.
  @inline(__always)
  func child(of node: Int32, _ key: Int32) -> Int32 {
    let slot = UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: key))
    var at = ChildTable.place(slot) & mask
    while slots[at] != .max {
      if slots[at] == slot { return nodes[at] }
      at = (at &+ 1) & mask
    }
    return -1
  }

  @inline(__always)
  private static func place(_ slot: UInt64) -> Int {
    Int(truncatingIfNeeded: (slot &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }
}
