import Foundation
import Testing
import Values

@testable import Settings

struct SettingsTests {
  @Test("A file that says only {} means the defaults of the specification")
  func defaults() throws {
    let settings = try parse("{}")
    #expect(settings.fingerprint == Settings().fingerprint)
    #expect(settings.catalogue == Catalogue())
    #expect(settings.timezone.name == "UTC")
    #expect(settings.catalogue.defaults.trialDays == 14)
    #expect(settings.catalogue.defaults.graceDays == 16)
    #expect(settings.catalogue.defaults.trialGraceDays == 7)
    #expect(settings.catalogue.defaults.renewalTolerance == .hours(24))
    #expect(settings.ingest.dialect == .auto)
    #expect(settings.ingest.maxRejectedShare == Fraction(5, over: 100))
    #expect(settings.funnels.map(\.name) == ["acquisition", "trial", "paywall"])
    #expect(
      settings.alerts.count == 24,
      "a rule came or went by default: say so in the guide of the configuration, and here")
    #expect(settings.targets.goals.isEmpty)
  }

  @Test("Every key is read")
  func everything() throws {
    let settings = try Settings.parse(
      Array(full.utf8), file: "conf/runrate.json5", canonicalEvents: ["purchased", "renewed"])
    let catalogue = settings.catalogue
    #expect(catalogue.reportingCurrency == "EUR")
    #expect(settings.timezone.name == "Europe/Berlin")
    #expect(catalogue.products.map(\.id) == ["st.family", "aa.individual"])
    #expect(catalogue.products[0] == family)
    #expect(catalogue.products[1].tier == "aa.individual")
    #expect(catalogue.products[1].group == "")
    #expect(catalogue.products[1].price == Amount(micros: 8_990_000))
    #expect(!catalogue.commission.isSmallBusiness)
    #expect(catalogue.commission.standard == Fraction(25, over: 100))
    #expect(catalogue.commission.afterOneYear == Fraction(1, over: 10))
    #expect(catalogue.offers["free2w"]?.isFree == true)
    #expect(catalogue.offers["half"]?.price == Amount(micros: 2_500_000))
    #expect(catalogue.taxes["DE"] == Fraction(19, over: 100))
    #expect(catalogue.taxes["XX"] == Fraction(1, over: 1))
    #expect(catalogue.defaults.renewalTolerance == .hours(48))
    #expect(settings.spendFile == "conf/data/spend.csv")
    #expect(settings.exchangeRatesFile == "/srv/rates.csv")
    #expect(settings.eventNames == ["didpay": "purchased"])
    #expect(settings.ingest.dialect == .native)
    #expect(settings.targets.goals[.arppu]?.atLeast == Fraction(9, over: 1))
    #expect(settings.targets.goals[.arppu]?.atMost == nil)
    #expect(settings.targets.firstPayments == ["solo": .one])
    let price = try #require(settings.experiments.first { $0.name == "price" })
    #expect(price.windowDays == 14 && price.control == "a")
  }

  @Test("A funnel of the file replaces the default of its name, others are added")
  func funnels() throws {
    let settings = try parse(full)
    #expect(settings.funnels.map(\.name) == ["acquisition", "trial", "paywall", "gates"])
    #expect(settings.funnels[1].steps == [["app_installed"], ["trial_started", "charge"]])
    #expect(settings.funnels[1].windowDays == 7)
    #expect(settings.funnels[1].by == [.channel, .platform])
    #expect(settings.ownEvents(besides: ["app_installed", "trial_started"]).contains("mygate"))
    #expect(!settings.ownEvents(besides: []).contains("charge"))
  }

  @Test("A rule with a default's name says only what it changes; others are added")
  func alerts() throws {
    let settings = try parse(full)
    let rule = try #require(settings.alerts.first { $0.name == "trial-conversion" })
    #expect(rule.threshold == Fraction(15, over: 100))
    #expect(rule.figure == .metric(.trialConversionRate))
    #expect(rule.minSample == 100)
    #expect(settings.alerts.first { $0.name == "anr" }?.severity == .off)
    let own = try #require(settings.alerts.last)
    #expect(own.name == "german-refunds")
    #expect(own.filter == ["country": "DE"])
    #expect(own.window == AlertRule.Window(days: 28, lag: 2))
    #expect(own.baseline == AlertRule.Baseline(weeks: 8, deviations: Fraction(25, over: 10)))
  }

  @Test("Without a path a missing file means the defaults, with one it is an error")
  func missingFile() throws {
    let path = "/nowhere/runrate.json5"
    #expect(throws: Failure.notFound(path)) { try Settings.load(path: path) }
    #expect(try Settings.load().fingerprint == Settings().fingerprint)
  }

  @Test("What cannot be read is told as such")
  func unreadableFile() throws {
    let folder = NSTemporaryDirectory()
    #expect(throws: Failure.unreadable(folder, EISDIR)) { try Settings.load(path: folder) }
  }

  private var family: Catalogue.Product {
    var product = Catalogue.Product(id: "st.family", tier: "family", group: "screen")
    product.period = Period(1, .year)
    product.price = Amount(micros: 79_990_000)
    product.currency = "USD"
    product.trialDays = 7
    product.graceDays = 6
    return product
  }
}

func parse(_ text: String) throws(Failure) -> Settings {
  try Settings.parse(Array(text.utf8), file: "f")
}

let full = """
  {
    currency: "EUR", timezone: "Europe/Berlin",
    products: {
      "st.family": {
        tier: "family", group: "screen", period: "P1Y", price: "79.99", currency: "USD",
        trialDays: 7, graceDays: 6,
      },
      "aa.individual": { price: 8.99 },
    },
    commission: { standard: 0.25, afterOneYear: .1, smallBusiness: false },
    offers: { free2w: { payment: "free", period: "P2W" }, half: { payment: "discount", price: 2.5 } },
    trialDays: 10, graceDays: 5, trialGraceDays: 3, renewalToleranceHours: 48,
    spend: "data/spend.csv", exchangeRates: "/srv/rates.csv",
    eventNames: { didPay: "Purchased" },
    taxes: { DE: 0.19, XX: 1 },
    funnels: [
      { name: "gates", steps: ["myGate", "charge"] },
      {
        name: "trial", steps: ["app_installed", ["trial_started", "charge"]], windowDays: 7,
        by: ["channel", "platform"],
      },
    ],
    alerts: [
      { name: "trial-conversion", threshold: "0.15" },
      { name: "anr", severity: "off" },
      {
        name: "german-refunds", metric: "refundRate", where: { country: "DE" },
        window: { days: 28, lag: 2 }, compare: "rise", threshold: 0.5,
        baseline: { weeks: 8, deviations: 2.5 }, minSample: 50, confidence: 0.9,
        severity: "critical", runbook: "ask Kim",
      },
    ],
    targets: { arppu: { atLeast: 9 }, firstPayments: { solo: 1 } },
    experiments: { price: { control: "a", windowDays: 14, split: { a: 1, b: 2 } } },
    ingest: { dialect: "native", maxRejectedShare: 0.1 },
  }
  """

extension SettingsTests {
  @Test("Platforms of the configuration replace the default's, or are more; nothing fixed is 0")
  func platformCommissions() throws {
    let web = Catalogue.PlatformCommission(
      share: Fraction(29, over: 1000), fixed: Amount(micros: 300_000))
    #expect(Settings().catalogue.commission.platforms == ["web": web])
    let more = try parse("{commission: {platforms: {kiosk: {share: 0, fixed: '0.05'}}}}")
    let kiosk = Catalogue.PlatformCommission(share: .zero, fixed: Amount(micros: 50_000))
    #expect(more.catalogue.commission.platforms == ["web": web, "kiosk": kiosk])
    let other = try parse("{commission: {platforms: {web: {share: 0.05}}}}")
    #expect(other.catalogue.commission.platforms["web"]?.fixed == .zero)
  }

  @Test("Hashed ids and the zone of times are what the file says, and nothing by default")
  func idsAndTimes() throws {
    #expect(Settings().ingest.userIDHash == nil && Settings().ingest.timesWithoutZone == nil)
    let ingest = try parse("{ingest: {userIDHash: 'sha256', timesWithoutZone: 'Asia/Tokyo'}}")
      .ingest
    #expect(ingest.userIDHash == .sha256)
    #expect(ingest.timesWithoutZone?.name == "Asia/Tokyo")
  }

  @Test(
    "Steps of all rollouts are numbered one after the other, each up to the day before the next")
  func rollouts() throws {
    let settings = try parse(
      """
      {rollouts: [
        {name: "a", feature: "f", steps: [{from: "2026-05-01", share: 0.1}, {from: "2026-05-08", share: 1}]},
        {name: "b", appVersion: "3.2", steps: [{from: "2026-06-01", share: 0.5}]}]}
      """)
    let places = settings.rollouts.places
    #expect(places.map(\.position) == [0, 1, 2])
    #expect(places.map(\.number) == [1, 2, 1])
    #expect(places.map { $0.lastDay.map { "\($0)" } } == ["2026-05-07", nil, nil])
    #expect(settings.rollouts.map(\.carrier).last == AppVersion("3.2.0").map { .appVersion($0) })
    #expect(settings.alerts.suffix(2).map(\.name) == ["rollout-halt-a", "rollout-halt-b"])
  }

  @Test(
    "Steps, names and phases that cannot be are refused",
    arguments: [
      "{rollouts: [{name: 'a', feature: 'f', steps: [{from: '2026-05-08', share: 1}, {from: '2026-05-08', share: 1}]}]}",
      "{rollouts: [{name: 'a', feature: 'f', steps: [{from: '2026-05-08', share: 1}]}, {name: 'a', feature: 'g', steps: [{from: '2026-05-08', share: 1}]}]}",
      "{access: [{from: '2026-05-01'}, {from: '2026-06-01', to: '2026-06-02'}]}",
      "{access: [{from: '2026-05-01', to: '2026-05-03'}, {from: '2026-05-03'}]}",
      "{access: [{to: '2026-05-01'}]}",
      "{access: [{from: '2026-05-01', to: '2026-05-01', reason: 'a'}, {from: '2026-06-01', reason: 'a'}]}",
    ])
  func refused(text: String) {
    #expect(throws: Failure.self) { try parse(text) }
  }

  @Test("An add-on has the period of its setting, and the group of its plan")
  func addOn() throws {
    let settings = try parse("{products: {a: {price: 3.99, addOn: {period: 'P1M', of: 'family'}}}}")
    let product = try #require(settings.catalogue.products.first)
    #expect(product.group == "family")
    #expect(product.period == Period(1, .month))
    #expect(product.addOn == Catalogue.AddOn(endsWithPlan: false))
  }
}
