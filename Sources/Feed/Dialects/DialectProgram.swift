import Values

/// A ``DialectTable`` as a reader runs it: places are numbers, and each row knows all that it sets.
/// Compiled once for the process.
final class DialectProgram: Sendable {
  typealias Condition = Test<Int32>
  typealias Source = Choice<Int32>

  struct Scope: Sendable {
    var root: Int32
    var when: Condition
    var places: [Place]
    var isInner: Bool
  }

  enum Place: Sendable {
    case line(Condition)
    case object(Int32)
    case signed(Int32)
    case base64(Int32)
    case first(Int32)
    case firstWhere(Int32, member: String, equals: Int32)
    case greatest(Int32, member: [String], unless: [[String]])
    case parameters(Int32)
  }

  enum Moment: Sendable {
    case milliseconds(Int32)
    case seconds(Int32)
    case microseconds(Int32)
    case text(Int32)
    case later(Int32, Int64)
  }

  enum Amount: Sendable {
    case shifted(Int32, Int)
    case millionths(Int32)
    case minor(Int32, less: Int32?)
    case units(amount: Int32, units: Int32, nanos: Int32)
    case zero
    case absent
    case share(of: Int32, Int32)
  }

  struct Money: Sendable {
    var when: Condition
    var amount: Amount
    var currency: Source?
    var isOffer: Bool
    var isRefund: Bool
  }

  enum Environment: Sendable {
    case unknown
    case word(outer: [Int32], inner: [Int32], sandbox: [String], production: [String])
    case sandbox(when: Condition)
  }

  /// A class, so that a line's way through the program copies nothing.
  final class Group: Sendable {
    let when: Condition
    /// The root of the scope that holds the facts.
    let facts: Int32
    let type: Source
    let environment: Environment
    let outerBundleID: [Int32]
    let innerBundleID: [Int32]
    let rows: [Row]
    /// By type: the rows of that type, in order.
    let rowsByType: [String: [Int32]]
    /// By type: the name under which it is ignored.
    let names: [String: String]
    let fallbacks: [(LogField, Source)]
    let own: Own?

    init(
      when: Condition, facts: Int32, type: Source, environment: Environment,
      outerBundleID: [Int32], innerBundleID: [Int32], rows: [Row], rowsByType: [String: [Int32]],
      names: [String: String], fallbacks: [(LogField, Source)], own: Own?
    ) {
      (self.when, self.facts, self.type, self.environment) = (when, facts, type, environment)
      (self.outerBundleID, self.innerBundleID) = (outerBundleID, innerBundleID)
      (self.rows, self.rowsByType, self.names) = (rows, rowsByType, names)
      (self.fallbacks, self.own) = (fallbacks, own)
    }
  }

  struct Own: Sendable {
    var fields: [(LogField, Source)]
    var charges: [Money]
    var refunds: [Money]
    var clock: [Moment]
  }

  /// What an event of a row says.
  struct Facts: Sendable {
    /// Nil for a row that ignores.
    var kind: EventKind?
    var isNote = false
    var ignoredAs = ""
    var clock: [Moment] = []
    var fields: [(LogField, Source)] = []
    var fallbacks: [(LogField, Source)] = []
    var ends: [Moment] = []
    var grace: [Moment] = []
    var money: [Money] = []
    var isFree = false
    /// The fields that the event may have, as a mask of ``LogField``.
    var allowed: UInt64 = 0
  }

  final class Row: Sendable {
    let when: Condition
    let facts: Facts

    init(when: Condition, _ facts: Facts) { (self.when, self.facts) = (when, facts) }

    /// The suffix of a row that ignores whatever the line says: such a type is not ours.
    var ignoresAlways: String? {
      if facts.kind == nil, case .always = when { facts.ignoredAs } else { nil }
    }
  }

  let table: DialectTable
  let count: Int
  let children: ChildTable
  let scopes: [Scope]
  let groups: [Group]
  /// By place: whether 0 is absent.
  let zeroIsAbsent: [Bool]
  let tree: PathTree

  init(_ table: DialectTable, _ keys: inout KeyNumbers) {
    var compiler = DialectCompiler(table, keys)
    self.table = table
    scopes = compiler.scopes()
    groups = table.groups.map { compiler.group($0) }
    let zeros = Set(table.zeroIsAbsent.map { compiler.node($0) })
    tree = compiler.tree
    count = tree.count
    children = tree.lookup
    zeroIsAbsent = (0..<tree.count).map { zeros.contains(Int32($0)) }
    keys = tree.keys
  }
}

/// What tells the dialects apart, and all of them compiled.
final class DialectPrograms: Sendable {
  let programs: [DialectProgram]
  let marks: [Test<Int32>]
  /// `event` is a text: a native line, whatever else it has.
  let nativeMark: Test<Int32>
  let children: ChildTable
  let markCount: Int
  let keys: [String: Int32]
  /// The most places that a dialect has.
  let placeCount: Int

  static let shared = DialectPrograms(DialectTable.all)

  init(_ tables: [DialectTable]) {
    var keys = KeyNumbers()
    programs = tables.map { DialectProgram($0, &keys) }
    var tree = PathTree(scopes: [], keys: keys)
    marks = tables.map { $0.mark.map { tree.node($0) } }
    nativeMark = Condition.isText("event").map { tree.node($0) }
    children = tree.lookup
    markCount = tree.count
    self.keys = tree.keys.numbers
    placeCount = max(tree.count, programs.map(\.count).max() ?? 0)
  }

  func index(of dialect: Dialect) -> Int? {
    programs.firstIndex { $0.table.dialect == dialect }
  }
}
