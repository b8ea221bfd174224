import Testing

@testable import Settings

struct FingerprintTests {
  @Test(
    "Whatever can change a report changes the fingerprint",
    arguments: [
      "currency: 'EUR'", "timezone: 'Europe/Berlin'", "products: {a: {}}",
      "commission: {standard: 0.2}", "commission: {afterOneYear: 0.2}",
      "commission: {smallBusiness: false}", "commission: {platforms: {web: {share: 0.02}}}",
      "commission: {platforms: {web: {share: 0.029}}}",
      "commission: {platforms: {kiosk: {share: 0.029, fixed: 0.3}}}",
      "offers: {a: {payment: 'free'}}",
      "offers: {a: {payment: 'free', period: 'P1W'}}", "trialDays: 1", "graceDays: 1",
      "trialGraceDays: 1", "renewalToleranceHours: 1", "eventNames: {a: 'purchased'}",
      "fieldNames: {a: 'price'}", "fieldNames: {b: 'price'}",
      "taxes: {DE: 0.1}", "taxes: {DE: 0.2}", "funnels: [{name: 'a', steps: ['b']}]",
      "funnels: [{name: 'a', steps: ['b'], windowDays: 2}]",
      "funnels: [{name: 'a', steps: ['b'], by: ['country']}]",
      "alerts: [{name: 'anr', severity: 'off'}]", "alerts: [{name: 'anr', threshold: 1}]",
      "alerts: [{name: 'anr', minSample: 1}]", "alerts: [{name: 'anr', window: 1}]",
      "alerts: [{name: 'anr', where: {tier: 'a'}}]", "alerts: [{name: 'anr', runbook: 'a'}]",
      "alerts: [{name: 'anr', baseline: 5}]", "alerts: [{name: 'anr', confidence: 0.9}]",
      "alerts: [{name: 'anr', compare: 'below'}]", "targets: {arppu: {atLeast: 1}}",
      "targets: {firstPayments: {a: 1}}", "experiments: {a: {}}",
      "experiments: {a: {control: 'b'}}", "experiments: {a: {split: {b: 1}}}",
      "experiments: {a: {metric: 'revenue'}}", "experiments: {a: {effect: 0.1}}",
      "ingest: {dialect: 'native'}", "ingest: {maxRejectedShare: 0.1}",
      "ingest: {noIds: ['guest']}", "ingest: {realIds: ['0']}",
      "ingest: {userIDHash: 'sha256'}", "ingest: {timesWithoutZone: 'UTC'}",
      "products: {a: {price: 1}}", "products: {a: {price: 1, period: 'P1M'}}",
      "products: {a: {tier: 'b'}}", "products: {a: {group: 'b'}}", "products: {a: {trialDays: 1}}",
      "products: {a: {graceDays: 1}}", "products: {a: {currency: 'USD'}}",
      "rollouts: [{name: 'a', feature: 'b', steps: [{from: '2026-05-01', share: 0.5}]}]",
      "access: [{from: '2026-05-01'}]", "retentionMonths: 12",
      "alerts: [{name: 'anr', critical: 0.2}]", "digest: {link: 'https://example.com/{day}'}",
      "details: 'all'", "annotations: [{date: '2026-05-01', text: 'a'}]",
      "products: {a: {addOn: {period: 'P1M'}}}",
      "products: {a: {}, b: {}}", "products: {b: {}, a: {}}",
    ])
  func changes(content: String) throws {
    let fingerprint = try parse("{\(content)}").fingerprint
    #expect(fingerprint != Settings().fingerprint)
    #expect(fingerprint.utf8.count == 32)
  }

  @Test("Spelling, order and files make no difference")
  func sameContent() throws {
    let one = try parse("{taxes: {DE: 0.19, FR: 0.20}, currency: 'USD', spend: 'a.csv'}")
    let other = try parse("{'taxes': {FR: '0.2', /* VAT */ DE: .190}}")
    #expect(one.fingerprint == other.fingerprint)
  }

  @Test("Alert rules change neither the lines that are accepted nor the facts")
  func parts() throws {
    let rules = try parse("{alerts: [{name: 'anr', threshold: 1}]}")
    #expect(rules.ingestFingerprint == Settings().ingestFingerprint)
    #expect(rules.foldFingerprint == Settings().foldFingerprint)
    let dialect = try parse("{ingest: {dialect: 'native'}}")
    #expect(dialect.ingestFingerprint != Settings().ingestFingerprint)
    #expect(dialect.foldFingerprint == Settings().foldFingerprint)
    let price = try parse("{products: {a: {price: 1}}}")
    #expect(price.ingestFingerprint == Settings().ingestFingerprint)
    #expect(price.foldFingerprint != Settings().foldFingerprint)
  }

  @Test("A zone of times asks for the logs again, hashed ids and commissions for customers anew")
  func partsOfIngest() throws {
    let zone = try parse("{ingest: {timesWithoutZone: 'Europe/Berlin'}}")
    #expect(zone.ingestFingerprint != Settings().ingestFingerprint)
    #expect(zone.foldFingerprint == Settings().foldFingerprint)
    for content in [
      "ingest: {userIDHash: 'sha256'}", "commission: {platforms: {web: {share: 0.02}}}",
    ] {
      let settings = try parse("{\(content)}")
      #expect(settings.ingestFingerprint == Settings().ingestFingerprint)
      #expect(settings.foldFingerprint != Settings().foldFingerprint)
    }
  }

  @Test("The spelled-out default of web payments is the default")
  func webDefault() throws {
    let spelled = try parse("{commission: {platforms: {web: {share: '0.0290', fixed: 0.3}}}}")
    #expect(spelled.fingerprint == Settings().fingerprint)
  }

  @Test(
    "What is read has the fingerprint that databases remember: another one would ask for all logs",
    arguments: [
      ("{}", "aee7664337d572f54b7d673c4dd1f1b9"),
      ("{appStore: {bundleIds: ['com.b', 'com.a']}}", "b044b0f379e2e9e95a017a00384844a3"),
      (
        """
        {ingest: {dialect: 'native', noIds: ['Guest'], realIds: ['0'], timesWithoutZone: 'UTC'},
         eventNames: {didPay: 'Purchased'}, fieldNames: {sku: 'price'},
         funnels: [{name: 'gates', steps: ['myGate', 'charge']}]}
        """, "9f6111ae71d81be488e2eb222d894f90"
      ),
    ])
  func remembered(text: String, fingerprint: String) throws {
    #expect(
      try parse(text).ingestFingerprint == fingerprint,
      "a new setting of reading is to have no value where a configuration gives none")
  }
}
