import Values

/// The places that all declarations name, as a tree of keys: what a walk over a line's members
/// looks for. A node's number is the number of its place. The line itself is node 0, the same for
/// all dialects, so that one walk both tells them apart and finds what stands in the line.
struct PathTree: Sendable {
  /// Whose scopes a path may begin with; nil for paths that begin at the line only.
  struct Scopes { var dialect: Dialect? }

  private struct ScopeName: Hashable {
    var dialect: Dialect
    var name: String
  }

  private struct Child: Hashable {
    var parent: Int32
    var key: Int32
  }

  private var roots: [ScopeName: Int32] = [:]
  private(set) var count = 0
  private var children: [Child: Int32] = [:]
  private var parents: [Int32] = []
  /// All keys, numbered.
  private(set) var keys: [String: Int32] = [:]

  /// The roots come first: their numbers are small.
  init(_ scopes: [(dialect: Dialect, name: String)]) {
    _ = add(parent: -1)
    for scope in scopes {
      let name = ScopeName(dialect: scope.dialect, name: scope.name)
      if roots[name] == nil { roots[name] = add(parent: -1) }
    }
    precondition(count <= 64, "scopes are marked in 64 bits")
  }

  /// The root of a scope; the line for a name that no scope has.
  func root(_ scope: String, _ scopes: Scopes) -> Int32 {
    guard let dialect = scopes.dialect else { return 0 }
    return roots[ScopeName(dialect: dialect, name: scope)] ?? 0
  }

  /// The node of a path; it is there from now on.
  mutating func node(_ path: Path, _ scopes: Scopes) -> Int32 {
    let keys = path.keys
    let root = keys.count > 1 ? root(keys[0], scopes) : 0
    return (root == 0 ? keys[...] : keys.dropFirst()).reduce(root) { child(of: $0, $1) }
  }

  private mutating func child(of node: Int32, _ key: String) -> Int32 {
    let child = Child(parent: node, key: number(of: key))
    if let known = children[child] { return known }
    let new = add(parent: node)
    children[child] = new
    return new
  }

  private mutating func number(of key: String) -> Int32 {
    if let known = keys[key] { return known }
    keys[key] = Int32(keys.count)
    return Int32(keys.count - 1)
  }

  private mutating func add(parent: Int32) -> Int32 {
    count += 1
    parents.append(parent)
    return Int32(count - 1)
  }

  /// Whether `node` lies below `ancestor`.
  func isBelow(_ node: Int32, _ ancestor: Int32) -> Bool {
    var at = parents[Int(node)]
    while at >= 0 {
      if at == ancestor { return true }
      at = parents[Int(at)]
    }
    return false
  }

  // MARK: - Looking up

  /// A child by the name of its edge; a node of -1 is a free slot.
  struct Slot: BitwiseCopyable, Sendable {
    var name: UInt64 = .max
    var node: Int32 = -1
  }

  /// The name of the edge from a node to its child under a key.
  @inline(__always)
  static func name(_ node: Int32, _ key: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: key))
  }

  @inline(__always)
  static func hash(_ name: UInt64) -> Int {
    Int(truncatingIfNeeded: (name &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }

  /// All children in a table of open addressing, a power of two large.
  var slots: [Slot] {
    var capacity = 16
    while capacity < children.count * 3 { capacity *= 2 }
    var slots = [Slot](repeating: Slot(), count: capacity)
    for (child, node) in children {
      let name = PathTree.name(child.parent, child.key)
      var at = PathTree.hash(name) & (capacity - 1)
      while slots[at].node >= 0 { at = (at + 1) & (capacity - 1) }
      slots[at] = Slot(name: name, node: node)
    }
    return slots
  }
}
