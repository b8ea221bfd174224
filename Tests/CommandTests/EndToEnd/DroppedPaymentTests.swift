import Testing

@testable import Command

/// Payments that are lost because another one has their `event_id`.
@Suite struct DroppedPaymentTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  private func payment(_ transaction: String, _ day: Int, price: String = "15") -> String {
    """
    {"event":"purchased","timestamp":"2026-04-0\(day)T10:00:00Z","event_id":"e1","user_id":"u1",\
    "product_id":"coins","transaction_id":"\(transaction)","price":\(price),"currency":"USD"}

    """
  }

  private func run(_ lines: String, to name: String = "a") throws -> CLIFixture.Answer {
    let log = try bench.write(lines, to: "\(name)/a.ndjson")
    let config = try bench.write("{}", to: "c.json5")
    return bench.runrate("run", log, "--config", config, "--as-of", "2026-04-10")
  }

  private let sentence =
    "1 payment (15 USD, the first on 2026-04-02T10:00:00.000Z) has the event_id of another payment"

  @Test("A run and doctor name the sum of lost payments, in whatever order they come")
  func lost() throws {
    for lines in [payment("t1", 1) + payment("t2", 2), payment("t2", 2) + payment("t1", 1)] {
      let tests = try DroppedPaymentTests()
      #expect(try tests.run(lines).errors.contains(sentence))
      #expect(tests.bench.runrate("doctor").output.contains(sentence))
    }
    // What was stored by an earlier run counts as well, and a repetition counts once.
    _ = try run(payment("t2", 2))
    for name in ["b", "c"] {
      #expect(try run(payment("t1", 1), to: name).errors.contains(sentence))
    }
  }

  @Test("Without a transaction, the same is lost a period later, and not where it is sent again")
  func renewed() throws {
    let lost = try run(payment("", 1) + payment("", 9)).errors
    #expect(lost.contains("1 payment (15 USD, the first on 2026-04-09"), "\(lost)")
    let again = try DroppedPaymentTests().run(payment("", 1) + payment("", 3)).errors
    #expect(!again.contains("event_id of another payment"), "\(again)")
  }

  @Test("A payment that is logged twice with other times is not lost")
  func repeated() throws {
    let answer = try run(payment("t1", 1) + payment("t1", 2) + payment("t1", 3, price: "14"))
    #expect(!answer.errors.contains("event_id of another payment"), "\(answer.errors)")
  }
}
