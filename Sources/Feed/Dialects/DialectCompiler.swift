import Values

/// Turns ``DialectTable``s into ``DialectCode``.
struct DialectCompiler {
  private(set) var code = DialectCode()
  private(set) var types: [GroupTypes] = []
  private(set) var suffixes: [String] = [""]
  private(set) var tree: PathTree
  private(set) var zeros: Set<Int32> = []
  /// The table at hand.
  private var scope = PathTree.Scopes(dialect: nil)
  private var textNumbers: [String: CodeRange] = [:]

  init(_ tables: [DialectTable]) {
    tree = PathTree(tables.flatMap { table in table.scopes.map { (table.dialect, $0.name) } })
  }

  /// Compiles all tables; what tells a native line from all of theirs.
  mutating func compile(_ tables: [DialectTable]) -> DialectProgram.Condition {
    for table in tables { code.programs.append(program(table)) }
    scope = PathTree.Scopes(dialect: nil)
    return condition(.isText("event"))
  }

  private mutating func program(_ table: DialectTable) -> DialectProgram {
    scope = PathTree.Scopes(dialect: nil)
    let mark = condition(table.mark)
    scope = PathTree.Scopes(dialect: table.dialect)
    zeros.formUnion(table.zeroIsAbsent.map { node($0) })
    let scopes = table.scopes.map { self.scope($0) }
    let groups = table.groups.map { group($0, table) }
    return DialectProgram(
      dialect: table.dialect, mark: mark, scopes: append(scopes, \.scopes),
      groups: append(groups, \.groups), isSigned: table.isSigned,
      emptyIsAbsent: table.emptyIsAbsent)
  }

  mutating func node(_ path: Path) -> Int32 { tree.node(path, scope) }

  private mutating func append<Item>(
    _ items: [Item], _ table: WritableKeyPath<DialectCode, [Item]>
  ) -> CodeRange {
    let start = code[keyPath: table].count
    code[keyPath: table] += items
    return CodeRange(start: Int32(start), count: Int32(items.count))
  }

  private mutating func nodes(_ paths: [Path]) -> CodeRange {
    append(paths.map { node($0) }, \.nodes)
  }

  // MARK: - Scopes and groups

  private mutating func scope(_ scope: Scope) -> DialectProgram.Scope {
    let places = scope.places.map { place($0) }
    return DialectProgram.Scope(
      root: tree.root(scope.name, self.scope), when: condition(scope.when),
      places: append(places, \.places), isInner: scope.isInner)
  }

  private mutating func place(_ place: Scope.Place) -> DialectProgram.Place {
    switch place {
    case .line(let condition): .line(self.condition(condition))
    case .object(let path): .object(node(path))
    case .signed(let path): .signed(node(path))
    case .base64(let path): .base64(node(path))
    case .parameters(let path): .parameters(node(path))
    case .element(let path, .first): .first(node(path))
    case .element(let path, .firstWhere(let member, let other)):
      .firstWhere(node(path), member: texts([member]), equals: node(other))
    case .element(let path, .greatest(let members, let unless)):
      .greatest(node(path), members: keyPaths(members), unless: keyPaths(unless))
    }
  }

  private mutating func keyPaths(_ paths: [String]) -> CodeRange {
    append(paths.map { texts(Path($0).keys) }, \.keyPaths)
  }

  private mutating func group(_ group: Group, _ table: DialectTable) -> DialectProgram.Group {
    types.append(types(group))
    return DialectProgram.Group(
      when: condition(group.when), facts: tree.root(group.facts, scope),
      type: source(group.type), environment: environment(group.environment),
      bundleID: nodes(group.bundleID),
      fallbacks: fields(group.fallbacks), own: own(group))
  }

  private mutating func types(_ group: Group) -> GroupTypes {
    var types = GroupTypes(hasOwn: group.own != nil)
    for row in group.rows {
      let number = Int32(code.rows.count)
      let compiled = self.row(row, group)
      code.rows.append(compiled)
      for type in row.types {
        let isFirst = types.rows[type] == nil
        if isFirst, case .ignored(let suffix) = row.outcome, case .always = row.when {
          types.ignored[type] = suffix
        }
        types.rows[type, default: []].append(number)
        types.names[type] = row.name ?? types.names[type] ?? type
      }
    }
    return types
  }

  private mutating func own(_ group: Group) -> DialectProgram.Own? {
    guard let own = group.own else { return nil }
    return DialectProgram.Own(
      fields: fields(group.fields), charges: money(own.charges), refunds: money(own.refunds),
      clock: moments(group.clocks.first))
  }

  private mutating func environment(_ environment: Environment) -> DialectProgram.Environment {
    switch environment {
    case .unknown: .unknown
    case .sandbox(let condition): .sandbox(when: self.condition(condition))
    case .word(let outer, let inner, let sandbox, let production):
      .word(
        outer: nodes(outer), inner: nodes(inner), sandbox: texts(sandbox),
        production: texts(production))
    }
  }

  // MARK: - Rows

  private mutating func row(_ row: Row, _ group: Group) -> DialectProgram.Row {
    var compiled = DialectProgram.Row(when: condition(row.when), kind: nil)
    let isNote: Bool
    switch row.outcome {
    case .ignored(let suffix):
      compiled.ignoredAs = self.suffix(suffix)
      return compiled
    case .note(let kind): (compiled.kind, isNote) = (kind, true)
    case .event(let kind): (compiled.kind, isNote) = (kind, false)
    }
    let allowed = compiled.kind.map { DialectCompiler.allowed($0, isNote: isNote) } ?? 0
    compiled.allowed = allowed & ~row.without.reduce(0) { $0 | $1.bit }
    fill(&compiled, row, group)
    return compiled
  }

  private mutating func suffix(_ text: String) -> Int32 {
    let known = suffixes.firstIndex(of: text)
    if known == nil { suffixes.append(text) }
    return Int32(known ?? suffixes.count - 1)
  }

  private mutating func fill(_ compiled: inout DialectProgram.Row, _ row: Row, _ group: Group) {
    let allowed = compiled.allowed
    let set = row.set.map(\.0)
    let fields = group.fields.filter { !set.contains($0.0) } + row.set
    compiled.fields = self.fields(fields.filter { $0.0.bit & allowed != 0 })
    compiled.fallbacks = self.fields(group.fallbacks.filter { $0.0.bit & allowed != 0 })
    compiled.clock = moments(group.clocks.first { $0.name == row.clock })
    if allowed & LogField.expiresAt.bit != 0 { compiled.ends = moments(row.ends ?? group.ends) }
    if compiled.kind == .gracePeriodEntered { compiled.grace = moments(group.grace) }
    guard allowed & LogField.price.bit != 0 else { return }
    switch row.price {
    case .asGroup: compiled.money = money(group.money)
    case .from(let list): compiled.money = money(list)
    case .none: compiled.money = CodeRange()
    case .free:
      compiled.money = money(group.money)
      compiled.isFree = true
    }
  }

  /// What an event of a kind may say. A change of plan that waits for the renewal
  /// says nothing of a payment.
  static func allowed(_ kind: EventKind, isNote: Bool) -> UInt64 {
    let isWaiting = kind == .productChanged && isNote
    return LogField.mask { field in
      let kinds = field.declaration.kinds
      return isWaiting ? kinds.isOpen : kinds.contains(kind)
    }
  }

  private mutating func fields(_ fields: [(LogField, Source)]) -> CodeRange {
    append(
      fields.map { DialectProgram.Field(field: $0.0, source: source($0.1)) }, \.fields)
  }

  private mutating func moments(_ clock: Clock?) -> CodeRange {
    append((clock?.places ?? []).map { moment($0) }, \.moments)
  }

  private mutating func moment(_ place: Clock.Place) -> DialectProgram.Moment {
    switch place {
    case .milliseconds(let path): .init(unit: .milliseconds, place: node(path))
    case .seconds(let path): .init(unit: .seconds, place: node(path))
    case .microseconds(let path): .init(unit: .microseconds, place: node(path))
    case .text(let path): .init(unit: .text, place: node(path))
    case .later(let path, let span):
      .init(unit: .milliseconds, place: node(path), later: span.milliseconds)
    }
  }

  private mutating func money(_ list: [Money]) -> CodeRange {
    append(
      list.map { money in
        DialectProgram.Money(
          when: condition(money.when), amount: amount(money.amount),
          currency: money.currency.map { source($0) }, isOffer: money.isOffer,
          isRefund: money.isRefund)
      }, \.money)
  }

  private mutating func amount(_ amount: Money.Amount) -> DialectProgram.Amount {
    switch amount {
    case .shifted(let path, let places): .shifted(node(path), Int32(places))
    case .millionths(let path): .millionths(node(path))
    case .minor(let path, let less): .minor(node(path), less: less.map { node($0) })
    case .units(let path):
      .units(
        amount: node(path), units: node(Path("\(path).units")),
        nanos: node(Path("\(path).nanos")))
    case .zero: .zero
    case .absent: .absent
    case .share(let path, let share): .share(of: node(path), node(share))
    }
  }
}

// MARK: - Texts and steps

extension DialectCompiler {
  /// Texts beside one another; the same ones are kept once.
  private mutating func texts(_ texts: [String]) -> CodeRange {
    let name = texts.joined(separator: "\n")
    if let known = textNumbers[name] { return known }
    let ranges = texts.map { append(Array($0.utf8), \.letters) }
    let range = append(ranges, \.texts)
    textNumbers[name] = range
    return range
  }

  mutating func condition(_ test: Condition) -> DialectProgram.Condition {
    DialectProgram.Condition(step: emit(test))
  }

  mutating func source(_ choice: Source) -> DialectProgram.Source {
    DialectProgram.Source(step: emit(choice))
  }

  /// Appends a step, and behind it what `inside` appends; its number.
  private mutating func step(
    _ code: DialectStep.Code, _ place: Path? = nil, _ other: Path? = nil, root: String? = nil,
    texts: [String] = [], inside: (inout DialectCompiler) -> Void = { _ in }
  ) -> Int32 {
    let number = self.code.steps.count
    let step = DialectStep(
      code: code, place: place.map { node($0) } ?? root.map { tree.root($0, scope) } ?? -1,
      other: other.map { node($0) } ?? -1,
      texts: self.texts(texts))
    self.code.steps.append(step)
    inside(&self)
    self.code.steps[number].end = Int32(self.code.steps.count)
    return Int32(number)
  }

  @discardableResult
  private mutating func emit(_ test: Condition) -> Int32 {
    switch test {
    case .always: step(.always)
    case .has(let path): step(.has, path)
    case .hasID(let path): step(.hasID, path)
    case .hasKey(let path): step(.hasKey, path)
    case .found(let scope): step(.found, root: scope)
    case .isNull(let path): step(.isNull, path)
    case .isText(let path): step(.isText, path)
    case .isObject(let path): step(.isObject, path)
    case .isList(let path): step(.isList, path)
    case .isTrue(let path): step(.isTrue, path)
    case .isFalse(let path): step(.isFalse, path)
    case .isZero(let path): step(.isZero, path)
    case .isPositive(let path): step(.isPositive, path)
    case .isNegative(let path): step(.isNegative, path)
    case .isSame(let path, let other): step(.isSame, path, other)
    case .isLater(let path, let other): step(.isLater, path, other)
    case .beginsWith(let path, let text): step(.beginsWith, path, texts: [text])
    case .equals(let path, let texts): step(.equals, path, texts: texts)
    case .contains(let path, let text): step(.contains, path, texts: [text])
    case .allZero(let path, let member): step(.allZero, path, texts: [member])
    case .all(let tests): step(.all) { for test in tests { $0.emit(test) } }
    case .any(let tests): step(.any) { for test in tests { $0.emit(test) } }
    case .not(let test): step(.not) { $0.emit(test) }
    }
  }

  @discardableResult
  private mutating func emit(_ choice: Source) -> Int32 {
    switch choice {
    case .path(let path): step(.path, path)
    case .literal(let text): step(.literal, texts: [text])
    case .first(let choices): step(.first) { for choice in choices { $0.emit(choice) } }
    case .id(let choices): step(.id) { for choice in choices { $0.emit(choice) } }
    case .joined(let choices): emitJoined(choices)
    case .orEmpty(let choice): step(.orEmpty) { $0.emit(choice) }
    case .lowerCase(let choice): step(.lowerCase) { $0.emit(choice) }
    case .without(let prefix, let choice):
      step(.without, texts: [prefix]) { $0.emit(choice) }
    case .mapped(let path, let texts):
      step(.mapped, path, texts: texts.flatMap { [$0.0, $0.1] })
    case .when(let test, let choice):
      step(.when) {
        $0.emit(test)
        $0.emit(choice)
      }
    case .element(let path, let prefix): step(.element, path, texts: [prefix])
    case .unless(let words, let choice): step(.unless, texts: words) { $0.emit(choice) }
    case .period(let count, let unit): step(.period, count, unit)
    }
  }

  private mutating func emitJoined(_ choices: [Source]) -> Int32 {
    precondition(choices.count <= LineReader.mostParts, "a declaration joins too many parts")
    return step(.joined) { for choice in choices { $0.emit(choice) } }
  }
}
