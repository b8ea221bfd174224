import Feed
import SQLite
import Settings
import Timeline
import Values

/// What stands in a row of a derived table. Its columns are declared once, in
/// ``columns(of:in:to:)``: the table's definition and its rows both come from there.
protocol DerivedRow {
  static var table: CustomerTable { get }

  /// Hands over the columns in their order, keys first, the customer before all others: those of
  /// `row`, or only their names and types where there is none.
  static func columns<Columns: RowColumns>(
    of row: Self?, in context: RowContext?, to columns: inout Columns)
}

/// Whose row it is, which of this customer's, and where days begin.
struct RowContext {
  let customer: UserID
  let zone: Zone
  var number = 0

  /// In days since 1970-01-01, in the reporting time zone.
  func day(of time: Instant?) -> Int64? { time.map { Int64(zone.day(of: $0).number) } }
}

/// A column of a derived table of customers.
struct RowColumn {
  let column: DerivedColumn
  var isKey = false
  var isNullable = false
}

/// Takes the columns of a row: an array their values, ``TableDefinition`` the rest.
protocol RowColumns {
  mutating func add(_ column: @autoclosure () -> RowColumn, _ value: Int64?)
}

extension [Int64]: RowColumns {
  mutating func add(_ column: @autoclosure () -> RowColumn, _ value: Int64?) {
    append(value ?? Statement.null)
  }
}

extension RowColumns {
  mutating func key(_ name: String, _ value: Int64?) {
    add(RowColumn(column: DerivedColumn(stringLiteral: name), isKey: true), value)
  }

  mutating func keys(_ context: RowContext?) {
    key("customer", context?.customer)
    key("number", context.map { Int64($0.number) })
  }

  mutating func integer(_ name: String, _ value: Int64?, nullable: Bool = false) {
    add(RowColumn(column: DerivedColumn(stringLiteral: name), isNullable: nullable), value)
  }

  mutating func integer(_ name: String, _ value: Int?, nullable: Bool = false) {
    integer(name, value.map(Int64.init), nullable: nullable)
  }

  /// 0 or 1.
  mutating func flag(_ name: String, _ value: Bool?) { integer(name, value.map { $0 ? 1 : 0 }) }

  /// The number of a string, 0 for none.
  mutating func text(_ name: @autoclosure () -> String, _ value: StringID?) {
    add(RowColumn(column: .text(name())), value.map(Int64.init))
  }

  /// The number of the app, or -1 where apps are not told apart: no string has a number below 0.
  mutating func app(_ value: StringID??) {
    add(RowColumn(column: .text("app")), value.map { $0.map(Int64.init) ?? -1 })
  }

  /// 4 × the count + the unit, 0 without a period.
  mutating func period(_ value: Period??) {
    integer("period", value.map { Int64($0?.packed ?? 0) })
  }

  /// Milliseconds since 1970 in UTC.
  mutating func time(_ name: String, _ value: Instant?, nullable: Bool = false) {
    integer(name, value?.milliseconds, nullable: nullable)
  }

  /// Micro-units of the reporting currency, unless the name says original.
  mutating func amount(_ name: String, _ value: Amount?, nullable: Bool = false) {
    integer(name, value?.micros, nullable: nullable)
  }

  /// The key of a transaction, 0 for none.
  mutating func transaction(_ key: UInt64?, isKey: Bool = false) {
    add(RowColumn(column: "transaction_hash", isKey: isKey), key?.transactionNumber)
  }
}

/// What a derived table is made of.
struct TableDefinition: RowColumns {
  private var declared: [RowColumn] = []

  init<Row: DerivedRow>(of row: Row.Type) { Row.columns(of: nil, in: nil, to: &self) }

  mutating func add(_ column: @autoclosure () -> RowColumn, _ value: Int64?) {
    declared.append(column())
  }

  var columns: [DerivedColumn] { declared.map(\.column) }

  /// The statement that makes a table of this name.
  func statement(_ name: String) -> String {
    let columns = declared.map {
      "  \($0.column.name) INTEGER\($0.isNullable ? "" : " NOT NULL"),\n"
    }
    let keys = declared.filter(\.isKey).map(\.column.name)
    let options = keys.count > 1 ? "STRICT, WITHOUT ROWID" : "STRICT"
    return """
      CREATE TABLE \(name) (
      \(columns.joined())  PRIMARY KEY (\(keys.joined(separator: ", ")))
      ) \(options);

      """
  }
}
