/// What an alert rule watches: one of the named metrics, or a column of a CSV file.
package enum AlertFigure: Sendable, Hashable {
  case metric(AlertMetric)
  case column(file: String, name: String)

  /// As the configuration writes it: `renewalRate`, `churn.churn_rate`.
  package var name: String {
    switch self {
    case .metric(let metric): metric.name
    case .column(let file, let column): "\(file).\(column)"
    }
  }

  /// Where the figure stands; nil for the age of the data, which is in no file.
  package var column: (file: String, name: String)? {
    switch self {
    case .metric(let metric): metric.column
    case .column(let file, let name): (file, name)
    }
  }
}

/// The CSV files as a rule may ask for their figures. The contract of the files stands in a target
/// that this one cannot see; whoever reads a configuration hands it in.
package struct FigureCatalogue: Sendable {
  /// How time goes by in a file.
  package enum Pace: Sendable {
    /// A row of a segment for every day.
    case daily
    /// Rows by day, week and month.
    case grained
    /// A row of a segment for every month.
    case monthly
    /// What is now.
    case still
  }

  package struct File: Sendable {
    package let name: String
    package let pace: Pace
    /// The columns that are figures.
    package let columns: [String]
    /// By what its rows can be split: the values of its column `dimension`.
    package let dimensions: [String]
    /// The other columns that tell rows apart and that a rule may name.
    package let keys: [String]
    /// Those of them without which rows cannot be told apart or added.
    package let demanded: [String]

    package init(
      name: String, pace: Pace, columns: [String], dimensions: [String], keys: [String],
      demanded: [String]
    ) {
      self.name = name
      self.pace = pace
      self.columns = columns
      self.dimensions = dimensions
      self.keys = keys
      self.demanded = demanded
    }
  }

  package let files: [File]

  package init(files: [File] = []) { self.files = files }

  package func file(_ name: String) -> File? { files.first { $0.name == name } }

  /// Every name that a rule can give, the named metrics first.
  var names: [String] {
    AlertMetric.allCases.map(\.name)
      + files.flatMap { file in file.columns.map { "\(file.name).\($0)" } }
  }
}
