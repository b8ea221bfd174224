import Alerts
import Feed
import Foundation
import Metrics
import Reports
import SQLite
import Settings
import Store
import Timeline
import Values

extension Session {
  /// FOLD by itself, for the figures of any day.
  func foldAlone(to asOf: Day) throws {
    try store.database.transaction { try fold(to: asOf) }
    try rewind(to: asOf)
  }

  /// To answer a question; warns where the newest report has another configuration.
  func foldToAnswer(to asOf: Day) throws {
    try foldAlone(to: asOf)
    try warnOfOtherConfiguration()
  }

  private func warnOfOtherConfiguration() throws {
    guard let last = try store.publishedReports(1).first, try last.rules != rulesHash() else {
      return
    }
    let named = options.config ?? Settings.defaultPath
    let isThere = FileManager.default.fileExists(atPath: named)
    console.warn(
      "the report of \(last.asOf) was made with another configuration or version than "
        + (isThere ? named : "the defaults, which are used where there is no \(named)")
        + ": figures may differ from it. Name its configuration with --config")
  }

  /// Works on a copy brought back to the as-of day, where a later day was folded.
  func rewind(to asOf: Day, mostLater: Int64 = Derivation.mostLater) throws {
    guard let newest = try store.reportedDay(), asOf < newest else { return folded = store }
    guard try folded.reportedDay() != asOf else { return }
    try during("folding back to the as-of day") {
      if store.copy == nil {
        folded = try Store(DatabaseCopy(of: store.path, lockTimeout: options.lockTimeout(console)))
      }
      let derivation = try derivation(foldRules(), of: folded)
      try folded.database.transaction {
        try derivation.rewind(
          to: asOf, ratesHash: { [rates = files.rates] in rates.fingerprint(upTo: $0) },
          mostLater: mostLater)
      }
    }
  }

  /// FOLD: brings the derived tables forward to the as-of day. Call in a transaction.
  func fold(to asOf: Day) throws {
    try during("folding the events") {
      if try store.isMerged() {
        return try store.requireMerged(
          for: asOf, rulesHash: rulesHash(),
          ratesHash: { [rates = files.rates] in rates.fingerprint(upTo: $0) })
      }
      tellOfOtherRules(try store.foldState()?.rules)
      try store.countDays(in: settings.timezone, strings)
      let rules = try foldRules()
      try keepOpening(rules)
      let needed = try derivation(rules, of: store).bring(
        to: asOf, rulesHash: settings.rulesHash(rules, files.opening),
        ratesHash: { [rates = files.rates] in rates.fingerprint(upTo: $0) })
      if let needed { tellOfLittleMemory(needed) }
      let countries = try store.segmentValues(of: .country)
      MisnamedCountry.all(in: settings.catalogue.taxes.keys.sorted(), countries: countries)
        .forEach { console.warn($0.text) }
    }
  }

  /// `needed`: bytes with which no sums had been put aside.
  private func tellOfLittleMemory(_ needed: Int) {
    let megabytes = (needed / 1_000_000 / 100 + 1) * 100
    console.note(
      "sums did not fit into \(options.memoryBytes / 1_000_000) MB of memory and were put aside on the "
        + "disk: a first run is faster with --memory \(megabytes), where the machine has that")
  }

  func derivation(_ rules: FoldRules, of store: Store) -> Derivation {
    Derivation(
      store, strings: strings, rules: rules, threads: threads,
      memory: options.memoryBytes)
  }

  /// Tells apart everything besides events and exchange rates that decides about the fold.
  func rulesHash() throws -> String { settings.rulesHash(try foldRules(), files.opening) }

  /// The rules that the fold follows: those of the configuration, for the apps that the log names.
  func foldRules() throws -> FoldRules {
    settings.foldRules(files.rates, try store.apps(), firstDay: try openingDay(), strings)
  }

  /// The log's first day, where the configuration names what was before it.
  func openingDay() throws -> Day? {
    guard !files.opening.rows.isEmpty, let extent = try store.extent() else { return nil }
    return settings.timezone.day(of: extent.first)
  }

  /// Brings what was before the log to where the fold looks for it. Call inside a transaction.
  func keepOpening(_ rules: FoldRules) throws {
    guard let firstDay = rules.firstDay else { return try store.forgetOpening() }
    try takeKey()
    let kept = try store.keep(
      files.opening, before: firstDay, settings.timezone, strings, of: dealt)
    let unrated = Set(files.opening.rows.map(\.currency)).filter {
      files.rates.rate(of: $0, on: firstDay) == nil
    }
    if !unrated.isEmpty {
      console.warn(
        "no exchange rate of \(unrated.sorted().joined(separator: ", ")) on \(firstDay): what was "
          + "before the log in it has no MRR; put that day into exchangeRates")
    }
    let others = files.opening.rows.count - kept
    console.note(
      "\(counted(Int64(kept), "subscription")) from before \(firstDay)"
        + (others > 0 ? ", \(others) left out: they begin in the log, or were purged" : ""))
  }

  /// The day that the report is about, once it is known that there is something to report; not
  /// before a day that has to be in it.
  func reportDay(atLeast day: Day? = nil) throws -> (asOf: Day, extent: EventExtent) {
    if options.asOf == .yesterday { try requireRightClock() }
    guard let extent = try store.extent(), let asked = asOf(extent) else {
      throw Failure.nothingToReport
    }
    let asOf = max(asked, day ?? asked)
    let first = settings.timezone.day(of: extent.first)
    guard first <= asOf else { throw Failure.beforeFirstEvent(asOf: asOf, first: first) }
    let last = max(settings.timezone.day(of: extent.last), settings.timezone.day(of: now))
      .advanced(by: Self.daysAhead)
    guard asOf <= last else {
      throw Failure(
        "there is no report as of \(asOf): it is more than ten years ahead",
        hint: "ask for a day up to \(last) with --as-of", exit: .usage, kind: .noReport)
    }
    return (asOf, extent)
  }

  /// Ten years: every day of a report is a row, and has its sums.
  private static let daysAhead = 3_653

  /// SUM: the figures of the as-of day, without those that a check finds wrong; of one segment where
  /// that is what was folded.
  /// `detailDays`: of how many days segments are wanted one by one, where it is more than usual.
  func figures(
    asOf: Day, extent: EventExtent, of part: ReportPart? = nil, detailDays: Int = 0
  ) throws -> Figures {
    let scope = try scope(
      asOf, from: settings.timezone.day(of: extent.first), of: part,
      appStore: part == nil ? try appStoreComparison() : nil, detailDays: detailDays)
    var figures = try figuresWithoutTables(scope)
    figures.segment = part?.text
    figures.inputs = try inputs()
    try during("computing the figures") {
      let second = part == nil ? secondConnection() : nil
      try folded.database.readingOnly {
        try FiguresBuilder(folded.database, scope).fill(&figures, beside: second)
      }
    }
    figures.withholdUnproven()
    figures.targets = TargetFigures(figures).targets(settings.targets)
    return figures
  }

  /// Where all that is asked for rests on the figures.
  func requireProof(of figures: Figures) throws {
    guard !figures.failedChecks.isEmpty else { return }
    throw Failure(
      "the figures do not add up:"
        + figures.failedChecks.map { "\n  \($0.disagreement)" }.joined(),
      hint: "keep the database and report this: it is a bug in Runrate", exit: .reconciliation)
  }

  /// Nil where one thread is to work alone.
  private func secondConnection() -> FiguresBuilder.Connection? {
    guard threads > 1 else { return nil }
    let lockTimeout = options.lockTimeout(console)
    return { [path = folded.path] in try Store(reading: path, lockTimeout: lockTimeout).database }
  }

  func scope(_ asOf: Day, _ extent: EventExtent) throws -> ReportScope {
    try scope(asOf, from: settings.timezone.day(of: extent.first))
  }

  /// What a report of the days from the first to `asOf` joins with.
  func scope(
    _ asOf: Day, from firstDay: Day, of part: ReportPart? = nil,
    appStore: AppStoreComparison? = nil, detailDays: Int = 0
  ) throws -> ReportScope {
    var settings = settings
    if part != nil { settings.payouts = nil }
    return ReportScope(
      asOf: asOf, firstDay: firstDay, settings,
      spend: try MonthlySpend(files.spend.only(part), files.rates, upTo: asOf),
      budget: part == nil ? files.budget : Budget(), codes: files.codes, paidOut: files.paidOut,
      appStore: appStore,
      detailDays: max(
        detailDays, ReportScope.usualDetailDays, Judge.reach(of: settings.alerts, judgeTerms(asOf)))
    )
  }

  /// What a report says beside its tables: the configuration, the log's extent, annotations.
  private func figuresWithoutTables(_ scope: ReportScope) throws -> Figures {
    var figures = Figures(
      asOf: scope.asOf, zone: settings.timezone.name,
      currency: settings.catalogue.reportingCurrency,
      version: Program.version, configurationHash: settings.fingerprint)
    figures.firstDay = scope.firstDay
    if !files.opening.rows.isEmpty {
      figures.openingCustomers = try folded.customers(before: scope.firstDay)
    }
    figures.annotations = try annotations(upTo: scope.asOf)
    figures.trialGraceDays = settings.catalogue.defaults.trialGraceDays
    let terms = judgeTerms(scope.asOf)
    (figures.maturingDays, figures.renewalToleranceDays) =
      (terms.maturingDays, terms.renewalToleranceDays)
    figures.smallestCell = settings.privacy.smallestCell
    figures.newestEvent = try store.newestEvent(upTo: scope.asOf)
    figures.longestGap = try store.longestGap(upTo: scope.asOf, in: settings.timezone)
    return figures
  }

  /// What the configuration and the log note, by day; what both say, once.
  private func annotations(upTo day: Day) throws -> [Annotation] {
    let logged = try store.annotations().map { noted in
      Annotation(
        day: settings.timezone.day(of: noted.time), text: noted.text,
        kind: Annotation.Kind(rawValue: noted.kind) ?? .note,
        link: noted.link.isEmpty ? nil : noted.link)
    }
    return Set(settings.annotations + logged).filter { $0.day <= day }
      .sorted { ($0.day, $0.text, $0.kind.rawValue) < ($1.day, $1.text, $1.kind.rawValue) }
  }

  /// SUM: only what `rules` look at, without proof; for a day that was folded.
  func figuresToJudge(asOf: Day, _ rules: [AlertRule]) throws -> Figures {
    guard let extent = try store.extent() else { throw Failure.nothingToReport }
    let scope = try scope(asOf, extent)
    var figures = try figuresWithoutTables(scope)
    try folded.database.readingOnly {
      try FiguresBuilder(folded.database, scope).fill(&figures, only: Judge.tables(for: rules))
    }
    return figures
  }

  /// SUM: only what `metric` is explained from; for a day that was folded.
  func figures(toExplain metric: Metric, _ asOf: Day, _ extent: EventExtent) throws -> Figures {
    let scope = try scope(
      asOf, from: settings.timezone.day(of: extent.first), appStore: appStoreComparison())
    var figures = try figuresWithoutTables(scope)
    try during("computing the figures") {
      try folded.database.readingOnly {
        try FiguresBuilder(folded.database, scope)
          .fill(&figures, toExplain: metric, beside: secondConnection())
      }
    }
    try requireProof(of: figures)
    return figures
  }

  /// The files that the figures rest on, with the lines of all runs.
  private func inputs() throws -> [InputSummary] {
    let run = try store.newestRun()
    return try store.inputs().map { InputSummary($0, newestRun: run) }
  }

  /// Warns of rates that look inverted, and of currencies that had none for more than a week: older
  /// ones stand in for it.
  func tellRates(until asOf: Day) {
    if let inverted = files.rates.invertedNote {
      console.warn("exchange rates are perhaps the other way round: \(inverted)")
    }
    let gaps = files.rates.gaps(longerThan: 7, until: asOf)
    for gap in gaps.prefix(5) {
      console.warn(
        "no exchange rate of \(gap.currency) between \(gap.from) and \(gap.to): the older one is "
          + "used")
    }
    if gaps.count > 5 { console.warn("\(gaps.count - 5) more gaps in the exchange rates") }
  }

  /// Tells of charges that count as nothing; without an exchange rate even when quiet.
  func tellIncompleteMoney(in figures: Figures) throws {
    let rates = MissingRatesNotice(figures)?.sentences
    for sentences in figures.notices {
      let text = sentences.joined(separator: " ")
      [rates, figures.unprovenSentences].contains(sentences)
        ? console.alarm(text) : console.warn(text)
    }
    let doubts = try PaymentDoubts(folded.database, in: settings.catalogue.reportingCurrency)
    doubts.sentences.forEach(console.warn)
    try DroppedPayments(folded.database).sentence.map(console.warn)
  }

  /// Nil for a day that was asked for by its date: its report must not depend on the clock.
  func runFacts() throws -> RunFacts? {
    if case .day = options.asOf { return nil }
    return try currentRunFacts()
  }

  /// What is told of the run in files that may depend on the clock.
  func currentRunFacts() throws -> RunFacts {
    RunFacts(
      started: now, ended: .now, undelivered: try store.pendingMessages().count)
  }

  /// WRITE: publishes, hiding small groups where the report is shared; returns the folder.
  func publish(_ figures: inout Figures) throws -> String {
    try hideSmall(in: &figures)
    let outcome = try during("writing the reports") { [figures] in
      try ReportFolder(reports: options.reports).publish(
        figures, (allReports + alertReports).only(options.formats) + digests,
        options: reportOptions, movesBack: options.movesLatestBack || options.trustsClock)
    }
    console.warnOfWidth(of: options.reports, wanted: options.reportMode)
    tell(outcome)
    return outcome.folder
  }

  private var digests: [any Report] {
    options.writesDigest ? [DigestFiles(.daily, link: settings.digest.link)] : []
  }

  /// Hides what is about few people, where the report is to be shared.
  func hideSmall(in figures: inout Figures) throws {
    guard options.isShared else { return }
    let payers = try PayerBounds(folded.database, asOf: figures.asOf)
    SmallCells(below: settings.privacy.smallestCell, payers: payers).hide(in: &figures)
  }

  var reportOptions: ReportOptions {
    var choices = options.report
    choices.details = options.details ?? settings.details ?? .moved
    choices.mode = options.reportMode
    return choices
  }

  /// Says what was left as it was.
  private func tell(_ outcome: ReportFolder.Outcome) {
    if !outcome.kept.isEmpty {
      console.warn(
        "\(outcome.folder) keeps what no run has written: "
          + outcome.kept.prefix(5).joined(separator: ", ")
          + (outcome.kept.count > 5 ? " and \(outcome.kept.count - 5) more" : ""))
    }
    if let newest = outcome.newest {
      console.note(
        "\(options.reports)/latest stays at the later report of \(newest); --latest moves it back")
    }
  }
}

extension InputSummary {
  /// What was looked into by an older run only is unchanged since.
  fileprivate init(_ input: StoredInput, newestRun: Int64) {
    let status: Status =
      switch input.status {
      case .refused: .refused
      case .grown where input.run == newestRun: .grown
      case _ where input.run == newestRun: .read
      default: .unchanged
      }
    self.init(
      path: input.path, read: input.read, accepted: input.accepted, duplicate: input.duplicate,
      ignored: input.ignored, rejected: input.rejected, status: status, bytes: input.bytes,
      hash: input.hash)
  }
}

extension Spend {
  /// What was spent on one channel or campaign; nothing for other segments: it is not known what
  /// was spent on a country or an app. Everything for a report of everything.
  fileprivate func only(_ part: ReportPart?) -> Spend {
    guard let part else { return self }
    var spend = Spend()
    switch part.dimension {
    case .channel:
      spend.rows = rows.filter { Spend.folded($0.channel) == Spend.folded(part.value) }
    case .campaign:
      spend.rows = rows.filter { $0.campaign.map(Spend.folded) == Spend.folded(part.value) }
    default: break
    }
    return spend
  }
}

extension Failure {
  /// The database holds no event.
  static let nothingToReport = Failure(
    "there is no event, so there is nothing to report",
    hint: "\"runrate status\" tells which events were ignored, by name, and "
      + "\"runrate rejected\" which lines were refused: a log is one JSON object a line, in "
      + "UTF-8", exit: .noInput, kind: .noReport)

  static func beforeFirstEvent(asOf: Day, first: Day) -> Failure {
    Failure(
      "there is nothing to report as of \(asOf): the first event is from \(first)",
      hint: "ask for a later day with --as-of", exit: .noInput, kind: .noReport)
  }
}
