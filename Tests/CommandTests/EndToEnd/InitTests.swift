import Foundation
import Testing
import Values

@testable import Command

/// What `init` makes of a log that nobody has configured anything for.
@Suite struct InitTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  private func draft(_ logs: String...) -> CLIFixture.Answer {
    bench.runrate(["init"] + logs + ["--config", bench.path("runrate.json5")])
  }

  /// A trial, two months paid in dollars, one in euros.
  private static let log = """
    {"event":"paywall_shown","timestamp":"2026-01-01T10:00:00Z","user_id":"a"}
    {"event":"trial_started","timestamp":"2026-01-01T10:05:00Z","user_id":"a","product_id":"fit.pro.monthly"}
    {"event":"purchased","timestamp":"2026-01-08T10:05:00Z","user_id":"a","product_id":"fit.pro.monthly","price":9.99,"currency":"USD","transaction_id":"1"}
    {"event":"renewed","timestamp":"2026-02-08T10:05:00Z","user_id":"a","product_id":"fit.pro.monthly","price":9.99,"currency":"USD","transaction_id":"2"}
    {"event":"renewed","timestamp":"2026-03-08T10:05:00Z","user_id":"a","product_id":"fit.pro.monthly","price":8.99,"currency":"EUR","transaction_id":"3"}

    """

  @Test("Product, period, price, trial and currency are what the log says, and the draft runs")
  func draft() throws {
    let log = try bench.write(Self.log, to: "logs/a.ndjson")
    let answer = draft(log)
    #expect(answer.code == .allWell, "\(answer.errors)")
    let text = try bench.read("runrate.json5")
    for line in [
      #"currency: "USD","#, #""fit.pro.monthly": {"#, #"tier: "pro",  // guess, from the id"#,
      #"period: "P1M","#, #"price: "9.99", currency: "USD","#, "trialDays: 7,",
      "3 payments (100%): 9.99 USD (2), 8.99 EUR (1); 1 trial",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(try bench.read("exchange-rates.csv") == "date,currency,rate\n2026-03-08,EUR,\n")
    #expect(answer.output.contains("exchange-rates.csv: 1 rate to fill in"))
    let run = bench.runrate(
      "run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-03-10")
    #expect(run.isReported, "\(run.errors)")
  }

  @Test("With the rates filled in and the slashes taken away every payment counts")
  func ratesFilledIn() throws {
    let log = try bench.write(Self.log, to: "a.ndjson")
    _ = draft(log)
    let text = try bench.read("runrate.json5")
    try bench.write(
      text.replacing("// exchangeRates", with: "exchangeRates"), to: "runrate.json5")
    try bench.write(
      try bench.read("exchange-rates.csv").replacing("EUR,\n", with: "EUR,1.10\n"),
      to: "exchange-rates.csv")
    bench.runrate("run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-03-10")
    let revenue = try bench.read("reports/2026-03-10/csv/daily.csv")
    #expect(revenue.contains(",9.89,"), "8.99 EUR at 1.10")
  }

  @Test("A log with names of its own can be read with what is drafted")
  func ownNames() throws {
    let log = try bench.write(
      """
      {"action":"Paywall Viewed","ts":"2026-01-01T10:00:00Z","uid":"u1","utm_source":"ads"}
      {"action":"SubscriptionPaid","ts":"2026-01-08T10:05:00Z","uid":"u1","sku":"pro_monthly","amount":9.99,"currency_code":"USD","order_id":"o1"}
      {"action":"level_up","ts":"2026-03-08T10:05:00Z","uid":"u1"}

      """, to: "own.ndjson")
    let answer = draft(log)
    let text = try bench.read("runrate.json5")
    for line in [
      #""action": "event",  // guess"#, #""utm_source": "channel",  // guess"#,
      #""SubscriptionPaid": "purchased",  // guess, 1 line"#,
      #"// "level_up": "",  // no guess, 1 line"#,
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(answer.output.contains("2 would be accepted, 1 ignored, 0 rejected"))
    let run = bench.runrate(
      "run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-10")
    #expect(run.errors.contains("2 accepted, 0 duplicate, 1 ignored, 0 rejected"), "\(run.errors)")
  }

  @Test("What would change money is a question where the lines do not say so, and a run agrees")
  func questions() throws {
    let lines = (1...30).flatMap { number in
      let rest =
        #""user_id":"u\#(number)","timestamp":"2026-01-0\#(number % 9 + 1)T10:00:00Z","api_version":"v\#(number % 3)"}"#
      return [
        #"{"event":"Trial Begun",\#(rest)"#, #"{"event":"Member Charged","price":9.99,\#(rest)"#,
        #"{"event":"payment_refunded",\#(rest)"#, #"{"event":"membership lapsed",\#(rest)"#,
        #"{"event":"subscription_renewal_cancelled",\#(rest)"#,
      ]
    }
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "q.ndjson")
    let answer = draft(log)
    let text = try bench.read("runrate.json5")
    #expect(text.contains("\n    \"Trial Begun\": \"trial_started\",  // guess"), "\(text)")
    for (name, event) in [
      ("Member Charged", "purchased"), ("payment_refunded", "refunded"),
      ("membership lapsed", "expired"),
    ] {
      #expect(text.contains("    // \"\(name)\": \"\(event)\",  // question, 30 lines"), "\(text)")
      #expect(text.matches(of: try Regex("    //   .{0,20}\(name)")).count == 3, "\(name)")
    }
    #expect(!text.contains(": \"user_id\"") && !text.contains(": \"renewed\""), "\(text)")
    #expect(answer.output.contains("30 would be accepted, 120 ignored, 0 rejected"))
    #expect(answer.output.contains("3 questions about names that would change money"))
    let run = bench.runrate(
      "run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-20")
    #expect(run.errors.contains("30 accepted, 0 duplicate, 120 ignored, 0 rejected"))
  }

  @Test("A format that is known and not read is named")
  func unreadFormats() throws {
    let log = try bench.write(
      #"{"bt_signature":"s","bt_payload":"PG5vdGlmaWNhdGlvbj4="}"# + "\n"
        + #"{"event":"purchased","timestamp":"2026-01-01T10:00:00Z","user_id":"a","product_id":"p","price":1,"currency":"USD"}"#
        + "\n", to: "b.ndjson")
    #expect(draft(log).output.contains("1 line looks like Braintree webhooks, which are not read"))
  }

  @Test("Short names are guessed, too: the draft alone makes a report with money")
  func shortNames() throws {
    let log = try bench.write(
      """
      {"type":"Trial Started","ts":1767261600000,"uid":"u1","sku":"fit","geo":"DE"}
      {"type":"Subscription Purchased","ts":1767866400000,"uid":"u1","sku":"fit","amount":7.99,"cur":"EUR","order_id":"o1"}
      {"type":"Subscription Canceled","ts":1767876400000,"uid":"u1","sku":"fit","why":"price"}

      """, to: "short.ndjson")
    _ = draft(log)
    let text = try bench.read("runrate.json5")
    #expect(text.contains(#"currency: "EUR""#), "\(text)")
    bench.runrate("run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-10")
    #expect(try bench.read("reports/2026-01-10/csv/revenue.csv").contains(",7.99,"))
    #expect(try bench.read("reports/2026-01-10/csv/cancellations.csv").contains("price"))
  }

  /// 120 who see a screen; each second begins a free week, and pays twice after it.
  private static let strange =
    (1...120).flatMap { number in
      let minute = String(format: "%02d", number % 60)
      func line(_ time: String, _ name: String, _ more: String = "") -> String {
        #"{"what":"\#(name)","moment":"\#(time)","member":"m-\#(number)","nation":"DE"\#(more)}"#
      }
      func pay(_ month: Int) -> String {
        line(
          "2026-0\(month)-15T10:\(minute):00Z", "member_charged",
          #","article":"calm_monthly","money":9.49,"coin":"EUR","receipt":"r\#(number)-\#(month)""#)
      }
      let seen = line("2026-01-08T10:\(minute):00Z", "opened_upsell_screen")
      let begun = line(
        "2026-01-08T11:\(minute):00Z", "free_week_begun", #","article":"calm_monthly""#)
      return number.isMultiple(of: 2) ? [seen, begun, pay(1), pay(2)] : [seen]
    }.joined(separator: "\n") + "\n"

  @Test("Where no name is known, the values tell what a field is: the draft alone makes a report")
  func valuesTell() throws {
    let log = try bench.write(Self.strange, to: "strange.ndjson")
    _ = draft(log)
    let text = try bench.read("runrate.json5")
    for (key, field) in [
      ("what", "event"), ("moment", "timestamp"), ("member", "user_id"), ("nation", "country"),
      ("article", "product_id"), ("money", "price"), ("coin", "currency"),
      ("receipt", "transaction_id"),
    ] {
      #expect(text.contains(#""\#(key)": "\#(field)",  // guess, by its values"#), "\(text)")
    }
    let run = bench.runrate(
      "run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-02-20")
    #expect(
      run.errors.contains("300 accepted, 0 duplicate, 0 ignored, 0 rejected"), "\(run.errors)")
    let months = try bench.read("reports/2026-02-20/csv/revenue.csv")
    #expect(months.contains("month,2026-02,all,all,60,569.40,"), "\(months)")
  }

  @Test("What nothing reads is listed, and a price that the log lacks is to be filled in")
  func whatIsMissing() throws {
    let line =
      #"{"event":"purchased","timestamp":"2026-01-08T10:05:00Z","user_id":"a","mood":"fine","#
      + #""product_id":"pro_monthly","transaction_id":"1"}"#
    let answer = draft(try bench.write(line + "\n", to: "a.ndjson"))
    let text = try bench.read("runrate.json5")
    #expect(text.contains("// Not read: mood. "), "\(text)")
    #expect(text.contains(#"// price: "", currency: "USD",  // fill in: the log names no price"#))
    #expect(answer.output.contains("1 line to fill in."), "\(answer.output)")
    #expect(answer.output.contains("until then these payments count as nothing"))
    #expect(answer.output.contains("--as-of newest\n"), "\(answer.output)")
  }

  @Test("Several apps and a log that begins in the middle get lines to take the slashes off")
  func appsAndOpening() throws {
    let lines = (1...6).map { number in
      """
      {"event":"renewed","timestamp":"2026-01-0\(number)T10:00:00Z","user_id":"u\(number)",\
      "product_id":"pro_monthly","app":"com.\(number.isMultiple(of: 2) ? "run" : "fit")",\
      "price":9.99,"currency":"USD"}

      """
    }
    let log = try bench.write(lines.joined(), to: "a.ndjson")
    let answer = draft(log)
    #expect(answer.code == .allWell, "\(answer.errors)")
    let text = try bench.read("runrate.json5")
    for line in [
      "// 2 apps, which the report tells apart", #"//   "com.fit": ["com.fit"],"#,
      "// 6 of 6 customers renew, cancel or end what no event began",
      #"// opening: "opening.csv","#,
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    let free = text.replacing("// apps: {", with: "apps: {").replacing("//   ", with: "")
      .replacing("// },", with: "},").replacing("// opening", with: "opening")
    try bench.write(free, to: "runrate.json5")
    try bench.write(
      "customer,product,since,paid_until,price,currency\n"
        + "u1,pro_monthly,2025-12-01,2026-01-01,9,USD\n",
      to: "opening.csv")
    let run = bench.runrate(
      "run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-10")
    #expect(run.isReported, "\(run.errors)")
    let days = try bench.read("reports/2026-01-10/csv/revenue.csv")
    #expect(days.contains(",app,com.fit,"))
  }

  @Test("Nothing is written over, and --print writes nothing")
  func nothingWrittenOver() throws {
    let log = try bench.write(Self.log, to: "a.ndjson")
    let printed = bench.runrate(
      "init", log, "--print", "--config", bench.path("runrate.json5"))
    #expect(printed.output.hasPrefix("// Made by `runrate init`"))
    #expect(!bench.exists("runrate.json5") && !bench.exists("exchange-rates.csv"))
    try bench.write("mine", to: "exchange-rates.csv")
    #expect(draft(log).code == .cannotWrite)
    #expect(!bench.exists("runrate.json5"), "neither file, rather than one of two")
    #expect(try bench.read("exchange-rates.csv") == "mine")
  }

  @Test("What is no log is an error that says what a log is")
  func noLog() throws {
    let binary = try bench.write((0..<5000).map { UInt8($0 * 7 % 251) }, to: "b.ndjson")
    let empty = try bench.write("", to: "e.ndjson")
    #expect(draft(binary).code == .badData)
    #expect(draft(binary).errors.contains("NDJSON"))
    #expect(draft(empty).code == .noInput)
    #expect(draft(bench.path("missing")).code == .noInput)
    #expect(!bench.exists("runrate.json5"))
  }

  @Test("Hostile names stay inside their quotes and comments")
  func hostileNames() throws {
    let log = try bench.write(
      #"{"event":"a\"\n},\n{ // \u2028x","timestamp":"2026-01-01T10:00:00Z","user_id":"a"}"# + "\n"
        + #"{"event":"purchased","timestamp":"2026-01-01T10:00:00Z","user_id":"a","product_id":"p\"\n*/","price":1,"currency":"USD"}"#
        + "\n", to: "h.ndjson")
    _ = draft(log)
    let run = bench.runrate(
      "run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-02")
    #expect(run.isReported, "\(run.errors)")
  }
}
