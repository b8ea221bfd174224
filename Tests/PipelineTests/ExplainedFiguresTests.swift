import Settings
import Support
import Testing
import Values

@testable import Command
@testable import Metrics

/// A figure is explained from the files that it needs: they are those of a whole report.
@Suite struct ExplainedFiguresTests {
  private func session(_ ledger: Ledger) throws -> Session {
    var options = ledger.options
    options.asOf = .newest
    return try Session(options, .silent)
  }

  @Test("A file made for one figure is that of the report, and so are the checks of the figure")
  func partial() throws {
    let ledger = try Ledger.simulated()
    let whole = try session(ledger).judgedFigures()
    for file in ReportSchema.all {
      let column = try #require(file.columns.last { $0.role == .figure } ?? file.columns.last)
      let metric = Metric(file, column)
      let part = try session(ledger).figures(toExplain: metric)
      #expect(part.table(file.name).rows == whole.table(file.name).rows, "\(file.name)")
      let columns = metric.reconciled
      #expect(
        part.checks.filter { !$0.columns.isDisjoint(with: columns) }
          == whole.checks.filter { !$0.columns.isDisjoint(with: columns) }, "\(metric.name)")
    }
  }

  @Test("Days without events are known to whatever judges: an alert explained is the alert")
  func silentDays() throws {
    let ledger = try Ledger.simulated()
    let last = try session(ledger).judgedFigures().asOf
    var options = ledger.options
    options.asOf = .day(last.advanced(by: 2))
    let metric = try Metric(named: "daily.mrr")
    let part = try Session(options, .silent).figures(toExplain: metric)
    #expect(part.silentDays.suffix(2) == [last.advanced(by: 1), last.advanced(by: 2)])
    #expect(part.missingEvents?.isTotal == true)
    options.asOf = .day(last.advanced(by: 1))
    let next = try Session(options, .silent).figures(toExplain: metric)
    #expect(next.missingEvents?.isTotal == true)
  }

  @Test("A file has the dimensions that it says: an alert rule on another would wait for ever")
  func dimensions() throws {
    let ledger = try Ledger.simulated()
    let figures = try session(ledger).judgedFigures()
    for file in ReportSchema.all where file.isWatchable && file.hasSegments {
      let column = try #require(file.columns.firstIndex { $0.role == .dimension })
      let found = Set(figures.table(file.name).rows.compactMap { $0[column].text })
      let said = ReportSchema.watchable.file(file.name)?.dimensions ?? []
      #expect(found.isEmpty || found.subtracting(["all", "cohort"]) == Set(said), "\(file.name)")
    }
  }

  @Test("No more is computed than the file, and what its checks look at")
  func little() throws {
    let ledger = try Ledger.simulated()
    let part = try session(ledger).figures(toExplain: Metric(named: "suspicious.kind"))
    #expect(Set(part.tables.map(\.name)).isSubset(of: ["suspicious", "integrity"]))
  }
}
