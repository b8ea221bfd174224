import Support
import Testing
import Values

@testable import Command

/// Dimensions with more values than anybody reads.
@Suite struct LongTailTests {
  private static let asOf = Day("2026-05-31") ?? Day(0)

  /// One payment of each of 400 products, the first ones dearer, and an ignored event each.
  private static let lines = (1...400).flatMap { number in
    let id = padded(number, 3)
    let price = number <= 300 ? 500 - number : 10
    let day = padded(number % 28 + 1, 2)
    return [
      #"{"event":"purchased","timestamp":"2026-05-\#(day)T10:00:00Z","event_id":"\#(id)","user_id":"u\#(id)","product_id":"p\#(id)","price":\#(price),"currency":"USD","period":"P1M","country":"C\#(number % 9)"}"#,
      #"{"event":"cancelled","timestamp":"2026-05-\#(day)T11:00:00Z","event_id":"c\#(id)","user_id":"u\#(id)","reason":"r\#(id)"}"#,
      #"{"event":"odd\#(id)","timestamp":"2026-05-\#(day)T10:00:00Z","user_id":"u\#(id)"}"#,
    ]
  }

  private func tables(_ files: [[String]], _ asOf: Day = asOf) throws -> [String: String] {
    let ledger = try Ledger(World())
    try ledger.ingest(files)
    return try ledger.tables(asOf)
  }

  private func rows(_ table: String?, with part: String) -> [Substring] {
    (table ?? "").split(separator: "\n").filter { $0.contains(part) }
  }

  @Test("The 250 largest are shown by name, the others are one, and it adds up to the total")
  func folded() throws {
    let tables = try tables([Self.lines])
    let products = rows(tables["revenue"], with: "month,2026-05,product,")
    #expect(products.count == 251)
    #expect(products.contains { $0.hasPrefix("month,2026-05,product,p250,1,250.00,") })
    #expect(!products.contains { $0.contains("p251") })
    // 251 to 300 cost 500 less their number, the last hundred 10 each.
    let rest = (251...300).reduce(1000) { $0 + 500 - $1 }
    #expect(products.contains { $0.hasPrefix("month,2026-05,product,(other),150,\(rest).00,") })
    #expect(rows(tables["revenue"], with: "month,2026-05,country,").count == 9)
  }

  @Test("Reasons and names of ignored events are folded, too; of equal ones the first by name stay")
  func namesAndReasons() throws {
    let tables = try tables([Self.lines])
    let reasons = rows(tables["cancellations"], with: "2026-05,all,all,")
    #expect(reasons.count == 251)
    #expect(reasons.contains { $0.contains(",all,all,(other),150,") })
    let ignored = rows(tables["data_quality"], with: "ignored,").filter { $0.hasPrefix("ignored") }
    #expect(ignored.count == 251)
    #expect(ignored.contains("ignored,(other),150,,"))
    #expect(ignored.contains("ignored,odd250,1,,") && !ignored.contains("ignored,odd251,1,,"))
  }

  @Test("Products beside a reason or another product, and channels beside their spend, are folded")
  func besideSegments() throws {
    let lines = (1...300).flatMap { number in
      let id = padded(number, 3)
      let line = { (event: String, day: Int, product: String) in
        #"{"event":"\#(event)","timestamp":"2026-05-\#(padded(day, 2))T10:00:00Z","event_id":"\#(event)\#(id)","user_id":"u\#(id)","product_id":"\#(product)\#(id)","price":\#(500 - number),"currency":"USD","period":"P1M","channel":"c\#(id)"}"#
      }
      return [
        line("purchased", 1, "a"), line("product_changed", 3, "b"), line("cancelled", 9, "b"),
      ]
    }
    var world = World()
    world.configuration = #"{ spend: "spend.csv" }"#
    let ledger = try Ledger(world)
    try ledger.folder.write(
      "date,channel,campaign,currency,amount\n2026-05-01,c001,x,USD,5\n2026-05-01,c300,x,USD,7\n",
      to: "spend.csv")
    try ledger.ingest([lines])
    let tables = try ledger.report(Self.asOf)
    let costs = rows(tables["acquisition_cost"], with: "2026-05,")
    #expect(costs.contains { $0.hasPrefix("2026-05,c001,all,5.00,1,") })
    #expect(costs.contains { $0.hasPrefix("2026-05,(other),all,7.00,50,") })
    #expect(!costs.contains { $0.contains("c300") })
    for name in ["cancellations", "plan_changes"] {
      #expect(!rows(tables[name], with: "(other)").isEmpty, "\(name)")
      #expect(rows(tables[name], with: "2026-05,").count < 260, "\(name)")
    }
  }

  @Test("Experiments that few met are one, which is compared with nothing; named ones stay")
  func experiments() throws {
    let lines = (1...300).flatMap { number in
      let id = padded(number, 3)
      let line = { (user: String, variant: String) in
        #"{"event":"experiment_exposed","timestamp":"2026-05-01T10:00:00Z","event_id":"\#(user)\#(id)","user_id":"\#(user)\#(id)","experiment":"x\#(id)","variant":"\#(variant)"}"#
      }
      return [line("a", "a"), line("b", "b")] + (number <= 100 ? [line("c", "b")] : [])
    }
    var world = World()
    world.configuration = #"{ experiments: { x299: {} } }"#
    let ledger = try Ledger(world)
    try ledger.ingest([lines])
    let tables = try ledger.report(Self.asOf)
    let paid = rows(tables["experiments"], with: ",so_far,paid,")
    #expect(Set(paid.map { $0.prefix { $0 != "," } }).count == 252)
    #expect(paid.contains { $0.hasPrefix("(other),so_far,paid,(other),1,98,") })
    #expect(paid.count { $0.hasPrefix("x299,") } == 2 && paid.count { $0.hasPrefix("x250,") } == 2)
    #expect(!paid.contains { $0.hasPrefix("x251,") || $0.hasPrefix("x300,") })
  }

  @Test("The order of the lines, and in how many runs they come, makes no difference")
  func order() throws {
    let one = try tables([Self.lines])
    let ledger = try Ledger(World())
    try ledger.ingest([Array(Self.lines.reversed().prefix(500))])
    _ = try ledger.report(Self.asOf)
    try ledger.ingest([Array(Self.lines.reversed().dropFirst(500))])
    let other = try ledger.report(Self.asOf)
    for (name, text) in other { #expect(text == one[name], "\(name)") }
  }

  @Test("Sums that are written before the fold ends give the same figures")
  func littleMemory() throws {
    let one = try tables([Self.lines])
    var ledger = try Ledger(World())
    ledger.options.memory = 0
    try ledger.ingest([Array(Self.lines.prefix(700))])
    _ = try ledger.report(Self.asOf)
    try ledger.ingest([Array(Self.lines.dropFirst(700))])
    for (name, text) in try ledger.report(Self.asOf) { #expect(text == one[name], "\(name)") }
  }

  @Test("The report of an earlier day folds what is known of that day, and the proofs hold")
  func earlier() throws {
    let ledger = try Ledger(World())
    try ledger.ingest([Self.lines])
    _ = try ledger.report(Self.asOf)
    let early = try ledger.report(Day("2026-05-20") ?? Self.asOf)
    let fresh = try tables([Self.lines], Day("2026-05-20") ?? Self.asOf)
    for (name, text) in early { #expect(text == fresh[name], "\(name)") }
    #expect(rows(early["revenue"], with: "month,2026-05,product,").count == 251)
  }
}
