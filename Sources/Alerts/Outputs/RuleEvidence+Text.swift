package import Metrics
import Reports
import Settings
package import Values

/// A rule's verdict with all that it rests on, for people and for programs.
package struct EvidenceText {
  private let evidence: RuleEvidence
  private let judged: JudgedRule
  private let line: AlertLine?
  private let units: Units

  /// `figures` hold the alerts that `judged` is one of.
  package init(_ evidence: RuleEvidence, _ judged: JudgedRule, _ figures: Figures) {
    self.evidence = evidence
    self.judged = judged
    line = figures.alerts.first { $0.name == judged.verdict.rule.name }
    units = Units(evidence.source.unit, currency: figures.currency)
  }

  private var verdict: Verdict { evidence.verdict }
  private var rule: AlertRule { verdict.rule }
}

// MARK: - For people

extension EvidenceText {
  /// Facts, conditions, and a table each of the days, the baseline and the segments.
  package var text: String {
    let parts = [
      "\(heading)\n", facts, conditions,
      section("The days of the window", days),
      section("Compared with", baseline),
      section("Judged on their own", segments), more,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var heading: String {
    let since = judged.since.map { ", first on \($0)" } ?? ""
    return "\(rule.name): \(judged.state.rawValue), \(judged.severity.rawValue)\(since)"
  }

  private var facts: String {
    let lines = [
      ("Says", line?.message), ("Figure", figure), ("Window", window),
      ("Segment", verdict.segment ?? (rule.filter.isEmpty ? "everybody" : rule.segmentText)),
      ("Stands out", line?.moved), ("Noted", line?.noted), ("Known", line?.acknowledged),
      ("What to do", rule.runbook),
    ]
    return lines.compactMap { name, text in
      text.map { name + String(repeating: " ", count: 12 - name.count) + shown($0) + "\n" }
    }.joined()
  }

  private func shown(_ text: String) -> String { UntrustedText.cleaned(text, limit: 1200) }

  /// `operations.start_rate: viewers_started ÷ viewers`.
  private var figure: String? {
    guard let (file, column) = rule.figure.column else { return nil }
    guard case .share(let part, let whole) = evidence.source.form else {
      return "\(file).\(column)"
    }
    func sum(_ term: SumTerm) -> String {
      let names = term.columns.joined(separator: " + ")
      return term.columns.count > 1 ? "(\(names))" : names
    }
    return "\(file).\(column): \(sum(part)) ÷ \(sum(whole)), of all days together"
  }

  private var window: String? {
    guard let days = verdict.days, let text = verdict.daysText else { return nil }
    let length = days.count == 1 ? "1 day" : "\(days.count) days"
    guard let widening = verdict.widening else { return "\(text) (\(length))" }
    let own = widening.days == 1 ? "1 day holds" : "\(widening.days) days hold"
    return "\(text) (\(length): the rule's \(own) \(evidence.source.counted(widening.sample)))"
  }

  private var conditions: String {
    let rows = verdict.conditions(units, evidence.source).map {
      [$0.name, $0.found, $0.wanted, $0.isMet ? "met" : "not met"]
    }
    let critical =
      verdict.critical == nil ? "" : " (and critical only when that is, too)"
    return section(
      "Fires when all conditions are met\(critical)",
      rows.isEmpty ? [] : [["", "actual", "required", ""]] + rows)
  }

  private var days: [[String]] { table(evidence.days) }

  private var baseline: [[String]] {
    guard !evidence.baseline.isEmpty else { return [] }
    let isRate = verdict.nights != nil && verdict.finding == .firing
    let median = verdict.baseline.map {
      [isRate ? "all days" : "median"] + empty + [units.text($0)]
    }
    return table(evidence.baseline) + (median.map { [$0] } ?? [])
  }

  private var empty: [String] { counts(nil, nil).map { _ in "" } }

  private func table(_ lines: [RuleEvidence.Line]) -> [[String]] {
    guard !lines.isEmpty else { return [] }
    return [["days"] + heads + ["figure"]]
      + lines.map { line in
        [Verdict.text(line.days)] + counts(line.part, line.sample)
          + [line.value.map(units.text) ?? "–"]
      }
  }

  /// The columns between the days and the figure.
  private var heads: [String] {
    guard evidence.source.hasSample else { return [] }
    return evidence.source.isShare
      ? ["counting", evidence.source.cases] : [evidence.source.cases]
  }

  private func counts(_ part: Int64?, _ sample: Int64?) -> [String] {
    let sampleText = sample.map(grouped) ?? "–"
    guard evidence.source.hasSample else { return [] }
    return evidence.source.isShare ? [part.map(grouped) ?? "–", sampleText] : [sampleText]
  }

  private var segments: [[String]] {
    guard !evidence.segments.isEmpty else { return [] }
    return [["segment", "days"] + heads + ["figure", "usual", "interval", "required", "fires"]]
      + evidence.segments.map { segment in
        let one = segment.verdict
        let interval = one.low.flatMap { low in
          one.high.map { "\(units.text(low)) to \(units.text($0))" }
        }
        let fires = verdict.breaches.contains(segment) ? "yes" : "no"
        return [UntrustedText.cleaned(segment.name, limit: 60), one.daysText ?? ""]
          + counts(one.part, one.sample)
          + [
            one.value.map(units.text) ?? "–", one.baseline.map(units.text) ?? "–",
            interval ?? "–", wanted(one), fires,
          ]
      }
  }

  /// `below 25.9%`, and of a change `below 25.9%, once in 180 nights (620)`.
  private func wanted(_ one: Verdict) -> String {
    guard let threshold = one.threshold else { return "–" }
    let limit = Units.once(in: Significance.nights(one.confidence))
    return "\(side) \(units.text(threshold))"
      + (one.nights.map { ", \(limit) (\(grouped($0)))" } ?? "")
  }

  private var side: String { rule.comparison.isDownward ? "below" : "above" }

  private func section(_ title: String, _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    return "\(title):\n" + TextColumns.text(rows, left: [0])
  }

  /// The customers behind the figure of a day; of the nowcast, which is no sum over customers, those
  /// of the trials that began on one.
  private var more: String {
    guard let (file, column) = rule.figure.column, let day = verdict.days?.upperBound else {
      return ""
    }
    if rule.figure == .metric(.trialNowcastFall) {
      return "Customers of the trials that began on a day: runrate explain trial_cohorts.converted "
        + "--on DAY\(conditions([:]))\n"
    }
    return "Customers behind one day's figure: runrate explain \(file).\(column) --on \(day)"
      + conditions(rule.filter) + "\n"
  }

  /// ` --where country=US`, with the segment that is told of.
  private func conditions(_ filter: [String: String]) -> String {
    let own = verdict.place.map { [$0.dimension: $0.value] } ?? [:]
    return filter.merging(own) { $1 }.sorted { $0.key < $1.key }
      .map { " --where \(ShellText.quoted("\($0.key)=\($0.value)"))" }.joined()
  }
}

// MARK: - For programs

extension EvidenceText {
  package var json: JSONValue {
    .members([
      "rule": .string(rule.name), "state": .string(judged.state.rawValue),
      "severity": .string(judged.severity.rawValue), "since": .text(judged.since?.description),
      "message": .text(line?.message), "metric": .string(rule.figure.name),
      "segment": .text(verdict.segment ?? (rule.filter.isEmpty ? nil : rule.segmentText)),
      "first_day": .text(verdict.days?.lowerBound.description),
      "last_day": .text(verdict.days?.upperBound.description),
      "widened_from_days": verdict.widening.map { .number($0.days) } ?? .null,
      "value": number(verdict.value), "threshold": number(verdict.threshold),
      "baseline": number(verdict.baseline),
      "conditions": .array(
        verdict.conditions(units, evidence.source).map {
          .onOneLine(
            .members([
              "name": .string($0.name), "is": .string($0.found), "wanted": .string($0.wanted),
              "met": .bool($0.isMet),
            ]))
        }),
      "days": .array(evidence.days.map(object)),
      "compared_with": .array(evidence.baseline.map(object)),
      "segments": .array(evidence.segments.map(object)),
    ])
  }

  /// A line a day and a line a window of the baseline.
  package var csv: String {
    let rows =
      evidence.days.map { ("window", $0) } + evidence.baseline.map { ("baseline", $0) }
    return "what,first_day,last_day,part,sample,value\n"
      + rows.map { what, line in
        [
          what, "\(line.days.lowerBound)", "\(line.days.upperBound)",
          line.part.map { "\($0)" } ?? "", line.sample.map { "\($0)" } ?? "",
          line.value.map { Decimal6.text($0.millionths) } ?? "",
        ].joined(separator: ",") + "\n"
      }.joined()
  }

  private func number(_ rate: Rate?) -> JSONValue {
    rate.map { .decimal(Decimal6.text($0.millionths)) } ?? .null
  }

  private func object(_ line: RuleEvidence.Line) -> JSONValue {
    .onOneLine(
      .members([
        "first_day": .string(line.days.lowerBound.description),
        "last_day": .string(line.days.upperBound.description),
        "part": line.part.map { .integer($0) } ?? .null,
        "sample": line.sample.map { .integer($0) } ?? .null, "value": number(line.value),
      ]))
  }

  private func object(_ segment: Breach) -> JSONValue {
    let one = segment.verdict
    return .onOneLine(
      .members([
        "dimension": .string(segment.dimension), "value": .string(segment.value),
        "days": .text(one.daysText), "part": one.part.map { .integer($0) } ?? .null,
        "sample": one.sample.map { .integer($0) } ?? .null, "figure": number(one.value),
        "low": number(one.low), "high": number(one.high), "threshold": number(one.threshold),
        "fires": .bool(verdict.breaches.contains(segment)),
      ]))
  }
}
