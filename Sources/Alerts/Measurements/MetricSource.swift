import Metrics
import Settings
import Values

/// Where the figures of a rule stand, how those of several days become one, and what they are
/// called.
struct MetricSource: Sendable {
  /// How the figures of several days become one.
  enum Form: Sendable {
    /// Hours from the newest event to the end of the as-of day.
    case age
    /// A sum over a sum: a proportion.
    case share(SumTerm, of: SumTerm)
    /// A sum of counts or of money; the sample is a sum of counts, where one is known.
    case amount(String, sample: String?)
    /// What is so at the end of a day: that of the last one.
    case state(String)
    /// Milliseconds, told in seconds; of several days the worst one's.
    case percentile(String, sample: String)
    /// What cannot be added: that of the newest period.
    case single(String)
  }

  let name: String
  let form: Form
  let unit: Units.Kind
  /// The table without and with a segment.
  private(set) var table = ""
  private(set) var segmentTable = ""
  private(set) var settling = Table.Settling.atOnce
  /// What the sample counts.
  let cases: String
  /// The column that says in how many nights chance alone brings as much once.
  private(set) var nights: String?
  /// What the part of a share counts; nil of anything else.
  var counting: String? {
    guard case .share(let part, _) = form else { return nil }
    return part.columns.map { $0.replacing("_", with: " ") }.joined(separator: " and ")
  }

  /// `1 viewer`, `2,132 charges`, `1 renewal due`, `1 paid charge`: the noun of `cases` is the
  /// first word in the plural. Of two kinds, as `store errors and purchases`, one is none that
  /// could be named.
  func counted(_ number: Int64) -> String {
    var words = cases.split(separator: " ").map(String.init)
    guard number == 1, !words.contains("and"),
      let noun = words.firstIndex(where: { $0.hasSuffix("s") })
    else { return "\(grouped(number)) \(cases)" }
    words[noun].removeLast()
    return "1 " + words.joined(separator: " ")
  }
}

extension MetricSource {
  init(_ rule: AlertRule) {
    if rule.isOfProof {
      self.init(name: "Failed checks", form: .age, unit: .count, cases: "checks")
      return
    }
    guard let (file, name) = rule.figure.column else {
      self.init(name: "Age of the data", form: .age, unit: .hours, cases: "hours")
      return
    }
    guard let table = ReportSchema.table(file), let column = table.column(name) else {
      fatalError("the configuration lets a rule watch \(file).\(name), which is no figure")
    }
    let metric: AlertMetric? = if case .metric(let metric) = rule.figure { metric } else { nil }
    let form = Form(table, column, rule.filter)
    self.init(
      name: rule.title ?? metric?.title ?? rule.figure.name, form: form,
      unit: column.unit == .milliseconds ? .seconds : Units.Kind(column.kind), table: file,
      segmentTable: table.segmentTable(of: column), settling: column.settling,
      cases: metric?.cases ?? form.cases)
    nights = metric?.nights
  }

  /// Whether its cohorts go on changing until they are mature.
  var ripens: Bool {
    if case .share = form { Self.ripening.contains(table) } else { false }
  }

  private static let ripening = [
    FunnelSteps.schema.name, FunnelDays.schema.name, TrialCohorts.schema.name,
  ]

  /// Whether its table has segments of the days before those that mature last, too.
  var keepsRipening: Bool { table == FunnelDays.schema.name }

  /// Whether it is a proportion, which of no cases is unknown.
  var isShare: Bool {
    if case .share = form { true } else { false }
  }
}

// MARK: - What stands where

extension MetricSource.Form {
  /// Whether it is computed from rows of the rule's own keys alone.
  var hasOwnRow: Bool {
    if case .share(let part, let whole) = self {
      part.pinned.isEmpty && whole.pinned.isEmpty
    } else {
      true
    }
  }

  /// By what the declaration of a column says of it. `keys` is what the rule asks for.
  fileprivate init(_ table: TableSchema, _ column: Table.Column, _ keys: [String: String]) {
    if let (part, whole) = table.proportion(column, keys) {
      self = .share(part, of: whole)
    } else if let sample = column.sample {
      self = .percentile(column.name, sample: sample)
    } else if column.isState {
      self = .state(column.name)
    } else if column.isSummable {
      self = .amount(
        column.name, sample: column.kind == .count ? column.name : table.column("charges")?.name)
    } else {
      self = .single(column.name)
    }
  }

  /// The columns that the sample adds up, in words.
  fileprivate var cases: String {
    switch self {
    case .share(_, let whole): whole.columns.map(Self.words).joined(separator: " and ")
    case .amount(_, let sample?), .percentile(_, let sample): Self.words(sample)
    case .age, .amount, .state, .single: "cases"
    }
  }

  private static func words(_ column: String) -> String { column.replacing("_", with: " ") }
}

extension TableSchema {
  /// Some days' figures stand by segment in a table of their own.
  fileprivate func segmentTable(of column: Table.Column) -> String {
    guard let segments, ReportSchema.table(segments)?.column(column.name) != nil else {
      return name
    }
    return segments
  }
}
