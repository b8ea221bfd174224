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

extension Table.Kind {
  /// Whether a column of this kind can hold `cell`. Any can be missing.
  package func holds(_ cell: Cell) -> Bool {
    switch (self, cell) {
    case (_, .missing), (.text, .text), (.count, .count), (.money, .money), (.rate, .rate),
      (.number, .rate), (.number, .count), (.day, .day), (.month, .month), (.period, .day),
      (.period, .month), (.flag, .flag):
      true
    default: false
    }
  }
}

/// Values from the log as reports name them: no longer than a line of a table can bear.
enum Label {
  /// In characters.
  static let limit = 64

  /// `text`, or its beginning with a mark of the whole where it is too long: two long values that
  /// begin alike stay two, and a value has the same name in every file of every report.
  static func shortened(_ text: String) -> String {
    guard text.utf8.count > limit, isLong(text) else { return text }
    let mark = String(UInt32(truncatingIfNeeded: hash(text)), radix: 16)
    let start = text.unicodeScalars.prefix(limit * 2)
    return String(start).prefix(limit - 9) + "…" + padding(mark) + mark
  }

  /// A character can be made of any number of scalars.
  private static func isLong(_ text: String) -> Bool {
    text.count > limit || text.unicodeScalars.count > limit * 2
  }

  private static func hash(_ text: String) -> UInt64 {
    Array(text.utf8).withUnsafeBytes { stableHash($0) }
  }

  private static func padding(_ mark: String) -> String {
    String(repeating: "0", count: 8 - mark.count)
  }
}
