import Support
import Testing
import Values

@testable import Settings

struct CSVFileTests {
  @Test("The latest rate at or before a day counts, and the reporting currency is 1")
  func rates() throws {
    let rates = try rates("rate,Currency,date\n0.9,EUR,2026-01-05\n0.8,EUR,2026-01-01\n")
    #expect(rates.rate(of: "EUR", on: day("2025-12-31")) == nil)
    #expect(rates.rate(of: "EUR", on: day("2026-01-01")) == Fraction(8, over: 10))
    #expect(rates.rate(of: "EUR", on: day("2026-01-04")) == Fraction(8, over: 10))
    #expect(rates.rate(of: "EUR", on: day("2030-01-01")) == Fraction(9, over: 10))
    #expect(rates.rate(of: "USD", on: day("1999-01-01")) == .one)
    #expect(rates.rate(of: "JPY", on: day("2026-01-04")) == nil)
    #expect(ExchangeRates(reportingCurrency: "USD").rate(of: "EUR", on: day("2026-01-04")) == nil)
  }

  @Test("Later rates leave the fingerprint of earlier days alone")
  func rateFingerprint() throws {
    let before = try rates("date,currency,rate\n2026-01-01,EUR,0.8\n")
    let after = try rates("date,currency,rate\n2026-01-02,EUR,0.7\n2026-01-01,EUR,0.80\n")
    let first = day("2026-01-01")
    #expect(before.fingerprint(upTo: first) == after.fingerprint(upTo: first))
    #expect(before.fingerprint(upTo: first + 1) != after.fingerprint(upTo: first + 1))
  }

  @Test("Gaps of more than a week are found, the one up to today too")
  func gaps() throws {
    let rates = try rates(
      "date,currency,rate\n2026-01-01,EUR,1\n2026-01-08,EUR,1\n2026-01-16,EUR,1\n2026-02-01,GBP,1\n"
    )
    let gap = ExchangeRates.Gap(currency: "EUR", from: day("2026-01-08"), to: day("2026-01-16"))
    let stale = ExchangeRates.Gap(currency: "EUR", from: day("2026-01-16"), to: day("2026-01-30"))
    #expect(rates.gaps(longerThan: 7) == [gap])
    #expect(rates.gaps(longerThan: 7, until: day("2026-01-30")) == [gap, stale])
    #expect(rates.gaps(longerThan: 7, until: day("2026-01-10")) == [])
  }

  @Test("A rate that a currency has never had, while it has had the inverse, is perhaps inverted")
  func invertedRates() throws {
    let head = "date,currency,rate\n"
    let wrong = try rates(head + "2026-01-01,EUR,0.92\n2026-01-01,JPY,150\n2026-01-02,JPY,151\n")
    #expect(
      wrong.invertedNote
        == "EUR 0.92 on 2026-01-01: a rate is what 1 EUR is worth in USD; "
        + "JPY 150 on 2026-01-01: a rate is what 1 JPY is worth in USD")
    let right = ["EUR,1.087", "JPY,0.0067", "CHF,0.88", "XAF,9"].map { "2026-01-01,\($0)\n" }
    #expect(try rates(head + right.joined()).invertedNote == nil)
  }

  @Test("Advertising costs are read whatever else the file holds")
  func spend() throws {
    let text =
      "Date,Clicks,Channel,Campaign,Currency,Amount\n2026-01-01,9,\"Search, brand\",,EUR,12.5\n"
    let spend = try Spend.parse(Array(text.utf8), file: "s")
    let row = Spend.Row(
      day: day("2026-01-01"), channel: "Search, brand", campaign: nil, currency: "EUR",
      amount: Amount(micros: 12_500_000))
    #expect(spend.rows == [row])
    #expect(spend.fingerprint(upTo: row.day) != Spend().fingerprint(upTo: row.day))
    #expect(spend.fingerprint(upTo: row.day - 1) == Spend().fingerprint(upTo: row.day))
  }

  @Test("Fields may be separated by semicolons, and currencies be in lower case")
  func spreadsheets() throws {
    let text = "date;channel;campaign;currency;amount\n2026-01-01;search, brand;;eur;12.5\n"
    let row = try #require(try Spend.parse(Array(text.utf8), file: "s").rows.first)
    #expect(row.channel == "search, brand" && row.currency == "EUR")
    let rates = try rates("date;currency;rate\n2026-01-01;eur;0.8\n")
    #expect(rates.rate(of: "EUR", on: day("2026-01-01")) == Fraction(8, over: 10))
  }

  private func opening(_ text: String) throws -> Opening {
    var plan = Catalogue.Product(id: "plan", tier: "plan", group: "default")
    plan.period = Period(1, .month)
    let coins = Catalogue.Product(id: "coins", tier: "coins", group: "default")
    return try Opening.parse(Array(text.utf8), file: "o.csv", products: [plan, coins]) {
      $0 == "nobody"
    }
  }

  private let openingHead = "customer,product,since,paid_until,price,currency\n"

  @Test("What was before the log is read as exports write it, times, blanks and other columns too")
  func opening() throws {
    let found = try opening(
      "Email,Customer,Product,Since,Paid Until,Price,Currency\n"
        + "a@b.c,u1,plan,2025-11-03T10:00:00Z,2026-02-03 10:00:00,9.99,usd\n")
    let row = Opening.Row(
      customer: "u1", product: "plan", period: Period(1, .month), since: day("2025-11-03"),
      paidUntil: day("2026-02-03"), price: Amount(micros: 9_990_000), currency: "USD")
    #expect(found.rows == [row])
    let other = openingHead + "u2,plan,2025-11-03,2026-02-03,1,USD\n"
    let both = [found, try opening(other)].map(\.fingerprint)
    #expect(both[0] != both[1])
    let one = try opening(
      openingHead + "a,plan,2025-01-01,2026-01-01,1,USD\nb,plan,2025-01-01,2026-01-01,1,USD\n")
    let two = try opening(
      openingHead + "b,plan,2025-01-01,2026-01-01,1,USD\na,plan,2025-01-01,2026-01-01,1,USD\n")
    #expect(one.fingerprint == two.fingerprint)
  }

  @Test(
    "Every mistake in what was before the log is told with its line and field",
    arguments: [
      ("u,pla,2025-01-01,2026-01-01,1,USD", "product"),
      ("u,coins,2025-01-01,2026-01-01,1,USD", "product"),
      (",plan,2025-01-01,2026-01-01,1,USD", "customer"),
      ("u,plan,2025-02-30,2026-01-01,1,USD", "since"),
      ("u,plan,2025-01-01x,2026-01-01,1,USD", "since"),
      ("u,plan,2025-01-02,2025-01-01,1,USD", "paid_until"),
      ("u,plan,2025-01-01,9999-12-31,1,USD", "paid_until"),
      ("u,plan,0001-01-01,2026-01-01,1,USD", "since"),
      ("nobody,plan,2025-01-01,2026-01-01,1,USD", "customer"),
      ("u,plan,2025-01-01,2026-01-01,1000000000.01,USD", "price"),
      ("u,plan,2025-01-01,2026-01-01,0,USD", "price"),
      ("u,plan,2025-01-01,2026-01-01,1,XYZ", "currency"),
    ])
  func openingMistakes(line: String, column: String) throws {
    let failure = #expect(throws: Failure.self) { try opening(openingHead + line + "\n") }
    #expect(failure?.message.hasPrefix("o.csv:2: \(column) is ") == true)
  }

  @Test("A customer's product stands once in what was before the log")
  func openingTwice() throws {
    let text = "U,plan,2025-01-01,2026-01-01,1,USD\nu,plan,2025-02-01,2026-02-01,1,USD\n"
    let failure = #expect(throws: Failure.self) { try opening(openingHead + text) }
    #expect(failure?.message == "o.csv:3: u plan is repeated here, first in line 2")
  }

  @Test(
    "Every mistake in a rate file is told with its line and field",
    arguments: [
      ("", 1, "the file is empty, expected the header date,currency,rate"),
      ("date,curency,rate\n", 1, "the header lacks currency (it has curency)"),
      ("date,currency,rate,date\n", 1, "the header has date more than once"),
      ("\ndate,currency,rate\n2026-01-01,EUR\n", 3, "2 fields, the header has 3"),
      ("date,currency,rate\n2026-02-29,EUR,1\n", 2, bad("date", "2026-02-29", dayInWords)),
      ("date,currency,rate\n2026-01-01,euro,1\n", 2, bad("currency", "euro", currencyInWords)),
      ("date,currency,rate\n2026-01-01,EUR,0\n", 2, bad("rate", "0", rateInWords)),
      ("date,currency,rate\n2026-01-01,EUR,-1\n", 2, bad("rate", "-1", rateInWords)),
      ("date,currency,rate\n2026-01-01,EUR,\"1,1\"\n", 2, bad("rate", "1,1", rateInWords)),
      ("date,currency,rate\n2026-01-01,IRR,1e9\n", 2, bad("rate", "1e9", rateInWords)),
      ("date,currency,rate\n2026-01-01,USD,1.1\n", 2, bad("rate", "1.1", oneInWords)),
      (
        "date,currency,rate\n2026-01-01,EUR,1\n2026-01-01,EUR,1\n", 3,
        "2026-01-01 EUR is repeated here, first in line 2"
      ),
      ("date,currency,rate\n\"2026", 2, "field 1: a quote does not end"),
      ("date,currency,rate\n2026-01-01,E\"UR,1\n", 2, "field 2: a quote stands inside a field"),
      ("date,currency,rate\n\"2026-01-01\"x,EUR,1\n", 2, "field 2: a quote stands inside a field"),
    ])
  func rateMistakes(text: String, line: Int, message: String) {
    #expect(throws: Failure("r:\(line): \(message)", exit: .badData)) { try rates(text) }
  }

  @Test(
    "A cost must have a channel and an amount of at least 0",
    arguments: [
      ("2026-01-01,,a,EUR,1", "channel"), ("2026-01-01,c,a,EUR,-1", "amount"),
      ("2026-01-01,c,a,,1", "currency"),
    ])
  func spendMistakes(row: String, column: String) {
    let failure = #expect(throws: Failure.self) {
      try Spend.parse(Array("date,channel,campaign,currency,amount\n\(row)\n".utf8), file: "s")
    }
    #expect(failure?.message.hasPrefix("s:2: \(column) is ") == true)
  }

  @Test("Random bytes never crash the readers", arguments: 0..<4)
  func mutations(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<1000 {
      var bytes = Array("date,currency,rate\r\n2026-01-01,EUR,\"0.9\"\n2026-01-02,JPY,1e-2\n".utf8)
      for _ in 0..<(random.next() % 6) { random.mutate(&bytes) }
      _ = try? ExchangeRates.parse(bytes, file: "r", reportingCurrency: "USD")
    }
  }

  @Test(
    "An inverse rate may have more than twelve decimals, and the greatest rate is ten million",
    arguments: [
      ("1.1234567890123", Fraction(1_123_456_789_012, over: 1_000_000_000_000)),
      ("1.1234567890125", Fraction(1_123_456_789_012, over: 1_000_000_000_000)),
      ("0.123456789012", Fraction(123_456_789_012, over: 1_000_000_000_000)),
      ("0.00012345678901251", Fraction(123_456_789, over: 1_000_000_000_000)),
      ("1.1234567890123456789", Fraction(1_123_456_789_012, over: 1_000_000_000_000)),
      ("10000000", Fraction(10_000_000, over: 1)),
    ])
  func decimals(text: String, rate: Fraction) throws {
    let rates = try rates("date,currency,rate\n2026-01-01,EUR,\(text)\n")
    #expect(rates.quotes(of: "EUR").map(\.rate) == [rate])
  }

  @Test(
    "A rate that is nothing, or more than any money, is none",
    arguments: ["0.0000000000001", "10000000.1"])
  func unusable(text: String) {
    #expect(throws: Failure.self) {
      try rates("date,currency,rate\n2026-01-01,EUR,\(text)\n")
    }
  }

  private func rates(_ text: String) throws(Failure) -> ExchangeRates {
    try ExchangeRates.parse(Array(text.utf8), file: "r", reportingCurrency: "USD")
  }
}

private let rateInWords = "a rate above 0, at most 10000000"
private let oneInWords = "1, because this is the reporting currency"

private func bad(_ column: String, _ text: String, _ expected: String) -> String {
  "\(column) is \"\(text)\", expected \(expected)"
}

/// A day of the tests, which exists.
private func day(_ text: String) -> Day {
  Day(text) ?? Day(0)
}

extension Day {
  fileprivate static func + (day: Day, days: Int) -> Day { day.advanced(by: days) }
  fileprivate static func - (day: Day, days: Int) -> Day { day.advanced(by: -days) }
}
