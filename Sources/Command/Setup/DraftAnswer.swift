import Feed
import Foundation
import Metrics
import Profiling
import Reports
import Values

/// What `init` writes, and what it says of the log.
struct DraftAnswer {
  let draft: ConfigurationDraft
  /// The template of exchange rates, and where it goes: beside the configuration.
  let rates: String?
  let ratesPath: String?
  private let profile: LogProfile
  private let sample: LogSample
  private let logs: [String]
  private let target: String
  private let now: Instant

  init(_ profile: LogProfile, sample: LogSample, logs: [String], target: String, now: Instant) {
    let file = "exchange-rates.csv"
    let plain = ConfigurationDraft(profile: profile, source: "", ratesFile: nil)
    rates = ConfigurationDraft.rates(profile.events, to: plain.currency)
    draft = ConfigurationDraft(
      profile: profile, source: Self.source(profile, sample, logs),
      ratesFile: rates.map { _ in file })
    ratesPath = rates.map { _ in
      target.lastIndex(of: "/").map { target[...$0] + file } ?? file
    }
    (self.profile, self.sample, self.logs, self.target) = (profile, sample, logs, target)
    self.now = now
  }

  private static func source(_ profile: LogProfile, _ sample: LogSample, _ logs: [String]) -> String
  {
    let names = logs.map { UntrustedText.cleaned($0, limit: 120) }.joined(separator: ", ")
    let lines = "\(grouped(Int64(profile.counts.read))) lines"
    let part = sample.isWhole ? lines : "a sample of \(lines)"
    guard let first = profile.events.first, let last = profile.events.last else {
      return "\(names): \(part)"
    }
    return "\(names): \(part), \(Zone.utc.day(of: first)) to \(Zone.utc.day(of: last))"
  }
}

// MARK: - For people

extension DraftAnswer {
  private var rateRows: Int { (rates ?? "").split(separator: "\n").count - 1 }

  var written: String {
    let products = profile.events.rankedProducts.count
    let guesses = draft.guesses
    let marked =
      guesses == 0
      ? ""
      : " \(counted(Int64(guesses), "line")) marked \"guess\" \(guesses == 1 ? "wants" : "want") a look."
    let asked =
      draft.questions == 0
      ? ""
      : " \(counted(Int64(draft.questions), "question")) about names that would change money."
    let blank =
      draft.blanks == 0 ? "" : " \(counted(Int64(draft.blanks), "line")) to fill in."
    let rates = ratesPath.map {
      "\($0): \(counted(Int64(rateRows), "rate")) to fill in.\n"
    }
    return "\(target): \(counted(Int64(products), "product")).\(marked)\(asked)\(blank)\n"
      + (rates ?? "")
  }

  /// What the log gives, what it lacks, and what to do next.
  var outlook: String {
    let condition = draft.guesses == 0 ? "" : ", where the guesses are right"
    return "\n" + facts + "\nWhat the report will have\(condition):\n" + prospects(isThere: true)
      + "\nWhat is missing, and what to log for it:\n" + prospects(isThere: false)
      + "\nNext:\n" + steps.map { "  \($0)\n" }.joined()
  }

  private var steps: [String] {
    let logs = logs.map { UntrustedText.cleaned($0, limit: 120) }.joined(separator: " ")
    let fillIn = "fill in what is marked in \(target): until then these payments count as nothing"
    let run = "runrate run \(logs)\(lastDay == nil ? "" : " --as-of newest")"
    let why = lastDay.map {
      "(the log ends on \($0): a report of yesterday, the usual one, would be of old data)"
    }
    return [draft.blanks > 0 ? fillIn : "look at \(target)", run, why, "runrate doctor"]
      .compactMap(\.self)
  }

  /// Of a log that ended days ago.
  private var lastDay: Day? {
    profile.events.last.flatMap { $0 < now - .days(2) ? Zone.utc.day(of: $0) : nil }
  }

  private func prospects(isThere: Bool) -> String {
    let all = ReportPrerequisite.all(profile.events).filter { $0.isThere == isThere }
    guard !all.isEmpty else { return "  nothing\n" }
    let width = (all.map(\.part.count).max() ?? 0) + 2
    return all.map { prospect in
      let gap = String(repeating: " ", count: width - prospect.part.count)
      return "  \(prospect.part)\(isThere ? "" : gap + prospect.remedy)\n"
    }.joined()
  }

  private var facts: String {
    let counts = profile.counts
    let read =
      "\(grouped(Int64(counts.read))) lines\(sample.isWhole ? "" : ", a sample of the logs")"
    let summary =
      "\(read): \(grouped(Int64(counts.accepted - profile.duplicates))) would be accepted, "
      + (profile.duplicates > 0 ? "\(grouped(Int64(profile.duplicates))) duplicate, " : "")
      + "\(grouped(Int64(counts.ignoredTotal))) ignored, "
      + "\(grouped(Int64(counts.rejectedTotal))) rejected"
    return
      ([summary] + [dialects, sandbox, apps, open].compactMap(\.self) + tables + unread + rejects)
      .map { $0 + "\n" }.joined()
  }

  private var dialects: String? {
    let readable = profile.counts.dialects.sorted {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }
    guard !readable.isEmpty else { return nil }
    let shown = readable.map { "\($0.key.rawValue) (\(grouped(Int64($0.value))))" }
    return "written as " + shown.joined(separator: ", ")
  }

  private var sandbox: String? {
    profile.counts.ignored[LineCounts.sandbox].map {
      "\(counted(Int64($0), "line")) of a store's sandbox, not counted"
    }
  }

  private var apps: String? {
    let apps = profile.keys.apps.ranked.prefix(5).map { UntrustedText.cleaned($0.value) }
    return apps.isEmpty ? nil : "apps: " + apps.joined(separator: ", ")
  }

  /// Payments that no coverage follows from.
  private var open: String? {
    let count = profile.events.chargesOfNoProduct
    guard count > 0 else { return nil }
    return
      "\(counted(Int64(count), "payment")) \(count == 1 ? "names" : "name") neither a product nor "
      + "an end: alone, revenue without MRR. Log product_id or expires_at with "
      + (count == 1 ? "it" : "them") + " (of Lemon Squeezy the subscription: guide Dialects)"
  }

  /// How to read what is no log.
  private var tables: [String] {
    sample.tables.prefix(3).map {
      "\(UntrustedText.cleaned($0.path, limit: 120)) is RevenueCat's export of transactions: a row "
        + "becomes a line for each event that it stands for. Name the file to read it, also beside "
        + "webhooks"
    }
  }

  private var unread: [String] {
    profile.keys.unreadFormats.ranked.map {
      $0.value.sentence(
        lines: "\(counted(Int64($0.count), "line")) \($0.count == 1 ? "looks" : "look")")
    }
  }

  /// One line each, the most frequent reasons first.
  private var rejects: [String] {
    let counts = profile.counts.rejected
    return profile.rejects.sorted { counts[$0.reason, default: 0] > counts[$1.reason, default: 0] }
      .prefix(5).map { reject in
        let line = UntrustedText.cleaned(String(decoding: reject.raw, as: UTF8.self), limit: 100)
        let field = reject.field.isEmpty ? "" : " (\(reject.field))"
        return "rejected as \(reject.reason.rawValue)\(field): "
          + "\(counted(Int64(counts[reject.reason, default: 0]), "line")), such as \(line)"
      }
  }
}

/// A part of the report, and what a log has to tell for it.
struct ReportPrerequisite {
  let part: String
  /// What brings it, where the log lacks it.
  let remedy: String
  let isThere: Bool

  /// In the order of the report.
  static func all(_ events: EventProfile) -> [ReportPrerequisite] {
    func part(_ part: String, log remedy: String, _ isThere: Bool) -> ReportPrerequisite {
      ReportPrerequisite(part: part, remedy: remedy, isThere: isThere)
    }
    return [
      part(
        "Revenue and MRR",
        log: "price and currency of purchased and renewed, or write prices of products",
        events.events(with: .price) > 0),
      part("Renewals and churn", log: "renewed and expired", events.has(.renewed, .expired)),
      part("Refunds", log: "refunded with transaction_id", events.has(.refunded)),
      part("Trials and their conversion", log: "trial_started", events.has(.trialStarted)),
      part("The funnel from the paywall", log: "paywall_shown", events.has(.paywallShown)),
      part(
        "Started, failed and cancelled purchases", log: "purchase_started and purchase_failed",
        events.has(.purchaseStarted, .purchaseFailed)),
      part(
        "Reasons of cancellations", log: "cancelled with reason",
        events.has(.cancelled) && events.events(with: .reason) > 0),
      part(
        "Failed renewals and their recovery", log: "billing_failed and billing_recovered",
        events.has(.billingFailed, .gracePeriodEntered)),
      part("New users and their conversion", log: "app_installed", events.has(.appInstalled)),
      part(
        "Channels, CAC and ROAS", log: "channel and campaign, and a file of spend",
        events.events(with: .channel) > 0),
      part("Countries", log: "country", events.events(with: .country) > 0),
      part("Platforms", log: "platform", events.events(with: .platform) > 0),
      part("Experiments", log: "experiment_exposed", events.has(.experimentExposed)),
      part("Use of features", log: "feature_used", events.has(.featureUsed)),
      part(
        "Stability of the app", log: "app_session with crashed and anr", events.has(.appSession)),
    ]
  }
}
