import Reports
import Settings
import Values

/// The options that say which figures, and how logs are read.
extension OptionDeclaration {
  static let reports = OptionDeclaration(
    "--reports", "DIR", default: "reports, or shared with --share",
    help: "The folder of all reports",
    expected: "a path", take: path { $0.reports = $1 })

  static let share = OptionDeclaration(
    "--share",
    help: "Hide numbers about few people (privacy.smallestCell), to show the rest to others"
  ) {
    $0.isShared = true
  }

  static let reportMode = OptionDeclaration(
    "--report-mode", "MODE", default: "0644",
    help: "Who may read the reports: \(modes) (everybody, the group, the owner)",
    expected: "one of \(modes)"
  ) { options, text in
    guard let mode = ReportMode(rawValue: text) else { return false }
    options.reportMode = mode
    return true
  }

  static let asOf = OptionDeclaration(
    "--as-of", "DAY", default: "yesterday",
    help: "The last day to know of: YYYY-MM-DD, yesterday (in the reporting zone) or newest",
    expected: "YYYY-MM-DD, yesterday or newest", choices: ["yesterday", "newest"]
  ) { options, text in
    guard let asOf = AsOf(text) else { return false }
    options.asOf = asOf
    options.isAsOfGiven = true
    return true
  }

  static let format = OptionDeclaration(
    "--format", "LIST", default: "all of them",
    help: "Which forms to write: \(formats), with commas between",
    expected: "some of \(formats)", choices: ReportForm.allCases.map(\.rawValue)
  ) { options, text in
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let known = names.compactMap { ReportForm(rawValue: String($0)) }
    options.formats = Set(known)
    return known.count == names.count && options.formats.count == names.count
  }

  static let dialect = OptionDeclaration(
    "--dialect", "NAME", default: "what the configuration says",
    help: "How the logs are written: \(dialects)", expected: "one of \(dialects)",
    choices: IngestSettings.Dialect.allCases.map(\.rawValue)
  ) { options, text in
    options.dialect = IngestSettings.Dialect(rawValue: text)
    return options.dialect != nil
  }

  static let csvDialect = OptionDeclaration(
    "--csv-dialect", "NAME", default: "plain",
    help: "How CSV files are written: \(csvDialects) (a byte-order mark and CRLF)",
    expected: "one of \(csvDialects)", choices: CSVWriter.Dialect.allCases.map(\.rawValue)
  ) { options, text in
    guard let dialect = CSVWriter.Dialect(rawValue: text) else { return false }
    options.report.csvDialect = dialect
    return true
  }

  static let charts = OptionDeclaration(
    "--charts", "NAME", default: "files",
    help: "How summary.md shows pictures: \(pictures)",
    expected: "one of \(pictures)",
    choices: ReportOptions.MarkdownCharts.allCases.map(\.rawValue)
  ) { options, text in
    guard let charts = ReportOptions.MarkdownCharts(rawValue: text) else { return false }
    options.report.markdownCharts = charts
    return true
  }

  static let again = OptionDeclaration(
    "--again", help: "Read files again that were read before, as after a change of eventNames"
  ) {
    $0.readsAgain = true
  }

  static let customer = OptionDeclaration(
    "--customer", "ID", default: "everybody",
    help: "Only the events of one person, by any id that the log knows", expected: "an id",
    take: path { $0.customer = $1 })

  static let purgedCustomer = OptionDeclaration(
    "--customer", "ID", help: "One person, by any id that the log knows", expected: "an id",
    take: path { $0.customer = $1 })

  static let purgedBefore = OptionDeclaration(
    "--before", "DAY",
    help: "Everybody whose last event and last access are before that day, and rejected lines "
      + "that were read before it",
    expected: "YYYY-MM-DD"
  ) { options, text in
    options.before = Day(text)
    return options.before != nil
  }

  static let threads = number(
    "--threads", "N", in: 1...256, default: "one for each processor",
    help: "How many threads work at once"
  ) { $0.threads = $1 }

  static let memory = number(
    "--memory", "MB", in: 64...1_048_576, default: "512", help: "About how much memory to use"
  ) { $0.memory = $1 }

  private static let modes = ReportMode.allCases.map(\.rawValue).joined(separator: ", ")
  private static let formats = ReportForm.allCases.map(\.rawValue).joined(separator: ",")
  private static let csvDialects = CSVWriter.Dialect.allCases.map(\.rawValue).joined(
    separator: ", ")
  private static let pictures = ReportOptions.MarkdownCharts.allCases.map(\.rawValue).joined(
    separator: ", ")
  private static let dialects = IngestSettings.Dialect.allCases.map(\.rawValue).joined(
    separator: ", ")
}

extension AsOf {
  /// Nil for what is neither a day that exists nor one of the words.
  init?(_ text: String) {
    switch text {
    case "yesterday": self = .yesterday
    case "newest": self = .newest
    default:
      guard let day = Day(text) else { return nil }
      self = .day(day)
    }
  }
}
