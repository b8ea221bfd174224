import Foundation
import SQLite
import Settings
import Store
import Testing
import Timeline
import Values

@testable import Command
@testable import Metrics
@testable import Reports

/// A simulated shop, folded and summed once.
private struct Shop {
  let bench: CLIFixture
  let session: Session
  let figures: Figures
  let explainer: Explainer

  /// `prefix`: before all that the log and its configuration name.
  init(namesBeginWith prefix: String = "") throws {
    bench = try CLIFixture()
    let log = bench.path("log")
    bench.runrate("simulate", "--seed", "5", "--days", "75", "--events", "1000", "--output", log)
    let config = log + "/runrate.json5"
    if !prefix.isEmpty { try Self.rename(in: log, with: prefix) }
    #expect(
      bench.runrate(
        "run", log, "--config", config, "--as-of", "2025-03-15", "--format", "csv"
      ).isReported)
    var options = Options()
    (options.config, options.database) = (config, bench.database)
    (options.asOf, options.threads) = (.newest, 2)
    session = try Session(options, Recording().console())
    figures = try session.judgedFigures()
    explainer = Explainer(figures, session.store.database, session.settings.timezone)
  }

  private static func rename(in folder: String, with prefix: String) throws {
    let names = #/("(country|channel|platform)":"|tier: "|"(?=(st|grip)\.))/#
    let channels = #/(?m)^([0-9-]+,)(?=[a-z_]+,)/#
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing(names) { "\($0.output.0)\(prefix)" }
        .replacing(channels) { "\($0.output.0)\(prefix)" }
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    try changedPlan.replacing("plan-", with: prefix).write(
      toFile: folder + "/change.ndjson", atomically: true, encoding: .utf8)
  }

  /// What the simulated log has too little of.
  private static let changedPlan = """
    {"event":"purchased","timestamp":"2025-03-02T10:00:00Z","user_id":"ann","product_id":"plan-a",\
    "price":5,"currency":"USD","period":"P1M","transaction_id":"ann1"}
    {"event":"product_changed","timestamp":"2025-03-03T10:00:00Z","user_id":"ann",\
    "product_id":"plan-b","price":9,"currency":"USD","period":"P1M","transaction_id":"ann2"}

    """

  func explain(_ metric: Metric, _ question: RowQuestion) throws -> Explanation {
    try session.explain(metric, question, figures).explanation
  }

  /// Explains columns of one row of a file, whose customers are laid out once for all of them.
  func explain(_ metrics: [Metric], _ question: RowQuestion) throws -> [Explanation] {
    var grounds: [String: ExplainedCustomers] = [:]
    return try metrics.map { metric in
      let ingredients = FormulaInputs(metric)
      let name = "\(CustomerParts.tables(of: metric).isEmpty) \(ingredients.row([:]))"
      let ground =
        try grounds[name] ?? ExplainedCustomers(session, metric, question, figures)
      grounds[name] = ground
      return try explainer.explain(metric, question, ground.breakdown)
    }
  }

  /// The row of a file with the most in it, of the total and of the segments, by day, week and
  /// month.
  func rows(of file: TableSchema) -> [[Cell]] {
    let rows = figures.table(file.name).rows
    func fullness(_ row: [Cell]) -> Int {
      row.count { $0 != .missing && $0.wholeNumber != 0 && $0 != .rate(Rate(millionths: 0)) }
    }
    let grain = file.columns.firstIndex { $0.role == .grain }
    let parts = Dictionary(grouping: rows) { row in
      "\(row.contains(.text("all"))) \(grain.map { row[$0].plainText } ?? "")"
    }
    return parts.values.compactMap { $0.max { fullness($0) < fullness($1) } }
  }
}

struct ExplainTests {
  @Test("Every column of every file can be explained, and what is behind it adds up to it")
  func everyColumn() throws {
    let shop = try Shop()
    for file in ReportSchema.all {
      let rows = shop.rows(of: file)
      for row in rows {
        let metrics = file.columns.map { Metric(file, $0) }
        let explained = try shop.explain(metrics, question(file, row))
        for (index, (column, found)) in zip(file.columns, explained).enumerated() {
          let place = "\(found.metric.name) of \(row.prefix(file.keys.count).map(\.plainText))"
          #expect(found.figure == row[index], "\(place)")
          #expect(!column.meaning.isEmpty)
          check(found, place)
        }
      }
    }
  }

  private func question(_ file: TableSchema, _ row: [Cell]) -> RowQuestion {
    let pairs = zip(file.keys.map(\.name), row.map(\.plainText))
    return RowQuestion(
      .day(Day(20162)), Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
  }

  /// Sums are exact; rates are computed once more from the numbers that are shown.
  private func check(_ found: Explanation, _ place: String) {
    let terms = found.formula.terms
    switch found.formula.shape {
    case .customers:
      #expect(found.addsUp, "\(place): \(found.columns)")
    case .sum:
      let sum = terms.reduce(0) { $0 + $1.factor * ($1.cell.wholeNumber ?? 0) }
      #expect(sum == found.figure.wholeNumber, "\(place): \(terms)")
      #expect(found.addsUp, "\(place): \(found.columns)")
    case .quotient:
      #expect(found.addsUp, "\(place): \(found.columns)")
      #expect(quotient(terms) == found.figure.magnitudeInMicros, "\(place): \(terms)")
    case .expected:
      #expect(found.addsUp, "\(place): \(found.columns)")
      #expect(product(terms) == found.figure.magnitudeInMicros, "\(place): \(terms)")
    case .interval, .expectedInterval:
      #expect(found.addsUp, "\(place): \(found.columns)")
    case .nonAdditive(let words):
      #expect(found.addsUp && !words.isEmpty, "\(place): \(found.columns)")
    case .stated:
      let isKey = found.metric.file.keys.contains(found.metric.column)
      let isText = [.text, .flag, .day].contains(found.metric.column.kind)
      #expect(isKey || isText, "\(place)")
    }
  }

  /// An amount times a proportion in millionths, of whose whole as many are left as one number is
  /// of another.
  private func product(_ terms: [Formula.Term]) -> Int64? {
    let numbers = terms.dropFirst().compactMap(\.cell.wholeNumber)
    guard let amount = terms[0].cell.amount, numbers.count == 4 else { return nil }
    let (part, left, all) = (numbers[0], numbers[2], numbers[3])
    let whole = all > 0 ? max(part, numbers[1] * left / all) : numbers[1]
    return Rate(part, over: whole).map {
      amount.times(Fraction($0.millionths, over: 1_000_000)).micros
    }
  }

  private func quotient(_ terms: [Formula.Term]) -> Int64? {
    guard let part = terms[0].cell.wholeNumber, let whole = terms[1].cell.wholeNumber, whole != 0
    else { return nil }
    let isAverage = terms[0].cell.amount != nil && terms[1].cell.amount == nil
    return Int64(roundedHalfToEven(Int128(part) * (isAverage ? 1 : 1_000_000), over: Int128(whole)))
  }

  @Test(
    "A condition is a number however it is written, and a billing period though days are called so")
  func conditions() throws {
    let file = Revenue.schema
    func row(_ period: String, _ charges: Int64) -> [Cell] {
      file.columns.map { column in
        switch column.name {
        case "grain": .text("month")
        case "period": .month(Day(20162).month)
        case "dimension": .text("period")
        case "value": .text(period)
        case "charges": .count(charges)
        default: .missing
        }
      }
    }
    let table = file.table([row("P1M", 3), row("P1Y", 1)])
    let question = RowQuestion(
      .month(Day(20162).month), ["period": "P1Y", "grain": "month"])
    #expect(try question.rows(of: file, in: table) == [row("P1Y", 1)])
    let prices = PricePoints.schema
    let price = prices.columns.map { column -> Cell in
      switch column.name {
      case "month": .month(Day(20162).month)
      case "monthly_price": .money(Amount(micros: 5_000_000))
      default: .text("USD")
      }
    }
    for text in ["5", "5.00", "5.000000"] {
      let question = RowQuestion(.day(Day(20162)), ["monthly_price": text])
      #expect(try question.rows(of: prices, in: prices.table([price])).count == 1, "\(text)")
    }
  }

  @Test("A segment that a file does not show is explained from the facts")
  func unshownSegment() throws {
    let shop = try Shop()
    let metric = try Metric(named: "daily.new_mrr")
    let busiest = shop.figures.rows(of: Daily.self).max {
      $0.integer(Daily.newMRR) < $1.integer(Daily.newMRR)
    }
    let day = try #require(busiest?[Daily.date])
    let total = try shop.explain(metric, RowQuestion(.day(day)))
    let countries = try shop.session.store.database.rows(
      "SELECT value FROM segment WHERE dimension = 'country'"
    ) { $0.text(0) }
    let parts = try countries.map {
      try shop.explain(metric, RowQuestion(.day(day), ["country": $0])).figure.wholeNumber ?? 0
    }
    #expect(parts.count { $0 != 0 } > 0)
    #expect(parts.reduce(0, +) == total.figure.wholeNumber)
  }

  @Test("A cell can be asked for as its CSV file writes it, in every table; a wrong one is named")
  func writtenCells() throws {
    let shop = try Shop(namesBeginWith: "=")
    var asked: Set<String> = []
    for file in ReportSchema.all where file.columns.contains(where: { $0.role == .figure }) {
      guard let row = shop.figures.table(file.name).rows.first(where: { isAltered($0, file) }),
        let column = file.columns.lastIndex(where: { $0.role == .figure })
      else { continue }
      let metric = Metric(file, file.columns[column])
      let written = question(file, row).replacingValues { CSVWriter.neutral($1) }
      let found = try shop.explain(metric, written)
      #expect(found.figure == row[column], "\(metric.name), \(written.text)")
      let wrong = written.replacingValues { $1.hasPrefix("'=") ? "=nothing" : $1 }
      #expect("\(metric.name), \(wrong.text)") {
        _ = try shop.explain(metric, wrong)
      } throws: { error in
        let refusal = error as? FigureRefusal
        return refusal?.message.contains("\"=nothing\"") ?? false
          && refusal?.nearest.contains { $0.contains("==") } ?? false
      }
      asked.insert(file.name)
    }
    let tables: Set = ["plan_changes", "plans", "lifetimes", "acquisition_cost", "revenue"]
    #expect(asked.isSuperset(of: tables), "\(asked.sorted())")
  }

  private func isAltered(_ row: [Cell], _ file: TableSchema) -> Bool {
    row.prefix(file.keys.count).contains { $0.text.map { CSVWriter.neutral($0) != $0 } ?? false }
  }

  @Test("Every check says which figures it covers, and every section of definitions exists")
  func lists() throws {
    let shop = try Shop()
    for check in shop.figures.checks {
      let isCovered = ReportSchema.all.contains { file in
        file.columns.contains { column in
          shop.explainer.checks(of: Metric(file, column)).contains(check)
        }
      }
      #expect(isCovered, "\(check.name)")
    }
    let guide = try String(
      contentsOfFile: Binary.home + "/Sources/Command/Runrate.docc/Definitions.md", encoding: .utf8)
    for section in ReportSchema.all.compactMap(\.guide) {
      #expect(guide.contains("\n## \(section)\n"), "\(section)")
    }
    for file in ReportSchema.all {
      let keys = shop.figures.table(file.name).rows.map { Array($0.prefix(file.keys.count)) }
      #expect(Set(keys).count == keys.count, "the keys of \(file.name) do not tell its rows apart")
    }
  }

  @Test("The command prints words, a table and CSV, and says what it cannot explain")
  func command() throws {
    let bench = try CLIFixture()
    let config = try bench.write(onePlan + "}", to: "c.json5")
    let log = try bench.write(purchases(1...3), to: "a.ndjson")
    bench.runrate("run", log, "--config", config, "--as-of", "2026-05-20")
    func explain(_ words: String) -> CLIFixture.Answer {
      bench.runrate(
        ["explain"] + words.split(separator: " ").map(String.init) + ["--config", config])
    }
    let text = explain("mrr").output
    #expect(text.hasPrefix("daily.mrr, date 2026-05-20: $29.97\n"))
    #expect(text.contains("Check       passed: MRR of the day before + movements = MRR"))
    #expect(text.contains("3 customers, who add up to mrr $29.97"))
    #expect(text.contains("user-1    $9.99\n"))
    #expect(explain("mrr --format csv --on 2026-05-01").output == "customer,mrr\n\"user-1\",9.99\n")
    let json = explain("revenue.arpu --on 2026-05 --json").output
    #expect(json.contains("\"figure\": \"9.99\""))
    #expect(json.contains("\"result\": \"passed\""))
    #expect(explain("mmr").errors.contains("hint: the nearest is mrr"))
    #expect(explain("mrr --on 2027-01-01").code == .noInput)
    let many = explain("upcoming.renewals_due")
    #expect(many.code == .usage)
    #expect(many.errors.contains("say which by days=1|3|7|30"))
    #expect(explain("mrr --where planet=x").errors.contains("cannot be asked for planet"))
    #expect(
      explain("mrr --where tier=prp").errors.contains("hint: the nearest is daily.mrr tier=pro"))
  }
}

extension Cell {
  /// A rate in millionths, an amount in micro-units; nil for what is missing.
  fileprivate var magnitudeInMicros: Int64? { rate?.millionths ?? wholeNumber }
}
