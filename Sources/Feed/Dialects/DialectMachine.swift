import CSimdJSON
import Values

/// A value of a line, or of a document inside it. Texts stand in the reader's buffer.
struct LineValue {
  var offset: UInt32 = 0
  var count: UInt32 = 0
  /// RR_STRING and the like, or ``missing``.
  var type: UInt8 = LineValue.missing
  /// Which document its member is of; 0 is the line itself.
  var document: UInt8 = 0
  /// A typed parameter that was logged as an integer.
  var isInteger = false
  /// Its member in the document.
  var index: Int32 = 0

  init() {}

  /// The value of a member.
  @inline(__always)
  init(_ field: rr_field, _ index: Int, _ run: MemberRun) {
    (offset, count, document) = (field.value, field.value_length, run.document)
    type = UInt8(truncatingIfNeeded: field.type)
    self.index = Int32(truncatingIfNeeded: index)
  }

  init(offset: UInt32, count: UInt32, type: UInt8) {
    (self.offset, self.count, self.type) = (offset, count, type)
  }

  static let missing: UInt8 = 255
  static let string = UInt8(RR_STRING)
  static let number = UInt8(RR_NUMBER)
  static let null = UInt8(RR_NULL)
  static let object = UInt8(RR_OBJECT)
  static let array = UInt8(RR_ARRAY)
  /// In the reader's fields: the value is a number beside them, in milliseconds or micro-units.
  static let exact: UInt32 = 32
  /// In the reader's fields: a time or an amount that is none.
  static let bad: UInt32 = 33

  @inline(__always)
  var isThere: Bool { type != LineValue.missing && type != LineValue.null }
  @inline(__always)
  var isContainer: Bool { type == LineValue.object || type == LineValue.array }
  @inline(__always)
  var isEmptyText: Bool { type == LineValue.string && count == 0 }
}

/// What a ``LineReader`` needs to read lines of other dialects: the places of the line that is
/// read, the documents inside it, and what was seen before.
struct DialectMachine: ~Copyable {
  /// A JSON document inside the line, with its own index.
  struct Document {
    var parser: OpaquePointer
    var capacity: Int
    var count = 0
    /// Whether its facts are covered by a signature.
    var isSigned = false
  }

  /// The rows of a type, or the number under which its name is ignored.
  struct TypeRows {
    var rows: [Int32]
    var name: String
  }

  let programs = DialectPrograms.shared
  let code: LoadedCode
  /// By place.
  let values: UnsafeMutablePointer<LineValue>
  /// The places at which the line has something, and by place whether it is one of them.
  let touched: UnsafeMutablePointer<Int32>
  private let isTouched: UnsafeMutablePointer<Bool>
  private(set) var touchedCount = 0
  /// By field: the canonical event, as if the line had been written so.
  let canonical: UnsafeMutablePointer<rr_field>
  /// By field: times in milliseconds, prices in micro-units.
  let numbers: UnsafeMutablePointer<Int64>
  /// By depth: the place of the object that the walk is in.
  let parents: UnsafeMutablePointer<Int32>

  var documents: [Document] = []
  var documentCount = 0
  /// The scopes that were found, by the number of their root.
  var found: UInt64 = 0
  /// By root: the document that its scope is in.
  let homes: UnsafeMutablePointer<UInt8>
  /// Where the next text goes.
  var free = 0

  var keys = ByteCache(capacity: 4096)
  /// Of names of typed parameters, see ``LineReader/parameterPlace(_:_:)``.
  var parameters = ByteCache(capacity: 2048)
  var countries = ByteCache(capacity: 1024)
  var types = ByteCache(capacity: 2048)
  var typeRows: [TypeRows] = []
  /// Whether the line before was of a dialect: this one probably is, too.
  var expectsDialect = false
  /// The dialect of the line that is read, as a number of the programs; nil for a native line.
  var current: Int?
  /// Lines read by dialect since the counts were taken, and what lines look like that a dialect
  /// which the configuration names rejected.
  var lineCounts: [Int]
  var lookalikes: [Int]
  let signatures: SignatureChecker?
  /// Whether the configuration names the apps whose lines are read.
  let asksForApp: Bool

  init(_ rules: ReadingRules) {
    code = LoadedCode(programs)
    let places = programs.tree.count
    values = .allocate(capacity: places)
    values.initialize(repeating: LineValue(), count: places)
    touched = .allocate(capacity: places)
    isTouched = .allocate(capacity: places)
    isTouched.initialize(repeating: false, count: places)
    canonical = .allocate(capacity: 64)
    canonical.initialize(repeating: rr_field(), count: 64)
    numbers = .allocate(capacity: 64)
    numbers.initialize(repeating: 0, count: 64)
    parents = .allocate(capacity: 32)
    parents.initialize(repeating: 0, count: 32)
    homes = .allocate(capacity: 64)
    homes.initialize(repeating: 0, count: 64)
    lineCounts = Array(repeating: 0, count: code.programs.count)
    lookalikes = Array(repeating: 0, count: code.programs.count + 1)
    asksForApp = rules.signatures.map { !$0.bundleIDs.isEmpty } ?? false
    signatures = rules.signatures.flatMap { $0.verifies ? SignatureChecker($0) : nil }
  }

  deinit {
    for document in documents { rr_parser_destroy(document.parser) }
    values.deallocate()
    touched.deallocate()
    isTouched.deallocate()
    canonical.deallocate()
    numbers.deallocate()
    parents.deallocate()
    homes.deallocate()
  }

  /// Whether a scope was found, by the number of its root.
  @inline(__always)
  func hasFound(_ root: Int32) -> Bool { found & (1 << UInt64(root)) != 0 }

  /// Notes that something stands at a place; whether something did already.
  @inline(__always)
  mutating func touch(_ node: Int32) -> Bool {
    guard !isTouched[Int(node)] else { return true }
    isTouched[Int(node)] = true
    touched[touchedCount] = node
    touchedCount += 1
    return false
  }

  /// Forgets what stood in the line before.
  @inline(__always)
  mutating func forgetLine() {
    for i in 0..<touchedCount {
      let node = Int(touched[i])
      values[node].type = LineValue.missing
      isTouched[node] = false
    }
    touchedCount = 0
    documentCount = 0
    found = 0
  }
}
