package import Values

/// The whole configuration, checked and with every default filled in.
///
/// `Settings()` is what a file that says only `{}` means. ``load(path:canonicalEvents:)`` reads
/// `runrate.json5`.
package struct Settings: Sendable {
  package var catalogue = Catalogue()
  package var timezone = Zone.utc
  /// Paths as they are to be opened: relative ones begin at the configuration's folder.
  package var spendFile: String?
  package var budgetFile: String?
  package var codesFile: String?
  /// When stores pay; nil where nobody says.
  package var payouts: PayoutCalendar?
  package var exchangeRatesFile: String?
  /// What existed before the log began: see ``Opening``.
  package var openingFile: String?
  /// Lower-case names of the log → lower-case canonical names.
  package var eventNames: [String: String] = [:]
  /// Lower-case names that a log has for fields → canonical names.
  package var fieldNames: [String: String] = [:]
  package var funnels: [Funnel]
  /// The default rules, changed and completed by the file's. Rules that are off are still here.
  package var alerts = AlertRule.defaults
  package var targets = Targets()
  /// Those that the file names, in its order.
  package var experiments: [Experiment] = []
  /// Those that the file names, in its order.
  package var rollouts: [Rollout] = []
  /// When everybody had access without paying, in the order of their days.
  package var freePhases: [FreePhase] = []
  /// Ages of retention are told by month up to this one, by year beyond it.
  package var retentionMonths = 36
  package var ingest = IngestSettings()
  package var privacy = PrivacySettings()
  package var appStore = AppStoreSettings()
  package var digest = DigestSettings()
  /// In the order of their days.
  package var annotations: [Annotation] = []

  package init() { funnels = Funnel.defaults(longestTrial: catalogue.longestTrial) }

  /// How the experiment `name` is judged, whether the file names it or not.
  package func experiment(named name: String) -> Experiment {
    experiments.first { $0.name == name } ?? Experiment(name: name)
  }

  /// Event names that only a funnel knows: neither canonical nor mapped, but accepted (Definitions,
  /// "The log").
  package func ownEvents(besides canonical: some Sequence<String>) -> Set<String> {
    let steps = Set(funnels.flatMap { $0.steps.joined() })
    return steps.subtracting(canonical).subtracting([Funnel.chargeStep])
  }
}
