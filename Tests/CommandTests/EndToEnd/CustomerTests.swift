import Foundation
import Testing
import Values

@testable import Command

/// What the story of a customer says.
@Suite struct CustomerTests {
  private let bench: CLIFixture

  private static let log = """
    {"event":"app_installed","timestamp":"2026-01-01T09:00:00Z","user_id":"ann","country":"DE"}
    {"event":"paywall_shown","timestamp":"2026-01-01T09:01:00Z","user_id":"ann","paywall_id":"a"}
    {"event":"paywall_shown","timestamp":"2026-01-01T09:02:00Z","user_id":"ann","paywall_id":"a"}
    {"event":"trial_started","timestamp":"2026-01-01T10:00:00Z","user_id":"ann","product_id":"pro.monthly"}
    {"event":"purchased","timestamp":"2026-01-15T10:00:00Z","user_id":"ann","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}
    {"event":"trial_converted","timestamp":"2026-01-15T10:00:05Z","user_id":"ann","product_id":"pro.monthly","price":9.99,"currency":"USD"}
    {"event":"cancelled","timestamp":"2026-01-20T10:00:00Z","user_id":"ann","product_id":"pro.monthly","reason":"price"}
    {"event":"purchased","timestamp":"2026-03-01T10:00:00Z","user_id":"ann","product_id":"pro.monthly","transaction_id":"t2","price":9.99,"currency":"USD"}
    {"event":"refunded","timestamp":"2026-03-02T10:00:00Z","user_id":"ann","product_id":"pro.monthly","transaction_id":"t2"}
    {"event":"user_aliased","timestamp":"2026-03-03T10:00:00Z","user_id":"ann","previous_id":"device-1"}
    {"event":"app_session","timestamp":"2026-03-04T10:00:00Z","user_id":"device-1"}

    """

  init() throws {
    bench = try CLIFixture()
    let config = try bench.write(onePlan + "}", to: "c.json5")
    let log = try bench.write(Self.log, to: "a.ndjson")
    bench.runrate("run", log, "--config", config, "--as-of", "2026-03-31")
  }

  private func story(_ words: String...) -> CLIFixture.Answer {
    bench.runrate(["customer"] + words + ["--config", bench.path("c.json5")])
  }

  @Test("Events stand with what they led to, ends that came by themselves, and movements")
  func story() throws {
    let text = story("ann").output
    #expect(
      text == """
        ann, also device-1 (in reports: \(pseudonym))
        first seen 2026-01-01 09:00 UTC, country DE
        now: no access, MRR $0.00; 2 charges, $9.99 net of refunds

        2026-01-01 09:00 UTC  app_installed
        2026-01-01 09:01 UTC  paywall_shown a (2 times from here on)
        2026-01-01 10:00 UTC  trial_started pro.monthly
            → trial until 2026-01-15 10:00 UTC
        2026-01-15 10:00 UTC  purchased pro.monthly 9.99 USD
            → charge of $9.99 for P1M, MRR $9.99
            → paid access until 2026-02-15 10:00 UTC
        2026-01-15 10:00 UTC  trial_converted pro.monthly 9.99 USD
            → a note: the payment is known already, or no money is told of
        2026-01-15 23:59 UTC  end of 2026-01-15: MRR $9.99 (new +$9.99)
        2026-01-20 10:00 UTC  cancelled pro.monthly price
            → paid access now lasts until 2026-02-15 10:00 UTC
            → will not renew
        2026-02-15 10:00 UTC  (time passed)
            → paid access ends: the paid time is over, and auto-renew was off
        2026-02-15 23:59 UTC  end of 2026-02-15: MRR $0.00 (churn −$9.99)
        2026-03-01 10:00 UTC  purchased pro.monthly 9.99 USD
            → charge of $9.99 for P1M, MRR $9.99
            → paid access until 2026-04-01 10:00 UTC
            → renews by itself again
        2026-03-01 23:59 UTC  end of 2026-03-01: MRR $9.99 (reactivation +$9.99)
        2026-03-02 10:00 UTC  refunded pro.monthly
            → paid access ends: its charge was paid back in full
            → $9.99 back of $9.99
        2026-03-02 23:59 UTC  end of 2026-03-02: MRR $0.00 (churn −$9.99)
        2026-03-03 10:00 UTC  user_aliased
        2026-03-04 10:00 UTC  app_session

        """)
  }

  private var pseudonym: String {
    let rows = (try? bench.read("reports/2026-03-31/csv/subscribers.csv")) ?? ""
    return rows.split(separator: "\n").last.map { String($0.prefix { $0 != "," }) } ?? ""
  }

  @Test("A customer is found under every id and under the name in reports")
  func names() throws {
    let text = story("ann").output
    #expect(story("device-1").output == text)
    #expect(story(pseudonym).output == text)
    #expect(story("bob").code == .noInput)
    #expect(story("ann", "--json").output.contains("\"what\": \"cancelled pro.monthly price\""))
  }

  @Test("As of a day, what came later is unknown, and what is to come is said")
  func asOf() throws {
    let text = story("ann", "--as-of", "2026-01-25").output
    #expect(text.contains("now: paid access pro.monthly, MRR $9.99"))
    #expect(
      text.hasSuffix(
        """

        If no further event arrives:
        2026-02-15 10:00 UTC  (time passed)
            → paid access ends: the paid time is over, and auto-renew was off
        2026-02-15 23:59 UTC  end of 2026-02-15: MRR $0.00 (churn −$9.99)

        """), "\(text)")
    #expect(!text.contains("device-1"))
  }

  @Test("As of yesterday, today is unknown; without a day, everything is told")
  func yesterday() throws {
    let today = """
      {"event":"app_session","timestamp":"\(Instant.now.iso8601)","user_id":"new"}

      """
    bench.runrate("ingest", try bench.write(today, to: "today.ndjson"))
    #expect(story("new").code == .allWell)
    #expect(story("new", "--as-of", "newest").code == .allWell)
    #expect(story("new", "--as-of", "yesterday").code == .noInput)
  }
}
