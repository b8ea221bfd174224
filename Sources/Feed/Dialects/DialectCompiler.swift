import Values

/// Turns a ``DialectTable`` into a ``DialectProgram``.
struct DialectCompiler {
  let table: DialectTable
  private(set) var tree: PathTree

  init(_ table: DialectTable, _ keys: KeyNumbers) {
    self.table = table
    tree = PathTree(scopes: table.scopes.map(\.name), keys: keys)
  }

  mutating func node(_ path: Path) -> Int32 { tree.node(path) }

  mutating func scopes() -> [DialectProgram.Scope] {
    table.scopes.map { scope in
      DialectProgram.Scope(
        root: tree.root(scope.name), when: scope.when.map { node($0) },
        places: scope.places.map { place($0) },
        isInner: scope.isInner)
    }
  }

  private mutating func place(_ place: Scope.Place) -> DialectProgram.Place {
    switch place {
    case .line(let condition): .line(condition.map { node($0) })
    case .object(let path): .object(node(path))
    case .signed(let path): .signed(node(path))
    case .base64(let path): .base64(node(path))
    case .parameters(let path): .parameters(node(path))
    case .element(let path, .first): .first(node(path))
    case .element(let path, .firstWhere(let member, let other)):
      .firstWhere(node(path), member: member, equals: node(other))
    case .element(let path, .greatest(let member, let unless)):
      .greatest(
        node(path), member: Path(member).keys, unless: unless.map { Path($0).keys })
    }
  }

  mutating func group(_ group: Group) -> DialectProgram.Group {
    let rows = group.rows.map { row($0, group) }
    var byType: [String: [Int32]] = [:]
    var names: [String: String] = [:]
    for (i, row) in group.rows.enumerated() {
      for type in row.types {
        byType[type, default: []].append(Int32(i))
        names[type] = row.name ?? names[type] ?? type
      }
    }
    return DialectProgram.Group(
      when: group.when.map { node($0) }, facts: tree.root(group.facts),
      type: group.type.map { node($0) },
      environment: environment(group.environment), outerBundleID: bundleIDs(group, isInner: false),
      innerBundleID: bundleIDs(group, isInner: true), rows: rows, rowsByType: byType,
      names: names, fallbacks: sources(group.fallbacks), own: own(group))
  }

  /// Scopes are inner ones where any of their declarations is.
  private mutating func bundleIDs(_ group: Group, isInner: Bool) -> [Int32] {
    let inner = Set(table.scopes.filter(\.isInner).map(\.name))
    return group.bundleID.filter { inner.contains($0.keys[0]) == isInner }.map { node($0) }
  }

  private mutating func own(_ group: Group) -> DialectProgram.Own? {
    guard let own = group.own else { return nil }
    return DialectProgram.Own(
      fields: sources(group.fields), charges: money(own.charges), refunds: money(own.refunds),
      clock: moments(group.clocks.first))
  }

  private mutating func environment(_ environment: Environment) -> DialectProgram.Environment {
    switch environment {
    case .unknown: .unknown
    case .sandbox(let condition): .sandbox(when: condition.map { node($0) })
    case .word(let outer, let inner, let sandbox, let production):
      .word(
        outer: outer.map { node($0) }, inner: inner.map { node($0) }, sandbox: sandbox,
        production: production)
    }
  }

  private mutating func row(_ row: Row, _ group: Group) -> DialectProgram.Row {
    DialectProgram.Row(when: row.when.map { node($0) }, facts(row, group))
  }

  private mutating func facts(_ row: Row, _ group: Group) -> DialectProgram.Facts {
    var compiled = DialectProgram.Facts()
    switch row.outcome {
    case .ignored(let suffix):
      compiled.ignoredAs = suffix
      return compiled
    case .note(let kind): (compiled.kind, compiled.isNote) = (kind, true)
    case .event(let kind): compiled.kind = kind
    }
    let allowed = compiled.kind.map { DialectCompiler.allowed($0, isNote: compiled.isNote) } ?? 0
    compiled.allowed = allowed & ~row.without.reduce(0) { $0 | $1.bit }
    fill(&compiled, row, group)
    return compiled
  }

  private mutating func fill(_ compiled: inout DialectProgram.Facts, _ row: Row, _ group: Group) {
    let allowed = compiled.allowed
    let set = row.set.map(\.0)
    let fields = group.fields.filter { !set.contains($0.0) } + row.set
    compiled.fields = sources(fields.filter { $0.0.bit & allowed != 0 })
    compiled.fallbacks = sources(group.fallbacks.filter { $0.0.bit & allowed != 0 })
    compiled.clock = moments(group.clocks.first { $0.name == row.clock })
    if allowed & LogField.expiresAt.bit != 0 { compiled.ends = moments(row.ends ?? group.ends) }
    if compiled.kind == .gracePeriodEntered { compiled.grace = moments(group.grace) }
    guard allowed & LogField.price.bit != 0 else { return }
    switch row.price {
    case .asGroup: compiled.money = money(group.money)
    case .from(let list): compiled.money = money(list)
    case .none: compiled.money = []
    case .free:
      compiled.money = money(group.money)
      compiled.isFree = true
    }
  }

  /// What an event of a kind may say (DIALECTS 1.4).
  static func allowed(_ kind: EventKind, isNote: Bool) -> UInt64 {
    let money = LogField.price.bit | LogField.currency.bit
    let terms = LogField.offerID.bit | LogField.offerCode.bit | LogField.period.bit
    var mask = UInt64.max & ~(money | terms | LogField.expiresAt.bit)
    switch kind {
    case .purchased, .renewed, .trialConverted, .offerRedeemed:
      mask |= money | terms | LogField.expiresAt.bit
    case .productChanged where !isNote: mask |= money | terms | LogField.expiresAt.bit
    case .trialStarted, .subscriptionExtended: mask |= LogField.expiresAt.bit
    case .accessGranted:
      mask = (mask | LogField.expiresAt.bit) & ~LogField.transactionID.bit
    case .productChanged, .userAliased, .accessRevoked, .experimentExposed:
      mask &= ~LogField.transactionID.bit
    case .refunded: mask |= money
    default: break
    }
    return mask
  }

  private mutating func sources(_ fields: [(LogField, Source)]) -> [(
    LogField, DialectProgram.Source
  )] {
    fields.map { ($0.0, $0.1.map { node($0) }) }
  }

  private mutating func moments(_ clock: Clock?) -> [DialectProgram.Moment] {
    (clock?.places ?? []).map { place in
      switch place {
      case .milliseconds(let path): .milliseconds(node(path))
      case .seconds(let path): .seconds(node(path))
      case .microseconds(let path): .microseconds(node(path))
      case .text(let path): .text(node(path))
      case .later(let path, let span): .later(node(path), span.milliseconds)
      }
    }
  }

  private mutating func money(_ list: [Money]) -> [DialectProgram.Money] {
    list.map { money in
      DialectProgram.Money(
        when: money.when.map { node($0) }, amount: amount(money.amount),
        currency: money.currency?.map { node($0) }, isOffer: money.isOffer,
        isRefund: money.isRefund)
    }
  }

  private mutating func amount(_ amount: Money.Amount) -> DialectProgram.Amount {
    switch amount {
    case .shifted(let path, let places): .shifted(node(path), places)
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

extension Test {
  func map<Other>(_ place: (Place) -> Other) -> Test<Other> {
    switch self {
    case .always: .always
    case .has(let path): .has(place(path))
    case .hasKey(let path): .hasKey(place(path))
    case .isNull(let path): .isNull(place(path))
    case .isText(let path): .isText(place(path))
    case .isObject(let path): .isObject(place(path))
    case .isList(let path): .isList(place(path))
    case .beginsWith(let path, let text): .beginsWith(place(path), text)
    case .equals(let path, let texts): .equals(place(path), texts)
    case .isSame(let path, let other): .isSame(place(path), place(other))
    case .isTrue(let path): .isTrue(place(path))
    case .isFalse(let path): .isFalse(place(path))
    case .isZero(let path): .isZero(place(path))
    case .isPositive(let path): .isPositive(place(path))
    case .isNegative(let path): .isNegative(place(path))
    case .isLater(let path, let other): .isLater(place(path), than: place(other))
    case .contains(let path, let text): .contains(place(path), text)
    case .allZero(let path, let member): .allZero(place(path), member)
    case .all(let tests): .all(tests.map { $0.map(place) })
    case .any(let tests): .any(tests.map { $0.map(place) })
    case .not(let test): .not(test.map(place))
    }
  }
}

extension Choice {
  func map<Other>(_ place: (Place) -> Other) -> Choice<Other> {
    switch self {
    case .path(let path): .path(place(path))
    case .literal(let text): .literal(text)
    case .first(let choices): .first(choices.map { $0.map(place) })
    case .id(let choices): .id(choices.map { $0.map(place) })
    case .joined(let choices): .joined(choices.map { $0.map(place) })
    case .orEmpty(let choice): .orEmpty(choice.map(place))
    case .lowerCase(let choice): .lowerCase(choice.map(place))
    case .without(let prefix, let choice): .without(prefix: prefix, choice.map(place))
    case .mapped(let path, let texts): .mapped(place(path), texts)
    case .when(let test, let choice): .when(test.map(place), choice.map(place))
    case .element(let path, let prefix): .element(place(path), notPrefixed: prefix)
    case .unless(let words, let choice): .unless(words, choice.map(place))
    case .period(let count, let unit): .period(count: place(count), unit: place(unit))
    }
  }
}
