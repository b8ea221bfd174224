import Values

extension Settings {
  private enum Key: String, CaseIterable {
    case currency, timezone, products, apps, commission, offers
    case trialDays, graceDays, trialGraceDays, renewalToleranceHours
    case spend, budget, offerCodes, payouts, opening, eventNames, fieldNames, taxes, exchangeRates,
      funnels,
      alerts,
      targets
    case experiments, rollouts, access, retentionMonths, ingest, privacy, appStore, digest,
      annotations
  }

  /// The settings that `bytes`, the content of `file`, spell.
  package static func parse(
    _ bytes: [UInt8], file: String, canonicalEvents: [String] = [],
    canonicalFields: [String] = [], figures: FigureCatalogue = FigureCatalogue()
  ) throws(SettingsError) -> Settings {
    let node: JSON5Node
    do {
      node = try JSON5Parser.parse(bytes)
    } catch {
      throw .syntax(error.fact, at: SettingsError.Place(file: file, position: error.position))
    }
    return try Settings(
      Entry(node: node, path: "", file: file), canonicalEvents: canonicalEvents,
      canonicalFields: canonicalFields, figures: figures)
  }

  private init(
    _ entry: Entry, canonicalEvents: [String], canonicalFields: [String],
    figures: FigureCatalogue
  ) throws(SettingsError) {
    self.init()
    let section = try Section(entry, Key.self)
    try takeCatalogue(section)
    try takeDefaults(section)
    try takeFiles(section)
    eventNames = try section[.eventNames]?.names(among: canonicalEvents, .canonicalEvent) ?? [:]
    fieldNames = try section[.fieldNames]?.names(among: canonicalFields, .canonicalField) ?? [:]
    if let entry = section[.timezone] { timezone = try entry.zone() }
    let longestTrial = catalogue.longestTrial
    funnels = Funnel.defaults(longestTrial: longestTrial)
    if let entry = section[.funnels] {
      funnels = try entry.list(over: funnels) { (entry) throws(SettingsError) in
        try Funnel(entry, longestTrial: longestTrial)
      }
    }
    rollouts = try Rollout.all(section[.rollouts])
    freePhases = try FreePhase.all(section[.access])
    alerts =
      AlertRule.defaults + AlertRule.ofCodes(catalogue.offers) + AlertRule.ofRollouts(rollouts)
    if let entry = section[.alerts] {
      alerts = try entry.list(over: alerts) { (entry) throws(SettingsError) in
        try AlertRule(entry, figures, funnels)
      }
    }
    if let entry = section[.retentionMonths] {
      retentionMonths = try entry.wholeNumber(in: 1...1200)
    }
    if let entry = section[.targets] { targets = try Targets(entry, funnels: funnels) }
    if let entry = section[.ingest] { ingest = try IngestSettings(entry) }
    if let entry = section[.privacy] { privacy = try PrivacySettings(entry) }
    if let entry = section[.appStore] { appStore = try AppStoreSettings(entry) }
    if let entry = section[.digest] { digest = try DigestSettings(entry) }
    for entry in try section[.annotations]?.list() ?? [] {
      annotations.append(try Annotation(entry))
    }
    annotations.sort { ($0.day, $0.text) < ($1.day, $1.text) }
    for (name, entry) in try section[.experiments]?.table() ?? [] {
      experiments.append(try Experiment(name: name, entry))
    }
  }

  private mutating func takeCatalogue(_ section: Section<Key>) throws(SettingsError) {
    if let entry = section[.currency] { catalogue.reportingCurrency = try entry.currency() }
    for (id, entry) in try section[.products]?.table() ?? [] {
      catalogue.products.append(try Catalogue.Product(id: id, entry))
    }
    for (name, entry) in try section[.apps]?.table() ?? [] {
      try takeApp(name, entry)
    }
    for (id, entry) in try section[.offers]?.table() ?? [] {
      catalogue.offers[id] = try Catalogue.Offer(entry)
    }
    for (country, entry) in try section[.taxes]?.table() ?? [] {
      catalogue.taxes[country] = try entry.share()
    }
    if let entry = section[.commission] { catalogue.commission = try Catalogue.Commission(entry) }
  }

  /// One app under all the names that logs have for it: each belongs to one app.
  private mutating func takeApp(_ name: String, _ entry: Entry) throws(SettingsError) {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw entry.wrongValue(.absence(because: "the app has no name"))
    }
    for alias in try entry.list() {
      let text = try alias.name()
      guard catalogue.appNames.updateValue(name, forKey: text) == nil else {
        throw alias.error(.duplicate(text))
      }
    }
  }

  private mutating func takeDefaults(_ section: Section<Key>) throws(SettingsError) {
    if let entry = section[.trialDays] {
      catalogue.defaults.trialDays = try entry.wholeNumber(in: 0...3650)
    }
    if let entry = section[.graceDays] {
      catalogue.defaults.graceDays = try entry.wholeNumber(in: 0...3650)
    }
    if let entry = section[.trialGraceDays] {
      catalogue.defaults.trialGraceDays = try entry.wholeNumber(in: 0...3650)
    }
    if let entry = section[.renewalToleranceHours] {
      catalogue.defaults.renewalTolerance = .hours(try entry.wholeNumber(in: 0...8760))
    }
  }

  private mutating func takeFiles(_ section: Section<Key>) throws(SettingsError) {
    spendFile = try section[.spend]?.filePath()
    budgetFile = try section[.budget]?.filePath()
    codesFile = try section[.offerCodes]?.filePath()
    if let entry = section[.payouts] { payouts = try PayoutCalendar(entry) }
    exchangeRatesFile = try section[.exchangeRates]?.filePath()
    openingFile = try section[.opening]?.filePath()
  }
}

extension Entry {
  /// A log's own names → those that Runrate knows, all in lower case. Empty `canonical` checks
  /// none.
  fileprivate func names(
    among canonical: [String], _ expected: Requirement
  ) throws(SettingsError) -> [String: String] {
    var names: [String: String] = [:]
    for (name, entry) in try table() {
      let target = try entry.name().lowercased()
      if !canonical.isEmpty, !canonical.contains(target) {
        throw entry.wrongValue(expected, nearest: nearestName(to: target, among: canonical))
      }
      guard names.updateValue(target, forKey: name.lowercased()) == nil else {
        throw entry.error(.duplicate(name.lowercased()))
      }
    }
    return names
  }
}
