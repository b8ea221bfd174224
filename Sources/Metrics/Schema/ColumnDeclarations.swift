package import Values

// How columns are declared. The meaning is one sentence in plain words.

extension ReportTable {
  /// Text that tells something of the row.
  static func text(_ name: String, _ meaning: String) -> Column<Self, String> {
    Column(name, .text, meaning, .detail)
  }

  /// Text that tells the row from others.
  static func key(_ name: String, _ meaning: String) -> Column<Self, String> {
    Column(name, .text, meaning, .key)
  }

  /// Text without which rows cannot be added: an alert rule has to say it.
  static func requiredKey(_ name: String, _ meaning: String) -> Column<Self, String> {
    Column(name, .text, meaning, .requiredKey)
  }

  /// Text beside a key that says the same in words.
  static func label(_ name: String, _ meaning: String) -> Column<Self, String> {
    Column(name, .text, meaning, .label)
  }

  /// Text that tells figures.
  static func sentence(_ name: String, _ meaning: String) -> Column<Self, String> {
    Column(name, .text, meaning, .sentence)
  }

  /// A number that tells the row from others: an age, a step. An alert rule has to say it.
  static func position(_ name: String, _ meaning: String, _ unit: Table.Unit? = nil)
    -> Column<Self, Int64>
  {
    Column(name, .count, meaning, .requiredKey).in(unit)
  }

  /// The day, or month, that a row is about.
  static func time(day name: String, _ meaning: String) -> Column<Self, Day> {
    Column(name, .day, meaning, .time)
  }

  static func time(month name: String, _ meaning: String) -> Column<Self, Month> {
    Column(name, .month, meaning, .time)
  }

  /// A day that is no key.
  static func day(_ name: String, _ meaning: String) -> Column<Self, Day> {
    Column(name, .day, meaning, .detail)
  }

  static func flag(_ name: String, _ meaning: String) -> Column<Self, Bool> {
    Column(name, .flag, meaning)
  }

  /// How many people, payments or other cases.
  static func count(_ name: String, _ meaning: String) -> Column<Self, Int64> {
    Column(name, .count, meaning)
  }

  /// In the reporting currency.
  static func money(_ name: String, _ meaning: String) -> Column<Self, Amount> {
    Column(name, .money, meaning)
  }

  /// A number that is neither count nor money: made in Swift, not by a quotient.
  static func number(_ name: String, _ meaning: String) -> Column<Self, Rate> {
    Column(name, .number, meaning)
  }

  /// A count, or another number, whichever the figure is that the row is about.
  static func countOrNumber(_ name: String, _ meaning: String) -> Column<Self, Cell> {
    Column(name, .number, meaning)
  }

  /// A proportion that is made in Swift.
  static func rate(_ name: String, _ meaning: String) -> Column<Self, Rate> {
    Column(name, .rate, meaning)
  }

  /// A column that only the query has. `sum`: the columns of the file that it is the sum of.
  static func hidden(
    _ name: String, _ kind: Table.Kind = .count, sum: [any ReportColumn<Self>] = []
  ) -> Column<Self, Int64> {
    var column = Column<Self, Int64>(name, kind, "")
    column.definition.addends = sum.map(\.name)
    return column
  }
}

// MARK: - What is computed from columns of the query

extension ReportTable {
  /// A proportion.
  static func ratio(
    _ name: String, _ part: any ReportColumn<Self>, over whole: any ReportColumn<Self>,
    _ meaning: String
  ) -> Column<Self, Rate> {
    Column(name, .rate, meaning).computed(.ratio(part.definition, whole.definition))
  }

  /// A quotient that is no proportion.
  static func quotient(
    _ name: String, _ part: any ReportColumn<Self>, over whole: any ReportColumn<Self>,
    _ meaning: String
  ) -> Column<Self, Rate> {
    Column(name, .number, meaning).computed(.ratio(part.definition, whole.definition))
  }

  /// `low` and `high`, the ends of the Wilson 95 % interval of a proportion; `whose` interval: "its".
  static func wilson(
    _ part: any ReportColumn<Self>, of whole: any ReportColumn<Self>, _ whose: String,
    suffix: String = ""
  ) -> (low: Column<Self, Rate>, high: Column<Self, Rate>) {
    let (part, whole) = (part.definition, whole.definition)
    func end(_ name: String, _ which: String) -> Column<Self, Rate> {
      Column(name + suffix, .rate, "\(which) end of \(whose) 95 % interval (Wilson).")
    }
    return (
      end("low", "Lower").computed(.low(part, whole)),
      end("high", "Upper").computed(.high(part, whole))
    )
  }

  /// An amount ÷ a count.
  static func average(
    _ name: String, _ amount: any ReportColumn<Self>, over count: any ReportColumn<Self>,
    _ meaning: String
  ) -> Column<Self, Amount> {
    Column(name, .money, meaning).computed(.average(amount.definition, count.definition))
  }

  /// amount × part ÷ whole × left ÷ all.
  static func expected(
    _ name: String, _ end: Expectation, of amount: any ReportColumn<Self>,
    at part: any ReportColumn<Self>, over whole: any ReportColumn<Self>,
    left: any ReportColumn<Self>, of all: any ReportColumn<Self>, _ meaning: String
  ) -> Column<Self, Amount> {
    Column(name, .money, meaning).computed(
      .expected(end, [amount, part, whole, left, all].map(\.definition)))
  }

  /// The integer of a customer, or the hash of a transaction, as text that does not tell which.
  static func pseudonym(
    _ name: String, _ kind: Pseudonym = .customer, of id: String, _ meaning: String
  ) -> Column<Self, String> {
    Column(name, .text, meaning, .key).computed(.pseudonym(kind, id))
  }
}

// MARK: - What else is known of a column

extension Column {
  /// What is so at the end of a day: of several days the last one counts.
  var state: Self { with { $0.isState = true } }

  /// How long something takes or is ago: it counts nobody.
  func `in`(_ unit: Table.Unit?) -> Self { with { $0.unit = unit } }

  /// A figure of statistics: it counts nobody, and is no sum over customers.
  var statistic: Self { with { $0.isStatistic = true } }

  /// No customer has a part in it: it stands in many rows alike, or was spent.
  var nonCustomer: Self { with { $0.isOfCustomers = false } }

  /// For a hidden column: it follows from what its row shows, or is of no people.
  var impliedByRow: Self { with { $0.isImpliedByRow = true } }

  /// What its customers have left on the row's days, where that is less than the table says.
  func of(_ traces: Trace...) -> Self { with { $0.traces = traces } }

  /// The total's, in the rows of all segments.
  var ofTotal: Self { with { $0.usesTotal = true } }

  /// When nothing can change it any more.
  func settles(_ settling: Table.Settling) -> Self { with { $0.settling = settling } }

  /// No sum over customers, and why. `counted`: how many it was computed from.
  func nonAdditive(_ words: String, of counted: (any ReportColumn<Owner>)? = nil) -> Self {
    with { $0.nonAdditive = NonAdditiveNote(words, of: counted?.name) }
  }

  /// The value of a rank among many; `sample`: how many were looked at.
  func rank(
    among counted: any ReportColumn<Owner>, sample: (any ReportColumn<Owner>)? = nil
  ) -> Self {
    with {
      $0.nonAdditive = NonAdditiveNote(
        "a rank among many values, nearest rank; it is no sum", of: counted.name)
      $0.sample = sample?.name
    }
  }

  /// The same figure of another row: the one whose key is a step before, or the first one.
  func ofRow(_ other: Table.OtherRow) -> Self { with { $0.otherRow = other } }

  func computed(_ computation: Computation) -> Self { with { $0.computation = computation } }

  private func with(_ change: (inout Table.Column) -> Void) -> Self {
    var column = self
    change(&column.definition)
    return column
  }
}

// MARK: - Columns that many tables share

/// Rows are about a month.
package protocol ByMonth: ReportTable {}
/// Rows are about a segment, the total among them.
package protocol BySegment: ReportTable {}
/// Rows are about days, weeks and months.
package protocol ByGrain: ReportTable {
  static var grain: Column<Self, String> { get }
}
/// Rows are about what began in a day, week or month.
package protocol ByCohort: ByGrain {}

extension ByMonth {
  package static var month: Column<Self, Month> { time(month: "month", "The calendar month.") }
}

extension BySegment {
  package static var dimension: Column<Self, String> {
    Column(
      "dimension", .text, "What the segment is made by: `tier`, `country` …; `all`.", .dimension)
  }
  package static var value: Column<Self, String> {
    Column(
      "value", .text, "Which segment: `family`, `DE` …; `all`; `(none)` where unknown.", .value)
  }
}

extension ByCohort {
  package static var grain: Column<Self, String> {
    Column("grain", .text, "How long the cohort's period is: `day`, `week` or `month`.", .grain)
  }
  package static var cohort: Column<Self, Cell> {
    Column("cohort", .period, "The day, the week's Monday, or the month of the start.", .time)
  }
}

extension ReportTable {
  /// When, where a row can also be about the trailing 30 days.
  static func timeText(_ name: String, _ meaning: String) -> Column<Self, String> {
    Column(name, .text, meaning, .time)
  }

  /// A day, a week's Monday or a month, by the row's grain.
  static func time(period name: String, _ meaning: String) -> Column<Self, Cell> {
    Column(name, .period, meaning, .time)
  }

  static func grainOfPeriod(_ meaning: String) -> Column<Self, String> {
    Column("grain", .text, meaning, .grain)
  }

  static func segmentDimension(_ meaning: String) -> Column<Self, String> {
    Column("dimension", .text, meaning, .dimension)
  }

  static func segmentValue(_ meaning: String) -> Column<Self, String> {
    Column("value", .text, meaning, .value)
  }

  static func monthIsOver() -> Column<Self, Bool> {
    flag("complete", "1 when the month is over at the as-of day.")
  }
}
