import Metrics
import Values

/// `run.json`: which program, configuration and inputs the figures come from. It says
/// nothing of the clock or the machine, so that the same inputs give the same file. An input is a
/// line; those that have not changed since an older run stand behind the others, and are counted
/// together, too.
///
/// It is written last and lists the files of the folder: what it does not list is somebody else's.
/// The hashes of the CSV files say what was published: receipts rest on them.
struct RunFile: Report {
  static let fileName = "run.json"
  static let program = "runrate"
  let name = RunFile.fileName
  /// The report that this one takes the place of.
  var replaced: PublishedRun?

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let tables = folder.files.filter { $0.hasPrefix("csv/") && $0.hasSuffix(".csv") }
    let hashes = try tables.map { name in
      PublishedRun.Hash(name, hexadecimal(SHA256.digest(try readFile(folder.path(name)))))
    }
    let page = json(figures, files: folder.files, hashes).page
    try folder.write(Array(page.utf8), to: name)
  }

  func json(_ figures: Figures, files: [String], _ hashes: [PublishedRun.Hash] = []) -> JSONValue {
    let report = PublishedRun.hash(of: hashes)
    let replaced = (replaced?.versions ?? []).filter { $0.report != report }
    return .members([
      "program": .string(Self.program), "version": .string(figures.version),
      "configuration": .string(figures.configurationHash),
      "as_of": .string(figures.asOf.description), "timezone": .string(figures.zone),
      "currency": .string(figures.currency), "first_day": .text(figures.firstDay?.description),
      "newest_event": .text(figures.newestEvent?.iso8601),
      "trial_grace_days": .number(figures.trialGraceDays),
      "trial_days": .number(figures.trialLengths.max() ?? 0),
      "renewal_tolerance_days": .number(figures.renewalToleranceDays),
      "maturing_days": .number(figures.maturingDays),
      "smallest_cell": .integer(figures.smallestCell),
      "hidden_below": figures.hiddenBelow.map { .integer($0) },
      "checks": .object(
        Check.Result.allCases.map {
          JSONValue.Member($0.key, .number(figures.checks.count(of: $0)))
        }),
      "unproven": figures.unproven.isEmpty
        ? nil : .array(figures.unproven.sorted().map { .string($0) }),
      "proofs": .array(figures.checks.map { .onOneLine($0.proof) }),
      "inputs": .array(inputs(figures).map { .onOneLine($0.json) }),
      "unchanged": .onOneLine(unchanged(figures)),
      "files": .array(files.map { .string($0) }),
      "hashes": .object(hashes.map { JSONValue.Member($0.file, .string($0.digits)) }),
      "report": .string(report),
      "replaced": replaced.isEmpty ? nil : .array(replaced.map { .onOneLine($0.json) }),
    ])
  }

  private func inputs(_ figures: Figures) -> [InputSummary] {
    figures.inputs.filter { $0.status != .unchanged }
      + figures.inputs.filter { $0.status == .unchanged }
  }

  private func unchanged(_ figures: Figures) -> JSONValue {
    let old = figures.inputs.filter { $0.status == .unchanged }
    func sum(_ lines: KeyPath<InputSummary, Int>) -> JSONValue {
      .number(old.reduce(0) { $0 + $1[keyPath: lines] })
    }
    return .members([
      "inputs": .number(old.count), "read": sum(\.read), "accepted": sum(\.accepted),
      "duplicate": sum(\.duplicate), "ignored": sum(\.ignored), "rejected": sum(\.rejected),
    ])
  }
}

extension Check {
  /// Which columns it looks at, and what became of it.
  fileprivate var proof: JSONValue {
    .members([
      "check": .string(name), "result": .string(result.key),
      "columns": .array(columns.sorted().map { .string($0) }),
    ])
  }
}

extension PublishedRun.Version {
  fileprivate var json: JSONValue {
    .members([
      "report": .string(report), "version": .string(version),
      "configuration": .string(configuration),
    ])
  }
}

extension InputSummary {
  fileprivate var json: JSONValue {
    .members([
      "path": .string(path), "status": .string(status.rawValue),
      "bytes": bytes.map { .integer($0) } ?? .null, "hash": .text(hash),
      "read": .number(read), "accepted": .number(accepted), "duplicate": .number(duplicate),
      "ignored": .number(ignored), "rejected": .number(rejected),
    ])
  }
}
