import Feed
import Settings
import Timeline
import Values

/// Raised whenever the fold gives other facts for the same events: what older programs folded is
/// then folded again. ``foldChanges`` says what was otherwise before.
let foldVersion = 14

/// What each version of the fold made of the same events that the one before did not: told by the
/// first run that folds them anew. What came before them was in no program that anybody has.
let foldChanges: [(version: Int, meaning: String)] = [
  (10, "refunds and reversals of refunds are shown apart; only access renews"),
  (
    11,
    "apps are told apart, where older events name them once they are read again (runrate ingest "
      + "--again LOGS); who has more than 50 ids is listed as suspicious"
  ),
  (12, "experiments have the lifetime value of each variant; other figures stay"),
  (
    13,
    "failures have causes, and app health, codes of offers and limits of plans their own tables; "
      + "other figures stay"
  ),
  (
    14,
    "rollouts, consent, add-ons and times when everybody has access are told; other figures stay"
  ),
]

extension Settings {
  /// Tells apart everything besides events and exchange rates that decides about the fold.
  func rulesHash(_ rules: FoldRules, _ opening: Opening) -> String {
    let before = rules.firstDay.map { "-\(opening.fingerprint)-\($0)" } ?? ""
    return "\(foldVersion)-\(foldFingerprint)" + (rules.tellsAppsApart ? "-apps" : "") + before
  }

  /// The rules that the fold follows under this configuration.
  /// `apps`: those that the log names; nil where they are not to be told apart.
  /// `firstDay`: that of the log, where anything is known from before it.
  func foldRules(
    _ rates: ExchangeRates, _ apps: Set<StringID>?, firstDay: Day?, _ strings: StringTable
  ) -> FoldRules {
    let rows = rates.currencies.flatMap { currency in
      rates.quotes(of: currency).map { ($0.day, strings.id(of: currency), $0.rate) }
    }
    let table = RateTable(reporting: strings.id(of: catalogue.reportingCurrency), rows: rows)
    return FoldRules(
      catalogue: catalogue, zone: timezone, rates: table, funnels: funnelRules(strings),
      experiments: experiments, rollouts: rollouts, freePhases: freePhases, apps: apps,
      firstDay: firstDay, strings: strings)
  }

  private func funnelRules(_ strings: StringTable) -> [FunnelRule] {
    funnels.enumerated().map { index, funnel in
      FunnelRule(
        index: Int32(index), steps: funnel.steps.map { FunnelStep($0, strings) },
        window: .days(funnel.windowDays))
    }
  }
}

extension FunnelStep {
  /// A step that any of `names` reaches.
  fileprivate init(_ names: [String], _ strings: StringTable) {
    self.init()
    for name in names {
      if name == Funnel.chargeStep {
        matchesCharge = true
      } else if let kind = EventKind.allCases.first(where: { $0.canonicalName == name }) {
        kinds |= 1 << UInt64(kind.rawValue)
        // Lines that were read before the kind was known have its name.
        customNames.append(strings.id(of: name))
      } else {
        customNames.append(strings.id(of: name))
      }
    }
  }
}
