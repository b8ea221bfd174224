import Feed
import Foundation
import Metrics
import Profiling
import Reports
import Settings
import Store
import Timeline
import Values

/// What was read: how much of it, how old it is, and what is odd about it.
struct LogChecks {
  private let store: Store
  private let status: StoreStatus
  private let settings: Settings?
  private let now: Instant
  /// So many of the newest runs are looked at.
  private static let runs = 30

  init(_ store: Store, _ settings: Settings?, _ now: Instant) throws {
    self.store = store
    self.settings = settings
    self.now = now
    status = try store.status(runs: Self.runs)
  }

  var all: [HealthCheck] {
    get throws {
      [
        clock, try freshness, gaps, late, dialects, try rejected, try unread, try paths, ignored,
        files, try refunds, try subscriptions, try ids,
      ]
      .compactMap(\.self)
    }
  }

  private var clock: HealthCheck {
    let newest = [status.extent?.last, status.runs.map(\.started).max()].compactMap(\.self).max()
    guard let newest, newest > now + .hours(1) else {
      return .fine("clock", "behind nothing that was read")
    }
    return .broken(
      "clock", "\(now.iso8601) is before what is known already (\(newest.iso8601))",
      "set this machine's clock, or that of the app's servers; timedatectl shows it")
  }

  private var freshness: HealthCheck {
    get throws {
      guard let last = status.extent?.last else {
        return .broken("freshness", "no event was ever accepted", "runrate rejected says why not")
      }
      let hours = (now - last).milliseconds / 3_600_000
      let zone = settings?.timezone ?? .utc
      let gap = try store.longestGap(upTo: zone.day(of: last), in: zone)?.milliseconds ?? 0
      // As the default rule of that name.
      guard hours > max(36, gap * 3 / 7_200_000) else {
        return .fine("freshness", "the newest event is from \(last.iso8601)")
      }
      return .look(
        "freshness", "the newest event is \(StatusReport.duration(hours: hours)) old",
        "look whether logs still arrive, and whether the nightly run still reads them")
    }
  }

  /// How many days would have no event if each fell on any day alike.
  private var emptyDaysByChance: Double {
    guard let extent = status.extent else { return 0 }
    let days = Double((extent.last - extent.first).milliseconds) / 86_400_000 + 1
    return days * exp(-Double(status.events) / days)
  }

  private var gaps: HealthCheck {
    guard let newest = status.silentDays.newest else {
      return .fine("gaps", "every day has events")
    }
    guard emptyDaysByChance < 0.5 else {
      return .fine(
        "gaps",
        "\(counted(status.silentDays.count, "day")) without events, as is to be expected of so few")
    }
    return .look(
      "gaps", "\(counted(status.silentDays.count, "day")) without events, the newest \(newest)",
      "read the logs of these days, where there are some: runrate ingest LOGS")
  }

  private var late: HealthCheck {
    let accepted = status.runs.reduce(0) { $0 + $1.accepted }
    let late = status.runs.reduce(0) { $0 + $1.late }
    guard late * 100 > accepted else { return .fine("late data", Self.share(late, of: accepted)) }
    return .look(
      "late data", Self.share(late, of: accepted) + " came after their day was reported",
      "restated.csv shows what that changed; run later in the night")
  }

  private var dialects: HealthCheck? {
    guard status.dialects.count > 1 else { return nil }
    let readable = status.dialects.map { "\($0.name) \(grouped($0.lines))" }
    return .look(
      "dialects", "lines are written in several: \(CatalogueChecks.listed(readable))",
      "one payment told of twice counts once only where both lines name its transaction")
  }

  private var rejected: HealthCheck {
    get throws {
      let (share, reasons, runs) = try store.rejectedLines(ofNewest: Self.runs)
      guard share.rejected > 0 else {
        return .fine("rejected lines", "none of \(grouped(share.read))")
      }
      let named = reasons.map { "\($0.name) \(grouped($0.lines))" }
      let message =
        "\(grouped(share.rejected)) of \(grouped(share.read)) in "
        + (runs == 1 ? "the last run: " : "the last \(runs) runs: ")
        + CatalogueChecks.listed(named)
        + (try reasons.first.map { try example(of: $0.name) } ?? "")
      let allowed = settings?.ingest.maxRejectedShare ?? IngestSettings().maxRejectedShare
      let hasBadTimes = reasons.contains { $0.name == Reject.Reason.badTime.rawValue }
      let remedy =
        "runrate rejected shows them all" + (hasBadTimes ? "; \(TimeForms.accepted)" : "")
      return share.isMore(than: allowed)
        ? .broken("rejected lines", message, remedy) : .look("rejected lines", message, remedy)
    }
  }

  /// Values of money that were in no form that is read; nil where there are none.
  private var unread: HealthCheck? {
    get throws {
      try UnreadMoney(store.mistypedFields().map { ($0.name, $0.lines) }).map {
        .broken("values", $0.text, "log \($0.remedy.dropFirst(4)); data_quality.csv counts them")
      }
    }
  }

  /// Nil where `fieldNames` has no path, or what was read since it has does.
  private var paths: HealthCheck? {
    get throws {
      let found = try store.pathLines()
      let dead = (settings?.fieldNames.keys.sorted() ?? []).filter { found[$0] == 0 }
      guard !dead.isEmpty else { return nil }
      return .look(
        "paths", "no line has \(CatalogueChecks.listed(dead)), which fieldNames names",
        "write the path from the top of the line, such as event_properties.plan, then runrate "
          + "ingest --again LOGS")
    }
  }

  /// `, such as a.ndjson:17: {"event":…`; without the text where it is not kept any more.
  private func example(of reason: String) throws -> String {
    try store.newestRejectedLine(for: reason).map { line in
      let text = UntrustedText.cleaned(String(decoding: line.raw, as: UTF8.self), limit: 70)
      return ", such as \(UntrustedText.cleaned(line.path, limit: 200)):\(line.line)"
        + (text.isEmpty ? "" : ": \(text)")
        + (UnreadFormat(of: Data(line.raw)).map { "; \($0.sentence(lines: "it looks"))" } ?? "")
    } ?? ""
  }

  /// Names that nobody knows are of no use to the report, unless they look like one that is.
  private var ignored: HealthCheck {
    let uninvoiced = UninvoicedPayments.count { name in
      status.ignored.first { $0.name == name }?.lines ?? 0
    }
    if uninvoiced > 0 {
      return .look("ignored lines", UninvoicedPayments.text(uninvoiced), UninvoicedPayments.remedy)
    }
    let unknown = status.ignored.filter {
      $0.name != LineCounts.sandbox && !LineCounts.isVendorName($0.name)
    }
    let own = status.dialects.filter { Dialect(rawValue: $0.name)?.hasOwnNames ?? true }
    let areOwn =
      own.reduce(0) { $0 + $1.lines } * 2 >= status.dialects.reduce(0) { $0 + $1.lines }
    let alike =
      !areOwn
      ? []
      : unknown.compactMap { name in
        EventNameGuess(name.name).map { "\(name.name) (\(grouped(name.lines))) like \($0.event)" }
      }
    guard !alike.isEmpty else {
      let lines = unknown.reduce(0) { $0 + $1.lines }
      return .fine("ignored lines", "\(grouped(lines)) of events that the report has no use for")
    }
    return .look(
      "ignored lines", "unknown events look like known ones: \(CatalogueChecks.listed(alike))",
      "say with eventNames what they mean, then runrate ingest --again LOGS")
  }

  private var files: HealthCheck? {
    guard !status.refusedFiles.isEmpty else { return nil }
    return .broken(
      "files", "not read to their end: \(CatalogueChecks.listed(status.refusedFiles))",
      "replace them by whole copies and run again, which also says what is wrong with them")
  }

  private var refunds: HealthCheck {
    get throws {
      guard let sentence = try doubts.sentence(.unmatchedRefund) else {
        return .fine("refunds", "each has its payment")
      }
      return .look("refunds", sentence, "runrate customer ID shows what else the log has of one")
    }
  }

  private var doubts: PaymentDoubts {
    get throws {
      try PaymentDoubts(store.database, in: settings?.catalogue.reportingCurrency ?? "USD")
    }
  }

  private var subscriptions: HealthCheck {
    get throws {
      let doubts = try doubts
      let dropped = try DroppedPayments(store.database).sentence
      let others = DataQualityIssue.allCases.filter { $0 != .unmatchedRefund }
      let sentences = (others.map(doubts.sentence) + [dropped]).compactMap(\.self)
      guard !sentences.isEmpty else {
        return .fine("subscriptions", "no payment contradicts another")
      }
      let pairs = try store.productsCutShort()
      let named = pairs.isEmpty ? "" : " (\(pairs.joined(separator: "; ")))"
      return .look(
        "subscriptions", sentences.joined(separator: " ") + named,
        "data_quality.csv counts them by kind")
    }
  }

  private var ids: HealthCheck {
    get throws {
      let flags = try store.anomalyFlags()
      let count = flags.values.reduce(0, +)
      let spellings = try store.idsInOtherCase()
      if spellings > 0 {
        return .look(
          "ids",
          "\(counted(spellings, "id")) as another one but for its case, as another customer's",
          "log each id in one spelling, or user_aliased with both")
      }
      guard count > 0 else { return .fine("ids", "none looks shared by several people") }
      if let merged = flags[.manyIDs] {
        return .look(
          "ids",
          "\(counted(merged, "customer")) of more ids than a person has: an id that many "
            + "people say has made one of them",
          "suspicious.csv names it as other_customer: runrate purge --unlink ID, and ingest.noIds")
      }
      return .look(
        "ids",
        "\(counted(count, "thing")) to look at: shared receipts, refund abuse, trials of "
          + "several ids",
        "suspicious.csv lists them")
    }
  }

  private static func share(_ part: Int, of whole: Int) -> String {
    "\(grouped(Int64(part))) of \(grouped(Int64(whole))) events"
  }
}
