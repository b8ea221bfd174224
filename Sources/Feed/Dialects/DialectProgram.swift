import Values

// What a ``DialectTable`` is compiled to: plain numbers in flat tables that name one another by
// number, so that a line's way through them counts no references and allocates nothing.

/// Some neighbours in a table of ``DialectCode``.
struct CodeRange: BitwiseCopyable, Sendable {
  var start: Int32 = 0
  var count: Int32 = 0

  @inline(__always)
  var indices: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
  @inline(__always)
  var isEmpty: Bool { count == 0 }
}

/// A part of a condition or a source. What is inside it follows it at once.
struct DialectStep: BitwiseCopyable, Sendable {
  enum Code: UInt8 {
    // Conditions; see ``Condition``.
    case always, has, hasID, hasKey, found, isNull, isText, isObject, isList, equals, all, any, not
    case beginsWith, isSame, isTrue, isFalse, isZero, isPositive, isNegative, isLater, contains
    case allZero
    // Sources; see ``Source``.
    case path, literal, first, id, joined, orEmpty, lowerCase, without, mapped, when, element
    case unless, period
  }

  var code: Code
  var place: Int32 = -1
  var other: Int32 = -1
  var texts = CodeRange()
  /// The step behind all that is inside this one.
  var end: Int32 = 0
}

/// One dialect as a reader runs it.
struct DialectProgram: BitwiseCopyable, Sendable {
  /// A condition, by the number of its step.
  struct Condition: BitwiseCopyable, Sendable { var step: Int32 }
  /// A source, by the number of its step.
  struct Source: BitwiseCopyable, Sendable { var step: Int32 }

  struct Scope: BitwiseCopyable, Sendable {
    var root: Int32
    var when: Condition
    var places: CodeRange
    var isInner: Bool
  }

  enum Place: BitwiseCopyable, Sendable {
    case line(Condition)
    case object(Int32)
    case signed(Int32)
    case base64(Int32)
    case first(Int32)
    case firstWhere(Int32, member: CodeRange, equals: Int32)
    /// `members` and `unless` are ``DialectCode/keyPaths``.
    case greatest(Int32, members: CodeRange, unless: CodeRange)
    case parameters(Int32)
  }

  struct Moment: BitwiseCopyable, Sendable {
    enum Unit: UInt8 { case milliseconds, seconds, microseconds, text }
    var unit: Unit
    var place: Int32
    /// Milliseconds to be added.
    var later: Int64 = 0
  }

  enum Amount: BitwiseCopyable, Sendable {
    case shifted(Int32, Int32)
    case millionths(Int32)
    case minor(Int32, less: Int32?)
    case units(amount: Int32, units: Int32, nanos: Int32)
    case zero
    case absent
    case share(of: Int32, Int32)
  }

  struct Money: BitwiseCopyable, Sendable {
    var when: Condition
    var amount: Amount
    var currency: Source?
    var isOffer: Bool
    var isRefund: Bool
  }

  struct Field: BitwiseCopyable, Sendable {
    var field: LogField
    var source: Source
  }

  enum Environment: BitwiseCopyable, Sendable {
    case unknown
    /// Places, then words.
    case word(outer: CodeRange, inner: CodeRange, sandbox: CodeRange, production: CodeRange)
    case sandbox(when: Condition)
  }

  struct Group: BitwiseCopyable, Sendable {
    var when: Condition
    /// The root of the scope that holds the facts.
    var facts: Int32
    var type: Source
    var environment: Environment
    var bundleID: CodeRange
    var fallbacks: CodeRange
    var own: Own?
  }

  struct Own: BitwiseCopyable, Sendable {
    var fields: CodeRange
    var charges: CodeRange
    var refunds: CodeRange
    var clock: CodeRange
  }

  /// When a row is taken, and what its event says.
  struct Row: BitwiseCopyable, Sendable {
    var when: Condition
    /// Nil for a row that ignores.
    var kind: EventKind?
    /// In ``DialectPrograms/suffixes``.
    var ignoredAs: Int32 = 0
    var clock = CodeRange()
    var fields = CodeRange()
    var fallbacks = CodeRange()
    var ends = CodeRange()
    var grace = CodeRange()
    var money = CodeRange()
    var isFree = false
    /// The fields that the event may have, as a mask of ``LogField``.
    var allowed: UInt64 = 0
  }

  var dialect: Dialect
  var mark: Condition
  var scopes: CodeRange
  var groups: CodeRange
  var isSigned: Bool
  var emptyIsAbsent: Bool
}

/// The tables of all programs.
struct DialectCode: Sendable {
  var programs: [DialectProgram] = []
  var steps: [DialectStep] = []
  /// Ranges of `letters`.
  var texts: [CodeRange] = []
  var letters: [UInt8] = []
  /// Ranges of `texts`.
  var keyPaths: [CodeRange] = []
  var nodes: [Int32] = []
  var scopes: [DialectProgram.Scope] = []
  var places: [DialectProgram.Place] = []
  var groups: [DialectProgram.Group] = []
  var rows: [DialectProgram.Row] = []
  var fields: [DialectProgram.Field] = []
  var moments: [DialectProgram.Moment] = []
  var money: [DialectProgram.Money] = []
}

/// What the types of a group mean: asked once for each type that a reader meets.
struct GroupTypes: Sendable {
  /// By type: the rows of that type, in order.
  var rows: [String: [Int32]] = [:]
  /// By type: the name under which it is ignored.
  var names: [String: String] = [:]
  /// By type: the suffix of one that is ignored whatever the line says.
  var ignored: [String: String] = [:]
  /// Whether an app's own names are read beside these.
  var hasOwn: Bool
}

/// All dialects, compiled once for the process.
final class DialectPrograms: Sendable {
  let code: DialectCode
  /// `event` is a text: a native line, whatever else it has.
  let nativeMark: DialectProgram.Condition
  /// By group.
  let types: [GroupTypes]
  let suffixes: [String]
  let tree: PathTree
  /// By place: whether 0 is absent.
  let zeroIsAbsent: [Bool]

  static let shared = DialectPrograms(DialectTable.all)

  init(_ tables: [DialectTable]) {
    var compiler = DialectCompiler(tables)
    nativeMark = compiler.compile(tables)
    (code, types, suffixes, tree) = (
      compiler.code, compiler.types, compiler.suffixes, compiler.tree
    )
    zeroIsAbsent = (0..<tree.count).map { compiler.zeros.contains(Int32($0)) }
  }

  func index(of dialect: Dialect) -> Int? {
    code.programs.firstIndex { $0.dialect == dialect }
  }
}
