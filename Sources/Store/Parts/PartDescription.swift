import SQLite
import Settings
import Timeline

/// Which of how many parts one is, written `3/8`: from 1 on.
package struct PartPlace: Hashable, Sendable, CustomStringConvertible {
  package let number: Int
  package let count: Int

  /// The most parts that customers are dealt out to.
  package static let most = 100_000

  /// Nil for what is no part of a whole.
  package init?(_ text: String) {
    let words = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard words.count == 2, let number = words[0], let count = words[1], number >= 1,
      number <= count, count <= Self.most
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  package var description: String { "\(number)/\(count)" }
}

/// What a part says of itself. Parts of one merge agree in all but `id`, `place`, `kind`.
struct PartDescription: Hashable, Sendable {
  enum Kind: String {
    /// Customers, folded, and the counts of their lines.
    case fold
    /// Customers whose lines `runrate read` has dealt out and counted.
    case dealt
    /// Those counts.
    case read
  }

  /// A hash of all its lines; empty for a read of no file.
  var id: String
  var place: PartPlace?
  var kind: Kind
  var agreement: Agreement
  var isOfNothing: Bool { id.isEmpty }

  /// What is the same for all; empty or 0 for read lines where only folding decides.
  struct Agreement: Hashable, Sendable {
    var program: String
    var rules = ""
    var rates = ""
    /// The columns of the derived tables.
    var columns = ""
    /// Which lines are accepted.
    var reading: String
    var zone: String
    var asOf: Int64 = 0
    var end: Int64 = 0
    /// Which key ids are hashed with; empty where they are not.
    var key: String
  }
}

extension PartLineBuilder {
  mutating func add(_ part: PartDescription) {
    begin(.part)
    add(PartFormat.version)
    for text in [part.id, part.place?.description ?? "", part.kind.rawValue] { add(text) }
    let agreement = part.agreement
    for text in [
      agreement.program, agreement.rules, agreement.rates, agreement.columns, agreement.reading,
      agreement.zone,
    ] { add(text) }
    add(agreement.asOf)
    add(agreement.end)
    add(agreement.key)
    end()
  }
}

extension PartDescription {
  static let fieldCount = 13

  /// Nil where the fields say no such thing. The format was looked at before.
  init?(_ fields: PartFields) throws {
    guard fields.count == Self.fieldCount, let kind = Kind(rawValue: try fields.text(3)) else {
      return nil
    }
    let place = try fields.text(2)
    id = try fields.text(1)
    self.place = PartPlace(place)
    self.kind = kind
    agreement = Agreement(
      program: try fields.text(4), rules: try fields.text(5), rates: try fields.text(6),
      columns: try fields.text(7), reading: try fields.text(8), zone: try fields.text(9),
      asOf: try fields.number(10), end: try fields.number(11), key: try fields.text(12))
    if !place.isEmpty, self.place == nil { return nil }
  }
}

/// A derived table as lines of a part: which columns make up the key, and what they are.
struct PartTable: Sendable {
  enum Kind: Sendable {
    case number
    /// The number of a string, which each database gives otherwise.
    case text
    /// Two fields: the dimension's name and the value.
    case segment
  }

  struct Column: Sendable {
    let name: String
    let kind: Kind
    /// Whether every row has a value in it.
    let isRequired: Bool

    static let segment = Column(name: "segment", kind: .segment, isRequired: true)

    init(_ column: DerivedColumn, isRequired: Bool) {
      self.init(
        name: column.name, kind: column.isText ? .text : .number, isRequired: isRequired)
    }

    private init(name: String, kind: Kind, isRequired: Bool) {
      (self.name, self.kind, self.isRequired) = (name, kind, isRequired)
    }
  }

  let name: String
  let columns: [Column]
  /// Of a table of facts.
  let fact: FactTable?

  init(_ table: FactTable) {
    name = table.name
    fact = table
    let keys = [table.keys.first, table.keys.second].compactMap(\.self)
    columns = keys.map { Column($0, isRequired: true) } + [.segment]
  }

  private init(_ name: String, _ columns: [Column]) {
    (self.name, self.columns, fact) = (name, columns, nil)
  }

  static let facts = FactTable.allCases.map { PartTable($0) }

  /// The tables with rows of customers that a report reads beside facts. `shared_transaction`,
  /// `latency_day` and `control_total` follow from these and the facts.
  static func rows(in database: Database) throws -> [PartTable] {
    try
      (CustomerTable.allCases.map { ($0.name, $0.columns) }
      + [("customer_member", ["user", "customer"])]).map { name, columns in
        let required = Set(
          try database.rows(
            """
            SELECT name FROM pragma_table_info('\(name)') WHERE "notnull" = 1 OR pk > 0
            """
          ) { $0.text(0) })
        return PartTable(
          name, columns.map { Column($0, isRequired: required.contains($0.name)) })
      }
  }

  /// The rows of the table; of facts by day, from which those by week and month follow.
  var query: String {
    let names = (columns.map(\.name) + (fact?.measures ?? [])).joined(separator: ", ")
    let days = fact?.isGrained == true ? " WHERE grain = \(Grain.day.rawValue)" : ""
    return "SELECT \(names) FROM main.\(name)\(days)"
  }

  /// How many fields the key has; of facts, the first names the measure.
  var fieldCount: Int {
    columns.reduce(fact == nil ? 0 : 1) { $0 + ($1.kind == .segment ? 2 : 1) }
  }
}
