package import Values

// The declaration of a dialect: how one line becomes one canonical event, as data. LineReader
// interprets it (LineReader+Dialect.swift) and the guide is printed from it (DialectGuide.swift).
//
//   mark     what tells a line of this dialect from those of others
//   scopes   the objects that paths begin with, and where in the line they are
//   groups   kinds of lines with fields and rows of their own; the first that fits is taken
//   rows     type × condition → event; of the rows of a type the first that fits is taken
//
// Worked example, a line `{"type":"renewal","at_ms":1767258000000,"who":"u1","cents":499}`:
//
//   DialectTable(
//     dialect: …, title: "Example", sources: [], mark: .has("at_ms"),
//     scopes: [],
//     groups: [
//       Group(
//         "events", type: .path("type"), clocks: [Clock("told", [.milliseconds("at_ms")])],
//         fields: [(.userID, .path("who"))],
//         money: [Money(amount: .shifted("cents", 2), currency: .literal("USD"))],
//         rows: [Row("renewal", .renewed, at: "told")])
//     ])

/// One dialect.
package struct DialectTable: Sendable {
  package var dialect: Dialect
  package var title: String
  /// What a reader of the guide should know besides the tables, a paragraph each.
  var about: [String] = []
  /// Where the vendor documents its fields.
  var sources: [String]
  /// What tells a line of this dialect from those of others. Paths go one or two keys deep.
  var mark: Condition
  var scopes: [Scope]
  /// Whether facts can be signed, so that a configuration may ask for it.
  var isSigned = false
  /// Whether an empty text is absent for times and amounts too.
  var emptyIsAbsent = false
  /// Places at which 0 is absent.
  var zeroIsAbsent: [Path] = []
  var groups: [Group]
}

extension DialectTable {
  /// Whether this is what a dialect calls a kind of line that it ignores on purpose: its type, and
  /// behind a stroke what it was about (`SUBSCRIPTION_CANCELED/replaced`).
  package static func ignoresOnPurpose(_ name: String) -> Bool { namesOfIgnored.contains(name) }

  private static let namesOfIgnored: Set<String> = {
    let rows = all.flatMap(\.groups).flatMap(\.rows)
    return Set(
      rows.flatMap { row -> [String] in
        guard case .ignored(let suffix) = row.outcome else { return [] }
        return (row.name.map { [$0] } ?? row.types).map { $0 + suffix }
      })
  }()
}

/// A value in a line: a scope's name (none for the line itself) and keys, joined by points.
/// `data.object.id` is a member of the line, `T.price` of the scope `T`.
struct Path: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  let description: String

  init(stringLiteral value: String) { description = value }
  init(_ text: String) { description = text }

  var keys: [String] { description.split(separator: ".").map(String.init) }
}

/// A named object that paths begin with.
struct Scope: Sendable {
  /// Where the object stands.
  enum Place: Sendable {
    /// It is the line, when the condition holds.
    case line(Condition)
    case object(Path)
    /// A JWS whose payload it is, or the object itself.
    case signed(Path)
    /// JSON in base64.
    case base64(Path)
    /// An element of a list.
    case element(Path, Element)
    /// A list of objects of a `key` and a typed `value`, as one object.
    case parameters(Path)
  }

  /// Which element of a list.
  enum Element: Sendable {
    case first
    /// The first whose member has the value at the path, else the first.
    case firstWhere(String, equals: Path)
    /// The one with the greatest number at the first member; of several such, at the next; of those
    /// the first. Among those at which no member of `unless` is true; among all when that leaves
    /// none. `*` stands for any key.
    case greatest([String], unless: [String])
  }

  var name: String
  /// Tried in order.
  var places: [Place]
  var when: Condition
  /// Looked for only after the environment was judged.
  var isInner: Bool

  init(
    _ name: String, when: Condition = .always, _ places: [Place], isInner: Bool = false
  ) {
    (self.name, self.when, self.places, self.isInner) = (name, when, places, isInner)
  }
}

/// What must hold.
indirect enum Condition: Sendable {
  case always
  /// There, and not null.
  case has(Path)
  /// There, and no word that stands for nobody.
  case hasID(Path)
  /// There, null included.
  case hasKey(Path)
  /// The scope of this name is there.
  case found(String)
  case isNull(Path)
  case isText(Path)
  case isObject(Path)
  case isList(Path)
  /// A text that begins so.
  case beginsWith(Path, String)
  /// A text or a number that is written as one of these.
  case equals(Path, [String])
  /// The same text at both.
  case isSame(Path, Path)
  /// `true`, or the text "true".
  case isTrue(Path)
  case isFalse(Path)
  case isZero(Path)
  case isPositive(Path)
  case isNegative(Path)
  /// The first number is larger than the second, or there is no second.
  case isLater(Path, than: Path)
  /// A text, or a text of the list, that contains these letters in any case.
  case contains(Path, String)
  /// The number at the member is 0 in every element of the list.
  case allZero(Path, String)
  case all([Condition])
  case any([Condition])
  case not(Condition)
}

/// Where a text or an identifier comes from.
indirect enum Source: Sendable {
  case path(Path)
  case literal(String)
  /// The first that is there.
  case first([Source])
  /// The first that is there and no word that stands for nobody.
  case id([Source])
  /// All behind one another; absent when one of them is. Wrap what may be absent in `.orEmpty`.
  case joined([Source])
  /// An empty text in its place when it is absent.
  case orEmpty(Source)
  case lowerCase(Source)
  /// Without these letters at its beginning.
  case without(prefix: String, Source)
  /// What stands beside its value in the list; absent for any other value.
  case mapped(Path, [(String, String)])
  case when(Condition, Source)
  /// The first id of the list that does not begin with these letters, else the first; what stands
  /// for nobody is none.
  case element(Path, notPrefixed: String)
  /// Absent when the value is one of these words.
  case unless([String], Source)
  /// ISO 8601 of a count and a unit in words (`3`, `month`).
  case period(count: Path, unit: Path)
}

/// A moment: the first of its places at which something stands.
struct Clock: Sendable {
  enum Place: Sendable {
    case milliseconds(Path)
    case seconds(Path)
    case microseconds(Path)
    /// RFC 3339.
    case text(Path)
    /// Milliseconds, some time later.
    case later(Path, TimeSpan)
  }

  var name: String
  var places: [Place]

  init(_ name: String, _ places: [Place]) { (self.name, self.places) = (name, places) }
}

/// A price with its currency. The first whose condition holds and whose amount is there is taken.
struct Money: Sendable {
  enum Amount: Sendable {
    /// Divided by ten to the power.
    case shifted(Path, Int)
    /// Millionths where the value is an integer, else as it stands.
    case millionths(Path)
    /// Minor units of the currency, less those at the second path.
    case minor(Path, less: Path?)
    /// An object of `units` and `nanos`.
    case units(Path)
    case zero
    case absent
    /// The amount at a path in thousandths, of which thousandths of a percent at another.
    case share(of: Path, Path)
  }

  var when = Condition.always
  var amount: Amount
  var currency: Source?
  /// Whether `offer_id` belongs to it.
  var isOffer = true
  /// The size of a negative amount, and absent instead of 0.
  var isRefund = false
}

/// The kinds of lines that share fields and types.
struct Group: Sendable {
  var name: String
  /// The scope that holds the facts, for dialects that are signed; none is the line itself.
  var facts = ""
  var when = Condition.always
  var type: Source
  var environment = Environment.unknown
  /// Where the app's id stands.
  var bundleID: [Path] = []
  var clocks: [Clock] = []
  var fields: [(LogField, Source)] = []
  var ends: Clock?
  var grace: Clock?
  var money: [Money] = []
  var rows: [Row]
  /// Fields that are set only where nothing else set them.
  var fallbacks: [(LogField, Source)] = []
  var own: OwnEvents?

  init(
    _ name: String, facts: String = "", when: Condition = .always, type: Source,
    environment: Environment = .unknown, bundleID: [Path] = [], clocks: [Clock],
    fields: [(LogField, Source)], ends: Clock? = nil, grace: Clock? = nil, money: [Money] = [],
    fallbacks: [(LogField, Source)] = [], own: OwnEvents? = nil, rows: [Row]
  ) {
    (self.name, self.when, self.type, self.environment) = (name, when, type, environment)
    (self.bundleID, self.clocks, self.fields, self.ends) = (bundleID, clocks, fields, ends)
    (self.grace, self.money, self.rows) = (grace, money, rows)
    (self.fallbacks, self.own, self.facts) = (fallbacks, own, facts)
  }
}

/// How a line says that nothing in it is real.
enum Environment: Sendable {
  case unknown
  /// A word, at the first of the paths where one stands; those of `inner` are looked at when the
  /// inner scopes are known.
  case word(outer: [Path], inner: [Path], sandbox: [String], production: [String])
  case sandbox(when: Condition)
}

/// Events of an app's own beside those of the table: the canonical events with `eventNames`, and
/// the members of a scope as canonical fields.
struct OwnEvents: Sendable {
  var scope: String
  /// Prices of charges and of refunds that have no parameter `price`.
  var charges: [Money]
  var refunds: [Money]
}

/// One row of the table: type × condition → event.
struct Row: Sendable {
  enum Outcome: Sendable {
    case event(EventKind)
    /// A change that takes effect at the next renewal: without money.
    case note(EventKind)
    /// Ignored under the type's name, with a suffix.
    case ignored(String)
  }

  /// How a row's money differs from that of its group.
  enum Price: Sendable {
    case asGroup
    /// 0, in the currency of the group.
    case free
    /// No price and no currency.
    case none
    case from([Money])
  }

  var types: [String]
  /// The name under which the type is ignored and documented, where it differs.
  var name: String?
  var when = Condition.always
  var outcome: Outcome
  var clock: String
  var set: [(LogField, Source)] = []
  var price = Price.asGroup
  /// Fields of the group that this row goes without.
  var without: [LogField] = []
  var ends: Clock?
  var notes: String

  init(
    _ type: String, name: String? = nil, when: Condition = .always, _ kind: EventKind,
    at clock: String, set: [(LogField, Source)] = [], price: Price = .asGroup,
    without: [LogField] = [], ends: Clock? = nil, notes: String = ""
  ) {
    (self.types, self.name, self.when, self.outcome) = ([type], name, when, .event(kind))
    (self.clock, self.set, self.price, self.without) = (clock, set, price, without)
    (self.ends, self.notes) = (ends, notes)
  }

  /// The same row, as a note: the change takes effect later.
  var asNote: Row {
    var row = self
    if case .event(let kind) = outcome { row.outcome = .note(kind) }
    return row
  }

  /// Types that are ignored.
  static func ignored(
    _ types: String..., name: String? = nil, when: Condition = .always, as suffix: String = "",
    notes: String = ""
  ) -> Row {
    var row = Row("", .custom, at: "", notes: notes)
    (row.types, row.name, row.when, row.outcome) = (types, name, when, .ignored(suffix))
    return row
  }
}
