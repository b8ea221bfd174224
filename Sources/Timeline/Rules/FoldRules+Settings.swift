package import Feed
package import Settings
package import Values

extension Settings {
  /// The rules that the fold follows under this configuration.
  /// `apps`: those that the log names; nil where they are not to be told apart.
  /// `firstDay`: that of the log, where anything is known from before it.
  package func foldRules(
    _ rates: ExchangeRates, _ apps: Set<StringID>?, firstDay: Day?, _ strings: StringTable
  ) -> FoldRules {
    let rows = rates.currencies.flatMap { currency in
      rates.quotes(of: currency).map { ($0.day, strings.id(of: currency), $0.rate) }
    }
    let table = RateTable(reporting: strings.id(of: catalogue.reportingCurrency), rows: rows)
    return FoldRules(
      catalogue: catalogue, zone: timezone, rates: table, funnels: funnelRules(strings),
      experiments: experiments, rollouts: rollouts, freePhases: freePhases, apps: apps,
      firstDay: firstDay, joinsHashedIDs: ingest.userIDHash != nil, strings: strings)
  }

  private func funnelRules(_ strings: StringTable) -> [FunnelRule] {
    zip(funnels, funnels.dailySteps).enumerated().map { index, funnel in
      FunnelRule(
        index: Int32(index), steps: funnel.0.steps.map { FunnelStep($0, strings) },
        window: .days(funnel.0.windowDays), dailySteps: funnel.1)
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
