import Values

extension Settings {
  /// Tells configurations apart that can give different reports. Comments, order of keys,
  /// spelled-out defaults and the places of files make no difference (the content of the files
  /// has fingerprints of its own).
  package var fingerprint: String {
    var facts = Fingerprint()
    addIngest(to: &facts)
    addFold(to: &facts)
    addJudgement(to: &facts)
    addWords(to: &facts)
    return facts.hash
  }

  /// Tells configurations apart that can accept different lines: when it changes, the next run
  /// asks for `ingest --again`.
  package var ingestFingerprint: String {
    var facts = Fingerprint()
    addIngest(to: &facts)
    return facts.hash
  }

  /// Tells configurations apart that can give different facts for the same events: when it
  /// changes, every customer is folded again.
  package var foldFingerprint: String {
    var facts = Fingerprint()
    addFold(to: &facts)
    return facts.hash
  }

  private func addIngest(to facts: inout Fingerprint) {
    facts.add("dialect", ingest.dialect.rawValue)
    appStore.add(to: &facts)
    for word in Set(ingest.noIDs.map { $0.lowercased() }).sorted() { facts.add("noId", word) }
    for word in Set(ingest.realIDs.map { $0.lowercased() }).sorted() { facts.add("realId", word) }
    if let zone = ingest.timesWithoutZone { facts.add("timesWithoutZone", zone.name) }
    for (name, target) in eventNames.sorted(by: { $0.key < $1.key }) {
      facts.add("event", name)
      facts.add("is", target)
    }
    for (name, field) in fieldNames.sorted(by: { $0.key < $1.key }) {
      facts.add("field", name)
      facts.add("is", field)
    }
    for name in Set(funnels.flatMap { $0.steps.joined() }).sorted() { facts.add("step", name) }
  }

  private func addFold(to facts: inout Fingerprint) {
    facts.add("timezone", timezone.name)
    if let hash = ingest.userIDHash { facts.add("userIDHash", hash.rawValue) }
    catalogue.add(to: &facts)
    for funnel in funnels { funnel.add(to: &facts) }
    for experiment in experiments.sorted(by: { $0.name < $1.name }) { experiment.add(to: &facts) }
    for rollout in rollouts { rollout.add(to: &facts) }
    for phase in freePhases {
      facts.add("free", "\(phase.from) \(phase.to.map { "\($0)" } ?? "")")
    }
  }

  private func addJudgement(to facts: inout Fingerprint) {
    facts.add("retentionMonths", retentionMonths)
    facts.add("maxRejectedShare", ingest.maxRejectedShare)
    for rule in alerts { rule.add(to: &facts) }
    targets.add(to: &facts)
    for product in catalogue.products {
      if let number = product.appleID { facts.add("appleId", "\(product.id) \(number)") }
    }
    catalogue.addPools(to: &facts)
    if let payouts {
      facts.add(
        "payouts",
        "\(payouts.appStoreDelay ?? -1) \(payouts.weeks) \(payouts.yearStarts) \(payouts.googlePlayDay ?? -1)"
      )
    }
    for rollout in rollouts { rollout.addJudgement(to: &facts) }
    for phase in freePhases { facts.add("reason", phase.reason) }
    facts.add("smallestCell", privacy.smallestCell)
    facts.add("userIDs", privacy.userIDs.rawValue)
    for experiment in experiments.sorted(by: { $0.name < $1.name }) {
      experiment.addJudgement(to: &facts)
    }
  }
}

extension Settings {
  /// What reports and digests say beside the figures.
  private func addWords(to facts: inout Fingerprint) {
    for annotation in annotations {
      facts.add("annotation", "\(annotation.day) \(annotation.kind.rawValue)")
      facts.add("text", annotation.text)
      facts.add("link", annotation.link ?? "")
    }
    if let link = digest.link { facts.add("digest", link) }
  }
}

extension Catalogue {
  fileprivate func add(to facts: inout Fingerprint) {
    facts.add("currency", reportingCurrency)
    for product in products { product.add(to: &facts) }
    for (id, offer) in offers.sorted(by: { $0.key < $1.key }) {
      facts.add("offer", id)
      facts.add("free", offer.isFree)
      facts.add("price", offer.price)
      facts.add("period", offer.period)
    }
    commission.add(to: &facts)
    facts.add(shares: taxes, named: "tax")
    defaults.add(to: &facts)
    addApps(to: &facts)
  }

  /// Nothing where no offer has a pool.
  fileprivate func addPools(to facts: inout Fingerprint) {
    for (id, offer) in offers.sorted(by: { $0.key < $1.key }) {
      for pool in offer.pools {
        facts.add("pool", "\(id) \(pool.batch) \(pool.codes)")
        facts.add("expires", pool.expires.map { "\($0)" } ?? "")
        facts.add("perQuarter", "\(pool.perQuarter ?? 0)")
      }
    }
  }

  /// Nothing where no app is named, so that a configuration that never heard of them stays the
  /// same.
  private func addApps(to facts: inout Fingerprint) {
    for product in products {
      if let app = product.app { facts.add("app", "\(product.id) \(app)") }
    }
    for (alias, name) in appNames.sorted(by: { $0.key < $1.key }) {
      facts.add("alias", alias)
      facts.add("app", name)
    }
  }
}

extension Catalogue.Product {
  fileprivate func add(to facts: inout Fingerprint) {
    facts.add("product", id)
    facts.add("tier", tier)
    facts.add("group", group)
    facts.add("period", period)
    facts.add("price", price)
    facts.add("currency", currency)
    facts.add("trialDays", trialDays)
    facts.add("graceDays", graceDays)
    for (metric, limit) in limits.sorted(by: { $0.key < $1.key }) {
      facts.add("limit", "\(metric) \(limit)")
    }
    if let addOn { facts.add("addOn", "ends with plan: \(addOn.endsWithPlan)") }
  }
}

extension Catalogue.Commission {
  fileprivate func add(to facts: inout Fingerprint) {
    facts.add("standard", standard)
    facts.add("afterOneYear", afterOneYear)
    facts.add("smallBusiness", isSmallBusiness)
    for (platform, kept) in platforms.sorted(by: { $0.key < $1.key }) {
      facts.add("platform", platform)
      facts.add("share", kept.share)
      facts.add("fixed", kept.fixed)
    }
  }
}

extension Catalogue.Defaults {
  fileprivate func add(to facts: inout Fingerprint) {
    facts.add("trialDays", trialDays)
    facts.add("graceDays", graceDays)
    facts.add("trialGraceDays", trialGraceDays)
    facts.add("renewalTolerance", renewalTolerance.milliseconds)
  }
}

extension AppStoreSettings {
  /// Nothing for the defaults, so that a configuration that never heard of them stays the same.
  fileprivate func add(to facts: inout Fingerprint) {
    if verifies {
      facts.add("verify", 1)
      for root in roots {
        facts.add("root", root.certificate.map(String.init).joined(separator: " "))
      }
    }
    for app in bundleIDs.sorted() { facts.add("bundleId", app) }
  }
}

extension Funnel {
  fileprivate func add(to facts: inout Fingerprint) {
    facts.add("funnel", name)
    for step in steps {
      facts.add("step", step.count)
      for event in step { facts.add("event", event) }
    }
    facts.add("windowDays", windowDays)
    for dimension in by { facts.add("by", dimension.name) }
  }
}

extension Experiment {
  fileprivate func add(to facts: inout Fingerprint) {
    facts.add("experiment", name)
    facts.add("windowDays", windowDays)
  }

  fileprivate func addJudgement(to facts: inout Fingerprint) {
    facts.add("experiment", name)
    facts.add("control", control)
    facts.add(shares: split, named: "variant")
    facts.add("metric", metric.rawValue)
    facts.add("effect", effect)
  }
}

extension Rollout {
  fileprivate func add(to facts: inout Fingerprint) {
    switch carrier {
    case .feature(let feature): facts.add("rolledOutFeature", feature)
    case .appVersion(let version): facts.add("rolledOutVersion", "\(version)")
    }
    facts.add("app", app)
    for step in steps { facts.add("from", "\(step.from)") }
  }

  fileprivate func addJudgement(to facts: inout Fingerprint) {
    facts.add("rollout", name)
    for step in steps { facts.add("share", step.share) }
  }
}

extension AlertRule {
  fileprivate func add(to facts: inout Fingerprint) {
    facts.add("rule", name)
    facts.add("metric", figure.name)
    for (name, value) in filter.sorted(by: { $0.key < $1.key }) { facts.add(name, value) }
    for dimension in breakdown { facts.add("by", dimension) }
    facts.add("span", window.span.rawValue)
    facts.add("matured", window.isMatured ? 1 : 0)
    facts.add("days", window.days)
    facts.add("lag", window.lag)
    facts.add("compare", comparison.rawValue)
    facts.add("threshold", threshold)
    if let critical { facts.add("critical", critical) }
    facts.add("weeks", baseline.weeks)
    facts.add("deviations", baseline.deviations)
    facts.add("minSample", minSample)
    facts.add("confidence", confidence)
    facts.add("severity", severity.rawValue)
    facts.add("runbook", runbook)
  }
}

extension Targets {
  fileprivate func add(to facts: inout Fingerprint) {
    for figure in Figure.allCases {
      facts.add("target", figure.rawValue + (set.contains(figure) ? " set" : ""))
      (goals[figure] ?? Goal()).add(to: &facts)
    }
    for step in steps {
      facts.add("step", "\(step.funnel) \(step.step ?? 0) \(step.name ?? "")")
      step.goal.add(to: &facts)
    }
    facts.add(shares: firstPayments, named: setsFirstPayments ? "firstPayments" : "benchmark")
  }
}

extension Targets.Goal {
  fileprivate func add(to facts: inout Fingerprint) {
    facts.add("atLeast", atLeast)
    facts.add("atMost", atMost)
    facts.add("stretch", stretch)
  }
}

extension Fingerprint {
  fileprivate mutating func add(shares: [String: Fraction], named name: String) {
    for (key, share) in shares.sorted(by: { $0.key < $1.key }) {
      add(name, key)
      add("share", share)
    }
  }
}
