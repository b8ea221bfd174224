import Foundation
import Metrics
import Reports
import Support
import Testing
import Values

@testable import Receipts

@Suite("Receipts")
struct ReceiptTests {
  private func figure(_ report: SealedReport, _ name: String, _ month: String) throws -> Figure {
    let reader = FigureReader(try PublishedReport(in: report.reports))
    let moment = RowQuestion.Moment.month(try #require(Month(month)))
    return try reader.figure(FigureQuestion(Metric(named: name), .moment(moment)))
  }

  @Test("A figure has its value, what it is made of, an interval and a receipt")
  func whole() throws {
    let figure = try figure(SealedReport(), "churn.churn_rate", "2026-06")
    #expect(figure.text == "0.101097")
    #expect(figure.part?.value == .count(212) && figure.whole?.value == .count(2097))
    #expect(figure.interval?.low == .rate(Rate(millionths: 88_915)))
    #expect(figure.maturity.isFinal && figure.checks.map(\.result) == ["passed"])
    #expect(
      figure.receipt.description.hasPrefix(
        "rr1:2026-06-30:churn.churn_rate:month=2026-06,all=all:0.101097:"))
    #expect(Receipt(figure.receipt.description) == figure.receipt)
  }

  @Test("What has not matured says from when on it has")
  func unripe() throws {
    let figure = try figure(SealedReport(), "trial_cohorts.matured_rate", "2026-06")
    #expect(!figure.maturity.isFinal && figure.maturity.from == Day("2026-07-22"))
  }

  @Test("Several days are the sum of days, or the quotient of sums")
  func days() throws {
    let report = try SealedReport()
    let reader = FigureReader(try PublishedReport(in: report.reports))
    let june = try #require(Month("2026-06"))
    let span = FigureQuestion.Span.days(june.firstDay...june.lastDay)
    let revenue = try reader.figure(FigureQuestion(Metric(named: "daily.net_revenue"), span))
    #expect(revenue.address.description == "date=2026-06-01..2026-06-30")
    let month = try figure(report, "revenue.net", "2026-06")
    // Days are rounded to the cent before they are added.
    #expect(revenue.text == "19592.49" && month.text == "19592.51")
    let rate = try reader.figure(FigureQuestion(Metric(named: "operations.crash_rate"), span))
    let parts = (rate.part?.value.count ?? 0, rate.whole?.value.count ?? 0)
    #expect(rate.value == Rate(parts.0, over: parts.1).map(Cell.rate))
  }

  @Test(
    "The period before is as long: a month, whole months, a week, days, or the named ones",
    arguments: [
      ("churn.churn_rate", "churn.churn_rate 2026-05"),
      ("churn.churn_rate month=trailing-30d", "churn.churn_rate 2026-06 month=previous-30d"),
      ("mrr_movements.closing 2026-01 country=DE", "mrr_movements.closing 2025-12 country=DE"),
      ("revenue.net 2026-06-22 grain=week", "revenue.net 2026-06-15 grain=week"),
      ("revenue.net 2026-06 grain=month", "revenue.net 2026-05 grain=month"),
      ("daily.net_revenue 2026-04-01..2026-06-30", "daily.net_revenue 2026-01-01..2026-03-31"),
      ("daily.net_revenue 2026-06-01..2026-06-15", "daily.net_revenue 2026-05-17..2026-05-31"),
      ("daily.net_revenue 2026-03", "daily.net_revenue 2026-02-01..2026-02-28"),
      ("daily.mrr", "daily.mrr 2026-06-29"), ("daily.mrr 2026-06", "daily.mrr 2026-05"),
      ("daily_periods.charges period=week", "daily_periods.charges 2026-06-30 period=week_before"),
      (
        "outlook.expected item=forecast month=2026-08",
        "outlook.expected 2026-06-30 item=forecast month=2026-07"
      ),
    ])
  func before(now: String, before: String) throws {
    let report = try SealedReport()
    let reader = FigureReader(try PublishedReport(in: report.reports))
    let question = try #require(try FigureQuestion(now, reader.report.day))
    let earlier = try #require(question.before)
    #expect(earlier.text == before)
    let read = try #require(try FigureQuestion(earlier.text, reader.report.day))
    #expect(try reader.figure(read).receipt == reader.figure(earlier).receipt)
    #expect(try reader.figure(question).address != reader.figure(earlier).address)
  }

  @Test("A change is told in the unit of the figure, with its sign")
  func comparison() throws {
    let report = try SealedReport()
    let rates = FigureComparison(
      try figure(report, "churn.churn_rate", "2026-06"),
      with: try figure(report, "churn.churn_rate", "2026-05"))
    #expect(rates.text.hasSuffix("change +5.2 pp (+0.051702)"), "\(rates.text)")
    let money = FigureComparison(
      try figure(report, "daily.mrr", "2026-06"), with: try figure(report, "daily.mrr", "2026-05"))
    #expect(money.text.hasSuffix("change −1.4% (-201.12)"), "\(money.text)")
  }

  @Test("Receipts are found in any text, whatever stands around them")
  func candidates() throws {
    let receipt = try figure(SealedReport(), "daily.mrr", "2026-06").receipt.description
    let text = "MRR ($14,526; \(receipt)). Once more: [x](\(receipt)), `\(receipt)`\nrr: nothing"
    #expect(Receipt.candidates(in: text) == [receipt])
  }

  @Test("A receipt of several months of a plan length verifies: both are called period")
  func samelyNamed() throws {
    let report = try SealedReport()
    let reader = FigureReader(try PublishedReport(in: report.reports))
    let (first, last) = (try #require(Month("2026-01")), try #require(Month("2026-03")))
    let span = FigureQuestion.Span.days(first.firstDay...last.lastDay)
    let figure = try reader.figure(
      FigureQuestion(Metric(named: "revenue.net"), span, ["grain": "month", "period": "P1Y"]))
    #expect(figure.address.description == "grain=month,period=2026-01..2026-03,period=P1Y")
    let verified = try Verifier(reports: report.reports).verify(figure.receipt.description)
    #expect(verified.outcome == .published, "\(verified)")
  }

  @Test("One wrong letter of a receipt is noticed")
  func altered() throws {
    let report = try SealedReport()
    let receipt = try figure(report, "churn.churn_rate", "2026-06").receipt.description
    let verifier = Verifier(reports: report.reports)
    #expect(try verifier.verify(receipt).outcome == .published)
    for index in receipt.indices {
      let other = receipt[index] == "1" ? "2" : "1"
      let text = receipt.replacingCharacters(in: index...index, with: other)
      #expect(try verifier.verify(text).outcome == .altered, "\(text)")
    }
    // Whoever computes the check digits, too, is found out by the report.
    let good = try #require(Receipt(receipt))
    let forged = Receipt(
      day: good.day, metric: good.metric, address: good.address, value: "0.011097",
      report: good.report)
    #expect(try verifier.verify(forged.description).outcome == .altered)
  }

  @Test("A receipt of another installation, or of a day without a report, is told apart")
  func foreign() throws {
    let other = try SealedReport()
    try other.replace("0.101097", with: "0.101098", in: "2026-06-30/csv/churn.csv")
    try other.seal("2026-06-30")
    let receipt = try figure(other, "daily.mrr", "2026-06").receipt
    let own = try SealedReport()
    let verifier = Verifier(reports: own.reports)
    #expect(try verifier.verify(receipt.description).outcome == .foreign)
    let gone = Receipt(
      day: receipt.day.advanced(by: 1), metric: receipt.metric, address: receipt.address,
      value: receipt.value, report: receipt.report)
    #expect(try verifier.verify(gone.description).outcome == .foreign)
  }

  @Test("One changed digit in any CSV file is noticed, and nothing is told from the file")
  func everyFile() throws {
    let report = try SealedReport()
    let folder = report.scratch("reports/2026-06-30/csv")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".csv") {
      let path = "reports/2026-06-30/csv/\(name)"
      var bytes = Array(try report.scratch.read(path).utf8)
      guard let digit = bytes.lastIndex(where: { $0 &- 48 < 9 }) else { continue }
      bytes[digit] += 1
      try report.scratch.write(bytes: bytes, to: path)
      let schema = try #require(ReportSchema.table(String(name.dropLast(4))))
      let published = try PublishedReport(in: report.reports)
      #expect(throws: PublishedReport.altered("\(published.folder)/csv/\(name)")) {
        try published.table(schema)
      }
      bytes[digit] -= 1
      try report.scratch.write(bytes: bytes, to: path)
    }
    let receipt = try figure(report, "churn.churn_rate", "2026-06").receipt
    try report.replace("0.101097", with: "0.101098", in: "2026-06-30/csv/churn.csv")
    let result = try Verifier(reports: report.reports).verify(receipt.description)
    #expect(result.outcome == .altered && result.why.contains("csv/churn.csv"))
  }

  @Test(
    "What a later report, or the same one made anew, says otherwise is restated, with the cause")
  func restated() throws {
    let report = try SealedReport()
    let receipt = try figure(report, "churn.churn_rate", "2026-06").receipt
    try report.copy("2026-07-01")
    try report.replace("0.101097", with: "0.101574", in: "2026-07-01/csv/churn.csv")
    try report.seal("2026-07-01")
    try FileManager.default.removeItem(atPath: report.scratch("reports/latest"))
    try FileManager.default.createSymbolicLink(
      atPath: report.scratch("reports/latest"), withDestinationPath: "2026-07-01")
    let later = try Verifier(reports: report.reports).verify(receipt.description)
    #expect(later.outcome == .restated && later.now == "0.101574", "\(later)")

    let anew = try SealedReport()
    let old: [String: Any] = [
      "report": receipt.report + "00", "version": "0.0.9", "configuration": "",
    ]
    try anew.replace("0.101097", with: "0.101574", in: "2026-06-30/csv/churn.csv")
    try anew.seal("2026-06-30") { $0["replaced"] = [old] }
    let result = try Verifier(reports: anew.reports).verify(receipt.description)
    #expect(result.outcome == .restated && result.then == "0.101097", "\(result)")
    #expect(result.why.contains("version 0.1.0 made it, 0.0.9 before"), "\(result.why)")
  }

  @Test("A folder that is half there, or of an older version, is said to be")
  func halfThere() throws {
    let report = try SealedReport()
    try FileManager.default.removeItem(atPath: report.scratch("reports/2026-06-30/csv/churn.csv"))
    let missing = #expect(throws: Failure.self) {
      try figure(report, "churn.churn_rate", "2026-06")
    }
    #expect(missing?.message == "the report of 2026-06-30 is not whole: csv/churn.csv is missing")

    let old = try SealedReport()
    try old.replace(",quick_ratio", with: ",quick", in: "2026-06-30/csv/churn.csv")
    try old.seal("2026-06-30")
    let older = #expect(throws: Failure.self) { try figure(old, "churn.churn_rate", "2026-06") }
    #expect(
      older?.message.contains("has no column quick_ratio: it is of an older version") ?? false)

    let before = try SealedReport { $0["hashes"] = nil }
    let without = #expect(throws: Failure.self) {
      try figure(before, "churn.churn_rate", "2026-06")
    }
    #expect(without?.message.contains("did not publish the hashes") ?? false)
  }

  @Test("Hidden numbers, rates of few people and tables of people are refused")
  func refused() throws {
    let report = try SealedReport { $0["smallest_cell"] = 3000 }
    let reader = FigureReader(try PublishedReport(in: report.reports))
    let month = FigureQuestion.Span.moment(.month(try #require(Month("2026-06"))))
    let few = #expect(throws: FigureRefusal.self) {
      try reader.settledFigure(FigureQuestion(Metric(named: "churn.churn_rate"), month))
    }
    #expect(few?.reason == .tooFew)
    let people = #expect(throws: FigureRefusal.self) {
      try reader.figure(FigureQuestion(Metric(named: "subscribers.mrr"), month))
    }
    #expect(people?.reason == .people)
    let whole = try SealedReport()
    let ripe = FigureReader(try PublishedReport(in: whole.reports))
    let unripe = #expect(throws: FigureRefusal.self) {
      try ripe.settledFigure(FigureQuestion(Metric(named: "trial_cohorts.matured_rate"), month))
    }
    #expect(unripe?.nearest.first == "trial_cohorts.matured_rate 2026-04 grain=month")
    let segment = #expect(throws: FigureRefusal.self) {
      try ripe.figure(FigureQuestion(Metric(named: "daily.mrr"), month, ["country": "DE"]))
    }
    #expect(segment?.nearest.first == "daily_segments.mrr 2026-06-30 country=DE")
  }

  @Test("Every figure is told with a receipt that verifies, or refused with figures that are told")
  func nearest() throws {
    let folder = try SealedReport()
    let reader = FigureReader(try PublishedReport(in: folder.reports))
    let verifier = Verifier(reports: folder.reports)
    let all = ReportSchema.all.flatMap { file in file.figures.map { Metric(file, $0) } }
    var told = 0
    for metric in all {
      let question = FigureQuestion(metric, .moment(.day(reader.report.day)))
      do {
        let receipt = try reader.settledFigure(question).receipt.description
        #expect(try verifier.verify(receipt).outcome == .published, "\(receipt)")
        told += 1
      } catch let refusal as FigureRefusal {
        for text in refusal.nearest {
          let other = try #require(try FigureQuestion(text, reader.report.day), "\(text)")
          #expect(throws: Never.self, "\(metric.name): \(text)") {
            try reader.settledFigure(other)
          }
        }
        let isEmpty = try isEmpty(metric, reader)
        #expect(!refusal.nearest.isEmpty || isEmpty, "\(metric.name)")
      }
    }
    #expect(told > 200)
  }

  /// Whether no row of the file has the column, or none can be told.
  private func isEmpty(_ metric: Metric, _ reader: FigureReader) throws -> Bool {
    let index = metric.file.columns.firstIndex(of: metric.column) ?? 0
    let rows = try reader.report.table(metric.file).rows.filter { $0[index] != .missing }
    return rows.prefix(200).allSatisfy { row in
      let question = FigureQuestion(
        metric, at: CellAddress(of: row, metric.file), reader.report.day)
      return (try? reader.settledFigure(question)) == nil
    }
  }
}
