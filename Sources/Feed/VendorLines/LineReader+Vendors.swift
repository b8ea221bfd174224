import CSimdJSON
import Values

// Lines of stores and other vendors: whose a line is, and what becomes of the event made of it.

/// What a ``LineReader`` remembers of lines that are not native.
struct VendorLines: ~Copyable {
  let vendors = Vendor.all
  /// Whether the line before was of a vendor: this one probably is, too.
  var areExpected = false
  /// Whose line is read, as a place in `vendors`; nil for a native one.
  var current: Int?
  /// Lines read by vendor since the counts were taken, and what lines look like that were rejected
  /// or ignored where the configuration says how they are written; the last stands for native.
  var lineCounts = [Int](repeating: 0, count: Vendor.all.count)
  var suspectedFormats = [Int](repeating: 0, count: Vendor.all.count + 1)
  /// Of names under which lines are ignored: their numbers.
  var ignoredNames = ByteCache(capacity: 2048)
  /// Of names of typed parameters: ``FirebaseParameters``.
  var parameters = ByteCache(capacity: 2048)
  var documents = NestedDocuments()
}

extension LineReader {
  /// Reads a line that may be of any vendor, after one that was no native line.
  @inline(never)
  mutating func readWhole() throws(Rejection) -> Outcome {
    let count = rr_read_whole_line(parser, start, end, scratch + 16)
    guard count >= 0 else { throw LineReader.rejection(of: count) }
    fields = rr_fields(parser)
    fieldCount = Int(count)
    let current = vendorOfLine
    vendorLines.areExpected = current != nil || !keys.paths.isEmpty
    if let current { return try read(current) }
    vendorLines.current = nil
    collect()
    collectPaths()
    return try check()
  }

  /// Reads a line whose `event` is no text: a vendor's, or a native one of another spelling.
  @inline(never)
  mutating func readOther() throws(Rejection) -> Outcome {
    vendorLines.current = nil
    guard let current = vendorOfLine else { return try check() }
    vendorLines.areExpected = true
    let count = rr_read_line_again(parser, start, end, scratch + 16)
    guard count >= 0 else { throw LineReader.rejection(of: count) }
    return try read(current)
  }

  private mutating func read(_ vendor: Int) throws(Rejection) -> Outcome {
    vendorLines.current = vendor
    vendorLines.lineCounts[vendor] += 1
    vendorLines.documents.removeAll()
    draft.reset(free: rr_scratch_end(parser))
    return try vendorLines.vendors[vendor].read(&self, line)
  }

  var line: LineValue { LineValue(rr_root(parser), base) }

  /// The dialect of the line that was read last, which is a JSON object; nil for a native one.
  var dialect: Dialect? {
    vendorLines.areExpected
      ? vendorLines.current.map { vendorLines.vendors[$0].dialect } : nil
  }

  /// The vendor that the configuration names, else the first whose mark the line bears.
  private var vendorOfLine: Int? {
    rules.dialect == .native ? nil : named ?? markedVendor
  }

  /// The first vendor whose mark the line bears; nil for a native line, whose `event` is a text
  /// unless it is an analytics tool's.
  private var markedVendor: Int? {
    let line = line
    let isNamed = line["event"].isText
    return vendorLines.vendors.indices.first { i in
      (!isNamed || vendorLines.vendors[i].namesEvents) && vendorLines.vendors[i].isMarked(line)
    }
  }

  /// Notes what a rejected or ignored line looks like, where the configuration says how lines are
  /// written.
  @inline(never)
  mutating func noteSuspectedFormat() {
    guard rules.dialect != .auto else { return }
    if let marked = markedVendor {
      if marked != named { vendorLines.suspectedFormats[marked] += 1 }
    } else if named != nil, line["event"].isText {
      vendorLines.suspectedFormats[vendorLines.vendors.count] += 1
    }
  }

  // MARK: - What becomes of a vendor's line

  /// Reads the draft as a native line is read, behind the environment.
  mutating func acceptDraft() throws(Rejection) -> Outcome {
    try acceptDraft(EventName(kind: draft.kind, name: 0, isOverride: false, feature: 0))
  }

  mutating func acceptDraft(
    _ event: EventName, alias: EventFlags = .alias
  ) throws(Rejection) -> Outcome {
    guard !draft.isSandbox else { return ignoreSandbox() }
    useDraft()
    return try accept(event, alias: alias)
  }

  /// Lets the members of the line be those of the draft.
  mutating func useDraft() {
    fields = UnsafePointer(draft.fields)
    (present, mistyped, packedFields, flags) = (draft.present, draft.mistyped, 0, draft.flags)
    var rest = present
    while rest != 0 {
      slots[rest.trailingZeroBitCount] = Int32(truncatingIfNeeded: rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }

  /// The type of a line, which must be a text.
  @discardableResult
  func requireType(_ type: LineValue) throws(Rejection) -> LineValue {
    guard type.isPresent else { throw Rejection(.missingField, .event) }
    guard type.isText else { throw Rejection(.mistypedField, .event) }
    return type
  }

  mutating func ignoreSandbox() -> Outcome {
    sandboxCount += 1
    return .ignored
  }

  /// Ignores a line of a type that says nothing of a customer's access or money, whatever its
  /// environment.
  mutating func ignoreType(_ name: LineValue) -> Outcome {
    let bytes = name.bytes
    return bytes.baseAddress.map { ignore($0, bytes.count) } ?? .ignored
  }

  mutating func ignoreType(_ name: StaticString) -> Outcome { ignoreType(draft.literal(name)) }

  mutating func ignoreType(_ name: BufferText) -> Outcome { ignore(base + name.start, name.count) }

  /// Ignores a line of a type that can be an event, but is none here.
  mutating func ignore(_ name: LineValue) -> Outcome {
    draft.isSandbox ? ignoreSandbox() : ignoreType(name)
  }

  mutating func ignore(_ name: StaticString) -> Outcome {
    draft.isSandbox ? ignoreSandbox() : ignoreType(name)
  }

  private mutating func ignore(_ name: UnsafePointer<UInt8>, _ count: Int) -> Outcome {
    var number = vendorLines.ignoredNames.value(of: name, count)
    if number == ByteCache.unknown {
      let text = String(decoding: UnsafeBufferPointer(start: name, count: count), as: UTF8.self)
      number = ignoredNumber(of: text)
      vendorLines.ignoredNames.insert(name, count, number)
    }
    ignoredCounts[Int(number)] += 1
    return .ignored
  }

  /// Whether a word says that a line is none of production; one that says neither is counted.
  mutating func isSandbox(_ word: LineValue) -> Bool {
    guard word.isPresent, let value = word.field?.pointee else { return false }
    let isTest = isTestEnvironment(value)
    if isTest == nil { draft.mistyped |= LogField.environment.bit }
    return isTest ?? false
  }
}
