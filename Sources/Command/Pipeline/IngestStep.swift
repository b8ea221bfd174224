import Feed
import Profiling
import Reports
import Settings
import Store
import Values

extension Session {
  /// READ and STORE: takes the logs of the options into the database. Call inside a transaction.
  func ingest() throws -> Ingest.Outcome {
    try requireRightClock()
    if options.trustsClock { try store.forget(after: settings.timezone.day(of: now)) }
    try takeKey()
    let found = try during("looking for logs") { try logs() }
    UnreadFiles(found?.others ?? [], options, settings).map { console.alarm($0.text) }
    let files = found?.logs ?? []
    let rules = try during("reading the configuration") {
      try settings.readingRules(options, now: now)
    }
    let progress = ReadingProgress(files, console)
    defer { progress.clear() }
    return try during("reading the logs") {
      try Ingest(
        store, strings: strings, zone: settings.timezone,
        memory: options.memoryBytes / 4, configured: settings.namesOfThings
      ).run(
        files, findingAnew: { try logs()?.logs ?? [] },
        rules: rules,
        again: options.readsAgain, allowed: settings.ingest.maxRejectedShare, threads: threads,
        version: Program.version, reading: settings.ingestFingerprint,
        progress: progress.callback)
    }
  }

  /// The logs of the options. Nobody may have been dealt out to a part: it has none.
  private func logs() throws -> FoundInputs? {
    do {
      return try FoundInputs(options.logs)
    } catch {
      guard error.kind == .noLogs, dealt != nil else { throw error }
      return nil
    }
  }

  /// Throws where the clock is before the last run: a slow clock would reject the present.
  func requireRightClock() throws {
    guard !options.trustsClock, let last = try store.newestRunStart(),
      now < last - Self.clockTolerance
    else { return }
    throw Failure(
      "this machine's clock says \(now.iso8601), which is before the last run, of "
        + "\(last.iso8601): nothing was read",
      hint: "set the clock right (timedatectl); if it is right now and was ahead then, pass "
        + "--trust-clock once", exit: .badData)
  }

  /// By how much a clock may be set back between two runs.
  private static let clockTolerance = TimeSpan.hours(1)

  /// Says what the run read, and warns of what was refused.
  func tell(_ outcome: Ingest.Outcome) {
    let run = outcome.run
    console.note(
      "read \(grouped(Int64(run.linesRead))) lines: \(grouped(Int64(run.accepted))) accepted, "
        + "\(grouped(Int64(run.duplicate))) duplicate, \(grouped(Int64(run.ignored))) ignored, "
        + "\(grouped(Int64(run.rejected))) rejected")
    if run.rejected > RejectWriter.limit {
      console.warn(
        "\(grouped(Int64(RejectWriter.limit))) of the \(grouped(Int64(run.rejected))) rejected lines are "
          + "kept, the others are only counted")
    }
    if let suspectedFormat = outcome.suspectedFormat, !run.hasFailed {
      console.warn(suspectedFormat.text)
    }
    if !outcome.alsoRead.isEmpty {
      console.note(
        "everything was read again, also what was not named: "
          + outcome.alsoRead.joined(separator: ", "))
    }
    outcome.warnings(now).forEach(console.warn)
    for input in outcome.inputs {
      if case .refused(let refusal) = input.result.status {
        console.alarm("\(input.result.file.path) was refused whole: \(refusal.text)")
      }
    }
  }
}

extension Ingest.Outcome {
  /// What may be wrong with lines, or with how they were read.
  fileprivate func warnings(_ now: Instant) -> [String] {
    [
      wantsReadingAgain
        ? "lines were read before under another configuration (such as eventNames or fieldNames), and "
          + "keep what they meant then: \"runrate ingest --again LOGS\" reads all of them anew"
        : nil,
      futureWarning(now), TimeForms.warning(of: lines(rejectedFor: .badTime)), unreadMoney,
      deadPaths, uninvoiced, unknownPayments,
    ].compactMap(\.self) + inputs.compactMap(\.result.lineEndWarning)
  }

  private func futureWarning(_ now: Instant) -> String? {
    guard futureLines > 0 else { return nil }
    return
      (futureLines == 1
      ? "1 line was rejected because it is"
      : "\(grouped(Int64(futureLines))) lines were rejected because they are")
      + " more than 48 hours ahead of this machine's clock, which says \(now.iso8601): is it "
      + "right? What holds them is read again when it is late enough"
  }
}

extension Settings {
  /// What decides about a line: the configuration, and what the options say of it.
  func readingRules(_ options: Options, now: Instant) throws -> ReadingRules {
    var rules = ReadingRules(
      names: names, fieldNames: fieldNames,
      dialect: options.dialect ?? ingest.dialect,
      noIDs: PlaceholderIDs(besides: ingest.noIDs, except: ingest.realIDs),
      timesWithoutZone: ingest.timesWithoutZone, signatures: try signatureRules(), now: now)
    // Whoever writes to a pipe may have been started a moment ago.
    rules.patience = TimeSpan(milliseconds: Int64(max(1, options.wait)) * 1000)
    rules.defaultGraceDays = catalogue.defaults.graceDays
    for product in catalogue.products { rules.graceDays[product.id] = product.graceDays }
    return rules
  }

  /// How signed lines are judged, once every root is one that OpenSSL can begin a path at.
  private func signatureRules() throws -> SignatureRules {
    for root in appStore.roots where !SignatureRules.canTrust(root.certificate) {
      throw root.isUnusable
    }
    return SignatureRules(
      verifies: appStore.verifies, roots: appStore.roots.map(\.certificate),
      bundleIDs: appStore.bundleIDs)
  }

  /// The names of events that lines may use.
  private var names: EventNames {
    let canonical = EventKind.allCases.map(\.canonicalName)
    return EventNames(eventNames: eventNames, funnelEvents: ownEvents(besides: canonical))
  }
}

extension Ingest.Outcome {
  /// Whether a file could not be read to its end.
  var hasRefusals: Bool { inputs.contains(where: \.result.isRefused) }

  /// Of unreadable values of money and MRR; nil without any.
  fileprivate var unreadMoney: String? {
    UnreadMoney(lines(\.mistyped).map { ($0.key, Int64($0.value)) }).map {
      "\($0.text). \($0.remedy)"
    }
  }

  /// What is said of paths in `fieldNames` that lead nowhere in any line; nil where all are found.
  fileprivate var deadPaths: String? {
    let dead = lines { $0.read > 0 ? $0.paths : [:] }.filter { $0.value == 0 }.keys.sorted()
    return dead.isEmpty
      ? nil
      : "no line has \(dead.joined(separator: ", ")), which fieldNames names: a path is written from "
        + "the top of the line, such as event_properties.plan"
  }

  /// What is said of payments that no invoice asked for; nil without any.
  fileprivate var uninvoiced: String? {
    let ignored = lines(\.ignored)
    let payments = UninvoicedPayments.count { Int64(ignored[$0] ?? 0) }
    return payments == 0
      ? nil : "\(UninvoicedPayments.text(payments)); \(UninvoicedPayments.remedy)"
  }

  /// What is said of lines with a price whose events are unknown, and look like ones that move money.
  fileprivate var unknownPayments: String? {
    let lines = self.lines(\.ignoredPrices)
    let alike = lines.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { name, lines in
      EventNameGuess(name).flatMap { guess in
        guess.changesMoney
          ? "\(UntrustedText.cleaned(name)) (\(grouped(Int64(lines)))) like \(guess.event)" : nil
      }
    }
    return alike.isEmpty
      ? nil
      : "lines with a price are in no figure, because their events are unknown: "
        + "\(CatalogueChecks.listed(alike)). Say with eventNames what they mean"
  }
}

/// Stripe's payments outside invoices, which nothing says a product of.
enum UninvoicedPayments {
  /// A payment and the session that it was made in may both tell of it. `lines`: how many lines are
  /// ignored under a name.
  static func count(_ lines: (String) -> Int64) -> Int64 {
    max(lines(LineCounts.uninvoiced), lines(LineCounts.uninvoicedSession))
  }

  static func text(_ lines: Int64) -> String {
    "\(counted(lines, "payment")) of Stripe's \(lines == 1 ? "has" : "have") no invoice, and "
      + "\(lines == 1 ? "is" : "are") not counted"
  }

  static let remedy =
    "to count them, log each as purchased, with its product_id, price, currency and transaction_id"
}

extension InputResult {
  /// What is said of a file that looks as if its lines had no ends.
  fileprivate var lineEndWarning: String? {
    guard tornBytes > 0, counts.accepted == 0, record?.consumed ?? 0 == 0 else { return nil }
    return "\(file.path) holds \(grouped(tornBytes)) bytes and no line end (LF): nothing of it was "
      + "read. If its lines end in carriage returns alone, convert it: tr '\\r' '\\n'; if its objects "
      + "follow each other without any: jq -c ."
  }
}

extension Refusal {
  /// As it follows "refused whole:".
  var text: String {
    switch self {
    case .cannotOpen(let code): "it cannot be opened (\(systemMessage(code)))"
    case .readFailed(let code): "reading failed (\(systemMessage(code)))"
    case .notAFile: "it is neither a file nor a pipe"
    case .noWriter(let waited):
      "nobody wrote to this pipe for \(waited.milliseconds / 1000) seconds (--wait)"
    case .truncatedArchive: "the archive ends before its end"
    case .corruptArchive: "the archive is damaged"
    case .shrank: "it became shorter while it was read"
    case .missingColumn(let name, let nearest):
      "line 1 lacks the column \(name)\(nearest.map { " (there is \($0))" } ?? ""): select it in "
        + "RevenueCat's settings of the export, and export again"
    case .outOfMemory: "there is not enough memory for it"
    }
  }
}
