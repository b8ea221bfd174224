package import Values

/// One table of figures, as every output format takes it: a CSV file, a sheet, a section.
package struct Table: Sendable {
  /// The name of the CSV file without its ending, and of everything made from it: `daily`.
  package let name: String
  package let columns: [Column]
  /// As many cells as columns in each row; rows stand in the order in which they are written.
  package var rows: [[Cell]]

  package init(name: String, columns: [Column], rows: [[Cell]] = []) {
    self.name = name
    self.columns = columns
    self.rows = rows
  }

  /// What the cells of a column are, and so how they are written.
  package enum Kind: String, Sendable, CaseIterable {
    /// Text from a closed list or from the log; the only kind that can carry foreign text.
    case text
    case count
    /// Reporting currency, two decimals.
    case money
    /// A proportion, six decimals.
    case rate
    /// A computed number that is neither count nor money, six decimals.
    case number
    /// `YYYY-MM-DD`.
    case day
    /// `YYYY-MM`.
    case month
    /// `YYYY-MM-DD` or `YYYY-MM`, by the row's grain.
    case period
    /// `1` or `0`.
    case flag
  }
}

/// One value of a table; `missing` is unknown, and is written as nothing, never as 0.
package enum Cell: Sendable, Hashable {
  case missing
  case text(String)
  case count(Int64)
  case money(Amount)
  case rate(Rate)
  case day(Day)
  case month(Month)
  case flag(Bool)
}
