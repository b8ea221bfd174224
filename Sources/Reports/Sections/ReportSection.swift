import Metrics

/// A part of the report with a heading of its own. It is declared once, in ``all``: the page shows
/// the whole of it, `details.md` its tables in short and its pictures as files. A section without
/// any rows is left out of both.
struct ReportSection: Sendable {
  /// Distinct, of letters: the page's anchor is `s-<id>`.
  let id: String
  let title: String
  /// The title in a word or two, for the page's navigation: all of them fit on two lines.
  let short: String
  let parts: [Part]
  /// What it shows, in a few words behind its title; nil where that cannot be told.
  let finding: @Sendable (Figures) -> String?

  init(
    _ id: String, _ title: String, short: String? = nil, _ parts: [Part],
    finding: @escaping @Sendable (Figures) -> String? = { _ in nil }
  ) {
    self.finding = finding
    self.id = id
    self.title = title
    self.short = short ?? title
    self.parts = parts
  }

  enum Part: Sendable {
    case exhibit(Exhibit)
    case tables(Tables)
    /// Lines above the tables; `isEnough`: they make a section without any rows, too.
    case remarks(isEnough: Bool = false, @Sendable (Figures) -> [Remark])
    /// Words and what they mean; the page alone shows them.
    case terms(@Sendable () -> [(term: String, meaning: String)])
  }

  /// A sentence, and whether it says that something is wrong.
  struct Remark: Sendable {
    /// What it is about, in bold; empty = nothing in particular.
    var lead = ""
    var text: String
    var isBad = false

    /// A sentence that may not be there.
    static func told(_ text: String?) -> [Remark] { text.map { [Remark(text: $0)] } ?? [] }
  }
}

/// A picture with a table of the same numbers.
struct Exhibit: Sendable {
  /// Table beside picture; picture over folded table; or both folded.
  enum Layout: Sendable { case beside, wide, folded }

  /// The picture's id in the page, and its file's name: `charts/<name>.svg`.
  let name: String
  let chart: @Sendable (Figures) -> any Chart
  /// Whether it is a file of its own, and so in the summary, too.
  var isFile = false
  var layout = Layout.beside
  /// What the table is of; the picture's title where it is empty.
  var caption = ""
  /// At most so many rows; nil: only the picture's numbers, on the page.
  var table: (@Sendable (Figures, Int) -> FigureTable)?
}

/// The pictures of the exhibits, each a function of figures in the file of its section.
enum ReportCharts {}

/// Tables without a picture.
struct Tables: Sendable {
  let caption: String
  /// Whether the page shows them only when asked to.
  var isFolded = false
  /// So many rows at most, in the summary and in the page.
  var lengths = (summary: 6, page: 60)
  let make: @Sendable (Figures, Int) -> [FigureTable]
}

extension ReportSection.Part {
  /// One table with at most so many rows, in the summary and in the page.
  static func table(
    _ caption: String, isFolded: Bool = false, lengths: (summary: Int, page: Int) = (6, 60),
    _ make: @escaping @Sendable (Figures, Int) -> FigureTable
  ) -> Self {
    .tables(Tables(caption: caption, isFolded: isFolded, lengths: lengths) { [make($0, $1)] })
  }

  /// One table that is as long as it is.
  static func table(
    _ caption: String, isFolded: Bool = false, _ make: @escaping @Sendable (Figures) -> FigureTable
  ) -> Self {
    .tables(Tables(caption: caption, isFolded: isFolded) { figures, _ in [make(figures)] })
  }

  /// Remarks of a sentence each; nothing where they are empty.
  static func sentences(_ make: @escaping @Sendable (Figures) -> [String]) -> Self {
    .remarks { make($0).filter { !$0.isEmpty }.map { ReportSection.Remark(text: $0) } }
  }

  /// Remarks alone mostly make no section.
  var makesSection: Bool {
    if case .remarks(let isEnough, _) = self { isEnough } else { true }
  }
}

extension ReportSection {
  /// Where renderers of Markdown put its heading.
  var anchor: String {
    title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " }.replacing(" ", with: "-")
  }

  /// Whether it shows figures: words and what they mean are none.
  var hasRows: Bool {
    parts.contains { part in
      switch part {
      case .exhibit, .tables: true
      case .remarks, .terms: false
      }
    }
  }

  /// The pictures that are files, in the order of the sections.
  static var files: [Exhibit] {
    all.flatMap(\.parts).compactMap { part in
      if case .exhibit(let exhibit) = part, exhibit.isFile { exhibit } else { nil }
    }
  }
}
