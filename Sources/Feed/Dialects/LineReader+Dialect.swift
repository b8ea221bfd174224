import CSimdJSON
import Values

// One line of a dialect → one canonical event, by the declaration of the dialect:
// outer scopes → type → environment → inner scopes → row → fields, and then as a native line.

extension LineReader {
  /// Reads a line that may be of any dialect, after one that was no native line.
  @inline(never)
  mutating func readWhole() throws(Rejection) -> Outcome {
    let count = rr_read_whole_line(parser, start, end, scratch + 16)
    guard count >= 0 else { throw LineReader.rejection(of: count) }
    fields = rr_fields(parser)
    fieldCount = Int(count)
    machine.current = dialectOfLine()
    machine.expectsDialect = machine.current != nil
    if let current = machine.current { return try read(current) }
    collect()
    return try check()
  }

  /// Reads a line whose `event` is no text: one of a dialect, or a native one of another spelling.
  @inline(never)
  mutating func readOther() throws(Rejection) -> Outcome {
    machine.current = dialectOfLine()
    guard let current = machine.current else { return try check() }
    machine.expectsDialect = true
    let count = rr_read_line_again(parser, start, end, scratch + 16)
    guard count >= 0 else { throw LineReader.rejection(of: count) }
    fields = rr_fields(parser)
    fieldCount = Int(count)
    findPlaces()
    return try read(current)
  }

  /// The dialect of the line that was read last, which is a JSON object; nil for a native one.
  var dialect: Dialect? {
    machine.expectsDialect ? machine.current.map { machine.code.programs[$0].dialect } : nil
  }

  private mutating func read(_ dialect: Int) throws(Rejection) -> Outcome {
    machine.lineCounts[dialect] += 1
    return try read(machine.code.programs[dialect])
  }

  /// Notes what a rejected or ignored line looks like, where the configuration says how lines are
  /// written.
  @inline(never)
  mutating func noteLookalike() {
    guard rules.dialect != .auto else { return }
    if let marked = markedDialect() {
      if marked != named { machine.lookalikes[marked] += 1 }
      return
    }
    if named != nil, holds(machine.code.nativeMark) {
      machine.lookalikes[machine.code.programs.count] += 1
    }
  }

  /// The dialect that the configuration names, else the first whose mark the line bears.
  private mutating func dialectOfLine() -> Int? {
    if rules.dialect == .native { return nil }
    findPlaces()
    return named ?? firstMarked()
  }

  /// The first dialect whose mark the line bears; nil for a native line.
  private mutating func markedDialect() -> Int? {
    findPlaces()
    return firstMarked()
  }

  /// Finds the places in the line itself, as every dialect names them. They stand in the members
  /// that were read last.
  private mutating func findPlaces() {
    machine.forgetLine()
    collect(members(ofDocument: 0), root: 0, false)
  }

  private func firstMarked() -> Int? {
    guard !holds(machine.code.nativeMark) else { return nil }
    for i in 0..<machine.code.programs.count where holds(machine.code.programs[i].mark) {
      return i
    }
    return nil
  }

  // MARK: - Interpreting

  private mutating func read(_ program: DialectProgram) throws(Rejection) -> Outcome {
    begin(program)
    try placeScopes(program, inner: false)
    for number in program.groups.indices {
      let group = machine.code.groups[number]
      guard holds(group.when) else { continue }
      if program.isSigned, machine.signatures != nil {
        guard isSigned(root: group.facts) else { throw Rejection(.notSigned) }
        forgetUnsigned(program)
      }
      return try read(group, number, program)
    }
    throw Rejection(.missingField, .event)
  }

  /// Whether a scope is inside a JWS, which was checked then.
  private func isSigned(root: Int32) -> Bool {
    let home = Int(machine.homes[Int(root)])
    return root != 0 && home > 0 && machine.documents[home - 1].isSigned
  }

  /// Nothing that stands beside signed facts is read.
  private func forgetUnsigned(_ program: DialectProgram) {
    for number in program.scopes.indices {
      let root = machine.code.scopes[number].root
      if machine.hasFound(root), !isSigned(root: root) { forget(below: root) }
    }
  }

  private mutating func begin(_ program: DialectProgram) {
    machine.free = rr_scratch_end(parser)
    present = 0
    mistyped = 0
    packedFields = 0
    flags = EventFlags()
    guard program.emptyIsAbsent else { return }
    for i in 0..<machine.touchedCount { dropEmpty(machine.touched[i]) }
  }

  private mutating func read(
    _ group: DialectProgram.Group, _ number: Int, _ program: DialectProgram
  ) throws(Rejection) -> Outcome {
    let type = try self.value(of: group.type)
    guard type.isThere, !type.isEmptyText else { throw Rejection(.missingField, .event) }
    guard type.type == LineValue.string else { throw Rejection(.mistypedField, .event) }
    if group.own != nil, isOwnName(type) {
      return try readOwn(type, group, program, try automaticMoney(type, group, number))
    }
    let known = try typeNumber(type, group, number)
    guard known >= 0 else {
      if group.own != nil { return try readOwn(type, group, program, nil) }
      ignoredCounts[Int(-1 - known)] += 1
      return .ignored
    }
    guard try passes(group, program) else { return .ignored }
    return try readRow(Int(known))
  }

  /// Reads a line by the first row of its type whose condition holds.
  private mutating func readRow(_ type: Int) throws(Rejection) -> Outcome {
    for i in 0..<machine.typeRows[type].rows.count {
      let row = machine.code.rows[machine.typeRows[type].rows[i]]
      guard holds(row.when) else { continue }
      guard row.kind == nil else { return try read(row) }
      return ignore(machine.typeRows[type].name + machine.programs.suffixes[Int(row.ignoredAs)])
    }
    return ignore(machine.typeRows[type].name)
  }

  /// Whether the line is real: its environment, the inner scopes that may say it, and its app.
  private mutating func passes(_ group: DialectProgram.Group, _ program: DialectProgram)
    throws(Rejection) -> Bool
  {
    guard !isSandbox(group.environment, inner: false) else { return ignoreSandbox() }
    try placeScopes(program, inner: true)
    guard !isSandbox(group.environment, inner: true) else { return ignoreSandbox() }
    try checkApp(group.bundleID)
    return true
  }

  private mutating func ignoreSandbox() -> Bool {
    sandboxCount += 1
    return false
  }

  private mutating func ignore(_ name: String) -> Outcome {
    ignoredCounts[Int(ignoredNumber(of: name))] += 1
    return .ignored
  }

  private mutating func read(_ row: DialectProgram.Row) throws(Rejection) -> Outcome {
    guard let kind = row.kind else { return .ignored }
    present &= row.allowed
    put(.timestamp, row.clock)
    try putFields(row.fields)
    if !row.fallbacks.isEmpty { try putFields(row.fallbacks, over: false) }
    if !row.ends.isEmpty { put(.expiresAt, row.ends) }
    if !row.grace.isEmpty { put(.graceExpiresAt, row.grace) }
    if row.allowed & LogField.price.bit != 0 {
      present &= ~(LogField.price.bit | LogField.currency.bit)
      let isOffer = try putMoney(row.money, isFree: row.isFree)
      if !isOffer { present &= ~LogField.offerID.bit }
    }
    return try acceptCanonical(EventName(kind: kind, name: 0, isOverride: false, feature: 0))
  }

  /// Goes on as with a native line.
  private mutating func acceptCanonical(_ event: EventName) throws(Rejection) -> Outcome {
    fields = UnsafePointer(machine.canonical)
    return try accept(event, joinsPrevious: true)
  }

  // MARK: - Types

  /// The number of a type's rows, or -1 - its number among the ignored names. `type` is a text
  /// of the group `number`.
  private mutating func typeNumber(
    _ type: LineValue, _ group: DialectProgram.Group, _ number: Int
  ) throws(Rejection) -> Int32 {
    // The key is the text behind two bytes that say whose type it is.
    let count = Int(type.count) + 2
    let start = try room(for: count)
    base[start] = UInt8(truncatingIfNeeded: machine.current ?? 0)
    base[start + 1] = UInt8(truncatingIfNeeded: number)
    (base + start + 2).update(from: base + Int(type.offset), count: Int(type.count))
    let known = machine.types.value(of: base + start, count)
    guard known == ByteCache.unknown else { return known }
    let learned = learnType(text(type.offset, type.count), machine.programs.types[number])
    machine.types.insert(base + start, count, learned)
    return learned
  }

  @inline(never)
  private mutating func learnType(_ name: String, _ types: GroupTypes) -> Int32 {
    // An app's own name counts as ignored only when nobody knows it.
    let name = types.hasOwn ? name.lowercased() : name
    guard let rows = types.rows[name] else {
      return types.hasOwn ? -1 : -1 - ignoredNumber(of: name)
    }
    let known = types.names[name] ?? name
    if let suffix = types.ignored[name] { return -1 - ignoredNumber(of: known + suffix) }
    machine.typeRows.append(DialectMachine.TypeRows(rows: rows, name: known))
    return Int32(machine.typeRows.count - 1)
  }

  // MARK: - Environment and app

  private mutating func isSandbox(_ environment: DialectProgram.Environment, inner: Bool) -> Bool {
    switch environment {
    case .unknown: return false
    case .sandbox(let test): return !inner && holds(test)
    case .word(let outer, let innerPlaces, let sandbox, let production):
      let isSaid = outer.indices.contains {
        listed($0).type == LineValue.string && listed($0).count > 0
      }
      guard !inner || !isSaid else { return false }
      return isSandbox(inner ? innerPlaces : outer, sandbox, production)
    }
  }

  private mutating func isSandbox(
    _ places: CodeRange, _ sandbox: CodeRange, _ production: CodeRange
  ) -> Bool {
    for place in places.indices {
      let value = listed(place)
      guard value.isThere, !value.isEmptyText else { continue }
      if isWord(value, of: production) { return false }
      if isWord(value, of: sandbox) { return true }
      mistyped |= LogField.environment.bit
      if value.type == LineValue.string { return false }
    }
    return false
  }

  /// Throws where the first place that says something names none of the configuration's apps.
  private func checkApp(_ places: CodeRange) throws(Rejection) {
    guard machine.asksForApp,
      let place = places.indices.first(where: { listed($0).isThere && !listed($0).isEmptyText })
    else { return }
    guard isOneOf(listed(place), rules.signatures?.bundleIDs ?? []) else {
      throw Rejection(.wrongApp)
    }
  }

  /// The value at a place of a list of places.
  @inline(__always)
  private func listed(_ number: Int) -> LineValue { at(machine.code.nodes[number]) }
}

// MARK: - Events of an app's own

extension LineReader {
  /// Whether `eventNames` knows the name, which then wins over the table.
  private func isOwnName(_ type: LineValue) -> Bool {
    rules.vocabulary.hasOwnNames && rules.vocabulary.isOwn(text(type.offset, type.count))
  }

  /// Where the money of an automatic event stands, under whatever name; nil for one that the table
  /// does not know.
  private mutating func automaticMoney(
    _ type: LineValue, _ group: DialectProgram.Group, _ number: Int
  ) throws(Rejection) -> CodeRange? {
    let known = try typeNumber(type, group, number)
    guard known >= 0 else { return nil }
    for number in machine.typeRows[Int(known)].rows {
      let row = machine.code.rows[number]
      if row.allowed & LogField.price.bit != 0 { return row.money }
    }
    return nil
  }

  /// Reads an event as natively, its fields being the parameters; but for the money of one that is
  /// automatic.
  private mutating func readOwn(
    _ type: LineValue, _ group: DialectProgram.Group, _ program: DialectProgram,
    _ automatic: CodeRange?
  ) throws(Rejection) -> Outcome {
    guard let own = group.own else { return .ignored }
    put(.event, type)
    fields = UnsafePointer(machine.canonical)
    guard let event = try event() else { return .ignored }
    guard try passes(group, program) else { return .ignored }
    present &= ~LogField.environment.bit
    put(.timestamp, own.clock)
    try putFields(own.fields)
    try putFields(group.fallbacks, over: false)
    if automatic != nil { present &= ~(LogField.price.bit | LogField.currency.bit) }
    if !has(.price), let money = money(of: event.kind, own) {
      _ = try putMoney(automatic ?? money, isFree: false)
    }
    return try acceptCanonical(event)
  }

  private func money(of kind: EventKind, _ own: DialectProgram.Own) -> CodeRange? {
    switch kind {
    case .purchased, .renewed, .trialConverted, .offerRedeemed, .productChanged: own.charges
    case .refunded: own.refunds
    default: nil
    }
  }
}
