import SQLite
import Store
import Support
import Testing
import Values

@testable import Command
@testable import Metrics

/// The outlook of a simulated log, from its lines on.
@Suite struct OutlookPipelineTests {
  @Test("A backtest is the forecast that was made on the day: later events change nothing of it")
  func heldOut() throws {
    let ledger = try Ledger.simulated()
    let now = try Self.outlook(ledger, Day("2026-06-30"))
    for day in ["2026-03-31", "2026-04-30", "2026-05-31"].compactMap({ Day($0) }) {
      let then = try Self.outlook(ledger, day)
      let made = then.where(Outlook.item, is: "forecast").filter { $0[Outlook.expected] != nil }
      let told = now.where(Outlook.item, is: "backtest").filter { $0[Outlook.madeOn] == day }
      #expect(!told.isEmpty)
      #expect(told.map(Self.said) == made.prefix(told.count).map(Self.said))
    }
  }

  private static func said(_ row: Row<Outlook>) -> [Cell] {
    row.cells([
      Outlook.month, Outlook.monthsAhead, Outlook.expected, Outlook.low, Outlook.high,
    ])
  }

  private static func outlook(_ ledger: Ledger, _ day: Day?) throws -> Rows<Outlook> {
    try figures(ledger, day).rows(of: Outlook.self)
  }

  private static func figures(_ ledger: Ledger, _ day: Day?) throws -> Figures {
    var options = ledger.options
    options.asOf = .day(try #require(day))
    let session = try Session(options, .silent)
    let (asOf, extent) = try session.reportDay()
    try session.foldAlone(to: asOf)
    return try session.figures(asOf: asOf, extent: extent)
  }
}
