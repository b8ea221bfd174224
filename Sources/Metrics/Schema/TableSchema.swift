import Settings
import Values

/// A table of the report: its rows' meaning, columns, source and rules.
package final class TableSchema: Sendable {
  /// The name of the CSV file without its ending.
  package let name: String
  /// One sentence: what a row is.
  package let meaning: String
  /// What it answers, as somebody would ask it.
  package let question: String
  package let topic: Topic
  package let columns: [Table.Column]
  /// The query that makes it, and the steps on the way that only it needs; none where Swift does.
  let query: [UInt8]?
  let steps: [Model]
  /// What is asked when a figure of a table that Swift makes is taken apart by customers.
  let partsQuery: String?
  /// Whether its rows are made of more than facts by segment (spend, referrals, steps on the way),
  /// so that the query is asked once for each customer when a figure is taken apart.
  let isAskedByCustomer: Bool
  /// What its customers have left on the days of a row; nil where that is not known.
  let traces: [Trace]?
  /// How its figures come about, where they are no sums over customers and the column does not say.
  let nonAdditive: NonAdditiveNote?
  /// Columns that are sums of others.
  let identities: [Identity]
  /// Figures of which the values of each dimension add up to the total.
  let additive: [String]
  let privacy: Privacy
  /// The heading of the guide to the definitions that explains its figures.
  package let guide: String?
  package let isWatchable: Bool
  /// By which alert rules can watch it; nil: the usual ones.
  package let dimensions: [String]?
  /// The dimension whose values make up everything; nil where rows tell of everything, as `all`.
  package let whole: String?
  /// The table that has the same figures by segment.
  package let segments: String?
  private let positions: [String: Int]

  /// What it is about: the section of the report where its figures are read.
  package enum Topic: String, Sendable {
    case mrr, churn, retention, trials, funnel, ltv, revenue, outlook, days, plans
    case paywalls, experiments, rollouts, todo, due, budget, costs, lifetimes, payouts, offers
    case complimentary, features, health, consent, doubts, quality
  }

  /// What becomes of the table where small groups are hidden.
  enum Privacy: Sendable {
    /// Counts and amounts of people, of which those of few are hidden.
    case figures
    /// Rows are single people or payments: all are left out.
    case list
    /// Tells of lines, not of people.
    case open
    /// Made anew of the tables that are shown.
    case recomputed
  }

  /// - Parameter noSums: why its figures cannot be added, neither over customers nor over rows, where a
  ///   column does not say itself. `nonAdditive` is of customers alone.
  init(
    _ name: String, _ meaning: String, question: String, topic: Topic, query: [UInt8]? = nil,
    steps: [Model] = [],
    columns: [any ReportColumn], traces: [Trace]? = nil, parts partsQuery: String? = nil,
    isAskedByCustomer: Bool = false, nonAdditive: NonAdditiveNote? = nil,
    identities: [Identity] = [],
    additive: [any ReportColumn] = [], privacy: Privacy = .figures, guide: String? = nil,
    isWatchable: Bool = true, dimensions: [Dimension]? = nil, whole: Dimension? = nil,
    segments: String? = nil, noSums note: String? = nil
  ) {
    self.name = name
    self.meaning = meaning
    self.question = question
    self.topic = topic
    self.query = query
    self.steps = steps
    self.columns = columns.map(\.definition).map { column in
      var column = column
      if column.role == .figure, let note, column.nonAdditive == nil {
        column.nonAdditive = NonAdditiveNote(note)
      }
      return column
    }
    self.partsQuery = partsQuery
    self.isAskedByCustomer = isAskedByCustomer
    self.traces = traces
    self.nonAdditive = nonAdditive
    self.identities = identities
    self.additive = additive.map(\.name)
    self.privacy = privacy
    self.guide = guide
    self.isWatchable = isWatchable
    self.dimensions = dimensions?.map(\.name)
    self.whole = whole?.name
    self.segments = segments
    positions = Dictionary(
      firstOf: columns.enumerated().map { ($1.name, $0) })
  }

  package func table(_ rows: [[Cell]] = []) -> Table {
    Table(name: name, columns: columns, rows: rows)
  }

  package var file: String { "\(name).csv" }

  package func column(_ name: String) -> Table.Column? { positions[name].map { columns[$0] } }

  /// The place of a column in a row; it has to be one of the declared ones.
  func index(of column: String) -> Int {
    guard let index = positions[column] else {
      fatalError("\(column) is missing in the list of the columns of \(name)")
    }
    return index
  }

  /// The columns that tell the rows apart: those in front that are no figure.
  package var keys: [Table.Column] { Array(columns.prefix(while: \.isKey)) }

  package func isKey(_ column: Table.Column) -> Bool { keys.contains(column) }

  package var time: Table.Column? { columns.first { $0.role == .time } }

  package var hasSegments: Bool { columns.contains { $0.role == .dimension } }
}

/// A column that is the sum of others of its row, and of the row before.
package struct Identity: Sendable {
  struct Part {
    let factor: Int64
    let column: String
    /// Taken from the row before, of the day before.
    var isBefore = false
  }

  let column: String
  let parts: [Part]
}

extension Column {
  /// A column as the sum of others. `since`: and of a column of the row of the day before.
  func sum(
    of plus: [any ReportColumn<Owner>], less minus: [any ReportColumn<Owner>] = [],
    times factor: Int64 = 1, since before: (any ReportColumn<Owner>)? = nil
  ) -> Identity {
    let first = before.map { [Identity.Part(factor: 1, column: $0.name, isBefore: true)] } ?? []
    return Identity(
      column: name,
      parts: first + plus.map { .init(factor: factor, column: $0.name) }
        + minus.map { .init(factor: -factor, column: $0.name) })
  }
}

/// Figures that are no sums over customers: how they come about, in words.
struct NonAdditiveNote: Sendable, Hashable {
  let words: String
  /// The column with the number of customers behind it, if there are any.
  let counted: String?

  init(_ words: String, of counted: String? = nil) {
    self.words = words
    self.counted = counted
  }
}
