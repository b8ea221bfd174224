import Testing
import Values

@testable import Settings

struct SettingsErrorTests {
  @Test(
    "An unknown key is named with its path, its place and the nearest that exists",
    arguments: [
      ("{curency: 'USD'}", "curency", "currency", 1, 2),
      (
        "{\n products: {'st.family': {perod: 'P1M'}}}", "products[\"st.family\"].perod", "period",
        2, 27
      ),
      ("{commission: {smalBusiness: true}}", "commission.smalBusiness", "smallBusiness", 1, 15),
      (
        "{commission: {platforms: {web: {fixd: '0.30'}}}}", "commission.platforms.web.fixd",
        "fixed",
        1, 33
      ),
      ("{ingest: {userIdHash: 'sha256'}}", "ingest.userIdHash", "userIDHash", 1, 11),
      (
        "{ingest: {timesWithoutZones: 'UTC'}}", "ingest.timesWithoutZones", "timesWithoutZone", 1,
        11
      ),
      ("{offers: {o: {paymnet: 'free'}}}", "offers.o.paymnet", "payment", 1, 15),
      ("{funnels: [{nmae: 'a'}]}", "funnels[0].nmae", "name", 1, 13),
      ("{alerts: [{name: 'x', treshold: 1}]}", "alerts[0].treshold", "threshold", 1, 23),
      ("{ingest: {Dialect: 'auto'}}", "ingest.Dialect", "dialect", 1, 11),
      ("{digest: {psot: []}}", "digest.psot", "post", 1, 11),
      ("{annotations: [{dat: '2026-06-01'}]}", "annotations[0].dat", "date", 1, 17),
      ("{rollouts: [{nam: 'a'}]}", "rollouts[0].nam", "name", 1, 14),
      ("{access: [{form: '2026-05-01'}]}", "access[0].form", "from", 1, 12),
      ("{products: {a: {addOn: {periode: 'P1M'}}}}", "products.a.addOn.periode", "period", 1, 25),
      ("{trial_days: 3}", "trial_days", "trialDays", 1, 2),
    ] as [(String, String, String, Int, Int)])
  func unknownKeys(text: String, key: String, nearest: String, line: Int, column: Int) {
    expect(
      text, "there is no setting \(key)", hint: "did you mean \(nearest)?", at: "\(line):\(column)")
  }

  @Test("A key that is like no other is told the nearest one, too", arguments: ["zzz", ""])
  func unlikeAny(key: String) {
    let error = #expect(throws: Failure.self) {
      try Settings.parse(Array("{'\(key)': 3}".utf8), file: "c.json5")
    }
    #expect(error?.hint?.hasPrefix("the nearest valid name is ") == true)
  }

  @Test(
    "Names that are data, but have to be known, are told likewise",
    arguments: [
      ("{targets: {arpu: {atMost: 1}}}", "targets.arpu", "arppu", 1, 12),
      (
        "{alerts: [{name: 'anr', where: {contry: 'DE'}}]}", "alerts[0].where.contry", "country", 1,
        41
      ),
    ] as [(String, String, String, Int, Int)])
  func unknownNames(text: String, key: String, nearest: String, line: Int, column: Int) {
    expect(
      text, "there is no setting \(key)", hint: "did you mean \(nearest)?", at: "\(line):\(column)")
  }

  @Test(
    "A name that stands for what the log does not say is none",
    arguments: [
      ("{taxes: {'': 0.2, '(none)': 0.1}}", "taxes[\"\"]", "0.2"),
      ("{taxes: {DE: 0.2, '(none)': 0.1}}", "taxes[\"(none)\"]", "0.1"),
      ("{offers: {'(without)': {payment: 'free'}}}", "offers[\"(without)\"]", "an object"),
      ("{products: {'': {period: 'P1M'}}}", "products[\"\"]", "an object"),
      ("{products: {p: {limits: {'': 3}}}}", "products.p.limits[\"\"]", "3"),
      (
        "{commission: {platforms: {'(none)': {share: 0}}}}", "commission.platforms[\"(none)\"]",
        "an object"
      ),
      ("{apps: {A: ['a'], '(none)': ['b']}}", "apps[\"(none)\"]", "a list"),
    ])
  func nameless(text: String, key: String, found: String) {
    let reason = "this is how reports name what the log does not say"
    expect(text, "\(key) is \(found), expected \(String.absence(because: reason))")
  }

  @Test("A rule that says nothing of its own and has no default's name is told the nearest one")
  func misspeltRule() {
    expect(
      "{alerts: [{name: 'paywal-start', threshold: 0.2}]}",
      "alerts[0].name is \"paywal-start\", expected the name of a default rule, or a rule with a "
        + "metric of its own", hint: "did you mean paywall-start?")
    expect("{alerts: [{name: 'own', threshold: 0.2}]}", "alerts[0].metric is missing")
  }

  @Test(
    "A value of the wrong type says what it is and what was expected",
    arguments: [
      ("[]", "", "a list", .object),
      ("{currency: 1}", "currency", "a number", .text),
      ("{currency: null}", "currency", "null", .text),
      ("{products: []}", "products", "a list", .object),
      ("{products: {a: 'P1M'}}", "products.a", "text", .object),
      ("{products: {a: {price: true}}}", "products.a.price", "true", .amount),
      ("{trialDays: '14'}", "trialDays", "text", .wholeNumber(0...3650)),
      ("{commission: {smallBusiness: 1}}", "commission.smallBusiness", "a number", .flag),
      ("{commission: {standard: []}}", "commission.standard", "a list", .share),
      ("{funnels: {}}", "funnels", "an object", .list),
      ("{funnels: [{name: 'a', steps: 'b'}]}", "funnels[0].steps", "text", .list),
      ("{commission: {platforms: {web: 0.029}}}", "commission.platforms.web", "a number", .object),
      ("{ingest: {userIDHash: true}}", "ingest.userIDHash", "true", .oneOf(["sha256"])),
      ("{ingest: {dialect: 3}}", "ingest.dialect", "a number", .oneOf(dialects)),
      ("{spend: 3}", "spend", "a number", .text),
    ] as [(String, String, String, String)])
  func wrongTypes(text: String, key: String, found: String, expected: String) {
    let subject = key.isEmpty ? "the configuration" : key
    expect(text, "\(subject) is \(found), expected \(expected)")
  }

  @Test(
    "A value that cannot be used says why",
    arguments: [
      Wrong("{currency: 'usd'}", "currency", "\"usd\"", .currency, "USD"),
      Wrong("{currency: 'XYZ'}", "currency", "\"XYZ\"", .currency, nil),
      Wrong("{products: {a: {currency: '€'}}}", "products.a.currency", "\"€\"", .currency, nil),
      Wrong(
        "{timezone: 'Europe/Berln'}", "timezone", "\"Europe/Berln\"", .timeZone, "Europe/Berlin"),
      Wrong("{timezone: '../../etc/passwd'}", "timezone", "\"../../etc/passwd\"", .timeZone, nil),
      Wrong(
        "{products: {a: {period: '1 month'}}}", "products.a.period", "\"1 month\"", .period, nil),
      Wrong("{products: {a: {price: -1}}}", "products.a.price", "-1", .amount, nil),
      Wrong("{products: {a: {price: Infinity}}}", "products.a.price", "Infinity", .amount, nil),
      Wrong("{products: {a: {price: NaN}}}", "products.a.price", "NaN", .amount, nil),
      Wrong("{products: {a: {price: '4,99'}}}", "products.a.price", "\"4,99\"", .amount, nil),
      Wrong("{products: {a: {price: 1e30}}}", "products.a.price", "1e30", .amount, nil),
      Wrong("{trialDays: -1}", "trialDays", "-1", .wholeNumber(0...3650), nil),
      Wrong("{graceDays: 1.5}", "graceDays", "1.5", .wholeNumber(0...3650), nil),
      Wrong("{trialGraceDays: 9e99}", "trialGraceDays", "9e99", .wholeNumber(0...3650), nil),
      Wrong(
        "{renewalToleranceHours: 8761}", "renewalToleranceHours", "8761", .wholeNumber(0...8760),
        nil
      ),
      Wrong("{commission: {standard: 30}}", "commission.standard", "30", .share, nil),
      Wrong("{commission: {standard: -0.1}}", "commission.standard", "-0.1", .share, nil),
      Wrong(
        "{commission: {platforms: {web: {share: 2.9}}}}", "commission.platforms.web.share", "2.9",
        .share, nil
      ),
      Wrong(
        "{commission: {platforms: {web: {share: 0, fixed: '-0.30'}}}}",
        "commission.platforms.web.fixed", "\"-0.30\"", .amount, nil
      ),
      Wrong(
        "{ingest: {userIDHash: 'sha265'}}", "ingest.userIDHash", "\"sha265\"", .oneOf(["sha256"]),
        "sha256"
      ),
      Wrong(
        "{ingest: {timesWithoutZone: 'Europe/Berln'}}", "ingest.timesWithoutZone",
        "\"Europe/Berln\"", .timeZone, "Europe/Berlin"
      ),
      Wrong("{taxes: {DE: 1.01}}", "taxes.DE", "1.01", .share, nil),
      Wrong("{ingest: {maxRejectedShare: 5}}", "ingest.maxRejectedShare", "5", .share, nil),
      Wrong("{ingest: {dialect: 'aple'}}", "ingest.dialect", "\"aple\"", .oneOf(dialects), nil),
      Wrong(
        "{ingest: {dialect: 'natve'}}", "ingest.dialect", "\"natve\"", .oneOf(dialects), "native"),
      Wrong(
        "{funnels: [{name: 'a', steps: []}]}", "funnels[0].steps", "an empty list",
        .nonEmpty("step"), nil
      ),
      Wrong(
        "{funnels: [{name: 'a', steps: [[]]}]}", "funnels[0].steps[0]", "an empty list",
        .nonEmpty("event"), nil
      ),
      Wrong(
        "{funnels: [{name: ' ', steps: ['a']}]}", "funnels[0].name", "\" \"", .nonEmpty("letter"),
        nil
      ),
      Wrong(
        "{alerts: [{name: 'freshness', compare: 'rise'}]}", "alerts[0].compare", "\"rise\"",
        .oneOf(["below", "above"]), nil),
      Wrong(
        "{alerts: [{name: 'freshness', by: 'app'}]}", "alerts[0].by", "\"app\"",
        .absence(because: "the age of the data is that of the whole log"), nil),
      Wrong("{alerts: [{name: 'anr', threshold: -1}]}", "alerts[0].threshold", "-1", .number, nil),
      Wrong(
        "{alerts: [{name: 'anr', confidence: 1}]}", "alerts[0].confidence", "1", .confidence, nil),
      Wrong(
        "{alerts: [{name: 'anr', window: -1}]}", "alerts[0].window", "-1", .wholeNumber(0...3650),
        nil
      ),
      Wrong(
        "{rollouts: [{name: 'a', appVersion: 'new', steps: []}]}", "rollouts[0].appVersion",
        "\"new\"", .appVersion, nil),
      Wrong(
        "{rollouts: [{name: 'a', feature: 'b', appVersion: '1', steps: []}]}",
        "rollouts[0].feature", "\"b\"", .absence(because: "the rollout has an appVersion"), nil),
      Wrong(
        "{rollouts: [{name: 'a', feature: 'b', steps: []}]}", "rollouts[0].steps", "an empty list",
        .nonEmpty("step"), nil),
      Wrong(
        "{rollouts: [{name: 'a', feature: 'b', steps: [{from: '2026-05-01', share: 5}]}]}",
        "rollouts[0].steps[0].share", "5", .share, nil),
      Wrong(
        "{access: [{from: '2026-05-02', to: '2026-05-01'}]}", "access[0].to", "\"2026-05-01\"",
        .absence(because: "the phase would end before it begins"), nil),
      Wrong(
        "{products: {a: {period: 'P1M', addOn: {period: 'P1M'}}}}", "products.a.period", "\"P1M\"",
        .absence(because: "an add-on has what `addOn` says, and no trial"), nil),
      Wrong("{spend: ''}", "spend", "\"\"", .nonEmpty("letter"), nil),
      Wrong(
        "{experiments: {e: {control: 'x', split: {a: 1}}}}", "experiments.e.control", "\"x\"",
        .oneOf(["a"]), "a"
      ),
      Wrong(
        "{experiments: {e: {split: {a: 1, b: 0}}}}", "experiments.e.split.b", "0",
        .absence(because: "nobody is put into a variant of no share"), nil
      ),
      Wrong(
        "{eventNames: {pay: 'purchasd'}}", "eventNames.pay", "\"purchasd\"", .canonicalEvent,
        "purchased"
      ),
      Wrong(
        "{fieldNames: {sku: 'produkt_id'}}", "fieldNames.sku", "\"produkt_id\"", .canonicalField,
        "product_id"
      ),
    ])
  func wrongValues(wrong: Wrong) {
    expect(
      wrong.text, "\(wrong.key) is \(wrong.found), expected \(wrong.expected)",
      hint: wrong.nearest.map { "did you mean \($0)?" })
  }

  struct Wrong: Sendable {
    let text, key, found, expected: String
    let nearest: String?

    init(
      _ text: String, _ key: String, _ found: String, _ expected: String, _ nearest: String?
    ) {
      (self.text, self.key, self.found) = (text, key, found)
      (self.expected, self.nearest) = (expected, nearest)
    }
  }

  @Test(
    "What has no default must be there, and names must differ",
    arguments: [
      ("{funnels: [{steps: ['a']}]}", "funnels[0].name", "is missing"),
      ("{funnels: [{name: 'a'}]}", "funnels[0].steps", "is missing"),
      ("{offers: {o: {}}}", "offers.o.payment", "is missing"),
      ("{offers: {o: {payment: 'discount'}}}", "offers.o.price", "is missing"),
      ("{alerts: [{name: 'own'}]}", "alerts[0].metric", "is missing"),
      ("{alerts: [{}]}", "alerts[0].name", "is missing"),
      (
        "{funnels: [{name: 'a', steps: ['b']}, {name: 'a', steps: ['c']}]}", "funnels[1]:",
        twice("a")
      ),
      ("{alerts: [{name: 'anr'}, {name: 'anr'}]}", "alerts[1]:", twice("anr")),
      ("{eventNames: {A: 'purchased', a: 'renewed'}}", "eventNames.a:", twice("a")),
      (
        "{fieldNames: {amt_paid: 'price', amtPaid: 'product_id'}}", "fieldNames.amtPaid:",
        twice("amtpaid")
      ),
    ])
  func missingAndDuplicate(text: String, key: String, fault: String) {
    expect(text, "\(key) \(fault)")
  }

  @Test("A price on a free offer is a contradiction")
  func pricedFreeOffer() throws {
    #expect(throws: Failure.self) { try parse("{offers: {o: {payment: 'free', price: 1}}}") }
    #expect(try parse("{offers: {o: {payment: 'free', price: 0}}}").catalogue.offers["o"] != nil)
  }

  @Test("A mistake of syntax is told with file, line and column")
  func syntax() {
    #expect(
      throws: Failure("f:2:2: a is repeated here, first in line 1", exit: .badData)
    ) {
      try Settings.parse(Array("{a: 1,\n a: 2}".utf8), file: "f")
    }
  }

  /// What is said behind the place, which is `place` where that is given.
  private func expect(
    _ text: String, _ words: String, hint: String? = nil, at place: String? = nil
  ) {
    let failure = #expect(throws: Failure.self) {
      try Settings.parse(
        Array(text.utf8), file: "f", canonicalEvents: ["purchased", "renewed"],
        canonicalFields: ["product_id", "price"])
    }
    guard let failure, let end = failure.message.firstRange(of: ": ") else { return }
    #expect(failure.message[end.upperBound...] == words)
    #expect(failure.hint == hint && failure.exit == .badData)
    #expect(place == nil || failure.message[..<end.lowerBound] == "f:\(place ?? "")")
  }
}

private let dialects = Dialect.allCases.map(\.rawValue)

private func twice(_ name: String) -> String { "the name \"\(name)\" is given more than once" }

/// What is expected, in the words of the errors.
extension String {
  fileprivate static let object = "an object { … }"
  fileprivate static let list = "a list [ … ]"
  fileprivate static let text = "text in quotes"
  fileprivate static let flag = "true or false"
  fileprivate static let number = "a number, at least 0, with at most 12 decimals"
  fileprivate static let amount = "an amount of money, at least 0"
  fileprivate static let share = "a share from 0 to 1 (0.15 is 15 %)"
  fileprivate static let confidence = "a confidence from 0.5 to below 1 (0.95 is 95 %)"
  fileprivate static let currency = "a currency code of ISO 4217, such as \"USD\""
  fileprivate static let period = "a period of ISO 8601, such as \"P1M\" or \"P1Y\""
  fileprivate static let timeZone = "a time zone of the IANA list, such as \"Europe/Berlin\""
  fileprivate static let appVersion = "a version of an app, such as \"3.2.0\""
  fileprivate static let canonicalEvent = "the name of an event that Runrate knows"
  fileprivate static let canonicalField = "the name of a field that Runrate knows"

  fileprivate static func wholeNumber(_ range: ClosedRange<Int>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
  fileprivate static func oneOf(_ names: [String]) -> String {
    "one of " + names.joined(separator: ", ")
  }
  fileprivate static func nonEmpty(_ what: String) -> String { "at least one \(what)" }
  fileprivate static func absence(because reason: String) -> String { "nothing here: \(reason)" }
}
