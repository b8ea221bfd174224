package import Values

/// The whole configuration, checked and with every default filled in.
///
/// `Settings()` is what a file that says only `{}` means. ``load(path:canonicalEvents:)`` reads
/// `runrate.json5`. A setting that is added gets a property, and its declaration in ``settings`` or
/// in that of its section.
package struct Settings: SettingsSection {
  package var catalogue = Catalogue()
  package var timezone = Zone.utc
  /// Paths as they are to be opened: relative ones begin at the configuration's folder.
  package var spendFile: String?
  package var budgetFile: String?
  package var codesFile: String?
  package var payouts: PayoutCalendar?
  package var exchangeRatesFile: String?
  package var openingFile: String?
  /// Lower-case names of the log → lower-case canonical names.
  package var eventNames: [String: String] = [:]
  package var fieldNames: [String: String] = [:]
  package var funnels: [Funnel]
  /// The default rules, changed and completed by the file's. Rules that are off are still here.
  package var alerts = AlertRule.defaults
  /// Those that the file names, in its order.
  package var channels: [AlertChannel] = []
  /// For `run` and `report`.
  package var exit = ExitPolicy.alerts
  /// Nil: what moved.
  package var details: DetailsScope?
  package var targets = Targets()
  /// Those that the file names, in its order, like ``rollouts``.
  package var experiments: [Experiment] = []
  package var rollouts: [Rollout] = []
  /// In the order of their days, like ``annotations``.
  package var freePhases: [FreePhase] = []
  package var retentionMonths = 36
  package var ingest = IngestSettings()
  package var privacy = PrivacySettings()
  package var appStore = AppStoreSettings()
  package var digest = DigestSettings()
  /// Nil: none is sent.
  package var mail: MailSettings?
  package var annotations: [Annotation] = []

  package init() {
    funnels = Funnel.defaults(longestTrial: catalogue.longestTrial)
    alerts = usualAlerts
  }
}

// MARK: - The settings

extension Settings {
  static let settings: [Setting<Self>] =
    sold + money + log + reported

  /// What is sold, and until when somebody has it.
  private static let sold: [Setting<Self>] = [
    Setting(
      "currency", \.catalogue.reportingCurrency, .currency, .folded, "The currency of all reports."),
    Setting("timezone", \.timezone, .zone, .folded, "Where days begin and end."),
    Setting(
      "products", \.catalogue.products,
      .objects(by: \.id, inOrder: true, example: "com.example.monthly"),
      "What is sold, by the product ids of the log."),
    Setting(
      "apps", \.catalogue.appNames, .apps, .folded,
      "Names of apps, each with the names that logs have for it."),
    Setting(
      "offers", \.catalogue.offers, .table(of: .object, example: "WINBACK50"),
      "Offers by their ids in the log."),
    Setting(
      "trialDays", \.catalogue.defaults.trialDays, .whole(0...3650), .folded,
      "The length of trials where neither event nor product gives one."),
    Setting(
      "graceDays", \.catalogue.defaults.graceDays, .whole(0...3650), .folded,
      "How long access lasts after a failed payment when the event names no end."),
    Setting(
      "trialGraceDays", \.catalogue.defaults.trialGraceDays, .whole(0...3650), .folded,
      "A payment converts a trial up to this many days after its end."),
    Setting(
      "renewalToleranceHours", \.catalogue.defaults.renewalTolerance, .hours(0...8760), .folded,
      "How long access waits for a late renewal."),
    Setting(
      "access", \.freePhases, .list(of: .object, each: FreePhase.check),
      "Days on which everybody had access without paying."),
  ]

  private static let money: [Setting<Self>] = [
    Setting("commission", \.catalogue.commission, .object, "What stores and processors keep."),
    Setting(
      "taxes", \.catalogue.taxes, .table(of: .share, example: "DE"), .folded,
      "Rates of the taxes that prices include, by country."),
    Setting(
      "exchangeRates", \.exchangeRatesFile, .file.example("\"exchange-rates.csv\""), .nothing,
      "What other currencies were worth: `date,currency,rate` (CSV)."),
    Setting(
      "opening", \.openingFile, .file.example("\"opening.csv\""), .nothing,
      "Subscriptions from before the log: `customer,product,since,paid_until,price,currency` (CSV), "
        + "or Stripe's or Chargebee's list of subscriptions (JSON)."
    ),
    Setting(
      "spend", \.spendFile, .file.example("\"spend.csv\""), .nothing,
      "What advertising cost: `date,channel,campaign,currency,amount` (CSV)."),
    Setting(
      "budget", \.budgetFile, .file.example("\"budget.csv\""), .nothing,
      "What is planned by month: `month,metric,dimension,value,amount` (CSV)."),
    Setting(
      "offerCodes", \.codesFile, .file.example("\"codes.csv\""), .nothing,
      "One-time codes, one by one: `offer,code,batch,expires` (CSV)."),
    Setting("payouts", \.payouts, .object, "When stores pay what they owe."),
  ]

  private static let log: [Setting<Self>] = [
    Setting("ingest", \.ingest, .object, "How logs are read."),
    Setting("appStore", \.appStore, .object, "What is asked of lines of the App Store."),
    Setting(
      "eventNames", \.eventNames,
      .names(among: \.events, "an event", example: "{ \"Purchase Done\": \"purchased\" }"),
      .read,
      "The log's own names of events, with those that Runrate knows (the guide Log)."),
    Setting(
      "fieldNames", \.fieldNames,
      .names(
        among: \.fields, "a field", example: "{ sku: \"product_id\" }", without: "_"), .read,
      "The log's own names of fields, with those that Runrate knows (the guide Log)."),
  ]

  private static let reported: [Setting<Self>] = [
    Setting(
      "funnels", Kind.list(of: Kind<Funnel>.object).form, [.read, .folded],
      "Funnels of your own; one with the name of a default funnel replaces that."
    ) { (entry, settings) throws(Failure) in
      settings.funnels = try settings.knowing(entry).list(over: settings.usualFunnels, Funnel.init)
    } write: { settings, asked in
      asked == .read
        ? settings.writtenEvents : Kind.list(of: .object).write(settings.funnels, asked)
    }
    .otherwise { $0.funnels = $0.usualFunnels },
    Setting(
      "experiments", \.experiments, .objects(by: \.name, inOrder: false, example: "yearly_price"),
      "How experiments are judged, by their names in the log."),
    Setting(
      "rollouts", \.rollouts, .list(of: .object, unique: \Rollout.name),
      "Something new that customers get step by step."),
    Setting(
      "retentionMonths", \.retentionMonths, .whole(1...1200), .judged,
      "Retention is shown by month up to this age, by year beyond it."),
    Setting(
      "alerts", Kind.list(of: Kind<AlertRule>.object).form, .judged,
      "Alert rules of your own; one with the name of a default rule changes that."
    ) { (entry, settings) throws(Failure) in
      settings.alerts = try settings.knowing(entry).list(over: settings.usualAlerts, AlertRule.init)
    } write: {
      Kind.list(of: .object).write($0.alerts, $1)
    }
    .otherwise { $0.alerts = $0.usualAlerts },
    Setting(
      "channels", \.channels, .objects(by: \.name, inOrder: true, example: "oncall"),
      "Who is told of alerts, and of which."),
    Setting(
      "exit", \.exit, .choice, .nothing,
      "Whether `run` and `report` exit with 1 to 3 for alerts, or only errors fail the job."),
    Setting(
      "details", \.details, .choice, .said,
      "Sections of `details.md`: only what moved, fires or is asked for (the default), or all."),
    Setting(
      "targets", Kind<Targets>.object.form, Targets.effects,
      "What figures should be; reports judge them by it. Shares where no unit is given."
    ) { (entry, settings) throws(Failure) in
      try settings.targets.read(settings.knowing(entry))
    } write: {
      $0.targets.written($1)
    },
    Setting(
      "annotations", \.annotations, .list(of: .object),
      "What happened on a day: charts mark it, and the MRR section names it."),
    Setting("digest", \.digest, .object, "Who gets digests, and where they lead to."),
    Setting("mail", \.mail, .object, "How mail is sent."),
    Setting("privacy", \.privacy, .object, "What is kept and shown of people."),
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    freePhases.sort { $0.from < $1.from }
    annotations.sort { ($0.day, $0.text) < ($1.day, $1.text) }
    try checkChannels(entries)
    if !digest.mail.isEmpty, mail == nil { _ = try entries.required("mail") }
  }

  private var usualFunnels: [Funnel] { Funnel.defaults(longestTrial: catalogue.longestTrial) }

  private var usualAlerts: [AlertRule] {
    AlertRule.defaults + AlertRule.ofFunnels(funnels) + AlertRule.ofCodes(catalogue.offers)
      + AlertRule.ofRollouts(rollouts)
  }

  /// An entry in which funnels may be named, and end with the longest trial.
  private func knowing(_ entry: Entry) -> Entry {
    var entry = entry
    (entry.known.funnels, entry.known.longestTrial) = (funnels, catalogue.longestTrial)
    return entry
  }

  /// Of a funnel, only the names of its events decide about lines.
  private var writtenEvents: JSONValue {
    let events = Set(funnels.flatMap { $0.steps.joined() }).sorted()
    return .object([JSONValue.Member("steps", .array(events.map(JSONValue.string)))])
  }
}

// MARK: - Reading

extension Settings {
  /// The settings that `bytes`, the content of `file`, spell.
  package static func parse(
    _ bytes: [UInt8], file: String, canonicalEvents: [String] = [],
    canonicalFields: [String] = [], figures: FigureCatalogue = FigureCatalogue()
  ) throws(Failure) -> Settings {
    let node: JSON5Node
    do { node = try JSON5Parser.parse(bytes) } catch { throw error.failure(in: file) }
    let known = KnownNames(events: canonicalEvents, fields: canonicalFields, figures: figures)
    return try Settings(Entry(node: node, path: "", file: file, known: known))
  }

  /// What the guide says of the settings, in its order.
  package static var guide: [SettingDeclaration] { declarations }
}

extension Kind<[String: String]> {
  /// A log's own names → those that Runrate knows, all in lower case. Names that differ by `ignored` alone
  /// are one.
  fileprivate static func names(
    among known: any KeyPath<KnownNames, [String]> & Sendable, _ what: String,
    example: String, without ignored: Character? = nil
  ) -> Kind {
    let table = Kind.table(of: .name, example: "")
    return Kind(form: Form(words: "names by name", example: example)) {
      (entry, _) throws(Failure) in
      let canonical = entry.known[keyPath: known]
      var (names, targets) = ([String: String](), [String: String]())
      for (name, entry) in try entry.table() {
        let target = try entry.name().lowercased()
        if !canonical.isEmpty, !canonical.contains(target) {
          throw entry.wrongValue(
            "the name of \(what) that Runrate knows",
            nearest: nearestName(to: target, among: canonical))
        }
        let name = name.lowercased()
        names[name] = target
        let same = name.filter { $0 != ignored }
        guard targets.updateValue(target, forKey: same) ?? target == target else {
          throw entry.duplicate(name)
        }
      }
      return names
    } write: {
      table.write($0, $1)
    }
  }
}

// MARK: - What others ask

extension Settings {
  /// Event names that only a funnel knows: neither canonical nor mapped, but accepted (Definitions,
  /// "The log").
  package func ownEvents(besides canonical: some Sequence<String>) -> Set<String> {
    let steps = Set(funnels.flatMap { $0.steps.joined() })
    return steps.subtracting(canonical).subtracting([Funnel.chargeStep])
  }
}

/// Which sections `details.md` has.
package enum DetailsScope: String, CaseIterable, Sendable {
  /// Those that tell something today: what moved, fires, is wrong or is asked for.
  case moved
  case all
}

/// What a command that judges alerts exits with.
package enum ExitPolicy: String, CaseIterable, Sendable {
  /// 1 to 3 for alerts that fire, and errors.
  case alerts
  /// Errors alone: orchestrators take every other code than 0 for a failed job.
  case errors
}
