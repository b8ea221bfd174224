/// A table that stays where it is: reading it counts no references.
struct FixedTable<Element: BitwiseCopyable>: ~Copyable {
  private let elements: UnsafeMutablePointer<Element>
  let count: Int

  init(_ items: [Element]) {
    count = items.count
    elements = .allocate(capacity: max(1, items.count))
    elements.initialize(from: items, count: items.count)
  }

  deinit { elements.deallocate() }

  @inline(__always)
  subscript(_ index: Int) -> Element { elements[index] }
  @inline(__always)
  subscript(_ index: Int32) -> Element { elements[Int(index)] }
}

/// ``DialectCode`` as one reader has it.
struct LoadedCode: ~Copyable {
  let nativeMark: DialectProgram.Condition
  let programs: FixedTable<DialectProgram>
  let steps: FixedTable<DialectStep>
  let texts: FixedTable<CodeRange>
  let letters: [UInt8]
  let keyPaths: FixedTable<CodeRange>
  let nodes: FixedTable<Int32>
  let scopes: FixedTable<DialectProgram.Scope>
  let places: FixedTable<DialectProgram.Place>
  let groups: FixedTable<DialectProgram.Group>
  let rows: FixedTable<DialectProgram.Row>
  let fields: FixedTable<DialectProgram.Field>
  let moments: FixedTable<DialectProgram.Moment>
  let money: FixedTable<DialectProgram.Money>
  let zeroIsAbsent: FixedTable<Bool>
  private let children: FixedTable<PathTree.Slot>
  private let childMask: Int

  init(_ shared: DialectPrograms) {
    let code = shared.code
    nativeMark = shared.nativeMark
    programs = FixedTable(code.programs)
    steps = FixedTable(code.steps)
    texts = FixedTable(code.texts)
    letters = code.letters
    keyPaths = FixedTable(code.keyPaths)
    nodes = FixedTable(code.nodes)
    scopes = FixedTable(code.scopes)
    places = FixedTable(code.places)
    groups = FixedTable(code.groups)
    rows = FixedTable(code.rows)
    fields = FixedTable(code.fields)
    moments = FixedTable(code.moments)
    money = FixedTable(code.money)
    zeroIsAbsent = FixedTable(shared.zeroIsAbsent)
    let slots = shared.tree.slots
    children = FixedTable(slots)
    childMask = slots.count - 1
  }

  /// The place of a key below a place; -1 where no declaration names it.
  @inline(__always)
  func child(of node: Int32, _ key: Int32) -> Int32 {
    let name = PathTree.name(node, key)
    var at = PathTree.hash(name) & childMask
    while true {
      let slot = children[at]
      if slot.name == name { return slot.node }
      if slot.node < 0 { return -1 }
      at = (at &+ 1) & childMask
    }
  }
}
