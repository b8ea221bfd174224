import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// The rule that every offer with a pool of one-time codes has.
@Suite struct OfferCodeTests {
  private func figures(_ stock: [(offer: String, available: Int64, used: Int64)]) -> Figures {
    let rows = stock.map { offer, available, used in
      OfferCodes.schema.columns.map { column -> Cell in
        switch column.name {
        case "offer": .text(offer)
        case "available": .count(available)
        case "used_28_days": .count(used)
        case "days_of_stock": Rate(available * 28, over: used).map(Cell.rate) ?? .missing
        default: .missing
        }
      }
    }
    return Example.figures(tables: [OfferCodes.schema.table(rows)])
  }

  @Test("Codes that last less than a fortnight fire, each offer's by itself")
  func low() throws {
    let settings = try Settings.parse(
      Array(
        """
        {offers: {A: {payment: "free", pool: {codes: 90}}, B: {payment: "free", pool: [{codes: 9}]},
          C: {payment: "free"}, D: {payment: "free", pool: {codes: 5}}}}
        """.utf8), file: "c.json5")
    let rules = settings.alerts.filter { $0.name.hasPrefix("offer-codes-low") }
    #expect(
      rules.map(\.name) == ["offer-codes-low-A", "offer-codes-low-B", "offer-codes-low-D"])
    let figures = figures([("A", 13, 28), ("B", 14, 28), ("D", 5, 0)])
    let verdicts = Judge(rules, Example.terms).verdicts(on: figures)
    #expect(verdicts.map(\.state) == [.firing, .ok, .notEnoughData])
    let judged = verdicts.map { JudgedRule($0, after: nil, on: Example.asOf) }
    #expect(
      AlertMessage(judged[0], currency: "USD", newest: nil).text.hasPrefix(
        "Days for which offer codes last for offer A was 13 on "))
  }

  @Test("Pools and lists of codes that cannot be are refused, with the place")
  func refused() throws {
    func parse(_ pool: String) throws {
      _ = try Settings.parse(
        Array("{offers: {A: {payment: 'free', pool: \(pool)}}}".utf8), file: "c.json5")
    }
    for (wrong, message) in [
      ("{}", "codes"), ("{codes: 0}", "codes"), ("{codes: 2, expires: 'soon'}", "expires"),
      ("{code: 2}", "codes"), ("[{codes: 2}, {codes: 3}]", "[1]"),
    ] {
      let error = try #require(throws: Failure.self) { try parse(wrong) }
      #expect("\(error)".contains(message), "\(error)")
    }
    let file = "offer,code,batch,expires\nA,x1,spring,2026-12-31\nA,x2,spring,2026-12-31\nA,x3,,\n"
    let read = try CodeFile.parse(Array(file.utf8), file: "codes.csv").pools["A"]
    #expect(read?.map(\.codes) == [2, 1])
    #expect(read?.map(\.batch) == ["spring", ""])
    for (line, message) in [
      ("A,x1,,", ":5: "), ("A,x9,,2026-13-01", "expires"), (",x9,,", "offer"),
      ("A,,,", "code"),
    ] {
      let error = try #require(throws: Failure.self) {
        try CodeFile.parse(Array((file + line + "\n").utf8), file: "codes.csv")
      }
      #expect("\(error)".contains(message), "\(error)")
    }
  }
}
