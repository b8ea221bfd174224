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

  /// Three months of somebody, with names of the app's own in each form that tools give properties.
  private static let toolForms:
    [(form: String, line: @Sendable (_ name: String, _ price: String) -> String)] =
      [
        (
          "text",
          {
            #"{"uuid":"\#($0.count)\#($1)0123456789abcdef","event":"\#($0)","distinct_id":"u","timestamp":"2026-01-08 10:05:00","properties":"{\"price\":\#($1),\"currency\":\"USD\",\"product_id\":\"pro_monthly\",\"transaction_id\":\"t\#($1)\"}"}"#
          }
        ),
        (
          "schema",
          {
            #"{"event_id":"\#($0.count)\#($1)0123456789abcdef","event_name":"\#($0)","event":"unstruct","user_id":"u","collector_tstamp":"2026-01-08T10:05:00Z","unstruct_event_com_acme_x_1":{"price":\#($1),"currency":"USD","product_id":"pro_monthly","transaction_id":"t\#($1)"}}"#
          }
        ),
        (
          "parameters",
          {
            #"{"event_name":"\#($0)","event_timestamp":"1767866700000000","event_date":"20260108","user_id":"u","event_params":[{"key":"price","value":{"string_value":null,"double_value":\#($1)}},{"key":"currency","value":{"string_value":"USD"}},{"key":"product_id","value":{"string_value":"pro_monthly"}},{"key":"transaction_id","value":{"string_value":"t\#($1)"}}]}"#
          }
        ),
      ]

  @Test("A payment of the app's own name is one in each form of properties", arguments: 0..<3)
  func formsOfProperties(form: Int) throws {
    let line = Self.toolForms[form].line
    let lines = [line("Member Charged", "9.99"), line("Subscription Refunded", "9.99")]
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "f.ndjson")
    let answer = draft(log)
    #expect(answer.output.contains("2 lines: 2 would be accepted, 0 ignored"), "\(answer.output)")
    bench.runrate("run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-09")
    let revenue = try bench.read("reports/2026-01-09/csv/revenue.csv")
    #expect(revenue.contains("month,2026-01,all,all,1,9.99,1,9.99,0.00,"), "\(revenue)")
  }

  /// Invoices without a product, of a subscription whose beginning names it.
  private static let invoices = """
    {"event":"trial_started","timestamp":"2026-01-01T10:00:00Z","user_id":"a","product_id":"22","original_transaction_id":"s","expires_at":"2026-01-08T10:00:00Z"}
    {"event":"renewed","timestamp":"2026-01-08T10:00:00Z","user_id":"a","original_transaction_id":"s","transaction_id":"1","price":8,"currency":"EUR"}
    {"event":"renewed","timestamp":"2026-02-08T10:00:00Z","user_id":"a","original_transaction_id":"s","transaction_id":"2","price":8,"currency":"EUR"}
    {"event":"purchased","timestamp":"2026-02-08T10:00:00Z","user_id":"b","transaction_id":"3","price":3,"currency":"USD"}

    """

  @Test("A payment without a product has that of its subscription, and is said to give no MRR")
  func invoicesWithoutProduct() throws {
    let answer = draft(try bench.write(Self.invoices, to: "i.ndjson"))
    let text = try bench.read("runrate.json5")
    for line in [
      #"currency: "EUR""#, "2 payments (100%): 8 EUR (2); 1 trial", #"period: "P1M","#,
      #"price: "8", currency: "EUR""#,
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(
      answer.output.contains(
        "3 payments name neither a product nor an end: alone, revenue without MRR"),
      "\(answer.output)")
  }

  @Test("What a client library hands over is named by its fields")
  func clientLibrary() throws {
    let lines = (1...3).map { number in
      #"{"event":"purchased","user_id":"u\#(number)","transactionDate":176786670000\#(number),"productId":"pro_monthly","transactionId":"t\#(number)","originalTransactionIdentifierIOS":"o\#(number)","expirationDateIOS":1770545100000,"environmentIOS":"\#(number == 3 ? "Sandbox" : "Production")","priceIOS":9.99,"currencyCodeIOS":"USD"}"#
    }
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "c.ndjson")
    let answer = draft(log)
    #expect(
      answer.output.contains("3 lines: 2 would be accepted, 1 ignored, 0 rejected"),
      "\(answer.output)")
    bench.runrate("run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-09")
    let daily = try bench.read("reports/2026-01-09/csv/daily.csv")
    #expect(daily.contains("2026-01-08,19.98,"), "\(daily)")
  }

  @Test("Of a purchase inside an object the paths are suggested")
  func clientLibraryInside() throws {
    let lines = (1...2).map { number in
      #"{"event":"purchase_updated","user_id":"u\#(number)","timestamp":"2026-01-08T10:00:00Z","device":{"id":"d","country":null},"purchase":{"id":"t\#(number)","productId":"pro_monthly","transactionId":"t\#(number)","expirationDateIOS":1770545100000,"priceIOS":9.99,"currencyCodeIOS":"USD"}}"#
    }
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "c.ndjson")
    _ = draft(log)
    let text = try bench.read("runrate.json5")
    for line in [
      #""purchase.productId": "product_id","#, #""purchase.transactionId": "transaction_id","#,
      #""purchase.expirationDateIOS": "expires_at","#, #""purchase.priceIOS": "price","#,
      #""purchase.currencyCodeIOS": "currency","#, #"// "purchase_updated": "purchased","#,
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(!text.contains("device."))
    try bench.write(
      text.replacing(#"// "purchase_updated""#, with: #""purchase_updated""#), to: "runrate.json5")
    bench.runrate("run", log, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-09")
    let daily = try bench.read("reports/2026-01-09/csv/daily.csv")
    #expect(daily.contains("2026-01-08,19.98,"), "\(daily)")
  }

  /// A row of RevenueCat's export of transactions.
  private static let export = """
    rc_original_app_user_id,product_identifier,start_time,end_time,grace_period_end_time,\
    effective_end_time,store,is_trial_period,is_sandbox,store_transaction_id,\
    original_store_transaction_id,refunded_at,unsubscribe_detected_at,billing_issues_detected_at,\
    purchased_currency,price_in_purchased_currency,purchase_price_in_purchased_currency,\
    renewal_number,is_trial_conversion,ownership_type
    u,pro_monthly,2026-01-08 10:00:00,2026-02-08 10:00:00,,2026-02-08 10:00:00,app_store,false,\
    false,t1,t1,,2026-01-10 09:00:00,,USD,9.99,9.99,1,false,PURCHASED

    """

  @Test("An export of transactions is named, with how to read it, and a run agrees")
  func transactionExport() throws {
    let file = try bench.write(Self.export, to: "exports/t.csv")
    #expect(
      draft(bench.path("exports")).errors.contains(
        "exports/t.csv is RevenueCat's export of transactions, which is read when the file itself"))
    let answer = draft(file)
    #expect(answer.output.contains("2 lines: 2 would be accepted, 0 ignored, 0 rejected"))
    #expect(answer.output.contains("written as revenuecat-export (2)"))
    #expect(answer.output.contains("t.csv is RevenueCat's export of transactions: a row becomes"))
    #expect(answer.output.contains("runrate run \(file) --as-of newest"))
    let text = try bench.read("runrate.json5")
    #expect(text.contains(#"price: "9.99", currency: "USD""#) && text.contains(#"period: "P1M""#))
    let run = bench.runrate(
      "run", file, "--config", bench.path("runrate.json5"), "--as-of", "2026-01-20")
    #expect(run.errors.contains("2 accepted, 0 duplicate, 0 ignored, 0 rejected"), "\(run.errors)")
    try bench.write(
      #"{"event":"app_installed","timestamp":"2026-01-08T09:00:00Z","user_id":"u"}"# + "\n",
      to: "exports/a.ndjson")
    let beside = bench.runrate(
      "run", bench.path("exports"), "--config", bench.path("runrate.json5"), "--as-of",
      "2026-01-20")
    #expect(beside.errors.contains("t.csv is RevenueCat's export of transactions: name it"))
  }

  @Test("An export that lacks a column is refused with its name, by init as by a run")
  func incompleteExport() throws {
    let file = try bench.write(Self.export.replacing("refunded_at", with: "refund_at"), to: "t.csv")
    #expect(draft(file).errors.contains("line 1 lacks the column refunded_at (there is refund_at)"))
    let config = try bench.write("{}", to: "runrate.json5")
    let run = bench.runrate("run", file, "--config", config, "--as-of", "2026-01-20")
    #expect(run.errors.contains("line 1 lacks the column refunded_at (there is refund_at)"))
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
