// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors and imports say who may see them: the direction of the house is checked by the compiler.
let swift: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-warnings-as-errors"]),
]

/// Tests are not worth optimising, what they test is: `make test` builds it as it is released.
let testing: [SwiftSetting] = swift + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A Swift target of this package.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swift)
}

/// The commit that `runrate --version` names, as the Makefile asked git for it.
let commit: [CSetting] = ["RUNRATE_COMMIT", "RUNRATE_COMMIT_DATE"].compactMap { name in
  Context.environment[name].map { .define(name, to: $0) }
}

/// The tests of one target, with the folders that hold their files.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], files: [String] = [])
  -> Target
{
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name)] + dependencies,
    exclude: files,
    swiftSettings: testing)
}

/// The SQL models of Metrics, each with its cases beside it. A test compares.
let models = [
  "Steps/activity",
  "Steps/money",
  "Steps/period",
  "Steps/segment_month",
  "Tables/AcquisitionCost/acquisition_cost",
  "Tables/AcquisitionCost/acquisition_month",
  "Tables/AcquisitionCost/spend_month",
  "Tables/AppHealth/app_health",
  "Tables/Billing/billing",
  "Tables/Cancellations/cancellations",
  "Tables/Churn/churn",
  "Tables/Complimentary/complimentary",
  "Tables/ComplimentaryReasons/complimentary_reasons",
  "Tables/Consent/consent",
  "Tables/ConversionTimes/conversion_times",
  "Tables/Daily/daily",
  "Tables/DailySegments/daily_segments",
  "Tables/EntitlementAge/entitlement_age",
  "Tables/Experiments/experiment_sums",
  "Tables/Failures/failures",
  "Tables/Features/features",
  "Tables/FreeAccess/free_access",
  "Tables/FirstPayments/first_payments",
  "Tables/FunnelDays/funnel_days",
  "Tables/FunnelLosses/funnel_losses",
  "Tables/FunnelSteps/funnel",
  "Tables/Integrity/integrity",
  "Tables/LTV/ltv",
  "Tables/Lifetimes/lifetimes",
  "Tables/MRRMovements/mrr_movements",
  "Tables/MissingRates/missing_rates",
  "Tables/OfferCodes/offer_codes",
  "Tables/Offers/offer_month",
  "Tables/Offers/offers",
  "Tables/Operations/operations",
  "Tables/Outcomes/outcomes",
  "Tables/PaywallEncounters/paywall_encounters",
  "Tables/Paywalls/paywalls",
  "Tables/PlanChanges/plan_changes",
  "Tables/PlanLimits/plan_limits",
  "Tables/Plans/plans",
  "Tables/PredictedLTV/product_money",
  "Tables/PredictedLTV/renewal_runs",
  "Tables/PricePoints/price_points",
  "Tables/PriceSensitivity/experiment_prices",
  "Tables/PriceSensitivity/price_views",
  "Tables/Referrals/referral_link",
  "Tables/Referrals/referral_reward",
  "Tables/Referrals/referrals",
  "Tables/Refunds/refunds",
  "Tables/RenewalCurve/renewal_curve",
  "Tables/Renewals/renewals",
  "Tables/Retention/retention",
  "Tables/Revenue/revenue",
  "Tables/Rollouts/rollout_sums",
  "Tables/Subscribers/subscribers",
  "Tables/Suspicious/suspicious",
  "Tables/TrialCohorts/trial_cohorts",
  "Tables/TrialCurve/trial_curve",
  "Tables/TrialOptOuts/trial_opt_outs",
  "Tables/Upcoming/upcoming",
  "Tables/VariantLTV/variant_value",
]

let package = Package(
  name: "runrate",
  products: [.executable(name: "runrate", targets: ["runrate"])],
  targets: [
    // System libraries: a module map and the smallest shim.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CSealedPages", dependencies: ["CSQLite"]),
    .target(name: "CRewind"),
    .target(name: "CBuildInfo", cSettings: commit),

    // The house, from the ground up: a target imports only what stands above it here.
    module("Values", ["COpenSSL"]),
    module("Statistics"),
    module("SQLite", ["CSQLite", "CSealedPages"]),
    module("HTTP", ["Values", "CCurl"]),
    module("Mail", ["Values", "HTTP", "CCurl"]),
    module("Settings", ["Values"]),
    module("Feed", ["Values", "CSimdJSON", "CZlib", "CZstd", "COpenSSL"]),
    module("Profiling", ["Values", "Settings", "Feed"]),
    module("Timeline", ["Values", "Settings", "Feed"]),
    .target(
      name: "Store", dependencies: ["Values", "Settings", "Feed", "Timeline", "SQLite", "CLinux"],
      resources: [
        .embedInCode("Schema/store.sql"),
        .embedInCode("Schema/derived.sql"),
        .embedInCode("Schema/views.sql"),
        .embedInCode("Schema/watch.sql"),
        .embedInCode("Schema/published.sql"),
        .embedInCode("Schema/dialects.sql"),
        .embedInCode("Schema/inputs.sql"),
        .embedInCode("Schema/purged.sql"),
        .embedInCode("Schema/merged.sql"),
        .embedInCode("Schema/parts.sql"),
        .embedInCode("Schema/joined.sql"),
      ],
      swiftSettings: swift),
    .target(
      name: "Metrics",
      dependencies: ["Values", "Settings", "SQLite", "Statistics", "Timeline"],
      exclude: models.map { $0 + ".cases.txt" },
      resources: models.map { .embedInCode($0 + ".sql") },
      swiftSettings: swift),
    module(
      "Reports",
      ["Values", "Statistics", "Settings", "Metrics", "CXLSXWriter", "CRewind", "CZlib", "CLinux"]),
    .target(
      name: "Receipts",
      dependencies: ["Values", "Statistics", "Settings", "Timeline", "Metrics", "Reports"],
      resources: [.embedInCode("Search/vocabulary.txt")], swiftSettings: swift),
    module("Alerts", ["Values", "Statistics", "Settings", "Metrics", "Reports"]),
    .target(
      name: "Simulator", dependencies: ["Values"], path: "Tools/Simulator", swiftSettings: swift),
    module(
      "Command",
      [
        "Values", "SQLite", "Settings", "Feed", "Profiling", "Timeline", "Store", "Metrics",
        "Reports", "Receipts",
        "Alerts", "Simulator", "CLinux", "HTTP", "Mail",
      ]),
    .executableTarget(
      name: "runrate", dependencies: ["Values", "Command", "CBuildInfo"], swiftSettings: swift),

    tests(of: "Feed", ["Values", "CZlib", "CZstd", "Support"]),
    tests(of: "Profiling", ["Values", "Feed", "Support"]),
    tests(of: "Settings", ["Values", "Support"]),
    tests(of: "Values"),
    tests(of: "HTTP", ["Values", "Support"]),
    tests(of: "Mail", ["Values", "HTTP", "Support"]),
    tests(of: "Statistics"),
    tests(
      of: "Command", ["Values", "Feed", "Settings", "Reports", "SQLite", "Simulator", "Support"]),
    tests(of: "Simulator", ["Values"]),
    tests(of: "Alerts", ["Values", "Statistics", "Settings", "Metrics", "Reports", "Support"]),
    tests(of: "Reports", ["Values", "Metrics", "Support"], files: ["Golden", "Readers", "Rows"]),
    tests(
      of: "Receipts", ["Values", "Settings", "Metrics", "Reports", "Support"],
      files: ["Questions", "Clients"]),
    tests(of: "Store", ["Values", "SQLite", "Feed", "Timeline", "Settings", "Support"]),
    tests(
      of: "Metrics", ["CSQLite", "SQLite", "Settings", "Statistics", "Support", "Values"],
      files: ["Mutants.md"]),

    // Whether the statistics keep what they promise, over many made-up experiments.
    .executableTarget(
      name: "calibrate",
      dependencies: ["Metrics", "Settings", "Statistics", "Support", "Timeline", "Values"],
      path: "Tools/Calibration", exclude: ["results"], swiftSettings: swift),

    // What `make bench` runs.
    .target(
      name: "Floor", path: "Tools/Benchmarks/Floor", linkerSettings: [.linkedLibrary("simdjson")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Values", "Settings", "Feed", "Timeline", "Store", "Floor", "Support"],
      path: "Tools/Benchmarks",
      exclude: ["Floor", "results", "README.md", "alerts.py"], swiftSettings: swift),

    // The whole way from logs to tables, and what several of the tests share.
    .target(
      name: "Support", dependencies: ["Values", "Timeline", "Metrics", "Reports", "COpenSSL"],
      path: "Tests/Support",
      exclude: ["Mail/server.py"],
      swiftSettings: swift),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Values", "CSQLite", "SQLite", "Feed", "Store", "Timeline", "Metrics", "Reports",
        "Command", "Support",
      ],
      exclude: ["Databases"], swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// Coverage-guided fuzzing needs instrumented modules and a program of its own: see `make fuzz`.
if Context.environment["RUNRATE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["Values", "Settings", "Feed"], path: "Tools/Fuzz",
      exclude: ["Corpus", "run.sh"], swiftSettings: swift))
}
